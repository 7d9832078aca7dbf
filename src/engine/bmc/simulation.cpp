#include "engine/bmc/simulation.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::engine::bmc {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Term;

Simulation::Simulation(const program::Program& program, unsigned seed, const base::StopToken& stop)
    : program_(program), terms_(program.terms()), random_(seed), stop_(stop) {
  term::TermVector all;
  for (const Edge& edge : program.edges()) {
    all.push_back(edge.guard);
    for (const program::Assignment& update : edge.updates) all.push_back(update.value);
  }
  for (const Term term : term::subterms(all))
    if (term.kind() == term::Kind::BitVecValue) constants_.push_back(term.signed_value());
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
}

std::optional<certificate::ErrorPath> Simulation::run(std::size_t edges) {
  for (std::size_t taken = 0; taken < edges && !stop_.is_stopped();) {
    // Short runs often, long ones now and then: nobody knows how deep the bug is.
    const std::size_t max_steps = std::size_t{128} << random_() % 9;
    ++num_runs_;
    if (reaches_violation(max_steps)) return path_;
    taken += path_.steps.size() + 1;
  }
  return std::nullopt;
}

bool Simulation::reaches_violation(std::size_t max_steps) {
  state_.clear();
  path_.steps.clear();
  LocationId location = program_.entry();
  while (path_.steps.size() < max_steps && location != program_.error()) {
    const std::optional<EdgeId> id = take_edge(location);
    if (!id) return false;
    location = program_.edge(*id).target;
  }
  return location == program_.error() && !program_.edge(path_.steps.back().edge).is_unsupported;
}

std::optional<EdgeId> Simulation::take_edge(LocationId location) {
  for (const EdgeId id : program_.outgoing(location))
    for (const program::Input& input : program_.edge(id).inputs)
      state_.insert_or_assign(input.symbol, random_value(input.symbol.sort()));
  term::Evaluator evaluate(terms_, state_);
  const auto& edges = program_.outgoing(location);
  const auto taken = std::find_if(edges.begin(), edges.end(),
                                  [&](EdgeId id) { return evaluate(program_.edge(id).guard).is_true(); });
  if (taken == edges.end()) return std::nullopt;
  const Edge& edge = program_.edge(*taken);
  std::vector<Term> values;
  for (const program::Assignment& update : edge.updates) values.push_back(evaluate(update.value));
  for (std::size_t i = 0; i < values.size(); ++i)
    state_.insert_or_assign(edge.updates[i].variable, values[i]);
  certificate::Step step{*taken, {}};
  for (const program::Input& input : edge.inputs) step.inputs.emplace(input.symbol, state_.at(input.symbol));
  path_.steps.push_back(std::move(step));
  return *taken;
}

Term Simulation::random_value(term::Sort sort) {
  if (sort.is_bool()) return terms_.mk_bool(random_() % 2 == 0);
  if (!sort.is_bitvec()) return terms_.mk_zero(sort);
  const unsigned choice = random_() % 16;
  if (choice == 0) return terms_.mk_bv(static_cast<std::int64_t>(random_()), sort.width());
  if (choice <= 5 && !constants_.empty()) {
    const mpz_class& constant = constants_[random_() % constants_.size()];
    return terms_.mk_bv(mpz_class(constant + static_cast<long>(random_() % 3) - 1), sort.width());
  }
  return terms_.mk_bv(static_cast<std::int64_t>(random_() % 10) - 1, sort.width());
}

}  // namespace pendulum::engine::bmc
