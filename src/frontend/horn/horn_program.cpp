#include "frontend/horn/horn_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "system/new_symbol.h"
#include "system/solve_equations.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::frontend {

namespace {

using program::Edge;
using program::LocationId;
using term::Sort;
using term::Substitution;
using term::Term;
using term::TermVector;

class Translator {
 public:
  Translator(term::TermManager& terms, const HornSystem& system)
      : terms_(terms), system_(system), builder_(terms) {}

  HornProgram translate() {
    PENDULUM_DCHECK(is_well_formed(system_), "the clauses should be well-formed");
    entry_ = builder_.add_location("entry");
    error_ = builder_.add_location("error");
    builder_.set_entry(entry_);
    builder_.set_error(error_);
    for (const Predicate& predicate : system_.predicates) {
      result_.location.push_back(builder_.add_location(predicate.name));
      TermVector arguments;
      for (std::size_t i = 0; i < predicate.domain.size(); ++i)
        arguments.push_back(variable(i, predicate.domain[i]));
      result_.arguments.push_back(std::move(arguments));
    }
    for (std::size_t i = 0; i < system_.clauses.size(); ++i) add_edge(i);
    result_.program = builder_.build();
    PENDULUM_CHECK(result_.origin.size() == result_.program.edges().size(), "each edge should have a clause");
    return std::move(result_);
  }

 private:
  /// The variable for the argument at `position` if it has sort `sort`; all predicates share it.
  Term variable(std::size_t position, Sort sort) {
    Term& known = variables_[{position, sort}];
    if (!known.is_null()) return known;
    const std::string name = fmt::format("arg{}", position);
    known = system::new_symbol(terms_, name, sort);
    builder_.add_variable({known, known.name(), ""});
    return known;
  }

  /// Returns the constraint of the clause, conjoined with equations between the state and the arguments of
  /// the body's predicate. An argument that is a symbol not seen before gets the state variable as its value
  /// in `values` instead of an equation.
  Term bind_body(const Clause& clause, Substitution& values) {
    TermVector equations{clause.constraint};
    for (const PredicateAtom& atom : clause.body) {
      const TermVector& state = result_.arguments[atom.predicate];
      PENDULUM_CHECK(atom.arguments.size() == state.size(), "{} should have {} arguments",
                     system_.predicates[atom.predicate].name, state.size());
      for (std::size_t i = 0; i < state.size(); ++i)
        if (!atom.arguments[i].is_symbol() || !values.emplace(atom.arguments[i], state[i]).second)
          equations.push_back(terms_.mk_eq(state[i], atom.arguments[i]));
    }
    return terms_.mk_and(equations);
  }

  void add_edge(std::size_t index) {
    const Clause& clause = system_.clauses[index];
    if (clause.body.size() > 1) throw base::Unsupported("nonlinear clauses", "");
    Substitution values;
    Term relation = bind_body(clause, values);
    // Each input belongs to exactly one edge, so the clause's symbols get new names.
    TermVector inputs;
    const TermVector symbols = symbols_of(clause);
    for (const Term symbol : symbols) {
      if (values.contains(symbol)) continue;
      inputs.push_back(terms_.mk_fresh(term::portable_name(symbol.name()), symbol.sort()));
      values.emplace(symbol, inputs.back());
    }
    const system::SolvedRelation solved =
        system::solve_equations(terms_, term::substitute(terms_, relation, values), inputs);
    for (const Term symbol : symbols) {
      Term& value = values.at(symbol);
      value = term::substitute(terms_, value, solved.values);
    }
    Edge edge{.source = clause.body.empty() ? entry_ : result_.location[clause.body[0].predicate],
              .target = clause.head ? result_.location[clause.head->predicate] : error_,
              .guard = solved.rest};
    edge.where = {system_.origin, clause.line};
    if (!clause.head) edge.violation = "the clause is violated";
    if (clause.head) add_updates(*clause.head, values, edge);
    add_inputs(inputs, edge);
    if (builder_.add_edge(std::move(edge))) result_.origin.push_back({index, std::move(values)});
  }

  void add_updates(const PredicateAtom& head, const Substitution& values, Edge& edge) {
    PENDULUM_CHECK(head.arguments.size() == result_.arguments[head.predicate].size(),
                   "{} should have all its arguments", system_.predicates[head.predicate].name);
    term::Substituter over_state(terms_, values);
    for (std::size_t i = 0; i < head.arguments.size(); ++i)
      edge.updates.push_back({result_.arguments[head.predicate][i], over_state(head.arguments[i])});
  }

  void add_inputs(const TermVector& inputs, Edge& edge) {
    TermVector used{edge.guard};
    for (const program::Assignment& update : edge.updates) used.push_back(update.value);
    const TermVector symbols = term::symbols(used);
    for (const Term input : inputs)
      if (std::binary_search(symbols.begin(), symbols.end(), input)) edge.inputs.push_back({input, {}});
  }

  term::TermManager& terms_;
  const HornSystem& system_;
  program::ProgramBuilder builder_;
  HornProgram result_;
  LocationId entry_ = 0, error_ = 0;
  std::map<std::pair<std::size_t, Sort>, Term> variables_;
};

}  // namespace

HornProgram to_program(term::TermManager& terms, const HornSystem& system) {
  return Translator(terms, system).translate();
}

}  // namespace pendulum::frontend
