// TransitionSystem -> Program: entry -> loop by any initial state, loop -> loop by a transition, loop ->
// error where the property fails.
//
// A relation that is a choice of steps (Horn2VMT's relational encoding, section 4.2.2 of EUFORIA's thesis: a
// disjunct per clause) becomes an edge per step. Each says by equations what the next values are, and mostly
// that they are the old ones; together they would leave every next value to a guard over inputs.
#include <algorithm>

#include "system/solve_equations.h"
#include "system/transition_system.h"
#include "term/traverse.h"

namespace pendulum::system {

namespace {

using program::Edge;
using term::Term;
using term::TermManager;
using term::TermVector;

/// A guard and a value for each target such that the relation holds exactly for guard and targets = values,
/// with inputs for what the relation does not define.
struct Solved {
  Term guard;
  TermVector values;
  std::vector<program::Input> inputs;
};

/// `inputs` are eliminated too where an equation defines them.
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
  // Values and rest may mention targets that nothing defines.
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
  Edge edge{.source = source, .target = target, .guard = solved.guard, .inputs = std::move(solved.inputs)};
  for (std::size_t i = 0; i < system.state.size(); ++i)
    edge.updates.push_back({system.state[i].current, solved.values[i]});
  return edge;
}

/// A formula with inputs of its own: those of the system belong to the step.
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

/// Their disjunction is the relation.
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
