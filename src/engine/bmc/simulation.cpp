#include "engine/bmc/simulation.h"

#include <algorithm>

namespace pendulum::engine::bmc {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Term;

Simulation::Simulation(const program::Program& program, unsigned seed, const base::StopToken& stop)
    : program_(program), terms_(program.terms()), values_(program, seed), stop_(stop) {}

std::optional<certificate::ErrorPath> Simulation::run(std::size_t edges) {
  for (std::size_t taken = 0; taken < edges && !stop_.is_stopped();) {
    // The depth of a bug is not known: most executions are short, some are long.
    const std::size_t max_steps = std::size_t{128} << values_.random()() % 9;
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
