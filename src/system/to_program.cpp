// Converts a TransitionSystem to a Program with an edge from entry to a loop head that assigns an initial
// state, edges from the loop head to itself for the transitions, and an edge from the loop head to error for
// states that violate the property.
//
// If the transition relation is a disjunction of steps (Horn2VMT's relational encoding, section 4.2.2 of
// EUFORIA's thesis: one disjunct per clause), each step becomes one edge. The equations of a single step
// define the next values, most of which are unchanged. A single edge for the whole disjunction would have to
// represent every next value by an input that a guard constrains.
#include <algorithm>

#include "base/check.h"
#include "system/solve_equations.h"
#include "system/transition_system.h"
#include "term/traverse.h"

namespace pendulum::system {

namespace {

using program::Edge;
using term::Term;
using term::TermManager;
using term::TermVector;

/// A relation in the form of an edge: the relation is equivalent to `guard` and target = value for each
/// target. `inputs` represent the values of targets that the relation does not define by equations.
struct Solved {
  Term guard;
  TermVector values;
  std::vector<program::Input> inputs;
};

/// Solves `relation` for `targets`. Eliminates `inputs` that an equation defines.
Solved solve(TermManager& terms, Term relation, const TermVector& targets, const TermVector& inputs) {
  TermVector symbols = targets;
  symbols.insert(symbols.end(), inputs.begin(), inputs.end());
  SolvedRelation solved = solve_equations(terms, relation, symbols);
  Solved result;
  term::Substitution any;
  for (const Term target : targets) {
    if (solved.values.contains(target)) continue;
    const Term input = terms.mk_fresh(target.name() + ".any", target.sort());
    any.emplace(target, input);
    result.inputs.push_back({input, {}});
  }
  // Values and rest may contain targets without a definition.
  term::Substituter over_inputs(terms, any);
  for (const Term target : targets) {
    const auto found = solved.values.find(target);
    result.values.push_back(over_inputs(found == solved.values.end() ? target : found->second));
  }
  result.guard = over_inputs(solved.rest);
  for (const Term input : inputs)
    if (!solved.values.contains(input)) result.inputs.push_back({input, {}});
  return result;
}

Edge edge_of(const TransitionSystem& system, Solved solved, program::LocationId source,
             program::LocationId target) {
  PENDULUM_CHECK(solved.values.size() == system.state.size(), "each state variable should have a value");
  Edge edge{.source = source, .target = target, .guard = solved.guard, .inputs = std::move(solved.inputs)};
  for (std::size_t i = 0; i < system.state.size(); ++i)
    edge.updates.push_back({system.state[i].current, solved.values[i]});
  return edge;
}

/// A formula with renamed inputs, because each edge has its own inputs.
struct WithInputs {
  Term formula;
  TermVector inputs;
};

WithInputs rename_inputs(TermManager& terms, Term formula, const TermVector& inputs) {
  const term::TermSet all(inputs.begin(), inputs.end());
  WithInputs result;
  term::Substitution renaming;
  for (const Term symbol : term::symbols(formula)) {
    if (!all.contains(symbol)) continue;
    result.inputs.push_back(terms.mk_fresh(symbol.name(), symbol.sort()));
    renaming.emplace(symbol, result.inputs.back());
  }
  result.formula = term::substitute(terms, formula, renaming);
  return result;
}

/// Splits the relation into steps whose disjunction is equivalent to it, if one of its conjuncts is a
/// disjunction in which every disjunct defines a next value. Otherwise returns the relation as the only step.
TermVector steps_of(TermManager& terms, Term relation, const TermVector& next) {
  const auto defines = [&](Term step) { return !solve_equations(terms, step, next).values.empty(); };
  const TermVector parts = term::conjuncts(relation);
  const auto choice = std::ranges::find_if(parts, [&](Term part) {
    return part.kind() == term::Kind::Or && std::ranges::all_of(part.children(), defines);
  });
  if (choice == parts.end()) return {relation};
  TermVector common = parts;
  common.erase(common.begin() + (choice - parts.begin()));
  TermVector steps;
  for (const Term step : choice->children()) {
    TermVector whole = common;
    whole.push_back(step);
    steps.push_back(terms.mk_and(whole));
  }
  return steps;
}

}  // namespace

program::Program to_program(TermManager& terms, const TransitionSystem& system) {
  PENDULUM_DCHECK(is_well_formed(system), "the transition system should be well-formed");
  for (const Term formula : {system.init, system.trans, system.property})
    PENDULUM_CHECK(!formula.has_quantifier(), "the transition system should have no quantifiers");
  program::ProgramBuilder builder(terms);
  const program::LocationId entry = builder.add_location("entry");
  const program::LocationId loop = builder.add_location("loop");
  const program::LocationId error = builder.add_location("error");
  builder.set_entry(entry);
  builder.set_error(error);
  TermVector current, next;
  for (const StateVariable& variable : system.state) {
    builder.add_variable({variable.current, variable.current.name(), ""});
    current.push_back(variable.current);
    next.push_back(variable.next);
  }
  const WithInputs init = rename_inputs(terms, system.init, system.inputs);
  builder.add_edge(edge_of(system, solve(terms, init.formula, current, init.inputs), entry, loop));
  for (const Term relation : steps_of(terms, system.trans, next)) {
    const WithInputs step = rename_inputs(terms, relation, system.inputs);
    builder.add_edge(edge_of(system, solve(terms, step.formula, next, step.inputs), loop, loop));
  }
  const WithInputs bad = rename_inputs(terms, terms.mk_not(system.property), system.inputs);
  Edge violation{.source = loop, .target = error, .guard = bad.formula, .violation = "the property"};
  for (const Term input : bad.inputs) violation.inputs.push_back({input, {}});
  builder.add_edge(std::move(violation));
  return builder.build();
}

}  // namespace pendulum::system
