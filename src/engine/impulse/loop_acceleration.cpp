#include "engine/impulse/loop_acceleration.h"

#include <algorithm>
#include <utility>

#include "acceleration/nested_cycles.h"
#include "acceleration/path/cycles.h"
#include "acceleration/path/loop_path_enumerator.h"
#include "base/check.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::impulse {

using acceleration::Accelerator;
using acceleration::LoopPath;
using program::LocationId;
using term::Term;

namespace {

// None of the following limits was measured.

/// Maximum number of cycles through one loop head that are accelerated.
constexpr std::size_t max_cycles = 6;
/// Maximum number of accelerators that one list of cycles adds to a loop. Each accelerator is a branch in
/// every layer of the search.
constexpr std::size_t max_paths = 8;
/// Maximum number of copies of the head at which a path may start. A loop that is entered again, or is in a
/// later iteration, may be in another state.
constexpr unsigned max_starts = 4;
/// Up to this bound, the prefix takes accelerated loops only by their accelerators, without unrolling them.
constexpr unsigned short_bound = 2;
/// Maximum number of edges of a cycle that contains iterations of inner loops.
constexpr std::size_t max_cycle_length = 40;

/// Returns cycles that consist of two iterations of the given ones.
std::vector<std::vector<program::EdgeId>> doubled(std::vector<std::vector<program::EdgeId>> cycles) {
  for (std::vector<program::EdgeId>& cycle : cycles) {
    const std::size_t length = cycle.size();
    for (std::size_t i = 0; i < length; ++i) cycle.push_back(cycle[i]);
  }
  return cycles;
}

}  // namespace

LoopAcceleration::LoopAcceleration(const program::Program& program, Env& env)
    : program_(program),
      env_(env),
      wto_(program),
      prover_(env.terms, env.solvers, env.statistics.counter("engine.impulse.prover_queries")),
      can_expand_(smt::can_expand(program::terms_of(program))) {
  for (const LocationId location : wto_.order())
    if (wto_.is_head(location)) heads_.push_back(location);
  counter("loops") = heads_.size();
}

std::uint64_t& LoopAcceleration::counter(const char* name) {
  return env_.statistics.counter(std::string("engine.impulse.") + name);
}

bool LoopAcceleration::is_done(LocationId head, unsigned bound) const {
  if (accelerated_.contains(head)) return true;
  const auto failed = failed_.find(head);
  return failed != failed_.end() && failed->second == std::pair(accelerators_.size(), bound);
}

bool LoopAcceleration::accelerate(LocationId head, unsigned bound, const base::StopToken& stop) {
  PENDULUM_CHECK(wto_.is_head(head), "location {} should be the head of a loop", head);
  const std::size_t before = accelerators_.size();
  // Inner loops first: they come later in the order.
  for (auto inner = heads_.rbegin(); inner != heads_.rend(); ++inner) {
    const std::vector<LocationId> around = wto_.heads(*inner);
    if (std::ranges::find(around, head) == around.end() || is_done(*inner, bound)) continue;
    accelerate_loop(*inner, bound, stop);
  }
  return accelerators_.size() > before;
}

void LoopAcceleration::accelerate_loop(LocationId head, unsigned bound, const base::StopToken& stop) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.acceleration_time"));
  const std::size_t before = accelerators_.size();
  std::string obstacle = "arrays are compared or nested";
  if (can_expand_) {
    const acceleration::Instrumented instrumented = acceleration::instrument(program_, accelerators_);
    const std::vector<Accelerator> known = accelerators_;  // a copy, because select_paths adds accelerators
    // Accelerators alone make a short prefix; some loops also need an ordinary iteration.
    AcceleratedUnrolling prefix(instrumented, known, {bound > short_bound ? 1U : 0U, bound, bound}, stop);
    obstacle = "it is not reached within the bound";
    const auto cycles = acceleration::cycles_through(program_, wto_, head, max_cycles);
    select_paths(head, composed(cycles), prefix, stop, obstacle);
    if (has_inner_loop(head)) select_paths(head, nested(cycles), prefix, stop, obstacle);
    if (accelerators_.size() == before && has_inner_loop(head))
      select_paths(head, composed(executed_cycles(instrumented, head, prefix, stop)), prefix, stop, obstacle);
    // If a loop alternates between two branches, two iterations together can be accelerated.
    if (accelerators_.size() == before) select_paths(head, composed(doubled(cycles)), prefix, stop, obstacle);
  }
  PENDULUM_CHECK(accelerators_.size() >= before, "accelerators should not be removed");
  const std::size_t found = accelerators_.size() - before;
  if (found > 0) {
    accelerated_.insert(head);
    counter("accelerated_loops") = accelerated_.size();
  } else {
    failed_[head] = {accelerators_.size(), bound};
  }
  const program::Location& where = program_.location(head);
  const std::string text = found > 0 ? fmt::format("accelerated, {} {}", found, found == 1 ? "path" : "paths")
                                     : "not accelerated: " + obstacle;
  if (std::exchange(outcome_[head], text) != text)
    env_.logger.decision("loop {} at {}: {}", where.name, where.where.to_string(), text);
}

bool LoopAcceleration::has_inner_loop(LocationId head) const {
  return std::ranges::any_of(heads_, [&](LocationId other) {
    const std::vector<LocationId> around = wto_.heads(other);
    return other != head && std::ranges::find(around, head) != around.end();
  });
}

std::vector<std::vector<program::EdgeId>> LoopAcceleration::executed_cycles(
    const acceleration::Instrumented& instrumented, LocationId head, AcceleratedUnrolling& prefix,
    const base::StopToken& stop) {
  std::vector<std::vector<program::EdgeId>> cycles;
  const auto solver = make_solver(SolverPurpose::Paths, "QF_BV", env_);
  const auto any = [](program::EdgeId) { return true; };
  for (unsigned layer = 0; layer < prefix.unroller().num_layers() && cycles.size() < max_starts; ++layer) {
    const Term reach = prefix.unroller().reach(head, layer);
    if (reach.is_false() || reach.is_true()) continue;
    stop.throw_if_stopped();
    solver->set_time_limit(stop.remaining());
    if (smt::check_with_reads(*solver, prefix.expander(), {&reach, 1}) != smt::SatResult::Sat) continue;
    const term::Model model = prefix.model(*solver);
    // The edges of the execution between its last two visits of the head.
    std::optional<std::vector<program::EdgeId>> cycle;
    std::vector<program::EdgeId> since;
    unsigned visits = 0;
    for (const auto& move : prefix.unroller().moves_to(head, layer, model, any)) {
      if (instrumented.accelerator[move.edge]) {
        const Accelerator& inner = accelerators_[*instrumented.accelerator[move.edge]];
        const mpz_class count = prefix.unroller().inputs_of(move, model).at(inner.count).integer_value();
        for (mpz_class i = 0; i < count && since.size() < max_cycle_length; ++i)
          since.insert(since.end(), inner.path.edges.begin(), inner.path.edges.end());
      }
      if (const auto origin = instrumented.origin[move.edge]) since.push_back(*origin);
      if (instrumented.program.edge(move.edge).target != head) continue;
      cycle = ++visits > 1 ? std::optional(since) : std::nullopt;
      since.clear();
    }
    if (cycle && cycle->size() < max_cycle_length && std::ranges::find(cycles, *cycle) == cycles.end())
      cycles.push_back(std::move(*cycle));
  }
  return cycles;
}

std::vector<acceleration::Cycle> LoopAcceleration::composed(
    const std::vector<std::vector<program::EdgeId>>& cycles) const {
  std::vector<acceleration::Cycle> result;
  for (const auto& edges : cycles) result.push_back(acceleration::make_cycle(program_, edges));
  return result;
}

std::vector<acceleration::Cycle> LoopAcceleration::nested(
    const std::vector<std::vector<program::EdgeId>>& cycles) const {
  std::vector<acceleration::Cycle> result;
  for (const auto& edges : cycles)
    for (acceleration::Cycle& cycle : acceleration::nested_cycles(program_, edges, accelerators_))
      result.push_back(std::move(cycle));
  return result;
}

void LoopAcceleration::select_paths(LocationId head, const std::vector<acceleration::Cycle>& cycles,
                                    AcceleratedUnrolling& prefix, const base::StopToken& stop,
                                    std::string& obstacle) {
  std::vector<acceleration::LoopPathEnumerator::Start> starts;
  for (unsigned layer = 0; layer < prefix.unroller().num_layers() && starts.size() < max_starts; ++layer) {
    const Term reach = prefix.unroller().reach(head, layer);
    if (reach.is_false()) continue;
    const auto& values = prefix.unroller().copy(head, layer).values;
    PENDULUM_CHECK(values.size() == program_.variables().size(),
                   "a copy of location {} should have a value for each variable", head);
    starts.push_back({reach, values});
  }
  if (starts.empty()) return;
  obstacle = "no path can be taken twice in a row";
  const std::size_t limit = accelerators_.size() + max_paths;
  acceleration::LoopPathEnumerator paths(program_, wto_, prefix.expander(), env_.solvers);
  paths.enumerate(cycles, starts, acceleration::Repetition::Twice, stop, [&](const LoopPath& path) {
    add(path, obstacle);
    return accelerators_.size() < limit;
  });
}

void LoopAcceleration::add(const LoopPath& path, std::string& obstacle) {
  ++counter("selected_paths");
  auto result = acceleration::accelerate(program_, path, prover_);
  if (const auto* reason = std::get_if<std::string>(&result)) {
    obstacle = *reason;
    env_.logger.data("a path is not accelerated: {}", *reason);
    return;
  }
  accelerators_.push_back(std::move(std::get<Accelerator>(result)));
  const Accelerator& accelerator = accelerators_.back();
  PENDULUM_CHECK(accelerator.inner_counts.size() == accelerator.path.inner.size(),
                 "each of the {} inner loops should have a number of iterations",
                 accelerator.path.inner.size());
  PENDULUM_CHECK(!accelerator.is_exact || accelerator.unknowns.empty(),
                 "an exact accelerator should have no unknown values");
  ++counter("accelerators");
  if (accelerator.is_exact) ++counter("exact_accelerators");
  env_.logger.data("accelerator: guard {}, {} universals, {} unknowns, {}", accelerator.guard.to_string(),
                   accelerator.universals.size(), accelerator.unknowns.size(),
                   accelerator.is_exact ? "exact" : "under-approximation");
}

}  // namespace pendulum::engine::impulse
