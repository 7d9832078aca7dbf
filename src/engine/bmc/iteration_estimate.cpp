#include "engine/bmc/iteration_estimate.h"

#include <algorithm>
#include <array>

#include "acceleration/accelerator.h"
#include "base/check.h"
#include "engine/program_features.h"
#include "engine/solvers.h"

namespace pendulum::engine::bmc {

using acceleration::Accelerator;
using acceleration::LoopPath;
using acceleration::LoopPathEnumerator;
using smt::SatResult;
using term::Term;

namespace {

/// Limits of an estimate, which has to be inexpensive, because a wrong bound only costs one more unrolling.
/// Measured: with these limits, the estimates take at most 0.03 s per program (doc/engines/bmc.md).
constexpr std::size_t max_accelerators = 3;                  ///< paths that are accelerated, per loop
constexpr std::size_t max_entries = 4;                       ///< states in which the loop is entered
constexpr std::chrono::milliseconds query_limit(300);        ///< of one query for a number of iterations
constexpr std::chrono::milliseconds closed_form_limit(100);  ///< of one query about a closed form

class Estimate {
 public:
  Estimate(const program::Program& program, smt::Expander& expander, Env& env)
      : program_(program), terms_(program.terms()), expander_(expander), env_(env) {}

  /// The largest n for which the accelerator can be taken in an entry state; nothing if n may exceed
  /// max_estimate or the solver does not decide.
  std::optional<unsigned> largest(const Accelerator& accelerator, const LoopPathEnumerator::Start& entry) {
    const auto solver = make_solver(SolverPurpose::Paths, "QF_BV", env_);
    solver->assert_term(expander_.expand(entry.reach));
    solver->assert_term(expander_.expand(term::substitute(terms_, accelerator.guard, state_of(entry))));
    for (const Term constraint : expander_.constraints()) solver->assert_term(constraint);
    // The guard of an exact accelerator also holds for all smaller n, so n is found by doubling and
    // bisection.
    unsigned low = 0;
    unsigned high = 1;
    for (;; high *= 2) {
      const auto is_possible = can_repeat(*solver, accelerator, high);
      if (!is_possible || (*is_possible && high >= max_estimate)) return std::nullopt;
      if (!*is_possible) break;
      low = high;
    }
    while (high - low > 1) {
      const unsigned middle = low + (high - low) / 2;
      const auto is_possible = can_repeat(*solver, accelerator, middle);
      if (!is_possible) return std::nullopt;
      (*is_possible ? low : high) = middle;
    }
    return low;
  }

 private:
  term::Substitution state_of(const LoopPathEnumerator::Start& entry) const {
    term::Substitution state;
    for (std::size_t i = 0; i < entry.values.size(); ++i)
      if (entry.values[i]) state.emplace(program_.variables()[i].symbol, entry.values[i]);
    return state;
  }

  /// The accelerator can be taken with at least `number` iterations; nothing if the solver does not decide.
  std::optional<bool> can_repeat(smt::Solver& solver, const Accelerator& accelerator, unsigned number) {
    ++env_.statistics.counter("engine.bmc.estimate_queries");
    solver.set_time_limit(query_limit);
    const std::array assumptions{
        terms_.mk_bvule(terms_.mk_bv(number, acceleration::count_width), accelerator.count)};
    const SatResult answer = solver.check(assumptions);
    if (answer == SatResult::Unknown) return std::nullopt;
    return answer == SatResult::Sat;
  }

  const program::Program& program_;
  term::TermManager& terms_;
  smt::Expander& expander_;
  Env& env_;
};

}  // namespace

unsigned estimate_iterations(const program::Program& program, program::LocationId head,
                             const std::vector<LoopPathEnumerator::Start>& entries, smt::Expander& expander,
                             Env& env, const base::StopToken& stop) {
  // Accelerators count iterations by bit-vectors, and the queries below are bit-blasted.
  if (has_integers(program)) return 0;
  const program::Wto wto(program);
  PENDULUM_CHECK(wto.is_head(head), "location {} should be the head of a loop", head);
  acceleration::Prover prover(env.terms, env.solvers, env.statistics.counter("engine.bmc.estimate_queries"),
                              closed_form_limit);
  std::vector<LoopPathEnumerator::Start> starts = entries;
  if (starts.size() > max_entries) starts.resize(max_entries);
  std::vector<Accelerator> accelerators;
  std::size_t num_paths = 0;
  LoopPathEnumerator paths(program, wto, expander, env.solvers);
  paths.enumerate(head, starts, acceleration::Repetition::Twice, stop, [&](const LoopPath& path) {
    auto accelerated = acceleration::accelerate(program, path, prover);
    if (auto* found = std::get_if<Accelerator>(&accelerated)) accelerators.push_back(std::move(*found));
    return ++num_paths < max_accelerators;
  });
  unsigned result = 0;
  Estimate estimate(program, expander, env);
  for (const Accelerator& accelerator : accelerators)
    for (const LoopPathEnumerator::Start& start : starts) {
      stop.throw_if_stopped();
      const auto found = estimate.largest(accelerator, start);
      if (!found) return 0;
      result = std::max(result, *found);
    }
  if (result > 0) ++env.statistics.counter("engine.bmc.estimated_loops");
  PENDULUM_CHECK(result <= max_estimate, "an estimate should be at most {}", max_estimate);
  return result;
}

}  // namespace pendulum::engine::bmc
