// Bounded model checking with merged paths.
//
// The large-block graph is unrolled along its weak topological order, one layer per traversed back edge
// (program/unroller.h), into one growing DAG of terms. One incremental solver answers two queries per layer:
//   error(i):  is the error reached in layer i?        sat: a bug; unsat: asserted as not error(i)
//   next(i):   is a location of layer i + 1 reached?   unsat: all loops are bounded, the program is safe
// The second query is useful only if loops are bounded, so it gets a limited share of the time. For programs
// with several loops, unrolling each loop separately (loop_bounds.h) alternates with the layers, and for
// programs with recursive functions, unwinding their calls (call_unwinding.h). If no layer
// poses the first query, only a proof can be found, and the share is as large as possible. Before the first
// layer, random simulation and explicit-state search look for bugs that need no solver; the simulation
// continues for a while between layers. IMPULSE, section 2.1, calls this phase 2; a bound on loop iterations
// replaces its bound on path length.

#include "engine/bmc/bmc.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include "base/check.h"
#include "certificate/unrolled_path.h"
#include "engine/bmc/call_unwinding.h"
#include "engine/bmc/exploration.h"
#include "engine/bmc/loop_bounds.h"
#include "engine/bmc/simulation.h"
#include "engine/bmc/state_invariant.h"
#include "engine/minimise_invariant.h"
#include "engine/option_specs.h"
#include "engine/prepared_program.h"
#include "engine/program_features.h"
#include "engine/solvers.h"
#include "program/unroller.h"
#include "term/print.h"

namespace pendulum::engine::bmc {

namespace {

using program::EdgeId;
using program::Unroller;
using smt::SatResult;
using term::Term;

/// Activities that only prove (next(i), unrolling loops separately) are wasted for unbounded loops, so each
/// gets this fraction of the time that the layers have used.
constexpr double proof_share = 0.5;
/// Such an activity may run until it has used its share and this time, in seconds: otherwise it would never
/// start in programs whose layers cost nearly nothing.
constexpr double min_proof_seconds = 0.5;
/// Part of the time for next(i) by which the share of the separate unrolling grows: if next(i) is expensive,
/// bounds per loop are the better certificate.
constexpr double share_of_complete = 0.5;
/// Length of a time slice in seconds, besides the time of the layers so far: an error query is interrupted
/// after it, and a separate unrolling returns.
constexpr double slice_seconds = 1;
/// Divisor of the remaining time for the first unwinding of calls, which precedes the layers, and its limit
/// in seconds.
constexpr unsigned first_unwinding_share = 4;
constexpr std::chrono::seconds first_unwinding_limit{10};
/// An error query that has used this fraction of its slice was interrupted by the time limit; otherwise the
/// solver gave up for another reason, and repeating the query would not help.
constexpr double interrupted_fraction = 0.9;
/// Time limit, in seconds, of a query that reduces the bound of a proof. The judge's effort grows with the
/// bound, but the bound at hand is a proof already.
constexpr double reduce_seconds = 1;
/// Paths that the judge does not accept after which the explicit-state search ends: they mostly fail for the
/// same reason.
constexpr unsigned max_rejected_paths = 3;
/// Factor by which the second explicit-state search is longer than the first.
constexpr std::size_t long_exploration = 10;
/// The explicit-state search checks for the end of its patience this many times.
constexpr std::size_t exploration_slices = 8;
/// Divisor of the remaining time that the search for an invariant of the explored states may use.
constexpr unsigned generalisation_share = 4;
/// Divisor of the work of each simulation between layers, because there are several.
constexpr long later_simulation = 4;

class Bmc : public Engine {
 public:
  Bmc(const Task& task, Env& env)
      : env_(env),
        prepared_(task, env, Blocks::Large),
        program_(prepared_.program()),
        unroller_(program_, Unroller::Count::BackEdges, env.stop),
        simulation_(task.program, env.seed, env.stop),
        exploration_(program_, env.seed, env.stop),
        loops_(program_, env),
        calls_(task, env),
        max_bound_(static_cast<unsigned>(env.settings.number("bmc.max_bound"))) {}

  Result run() override;

 private:
  /// Random simulation; a result if an execution reaches the error and the judge accepts it.
  std::optional<Result> simulate(std::size_t edges);
  /// The same for the explicit-state search, until it has found nothing new for `patience` instructions.
  std::optional<Result> explore(std::size_t patience);
  /// Searches for an inductive invariant of the states that the explicit-state search has found.
  std::optional<Result> generalise_states();
  /// Judges the path; nothing if the judge does not accept it, because the layers may find a better one.
  std::optional<Result> accepted(const certificate::ErrorPath& path);
  /// Answers error(bound); a result if that decides the program.
  std::optional<Result> check_error(unsigned bound);
  /// Answers next(bound) if its share of the time is not used up; a result if that decides the program.
  std::optional<Result> check_complete(unsigned bound);
  /// The same by unrolling each loop separately, if its share of the time is not used up.
  std::optional<Result> unroll_loops();
  /// Unwinds the calls of recursive functions for about `seconds`; a result if that decides the program.
  std::optional<Result> unwind_calls(double seconds);
  /// The same, if it has used less than half of the time since the first layer.
  std::optional<Result> continue_unwinding();
  /// Whether queries about the layers have to be interrupted for another search.
  bool has_alternative() const { return loops_.are_worthwhile() || calls_.is_possible(); }
  /// Time share, in seconds, of an activity that can only prove and has used `spent` seconds so far. The
  /// share is a part of the layers' time (proof_share). As long as no layer has an error
  /// query, the share is all the time since the first layer that other activities have used.
  double share(double spent) const;
  /// The counterexample of the solver's model. Requires that error(bound) was satisfiable.
  Result found_error(unsigned bound);
  /// The smallest bound that can be shown to be complete. Requires that no execution leaves layer `bound` for
  /// the next one.
  unsigned smallest_complete(unsigned bound);
  void limit_seconds(double seconds);
  /// One solver call; its time is added to `seconds`.
  SatResult check(Term question, double& seconds);
  bool is_violation(EdgeId edge) const { return !program_.edge(edge).is_unsupported; }

  Env& env_;
  PreparedProgram prepared_;
  const program::Program& program_;
  Unroller unroller_;
  Simulation simulation_;
  Exploration exploration_;
  LoopBounds loops_;
  CallUnwinding calls_;
  unsigned max_bound_;
  std::unique_ptr<smt::Solver> solver_;
  term::TermVector next_;          ///< [i]: next(i)
  base::Clock::time_point start_;  ///< start time of the layers
  bool has_question_ = false;      ///< some error(i) was not simplified to false
  double layer_seconds_ = 0;       ///< time spent on unrolling and on error(i)
  /// Time spent in loops_.
  double loop_seconds_ = 0;
  double call_seconds_ = 0;      ///< time spent in calls_
  double complete_seconds_ = 0;  ///< time spent on next(i)
  /// Conditions under which an unmodelled construct is reached, and the description of the construct.
  std::vector<std::pair<Term, std::string>> unsupported_;
  std::string open_;  ///< why a proof is no longer possible; empty while it is
};

Result Bmc::run() {
  solver_ = make_solver(SolverPurpose::Paths, program_, env_);
  // Executions with deep recursion are expensive to simulate, so the calls are unwound first.
  const auto patience_for_calls = std::min<std::chrono::milliseconds>(
      first_unwinding_limit,
      env_.stop.remaining().value_or(first_unwinding_share * first_unwinding_limit) / first_unwinding_share);
  if (auto result = unwind_calls(std::chrono::duration<double>(patience_for_calls).count())) return *result;
  if (auto result = simulate(static_cast<std::size_t>(env_.settings.number("bmc.simulation"))))
    return *result;
  const auto patience = static_cast<std::size_t>(env_.settings.number("bmc.exploration"));
  if (auto result = explore(patience)) return *result;
  const bool is_exhausted = exploration_.is_exhausted();
  if (is_exhausted)
    if (auto result = generalise_states()) return *result;
  unroller_.start_at_entry();
  start_ = base::Clock::now();
  for (unsigned bound = 0; bound <= max_bound_; ++bound) {
    env_.logger.progress("depth {}", bound);
    {
      base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.unroll_time"));
      base::ScopedTimer layer_timer(layer_seconds_);
      unroller_.add_layer();
    }
    env_.statistics.counter("engine.bmc.layers") = bound + 1;
    if (auto result = unroll_loops()) return *result;
    if (auto result = continue_unwinding()) return *result;
    if (auto result = check_error(bound)) return *result;
    if (auto result = check_complete(bound)) return *result;
    // The longer search comes after the first layers, which decide many programs.
    if (bound == 1 && !is_exhausted) {
      if (auto result = explore(long_exploration * patience)) return *result;
      if (auto result = generalise_states()) return *result;
    }
    // At powers of two only: otherwise simulation would take most of the time in deep unrollings.
    if (std::has_single_bit(bound))
      if (auto result =
              simulate(static_cast<std::size_t>(env_.settings.number("bmc.simulation") / later_simulation)))
        return *result;
  }
  return Result::unknown(Reason::Bound, fmt::format("bmc.max_bound {}", max_bound_));
}

std::optional<Result> Bmc::simulate(std::size_t edges) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.simulation_time"));
  const auto path = simulation_.run(edges);
  env_.statistics.counter("engine.bmc.simulated_runs") = simulation_.num_runs();
  return path ? accepted(*path) : std::nullopt;
}

std::optional<Result> Bmc::explore(std::size_t patience) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.exploration_time"));
  // If the judge does not accept the path, the search continues.
  for (unsigned rejected = 0; rejected < max_rejected_paths; ++rejected) {
    std::optional<certificate::ErrorPath> path;
    while (!path && !exploration_.is_exhausted() && exploration_.since_novelty() < patience) {
      env_.stop.throw_if_stopped();
      path = exploration_.run(std::max<std::size_t>(patience / exploration_slices, 1));
    }
    env_.statistics.counter("engine.bmc.explored_states") = exploration_.num_states();
    if (!path) return std::nullopt;
    const auto concrete = prepared_.concretise(*path);
    if (!concrete) continue;
    if (auto result = accepted(*concrete)) return result;
  }
  return std::nullopt;
}

std::optional<Result> Bmc::generalise_states() {
  if (!exploration_.is_possible() || !env_.settings.is_on("bmc.exhaustion")) return std::nullopt;
  // The solvers of the invariant search are bit-blasters. Programs without array variables may read constant
  // tables.
  if (term::logic_of(program::terms_of(program_)) != "QF_BV") return std::nullopt;
  // The judge would have to decide about products of arbitrary floating-point numbers. The layers contain the
  // numbers of executions from the start, which are mostly constants.
  if (has_floats(program_)) return std::nullopt;
  const base::Budget budget = base::Budget::share(env_.stop, 1, generalisation_share, "states");
  const auto answer = StateInvariant(program_, exploration_, env_, budget).run();
  if (!answer) return std::nullopt;
  if (const auto* path = std::get_if<certificate::ErrorPath>(&*answer)) {
    const auto concrete = prepared_.concretise(*path);
    return concrete ? accepted(*concrete) : std::nullopt;
  }
  const auto& invariant = std::get<certificate::Invariant>(*answer);
  return Result::safe(prepared_.lift(minimise_invariant(program_, invariant, env_.terms.mk_true(), env_)));
}

std::optional<Result> Bmc::accepted(const certificate::ErrorPath& path) {
  // The compiled program may be unable to follow the execution (for example, an array is too large for the
  // stack).
  const check::Judgement judgement = env_.judge.judge(path);
  if (judgement.is_accepted()) return Result::unsafe(path);
  env_.logger.decision("concrete run: {}", judgement.reason);
  return std::nullopt;
}

SatResult Bmc::check(Term question, double& seconds) {
  base::ScopedTimer timer(seconds);
  ++env_.statistics.counter("engine.bmc.checks");
  const Term assumptions[] = {question};
  return solver_->check(assumptions);
}

std::optional<Result> Bmc::check_error(unsigned bound) {
  PENDULUM_CHECK(bound < unroller_.num_layers(), "layer {} should be unrolled", bound);
  const program::LocationId error = program_.error();
  const Term reached = unroller_.reach_by(error, bound, [&](EdgeId edge) { return is_violation(edge); });
  for (const Unroller::Arrival& arrival : unroller_.copy(error, bound).arrivals)
    if (!is_violation(arrival.edge))
      unsupported_.emplace_back(arrival.condition, program_.edge(arrival.edge).violation);
  if (reached.is_false()) return std::nullopt;
  has_question_ = true;
  SatResult answer = SatResult::Unknown;
  bool is_out_of_time = true;
  while (answer == SatResult::Unknown && is_out_of_time) {
    // The query is interrupted to let the unrolling of single loops and the unwinding of calls continue; the
    // solver keeps its learnt clauses.
    const double limit = slice_seconds + layer_seconds_;
    solver_->set_time_limit(std::nullopt);
    if (has_alternative()) limit_seconds(limit);
    const double before = layer_seconds_;
    answer = check(reached, layer_seconds_);
    env_.stop.throw_if_stopped();
    is_out_of_time = has_alternative() && layer_seconds_ - before > interrupted_fraction * limit;
    if (answer == SatResult::Unknown) {
      if (auto result = unroll_loops()) return result;
      if (auto result = continue_unwinding()) return result;
    }
  }
  solver_->set_time_limit(std::nullopt);
  switch (answer) {
    case SatResult::Sat:
      return found_error(bound);
    case SatResult::Unsat:
      solver_->assert_term(env_.terms.mk_not(reached));
      return std::nullopt;
    case SatResult::Unknown:
      // Deeper bugs can still be found, but the unrolling is no longer a proof.
      open_ = fmt::format("depth {}: the solver returned unknown: {}", bound, solver_->reason_unknown());
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Result> Bmc::unroll_loops() {
  const double share =
      this->share(loop_seconds_) + (has_question_ ? share_of_complete * complete_seconds_ : 0);
  if (!loops_.are_worthwhile() || loop_seconds_ > min_proof_seconds + share) return std::nullopt;
  base::ScopedTimer timer(loop_seconds_);
  const auto answer = loops_.continue_for(slice_seconds + share);
  if (!answer) return std::nullopt;
  if (const auto* bounds = std::get_if<certificate::LoopUnrolling>(&*answer))
    return Result::safe(prepared_.lift(*bounds));
  const auto concrete = prepared_.concretise(std::get<certificate::ErrorPath>(*answer));
  return concrete ? accepted(*concrete) : std::nullopt;
}

std::optional<Result> Bmc::unwind_calls(double seconds) {
  if (!calls_.is_possible()) return std::nullopt;
  base::ScopedTimer timer(call_seconds_);
  const auto answer = calls_.continue_for(seconds);
  if (!answer) return std::nullopt;
  if (const auto* proof = std::get_if<certificate::UnwoundCalls>(&*answer)) return Result::safe(*proof);
  return accepted(std::get<certificate::ErrorPath>(*answer));
}

std::optional<Result> Bmc::continue_unwinding() {
  const std::chrono::duration<double> elapsed = base::Clock::now() - start_;
  if (call_seconds_ > 0.5 * elapsed.count() + min_proof_seconds) return std::nullopt;
  return unwind_calls(slice_seconds + call_seconds_);
}

double Bmc::share(double spent) const {
  if (has_question_) return proof_share * layer_seconds_;
  return std::chrono::duration<double>(base::Clock::now() - start_).count() - spent;
}

Result Bmc::found_error(unsigned bound) {
  const term::Model model = solver_->model(unroller_.symbols());
  const auto path = certificate::path_to(unroller_, program_.error(), bound, model,
                                         [&](EdgeId edge) { return is_violation(edge); });
  PENDULUM_CHECK(program_.edge(path.last_step().edge).target == program_.error(),
                 "a counterexample path should end at the error");
  Result result = concretised_result(prepared_, path);
  if (result.has_evidence())
    env_.statistics.counter("engine.bmc.path_steps") = result.error_path()->num_steps();
  return result;
}

std::optional<Result> Bmc::check_complete(unsigned bound) {
  PENDULUM_CHECK(next_.size() == bound, "layers should be checked in order");
  const Term next = unroller_.reaches_next_layer();
  next_.push_back(next);
  if (next.is_true()) return std::nullopt;
  if (!next.is_false()) {
    const double share = this->share(complete_seconds_);
    if (!open_.empty() || complete_seconds_ > min_proof_seconds + share) return std::nullopt;
    limit_seconds(min_proof_seconds + std::max(layer_seconds_, share));
    // If the solver returns unknown, the next layer follows.
    if (check(next, complete_seconds_) != SatResult::Unsat) return std::nullopt;
  }
  if (!open_.empty()) return Result::unknown(Reason::Incomplete, open_);
  solver_->set_time_limit(std::nullopt);
  for (const auto& [condition, construct] : unsupported_)
    if (check(condition, layer_seconds_) != SatResult::Unsat)
      return Result::unknown(Reason::Unsupported, construct);
  return Result::safe(prepared_.lift(certificate::Unrolling{smallest_complete(bound)}));
}

/// next(i) was not queried in every layer, and the judge's effort grows with the bound.
unsigned Bmc::smallest_complete(unsigned bound) {
  PENDULUM_CHECK(bound < next_.size(), "layer {} should have been checked", bound);
  limit_seconds(reduce_seconds);
  while (bound > 0 && !next_[bound - 1].is_true() &&
         check(next_[bound - 1], complete_seconds_) == SatResult::Unsat)
    --bound;
  PENDULUM_CHECK(!next_[bound].is_true(), "layer {} should be the last one", bound);
  return bound;
}

void Bmc::limit_seconds(double seconds) {
  PENDULUM_CHECK(seconds > 0, "a query should have time");
  solver_->set_time_limit(std::chrono::milliseconds(static_cast<long>(1000 * seconds)));
}

/// For programs with havocked inputs (decision 11). A counterexample must not depend on them, but a proof has
/// to hold for all their values. So errors are searched in the program without havocked inputs. If that
/// program is proved safe, the judge is asked whether the certificate also holds for the whole program; if
/// not, the whole program is unrolled.
class BmcWithHavocking : public Engine {
 public:
  BmcWithHavocking(const Task& task, Env& env)
      : task_(task),
        env_(env),
        without_havocked_inputs_(program::without_havocked_inputs(task.program)),
        searched_{without_havocked_inputs_} {}

  Result run() override {
    Result result = Bmc(searched_, env_).run();
    if (result.certificate() == nullptr || env_.judge.judge(*result.certificate()).is_accepted())
      return result;
    env_.logger.decision("safe without havocked inputs; the certificate does not hold for the whole program");
    result = Bmc(task_, env_).run();
    if (result.error_path() == nullptr) return result;
    return Result::unknown(Reason::Incomplete,
                           "every counterexample found depends on a write by a function without body, on an "
                           "unknown address, on a comparison of addresses far outside of their object, or on "
                           "uninitialised bytes");
  }

 private:
  const Task& task_;
  Env& env_;
  program::Program without_havocked_inputs_;
  Task searched_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "bmc";
  descriptor.description =
      "bounded model checking with merged paths; proves programs whose loops are bounded";
  descriptor.paper = "IMPULSE, phase 2; Biere et al. 1999";
  descriptor.options = {
      number_option("bmc.max_bound", 1000000, 0, 1'000'000'000,
                    "largest number of loop iterations that is unrolled"),
      on_off_option("bmc.estimate", "on",
                    "estimate the bounds of loops by accelerators before they are doubled"),
      on_off_option("bmc.unwind_calls", "on",
                    "unwind the calls of recursive functions besides the search on their explicit stack"),
      number_option("bmc.simulation", 20000, 0, 1'000'000'000,
                    "edges that random runs take before the first layer"),
      on_off_option(
          "bmc.exhaustion", "on",
          "search for an inductive invariant that generalises the states of the explicit-state search"),
      number_option(
          "bmc.exploration", 20000000, 0, 1'000'000'000'000,
          "explicit-state search pauses after this many instructions without a new state; ten times as many "
          "after layer 1"),
  };
  descriptor.make = [](const Task& task, Env& env) -> std::unique_ptr<Engine> {
    if (program::has_havocked_inputs(task.program)) return std::make_unique<BmcWithHavocking>(task, env);
    return std::make_unique<Bmc>(task, env);
  };
  return descriptor;
}

}  // namespace pendulum::engine::bmc
