// Bounded model checking with merged paths.
//
// The large-block graph is unrolled along its weak topological order, one layer per traversed back edge
// (program/unroller.h), into one growing DAG of terms. One incremental solver answers two queries per layer:
//   error(i):  is the error reached in layer i?        sat: a bug; unsat: asserted as not error(i)
//   next(i):   is a location of layer i + 1 reached?   unsat: all loops are bounded, the program is safe
// The second query is useful only if loops are bounded, so it gets a limited share of the time. For programs
// with several loops, unwinding each loop separately (loop_bounds.h) alternates with the layers. If no layer
// poses the first query, only a proof can be found, and the share is as large as possible. Before the first
// layer, random simulation and explicit-state search look for bugs that need no solver; the simulation
// continues for a while between layers. IMPULSE, section 2.1, calls this phase 2; a bound on loop iterations
// replaces its bound on path length.

#include "engine/bmc/bmc.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include "certificate/unrolled_path.h"
#include "engine/bmc/exploration.h"
#include "engine/bmc/loop_bounds.h"
#include "engine/bmc/simulation.h"
#include "engine/prepared_program.h"
#include "program/unroller.h"

namespace pendulum::engine::bmc {

namespace {

using program::EdgeId;
using program::Unroller;
using smt::SatResult;
using term::Term;

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
        max_bound_(static_cast<unsigned>(env.settings.number("bmc.max_bound"))) {}

  Result run() override;

 private:
  /// Random simulation; a result if an execution reaches the error and the judge accepts it.
  std::optional<Result> simulate(std::size_t edges);
  /// The same for the explicit-state search, until it has found nothing new for `patience` instructions.
  std::optional<Result> explore(std::size_t patience);
  /// Judges the path; nothing if the judge does not accept it, because the layers may find a better one.
  std::optional<Result> accepted(const certificate::ErrorPath& path);
  /// Answers error(bound); a result if that decides the program.
  std::optional<Result> check_error(unsigned bound);
  /// Answers next(bound) if its share of the time is not used up; a result if that decides the program.
  std::optional<Result> check_complete(unsigned bound);
  /// The same by unwinding each loop separately, if its share of the time is not used up.
  std::optional<Result> unwind();
  /// Time share, in seconds, of an activity that can only prove and has used `spent` seconds so far. It is
  /// wasted for unbounded loops, so the share is half of the layers' time. As long as no layer has an error
  /// query, the share is all the time since the first layer that other activities have used.
  double share(double spent) const;
  /// The counterexample of the solver's model. Requires that error(bound) was satisfiable.
  Result found_error(unsigned bound);
  /// The smallest bound that can be shown to be complete. Requires that no execution leaves layer `bound` for
  /// the next one.
  unsigned smallest_complete(unsigned bound);
  void limit_seconds(double seconds);
  /// One solver call; its time is added to `seconds`.
  SatResult ask(Term question, double& seconds);
  bool is_violation(EdgeId edge) const { return !program_.edge(edge).is_unsupported; }

  Env& env_;
  PreparedProgram prepared_;
  const program::Program& program_;
  Unroller unroller_;
  Simulation simulation_;
  Exploration exploration_;
  LoopBounds loops_;
  unsigned max_bound_;
  std::unique_ptr<smt::Solver> solver_;
  term::TermVector next_;          ///< [i]: next(i)
  base::Clock::time_point start_;  ///< start time of the layers
  bool has_question_ = false;      ///< some error(i) was not simplified to false
  double layer_seconds_ = 0;       ///< time spent on unrolling and on error(i)
  /// Time spent in loops_.
  double unwinding_seconds_ = 0;
  double complete_seconds_ = 0;  ///< time spent on next(i)
  /// Conditions under which an unmodelled construct is reached, and the description of the construct.
  std::vector<std::pair<Term, std::string>> unsupported_;
  std::string open_;  ///< why a proof is no longer possible; empty while it is
};

Result Bmc::run() {
  solver_ = make_unrolling_solver(program_, env_);
  if (auto result = simulate(static_cast<std::size_t>(env_.settings.number("bmc.simulation"))))
    return *result;
  const auto patience = static_cast<std::size_t>(env_.settings.number("bmc.exploration"));
  if (auto result = explore(patience)) return *result;
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
    if (auto result = unwind()) return *result;
    if (auto result = check_error(bound)) return *result;
    if (auto result = check_complete(bound)) return *result;
    // The longer search comes after the first layers, which decide many programs.
    if (bound == 1)
      if (auto result = explore(10 * patience)) return *result;
    // At powers of two only: otherwise simulation would take most of the time in deep unrollings.
    if (std::has_single_bit(bound))
      if (auto result = simulate(static_cast<std::size_t>(env_.settings.number("bmc.simulation") / 4)))
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
  // If the judge does not accept the path, the search continues, at most three times.
  for (unsigned refused = 0; refused < 3; ++refused) {
    std::optional<certificate::ErrorPath> path;
    while (!path && !exploration_.is_exhausted() && exploration_.since_novelty() < patience) {
      env_.stop.throw_if_stopped();
      path = exploration_.run(std::max<std::size_t>(patience / 8, 1));
    }
    env_.statistics.counter("engine.bmc.explored_states") = exploration_.num_states();
    if (!path) return std::nullopt;
    const auto concrete = prepared_.concretise(*path);
    if (!concrete) continue;
    if (auto result = accepted(*concrete)) return result;
  }
  return std::nullopt;
}

std::optional<Result> Bmc::accepted(const certificate::ErrorPath& path) {
  // The compiled program may be unable to follow the execution (for example, an array is too large for the
  // stack).
  const check::Judgement judgement = env_.judge.judge(path);
  if (judgement.is_accepted()) return Result::unsafe(path);
  env_.logger.decision("concrete run: {}", judgement.reason);
  return std::nullopt;
}

SatResult Bmc::ask(Term question, double& seconds) {
  base::ScopedTimer timer(seconds);
  ++env_.statistics.counter("engine.bmc.checks");
  const Term assumptions[] = {question};
  return solver_->check(assumptions);
}

std::optional<Result> Bmc::check_error(unsigned bound) {
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
    // The query is interrupted to let the loop unwinding work; the solver keeps its learnt clauses.
    const double limit = 1 + layer_seconds_;
    solver_->set_time_limit(std::nullopt);
    if (loops_.are_worthwhile()) limit_seconds(limit);
    const double before = layer_seconds_;
    answer = ask(reached, layer_seconds_);
    env_.stop.throw_if_stopped();
    is_out_of_time = loops_.are_worthwhile() && layer_seconds_ - before > 0.9 * limit;
    if (answer == SatResult::Unknown)
      if (auto result = unwind()) return result;
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
      open_ = fmt::format("depth {}: solver says {}", bound, solver_->reason_unknown());
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Result> Bmc::unwind() {
  // Time spent on next(i) adds to the share: if the loops are bounded, bounds per loop are the better
  // certificate.
  const double share = this->share(unwinding_seconds_) + (has_question_ ? 0.5 * complete_seconds_ : 0);
  if (!loops_.are_worthwhile() || unwinding_seconds_ > 0.5 + share) return std::nullopt;
  base::ScopedTimer timer(unwinding_seconds_);
  const auto answer = loops_.work(1 + share);
  if (!answer) return std::nullopt;
  if (const auto* unwinding = std::get_if<certificate::Unwinding>(&*answer))
    return Result::safe(prepared_.lift(*unwinding));
  const auto concrete = prepared_.concretise(std::get<certificate::ErrorPath>(*answer));
  return concrete ? accepted(*concrete) : std::nullopt;
}

double Bmc::share(double spent) const {
  if (has_question_) return 0.5 * layer_seconds_;
  return std::chrono::duration<double>(base::Clock::now() - start_).count() - spent;
}

Result Bmc::found_error(unsigned bound) {
  const term::Model model = solver_->model(unroller_.symbols());
  const auto path = certificate::path_to(unroller_, program_.error(), bound, model,
                                         [&](EdgeId edge) { return is_violation(edge); });
  const auto concrete = prepared_.concretise(path);
  if (!concrete)
    return Result::unknown(Reason::Incomplete, "the program does not follow the large-block path");
  env_.statistics.counter("engine.bmc.path_steps") = concrete->num_steps();
  return Result::unsafe(*concrete);
}

std::optional<Result> Bmc::check_complete(unsigned bound) {
  const Term next = unroller_.reaches_next_layer();
  next_.push_back(next);
  if (next.is_true()) return std::nullopt;
  if (!next.is_false()) {
    const double share = this->share(complete_seconds_);
    if (!open_.empty() || complete_seconds_ > 0.5 + share) return std::nullopt;
    limit_seconds(0.5 + std::max(layer_seconds_, share));
    // If the solver returns unknown, the next layer follows.
    if (ask(next, complete_seconds_) != SatResult::Unsat) return std::nullopt;
  }
  if (!open_.empty()) return Result::unknown(Reason::Incomplete, open_);
  solver_->set_time_limit(std::nullopt);
  for (const auto& [condition, construct] : unsupported_)
    if (ask(condition, layer_seconds_) != SatResult::Unsat)
      return Result::unknown(Reason::Unsupported, construct);
  return Result::safe(prepared_.lift(certificate::Unrolling{smallest_complete(bound)}));
}

/// next(i) was not queried in every layer, and the judge's effort grows with the bound.
unsigned Bmc::smallest_complete(unsigned bound) {
  limit_seconds(1);
  while (bound > 0 && !next_[bound - 1].is_true() &&
         ask(next_[bound - 1], complete_seconds_) == SatResult::Unsat)
    --bound;
  return bound;
}

void Bmc::limit_seconds(double seconds) {
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
    env_.logger.decision("no error without changes, but that is no proof");
    result = Bmc(task_, env_).run();
    if (result.error_path() == nullptr) return result;
    return Result::unknown(Reason::Incomplete,
                           "there is only an error that depends on a write by a function without body, on an "
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
      {"bmc.max_bound",
       "1000000",
       {},
       0,
       1'000'000'000,
       "largest number of loop iterations that is unrolled"},
      {"bmc.estimate",
       "on",
       {"on", "off"},
       0,
       0,
       "estimate the bounds of loops by accelerators before they are doubled"},
      {"bmc.simulation", "20000", {}, 0, 1'000'000'000, "edges that random runs take before the first layer"},
      {"bmc.exploration",
       "20000000",
       {},
       0,
       1'000'000'000'000,
       "instructions after which the search through concrete states rests if it met nothing new; ten times "
       "as many "
       "after layer 1"},
  };
  descriptor.make = [](const Task& task, Env& env) -> std::unique_ptr<Engine> {
    if (program::has_havocked_inputs(task.program)) return std::make_unique<BmcWithHavocking>(task, env);
    return std::make_unique<Bmc>(task, env);
  };
  return descriptor;
}

}  // namespace pendulum::engine::bmc
