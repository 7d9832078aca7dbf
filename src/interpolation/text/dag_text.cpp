#include "interpolation/text/dag_text.h"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "program/text/text.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/reader.h"
#include "term/smtlib/sexpr.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;

namespace {

constexpr std::string_view separator = "\nnodes\n";

/// The edge as an edge of a program: inputs that occur in an earlier edge are renamed, and updates of dead
/// variables are dropped.
program::Edge make_edge(term::TermManager& terms, const Dag& dag, const DagEdge& edge,
                        std::set<Term>& used_inputs) {
  program::Edge result = *edge.action;
  result.source = edge.source;
  result.target = edge.target;
  std::erase_if(result.updates, [&](const program::Assignment& update) {
    return !std::ranges::binary_search(dag.nodes[edge.target].scope, update.variable);
  });
  term::Substitution renamed;
  for (program::Input& input : result.inputs) {
    if (used_inputs.insert(input.symbol).second) continue;
    const Term copy = terms.mk_fresh(input.symbol.name(), input.symbol.sort());
    renamed.emplace(input.symbol, copy);
    input.symbol = copy;
  }
  term::Substituter substitute(terms, renamed);
  result.guard = substitute(result.guard);
  for (program::Assignment& update : result.updates) update.value = substitute(update.value);
  return result;
}

program::Program to_program(term::TermManager& terms, const Dag& dag) {
  program::ProgramBuilder builder(terms);
  std::set<Term> variables, used_inputs;
  for (const DagNode& node : dag.nodes) {
    builder.add_location("node");
    variables.insert(node.scope.begin(), node.scope.end());
  }
  for (const Term variable : variables) builder.add_variable({variable});
  builder.set_entry(dag.root());
  builder.set_error(dag.goal());
  for (const DagEdge& edge : dag.edges) {
    const bool is_added = builder.add_edge(make_edge(terms, dag, edge, used_inputs)).has_value();
    PENDULUM_CHECK(is_added, "the guard of edge {} -> {} should not be false", edge.source, edge.target);
  }
  return builder.build();
}

/// (node location (scope...) known)
DagNode read_node(term::SmtLibReader& reader, const term::SExpr& command) {
  if (!command.starts_with("node") || command.length() != 4)
    reader.fail(command, "(node LOCATION (SCOPE...) KNOWN)");
  DagNode node;
  const std::string_view location = command.child(1)->text;
  const auto [end, error] =
      std::from_chars(location.data(), location.data() + location.size(), node.location);
  if (error != std::errc() || end != location.data() + location.size())
    reader.fail(*command.child(1), "a number");
  const term::SExpr& scope = *command.child(2);
  if (!scope.is_list()) reader.fail(scope, "a list of variables");
  for (const term::SExpr* symbol = scope.first; symbol != nullptr; symbol = symbol->next)
    node.scope.push_back(reader.term(*symbol));
  std::ranges::sort(node.scope);
  node.known = reader.term(*command.child(3));
  return node;
}

}  // namespace

void write_dag(std::ostream& out, term::TermManager& terms, const Dag& dag) {
  program::print(out, to_program(terms, dag));
  out << separator.substr(1);
  for (const DagNode& node : dag.nodes) {
    out << "(node " << node.location << " (";
    for (std::size_t i = 0; i < node.scope.size(); ++i)
      out << (i == 0 ? "" : " ") << term::quote_symbol(node.scope[i].name());
    out << ") ";
    term::print(out, node.known, term::OverflowText::Named);
    out << ")\n";
  }
}

StoredDag read_dag(term::TermManager& terms, std::string_view text, std::string_view origin) {
  const std::size_t cut = text.find(separator);
  if (cut == std::string_view::npos)
    throw base::InputError(std::string(origin) + ": expected a line 'nodes'");
  StoredDag stored{program::parse(terms, text.substr(0, cut + 1), origin), {}};
  term::SmtLibReader reader(terms, std::string(origin) + ", nodes");
  reader.read_script(text.substr(cut + separator.size()), [&](const term::SExpr& command) {
    stored.dag.nodes.push_back(read_node(reader, command));
    return true;
  });
  if (stored.dag.nodes.size() != stored.program.locations().size())
    throw base::InputError(std::string(origin) + ": expected a node per location");
  for (const program::Edge& edge : stored.program.edges())
    stored.dag.edges.push_back({edge.source, edge.target, &edge});
  try {
    verify_dag(stored.dag);
  } catch (const base::InternalError& error) {
    throw base::InputError(std::string(origin) + ": " + error.what());
  }
  return stored;
}

}  // namespace pendulum::interpolation
