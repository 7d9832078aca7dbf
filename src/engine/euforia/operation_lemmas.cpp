#include "engine/euforia/operation_lemmas.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using program::EdgeId;
using term::Kind;
using term::Term;
using term::TermVector;

namespace {

/// Patterns of one schema. With more, the number of matches grows with the product of the occurrences.
constexpr std::size_t max_operations = 2;
/// Instances of one schema in one edge. A pattern such as p + q matches every sum of a large block; lemmas
/// that are needed more often are found again by refinement.
constexpr std::size_t max_instances_per_edge = 16;
/// Literals of a schema. Long cores are about one path, not about an operation.
constexpr std::size_t max_literals = 8;

/// The abstraction turns the term into an application: it is neither a leaf nor a connective.
bool is_operation(Term term) {
  const Kind kind = term.kind();
  return term.num_children() > 0 && kind != Kind::Not && kind != Kind::And && kind != Kind::Or &&
         kind != Kind::Eq && kind != Kind::Ite;
}

TermVector operations_in(const TermVector& formulas) {
  TermVector result;
  for (const Term part : term::subterms(formulas))
    if (is_operation(part)) result.push_back(part);
  return result;
}

}  // namespace

OperationLemmas::OperationLemmas(const program::Program& program, EufAbstraction& abstraction)
    : terms_(program.terms()), abstraction_(abstraction) {
  for (const program::Edge& edge : program.edges()) {
    TermVector formulas{edge.guard};
    for (const program::Assignment& update : edge.updates) formulas.push_back(update.value);
    operations_.push_back(operations_in(formulas));
  }
}

/// Schemas share their placeholders, so that equal schemas are equal terms.
Term OperationLemmas::placeholder(term::Sort sort, std::size_t index) {
  Term& result = placeholder_of_[{sort, index}];
  if (result.is_null()) result = terms_.mk_fresh(fmt::format("operand.{}", index), sort);
  placeholders_.insert(result);
  return result;
}

term::Substitution OperationLemmas::definitions_in(const TermVector& literals,
                                                   const term::TermSet& operands) {
  term::Substitution result;
  term::TermSet used;  // in definitions, so they need a match
  for (const Term literal : literals) {
    if (literal.kind() != Kind::Eq) continue;
    for (const std::size_t side : {0u, 1u}) {
      const Term operand = literal[side], operation = literal[1 - side];
      if (!operands.contains(operand) || !is_operation(operation)) continue;
      if (result.contains(operand) || used.contains(operand)) continue;
      const TermVector symbols = term::symbols(operation);
      if (std::ranges::any_of(symbols, [&](Term s) { return s == operand || result.contains(s); })) continue;
      used.insert(symbols.begin(), symbols.end());
      result.emplace(operand, operation);
    }
  }
  return result;
}

std::optional<OperationLemmas::Schema> OperationLemmas::schema_of(const TermVector& core) {
  if (core.empty() || core.size() > max_literals) return std::nullopt;
  term::Substitution renaming;
  for (const Term symbol : term::symbols(core))
    renaming.emplace(symbol, placeholder(symbol.sort(), renaming.size()));
  TermVector literals;
  for (const Term literal : core) literals.push_back(term::substitute(terms_, literal, renaming));
  term::TermSet open;  // placeholders that no pattern contains yet
  for (const auto& [symbol, operand] : renaming) open.insert(operand);
  Schema schema{abstraction_(terms_.mk_not(terms_.mk_and(literals))), {}, definitions_in(literals, open)};
  for (const auto& [operand, operation] : schema.definitions) open.erase(operand);
  // Greedy cover: large patterns first, because they have few matches.
  TermVector patterns = operations_in(literals);
  std::ranges::stable_sort(patterns, std::greater{}, [](Term pattern) { return term::dag_size(pattern); });
  for (const Term pattern : patterns) {
    const TermVector symbols = term::symbols(pattern);
    if (std::ranges::any_of(symbols, [&](Term s) { return schema.definitions.contains(s); })) continue;
    if (std::ranges::none_of(symbols, [&](Term s) { return open.contains(s); })) continue;
    for (const Term symbol : symbols) open.erase(symbol);
    schema.operations.push_back(pattern);
  }
  if (!open.empty() || schema.operations.empty() || schema.operations.size() > max_operations)
    return std::nullopt;
  return schema;
}

bool OperationLemmas::match(Term pattern, Term term, Bindings& bindings) const {
  if (pattern.sort() != term.sort()) return false;
  if (placeholders_.contains(pattern)) return bindings.emplace(pattern, term).first->second == term;
  if (pattern == term) return true;
  if (pattern.num_children() == 0 || pattern.kind() != term.kind() ||
      pattern.num_children() != term.num_children())
    return false;
  const TermVector operands(term.children().begin(), term.children().end());
  // Equal parameters and functions: the pattern's operator applied to the operands gives the term itself.
  if (terms_.mk_like(pattern, operands) != term) return false;
  const auto match_in_order = [&](const TermVector& order) {
    Bindings trial = bindings;
    for (std::size_t i = 0; i < order.size(); ++i)
      if (!match(pattern[i], order[i], trial)) return false;
    bindings = std::move(trial);
    return true;
  };
  if (match_in_order(operands)) return true;
  return operands.size() == 2 && EufAbstraction::is_commutative_kind(pattern.kind()) &&
         match_in_order({operands[1], operands[0]});
}

void OperationLemmas::match_all(const Schema& schema, std::size_t from, EdgeId edge, const Bindings& bindings,
                                std::vector<Bindings>& found) const {
  if (from == schema.operations.size()) {
    found.push_back(bindings);
    return;
  }
  for (const Term operation : operations_[edge]) {
    if (found.size() >= max_instances_per_edge) return;
    Bindings extended = bindings;
    if (match(schema.operations[from], operation, extended))
      match_all(schema, from + 1, edge, extended, found);
  }
}

Term OperationLemmas::instance(const Schema& schema, const Bindings& bindings) {
  term::Substitution abstract;
  for (const auto& [operand, argument] : bindings)
    abstract.emplace(abstraction_(operand), abstraction_(argument));
  term::Substitution all = abstract;
  for (const auto& [operand, operation] : schema.definitions)
    all.emplace(abstraction_(operand), term::substitute(terms_, abstraction_(operation), abstract));
  return term::substitute(terms_, schema.formula, all);
}

unsigned OperationLemmas::instantiate(ic3::Ic3& ic3, const Schema& schema) {
  unsigned num_new = 0;
  for (EdgeId edge = 0; edge < operations_.size(); ++edge) {
    std::vector<Bindings> found;
    match_all(schema, 0, edge, {}, found);
    for (const Bindings& bindings : found) {
      const Term axiom = instance(schema, bindings);
      PENDULUM_CHECK(!axiom.is_false(), "an instance of a valid schema should not be false");
      if (!axiom.is_true() && ic3.add_axiom(edge, axiom)) ++num_new;
    }
  }
  return num_new;
}

unsigned OperationLemmas::learn(ic3::Ic3& ic3, const TermVector& core) {
  const auto schema = schema_of(core);
  if (!schema || schema->formula.is_true() || !schemas_.insert(schema->formula).second) return 0;
  return instantiate(ic3, *schema);
}

}  // namespace pendulum::engine::euforia
