#include "system/transition_system.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::system {

namespace {

bool is_formula_over(term::Term formula, const term::TermSet& symbols) {
  return !formula.is_null() && formula.sort().is_bool() &&
         std::ranges::all_of(term::symbols(formula),
                             [&](term::Term symbol) { return symbols.contains(symbol); });
}

}  // namespace

bool is_well_formed(const TransitionSystem& system) {
  term::TermSet current(system.inputs.begin(), system.inputs.end());
  term::TermSet all = current;
  for (const StateVariable& variable : system.state) {
    if (!variable.current.is_symbol() || !variable.next.is_symbol() ||
        variable.current.sort() != variable.next.sort())
      return false;
    current.insert(variable.current);
    all.insert({variable.current, variable.next});
  }
  return all.size() == system.inputs.size() + 2 * system.state.size() &&
         is_formula_over(system.init, current) && is_formula_over(system.property, current) &&
         is_formula_over(system.trans, all);
}

}  // namespace pendulum::system
