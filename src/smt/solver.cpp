#include "smt/solver.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::smt {

std::string_view to_string(SatResult result) {
  switch (result) {
    case SatResult::Sat:
      return "sat";
    case SatResult::Unsat:
      return "unsat";
    case SatResult::Unknown:
      return "unknown";
  }
  PENDULUM_UNREACHABLE();
}

term::Model Solver::model(std::span<const term::Term> symbols) {
  term::Model model;
  for (const term::Term symbol : symbols) {
    const term::Term symbol_value = value(symbol);
    if (symbol_value) model.emplace(symbol, symbol_value);
  }
  return model;
}

// Tries to delete each element once. If the rest is unsatisfiable, continues with the solver's core of the
// rest, which may be smaller still.
// Soundness: an element is deleted only if the check without it returns Unsat. Unknown keeps the element.
std::vector<term::Term> minimize_core(Solver& solver, std::span<const term::Term> core, unsigned max_checks) {
  std::vector<term::Term> kept(core.begin(), core.end());
  std::size_t position = 0;  // deleting an element before this position has failed
  for (unsigned checks = 0; checks < max_checks && position < kept.size(); ++checks) {
    std::vector<term::Term> candidate = kept;
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(position));
    if (solver.check(candidate) != SatResult::Unsat) {
      ++position;
      continue;
    }
    const std::vector<term::Term> smaller = solver.unsat_core();
    // Count the remaining elements of the prefix: the core may omit those that were kept only because of
    // Unknown.
    position = static_cast<std::size_t>(
        std::count_if(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(position),
                      [&](term::Term term) { return std::ranges::find(smaller, term) != smaller.end(); }));
    PENDULUM_CHECK(smaller.size() <= candidate.size(), "a core should not have more elements than {}",
                   candidate.size());
    kept = smaller;
  }
  return kept;
}

}  // namespace pendulum::smt
