// The effect of an edge on the facts of FlowRanges: intervals, and definitions of Boolean variables.
#include <algorithm>

#include "base/check.h"
#include "program/integer_view/integer_view_edge.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Term;

FlowState IntegerEdge::state_after(const FlowState& before) {
  PENDULUM_CHECK(is_translated_, "the edge should be translated first");
  FlowState result = before;
  const auto set = [&](Term variable, const IntegerValue& value) {
    const IntegerValue full = range_of(symbols_.readings.at(variable), variable.sort().width());
    if (value.lo <= full.lo && full.hi <= value.hi) {
      result.ranges.erase(variable);
    } else {
      result.ranges.insert_or_assign(variable, Range{value.lo, value.hi});
    }
  };
  for (const auto& [symbol, found] : bounds_.symbols())
    if (symbols_.readings.contains(symbol)) set(symbol, found.value);
  for (const Assignment& update : edge_.updates)
    if (update.value.sort().is_bitvec())
      set(update.variable, integers_.read(update.value, symbols_.readings.at(update.variable)));
  define(result);
  return result;
}

/// Inputs that are assigned to a variable are replaced by this variable in the new definitions.
void IntegerEdge::define(FlowState& state) const {
  term::Substitution names;
  term::TermSet changed;
  for (const Assignment& update : edge_.updates) {
    changed.insert(update.variable);
    if (update.value.is_symbol() && !symbols_.variables.contains(update.value))
      names.emplace(update.value, update.variable);
  }
  const auto is_kept = [&](Term value) {
    return std::ranges::all_of(term::symbols(value), [&](Term symbol) {
      return names.contains(symbol) || (symbols_.variables.contains(symbol) && !changed.contains(symbol));
    });
  };
  std::erase_if(state.definitions,
                [&](const auto& entry) { return changed.contains(entry.first) || !is_kept(entry.second); });
  for (const Assignment& update : edge_.updates)
    if (update.value.sort().is_bool() && !update.value.is_value() && is_kept(update.value))
      state.definitions.emplace(update.variable, term::substitute(terms_, update.value, names));
  PENDULUM_DCHECK(std::ranges::all_of(state.definitions,
                                      [&](const auto& entry) {
                                        return std::ranges::all_of(
                                            term::symbols(entry.second),
                                            [&](Term symbol) { return symbols_.variables.contains(symbol); });
                                      }),
                  "definitions should be over variables, not over inputs of the edge");
}

}  // namespace pendulum::program
