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

// Deletion: each element is left out once; what the solver's own core drops besides is dropped, too.
// Soundness: an element goes only after an Unsat without it; Unknown keeps it.
std::vector<term::Term> minimize_core(Solver& solver, std::span<const term::Term> core, unsigned max_checks) {
  std::vector<term::Term> kept(core.begin(), core.end());
  std::size_t position = 0;  // everything before it was tried and is needed
  for (unsigned checks = 0; checks < max_checks && position < kept.size(); ++checks) {
    std::vector<term::Term> candidate = kept;
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(position));
    if (solver.check(candidate) != SatResult::Unsat) {
      ++position;
      continue;
    }
    const std::vector<term::Term> smaller = solver.unsat_core();
    // The needed prefix is in every core of its supersets, unless Unknown kept something unneeded.
    position = static_cast<std::size_t>(
        std::count_if(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(position),
                      [&](term::Term term) { return std::ranges::find(smaller, term) != smaller.end(); }));
    kept = smaller;
  }
  return kept;
}

}  // namespace pendulum::smt
