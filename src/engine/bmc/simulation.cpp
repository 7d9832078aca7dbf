#include "engine/bmc/simulation.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::bmc {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Term;

namespace {

/// The depth of a bug is not known. So executions are limited to min_execution * 2^i edges for a random i <
/// num_lengths: from 128 to 32,768 edges, and half of all edges are taken in executions of the longest kind.
constexpr std::size_t min_execution = 128;
constexpr unsigned num_lengths = 9;

}  // namespace

Simulation::Simulation(const program::Program& program, unsigned seed, const base::StopToken& stop)
    : program_(program), terms_(program.terms()), values_(program, seed), stop_(stop) {}

std::optional<certificate::ErrorPath> Simulation::run(std::size_t edges) {
  for (std::size_t taken = 0; taken < edges && !stop_.is_stopped();) {
    const std::size_t max_steps = min_execution << values_.random()() % num_lengths;
    ++num_runs_;
    if (reaches_violation(max_steps)) return certificate::ErrorPath(steps_);
    taken += steps_.size() + 1;
  }
  return std::nullopt;
}

bool Simulation::reaches_violation(std::size_t max_steps) {
  state_.clear();
  steps_.clear();
  LocationId location = program_.entry();
  while (steps_.size() < max_steps && location != program_.error()) {
    const std::optional<EdgeId> id = take_edge(location);
    if (!id) return false;
    location = program_.edge(*id).target;
  }
  return location == program_.error() && !program_.edge(steps_.back().edge).is_unsupported;
}

std::optional<EdgeId> Simulation::take_edge(LocationId location) {
  PENDULUM_DCHECK(location != program_.error(), "an execution should end at the error");
  for (const EdgeId id : program_.outgoing(location))
    for (const program::Input& input : program_.edge(id).inputs)
      state_.insert_or_assign(input.symbol, values_.draw(input.symbol.sort()));
  term::Evaluator evaluate(terms_, state_);
  const auto& edges = program_.outgoing(location);
  const auto taken = std::find_if(edges.begin(), edges.end(), [&](EdgeId id) {
    // Unsupported edges are skipped, because another edge may be enabled beside them and lead to an error.
    return !program_.edge(id).is_unsupported && evaluate(program_.edge(id).guard).is_true();
  });
  if (taken == edges.end()) return std::nullopt;
  const Edge& edge = program_.edge(*taken);
  std::vector<Term> values;
  values.reserve(edge.updates.size());
  for (const program::Assignment& update : edge.updates) values.push_back(evaluate(update.value));
  for (std::size_t i = 0; i < values.size(); ++i)
    state_.insert_or_assign(edge.updates[i].variable, values[i]);
  certificate::Step step{*taken, {}};
  for (const program::Input& input : edge.inputs) step.inputs.emplace(input.symbol, state_.at(input.symbol));
  steps_.push_back(std::move(step));
  return *taken;
}

}  // namespace pendulum::engine::bmc
