#include "evidence/vmt_script.h"

#include <fmt/format.h>

#include "base/check.h"
#include "evidence/smt_script.h"
#include "term/traverse.h"

namespace pendulum::evidence {

using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

namespace {

TermVector symbols_of(const system::TransitionSystem& system) {
  TermVector all = system.inputs;
  for (const system::StateVariable& variable : system.state) {
    all.push_back(variable.current);
    all.push_back(variable.next);
  }
  return all;
}

}  // namespace

std::string vmt_invariant(TermManager& terms, const system::TransitionSystem& system, Term invariant) {
  PENDULUM_CHECK(invariant.sort().is_bool(), "the invariant should have sort Bool");
  term::Substitution to_next;
  for (const system::StateVariable& variable : system.state) to_next.emplace(variable.current, variable.next);
  const Term after = term::substitute(terms, invariant, to_next);
  std::string text =
      "; An inductive invariant that implies the property: three times unsat.\n(set-logic ALL)\n";
  text += declarations(symbols_of(system));
  const auto check = [&](const char* name, const TermVector& formulas) {
    text += fmt::format("; {}\n(push 1)\n", name);
    for (const Term formula : formulas) text += fmt::format("(assert {})\n", text_of(formula));
    text += "(check-sat)\n(pop 1)\n";
  };
  check("initiation", {system.init, terms.mk_not(invariant)});
  check("consecution", {invariant, system.trans, terms.mk_not(after)});
  check("property", {invariant, terms.mk_not(system.property)});
  return text;
}

std::string vmt_trace(const Program& program, const system::TransitionSystem& system,
                      const certificate::ErrorPath& path) {
  TermManager& terms = program.terms();
  std::string text = "; A run that ends in a state which violates the property: sat.\n(set-logic ALL)\n";
  PENDULUM_CHECK(!path.empty() && program.edge(path.last_step().edge).target == program.error(),
                 "an error path should lead to the error");
  PathWalk walk(program, path);
  // The program may not have all inputs of the system, so the script leaves the values of inputs to the
  // solver.
  const auto claim = [&](const Values& values, Term formula) {
    term::Substitution renaming;
    TermVector copies;
    for (const Term input : system.inputs) {
      copies.push_back(terms.mk_fresh(input.name(), input.sort()));
      renaming.emplace(input, copies.back());
    }
    text += declarations(copies);
    text += fmt::format("(assert {})\n", let(values, text_of(term::substitute(terms, formula, renaming))));
  };
  const auto state = [&](Term system::StateVariable::* symbol) {
    Values values;
    for (const system::StateVariable& variable : system.state)
      values.emplace_back(variable.*symbol, walk.value(variable.current));
    return values;
  };
  Values before;
  while (!walk.is_done()) {
    const bool is_first = before.empty() && walk.edge().source == program.entry();
    if (walk.edge().target == program.error()) {
      claim(before, terms.mk_not(system.property));
      break;
    }
    walk.step();
    const Values now = state(&system::StateVariable::current);
    Values both = before;
    for (const auto& entry : state(&system::StateVariable::next)) both.push_back(entry);
    if (is_first) claim(now, system.init);
    if (!is_first) claim(both, system.trans);
    before = now;
  }
  return text + "(check-sat)\n";
}

}  // namespace pendulum::evidence
