// TransitionSystem -> Program: entry -> loop by any initial state, loop -> loop by a transition, loop ->
// error where the property fails.
#include <algorithm>

#include "base/check.h"
#include "system/transition_system.h"
#include "term/traverse.h"

namespace pendulum::system {

namespace {

using program::Edge;
using term::Kind;
using term::Term;
using term::TermManager;
using term::TermVector;

/// `target` = value, if the literal says that of a target symbol; otherwise nulls.
std::pair<Term, Term> as_definition(TermManager& terms, Term literal, const term::TermSet& targets) {
  if (targets.contains(literal)) return {literal, terms.mk_true()};
  if (literal.kind() == Kind::Not && targets.contains(literal[0])) return {literal[0], terms.mk_false()};
  if (literal.kind() != Kind::Eq) return {};
  for (std::size_t side : {0u, 1u})
    if (targets.contains(literal[side])) {
      const TermVector used = term::symbols(literal[1 - side]);
      if (std::none_of(used.begin(), used.end(), [&](Term symbol) { return targets.contains(symbol); }))
        return {literal[side], literal[1 - side]};
    }
  return {};
}

/// A guard and a value for each target such that the relation holds exactly for guard and targets = values,
/// with inputs for the targets that the relation does not define.
struct Solved {
  Term guard;
  TermVector values;
  std::vector<program::Input> inputs;
};

Solved solve(TermManager& terms, Term relation, const TermVector& targets) {
  const term::TermSet target_set(targets.begin(), targets.end());
  term::Substitution definitions;
  TermVector rest;
  for (Term conjunct : term::conjuncts(relation)) {
    const auto [target, value] = as_definition(terms, conjunct, target_set);
    if (!target || !definitions.emplace(target, value).second) rest.push_back(conjunct);
  }
  Solved result;
  for (Term target : targets) {
    const auto found = definitions.find(target);
    if (found == definitions.end()) {
      const Term input = terms.mk_fresh(target.name() + ".any", target.sort());
      definitions.emplace(target, input);
      result.inputs.push_back({input, {}});
    }
    result.values.push_back(definitions.at(target));
  }
  // Only the rest mentions targets: a definition's value is free of them.
  result.guard = term::substitute(terms, terms.mk_and(rest), definitions);
  return result;
}

Edge edge_of(const TransitionSystem& system, Solved solved, program::LocationId source,
             program::LocationId target) {
  Edge edge{.source = source, .target = target, .guard = solved.guard, .inputs = std::move(solved.inputs)};
  for (std::size_t i = 0; i < system.state.size(); ++i)
    edge.updates.push_back({system.state[i].current, solved.values[i]});
  return edge;
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
  builder.add_edge(edge_of(system, solve(terms, system.init, current), entry, loop));
  Edge step = edge_of(system, solve(terms, system.trans, next), loop, loop);
  for (Term input : system.inputs) step.inputs.push_back({input, {}});
  builder.add_edge(std::move(step));
  builder.add_edge(
      {.source = loop, .target = error, .guard = terms.mk_not(system.property), .violation = "the property"});
  return builder.build();
}

}  // namespace pendulum::system
