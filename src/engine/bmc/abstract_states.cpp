#include "engine/bmc/abstract_states.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pendulum::engine::bmc {

using program::EdgeId;
using program::LocationId;
using term::Term;
using term::TermVector;

namespace {

/// An observable with more values at a location than this may be unbounded.
constexpr std::size_t many_values = 256;
/// The same for values that no reached state has. They often result from a coarse precision: for example, the
/// value is copied from a variable that is not observed.
constexpr std::size_t many_unreached_values = 16;
/// Maximum number of values of such an observable in one context.
constexpr std::size_t max_values_in_context = 4;
/// Maximum number of abstract states. The judge has to prove the invariant, whose size grows with it.
constexpr std::size_t max_abstract_states = 20'000;

}  // namespace

AbstractStates::AbstractStates(const program::Program& program, Observables& observables,
                               const Precision& precision, EdgeSolvers& solvers)
    : program_(program),
      terms_(program.terms()),
      observables_(observables),
      precision_(precision),
      solvers_(solvers),
      at_(program.locations().size()),
      known_(program.locations().size()),
      values_(program.locations().size()),
      num_excluded_(program.edges().size()),
      closed_(program.edges().size()) {
  for (const auto& solver : solvers_) solver->solver().push();
}

void AbstractStates::release() {
  if (std::exchange(is_released_, true)) return;
  for (const auto& solver : solvers_) solver->solver().pop();
}

void AbstractStates::add_reached(Exploration::NodeId node, LocationId location, const Words& state) {
  const Words all = observables_.values(location, state);
  Cube values;
  for (const std::size_t index : precision_.observed(location)) values.emplace_back(index, all[index]);
  Cube cube = precision_.abstraction(location, values);
  if (!known_[location].contains(cube)) insert({location, std::move(cube), node, 0, 0});
}

bool AbstractStates::Values::are_many() const {
  return all.size() > std::min(many_values, num_reached + many_unreached_values);
}

void AbstractStates::insert(State state) {
  const LocationId location = state.location;
  if (states_.size() >= max_abstract_states) throw GaveUp{"too many abstract states"};
  const bool is_new = known_[location].insert(state.cube).second;
  PENDULUM_CHECK(is_new, "an abstract state should be inserted once");
  bool are_many = false;
  for (const auto& [index, value] : state.cube) {
    Values& values = values_[location][index];
    if (values.all.insert(value).second && state.node) ++values.num_reached;
    are_many = are_many || values.are_many();
  }
  at_[location].push_back(states_.size());
  states_.push_back(std::move(state));
  if (are_many) check_width(states_.size() - 1);
}

void AbstractStates::check_width(StateId id) {
  const State& state = states_[id];
  for (const auto& [index, value] : state.cube) {
    if (!values_[state.location].at(index).are_many()) continue;
    const std::set<std::size_t> relevant = precision_.context_of(state.location, index);
    Cube context;
    for (const auto& part : state.cube)
      if (relevant.contains(part.first)) context.push_back(part);
    std::set<std::uint64_t> values;
    for (const StateId other : at_[state.location])
      if (const auto found = value_in(states_[other].cube, index);
          found && contains(states_[other].cube, context))
        values.insert(*found);
    if (values.size() > max_values_in_context) wide_ = Wide{state.location, index, context, id};
  }
}

std::optional<AbstractStates::Error> AbstractStates::close() {
  PENDULUM_CHECK(!is_released_, "the solvers should contain the level of the fixpoint");
  for (StateId id = 0; id < states_.size() && !wide_; ++id) {
    const std::vector<EdgeId>& outgoing = program_.outgoing(states_[id].location);
    for (const EdgeId edge : outgoing)
      if (program_.edge(edge).target == program_.error() && can_fail(id, edge)) return Error{id, edge};
    for (const EdgeId edge : outgoing)
      if (program_.edge(edge).target != program_.error()) add_successors(id, edge);
  }
  return std::nullopt;
}

bool AbstractStates::can_fail(StateId id, EdgeId edge) {
  if (is_closed(states_[id], edge)) return false;
  if (solvers_[edge]->is_sat(formulas(states_[id]))) return true;
  store_core(states_[id], edge);
  return false;
}

void AbstractStates::add_successors(StateId id, EdgeId edge) {
  if (is_closed(states_[id], edge)) return;
  EdgeSolver& solver = *solvers_[edge];
  const LocationId target = program_.edge(edge).target;
  const TermVector source = formulas(states_[id]);
  exclude_known(edge);
  while (solver.is_sat(source)) {
    Cube next = successor(edge);
    if (known_[target].contains(next)) throw GaveUp{"the solver repeats a state"};
    insert({target, std::move(next), std::nullopt, id, edge});
    if (wide_) return;
    exclude_known(edge);
  }
  store_core(states_[id], edge);
}

void AbstractStates::exclude_known(EdgeId edge) {
  EdgeSolver& solver = *solvers_[edge];
  const std::vector<StateId>& targets = at_[program_.edge(edge).target];
  for (std::size_t& next = num_excluded_[edge]; next < targets.size(); ++next) {
    TermVector differences;
    for (const Term formula : formulas(states_[targets[next]]))
      differences.push_back(terms_.mk_not(solver.after(formula)));
    solver.solver().assert_term(terms_.mk_or(differences));
  }
}

AbstractStates::Cube AbstractStates::successor(EdgeId edge) {
  EdgeSolver& solver = *solvers_[edge];
  const LocationId target = program_.edge(edge).target;
  Cube values;
  for (const std::size_t index : precision_.observed(target))
    values.emplace_back(index, solver.value(solver.after(observables_.at(target)[index])));
  return precision_.abstraction(target, values);
}

TermVector AbstractStates::formulas(const State& state) const {
  TermVector result;
  for (const auto& [index, value] : state.cube)
    result.push_back(has_value(terms_, observables_.at(state.location)[index], value));
  return result;
}

bool AbstractStates::is_closed(const State& state, EdgeId edge) const {
  return std::ranges::any_of(closed_[edge], [&](const Cube& cube) { return contains(state.cube, cube); });
}

void AbstractStates::store_core(const State& state, EdgeId edge) {
  const std::vector<Term> core = solvers_[edge]->solver().unsat_core();
  const TermVector all = formulas(state);
  Cube cube;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::ranges::find(core, all[i]) != core.end()) cube.push_back(state.cube[i]);
  closed_[edge].push_back(std::move(cube));
}

certificate::Invariant AbstractStates::invariant() const {
  certificate::Invariant result;
  for (LocationId location = 0; location < at_.size(); ++location) {
    if (location == program_.entry() || location == program_.error()) continue;
    TermVector cases;
    for (const StateId id : at_[location]) cases.push_back(terms_.mk_and(formulas(states_[id])));
    result.at.emplace(location, terms_.mk_or(cases));
  }
  return result;
}

}  // namespace pendulum::engine::bmc
