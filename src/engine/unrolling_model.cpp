#include "engine/unrolling_model.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine {

using term::Term;

namespace {

term::Model with_checked_sorts(term::Model model) {
  PENDULUM_DCHECK(
      std::ranges::all_of(model, [](const auto& entry) { return entry.first.sort() == entry.second.sort(); }),
      "symbols of the unrolling should have values of their sorts");
  return model;
}

}  // namespace

term::Model unrolling_model(const program::Unroller& unroller, smt::Solver& solver) {
  term::Model result;
  for (const Term symbol : unroller.symbols())
    if (const Term value = solver.value(symbol)) result.emplace(symbol, value);
  return with_checked_sorts(std::move(result));
}

term::Model unrolling_model(const program::Unroller& unroller, smt::Solver& solver,
                            const smt::Expander& expander) {
  term::Model result;
  const auto value = [&](Term term) { return solver.value(term); };
  for (const Term symbol : unroller.symbols()) {
    if (!symbol.sort().is_array()) {
      if (const Term known = value(symbol)) result.emplace(symbol, known);
      continue;
    }
    result.emplace(symbol, expander.array_value(symbol, value));
    for (const smt::Expander::Read& read : expander.reads(symbol))
      if (const Term element = value(read.symbol)) result.emplace(read.symbol, element);
  }
  return with_checked_sorts(std::move(result));
}

}  // namespace pendulum::engine
