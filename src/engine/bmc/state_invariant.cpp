#include "engine/bmc/state_invariant.h"

#include <algorithm>
#include <sstream>

#include "base/check.h"
#include "term/print.h"

namespace pendulum::engine::bmc {

using certificate::ErrorPath;
using program::EdgeId;
using program::LocationId;
using term::Term;
using term::TermVector;
using Words = Exploration::Words;
using NodeId = Exploration::NodeId;

namespace {

/// Work of the explicit-state search after each refinement, in instructions: it expands the states that the
/// solver found. This is about 10 ms.
constexpr std::size_t exploration_work = 2'000'000;
/// Maximum number of solver calls that minimise one core. A superfluous observable multiplies the number of
/// abstract states, so this is worth more calls than elsewhere.
constexpr unsigned max_core_checks = 60;

/// Maximum number of reached states from which a fixpoint starts; the solver finds the others.
constexpr std::size_t max_reached = 50'000;
/// Maximum number of reached states in which the values of an observable are counted: an estimate suffices.
constexpr std::size_t max_counted = 2000;

/// Maximum number of contexts that are split. Splitting need not terminate, because a rule may be learnt
/// again in the same context.
constexpr unsigned max_splits = 100;

std::string text_of(Term term) {
  std::ostringstream out;
  term::print(out, term);
  return out.str();
}

}  // namespace

StateInvariant::StateInvariant(const program::Program& program, Exploration& exploration, Env& env,
                               const base::Budget& budget)
    : program_(program),
      exploration_(exploration),
      env_(env),
      budget_(budget),
      observables_(program, exploration),
      precision_(program.locations().size()) {
  for (EdgeId edge = 0; edge < program.edges().size(); ++edge)
    solvers_.push_back(std::make_unique<EdgeSolver>(program, edge, env, budget));
}

std::optional<StateInvariant::Answer> StateInvariant::run() {
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.state_invariant_time"));
  try {
    std::optional<Answer> answer;
    while (!answer) answer = refine();
    return answer;
  } catch (const GaveUp& gave_up) {
    env_.logger.decision("no invariant from states: {}", gave_up.reason);
    return std::nullopt;
  }
}

std::optional<StateInvariant::Answer> StateInvariant::refine() {
  if (auto path = exploration_.run(exploration_work)) return *path;
  ++env_.statistics.counter("engine.bmc.state_refinements");
  AbstractStates states(program_, observables_, precision_, solvers_);
  for (NodeId node = 0; node < std::min(exploration_.num_states(), max_reached) && !states.wide(); ++node)
    states.add_reached(node, exploration_.location(node), exploration_.state(node));
  const auto error = states.close();
  states.release();
  env_.statistics.counter("engine.bmc.abstract_states") = states.size();
  if (const auto& wide = states.wide()) {
    // The values may result from a coarse precision; they are real if the last one is.
    if (const auto end = follow(path_to(states, wide->state))) make_arbitrary(*wide, end->node);
    return std::nullopt;
  }
  if (!error) return states.invariant();
  Path path = path_to(states, error->state);
  path.steps.push_back({error->edge, {}});
  const auto end = follow(path);
  if (!end) return std::nullopt;
  if (program_.edge(error->edge).is_unsupported) throw GaveUp{program_.edge(error->edge).violation};
  return exploration_.path_to(end->node, error->edge, end->inputs);
}

StateInvariant::Path StateInvariant::path_to(const AbstractStates& states,
                                             AbstractStates::StateId state) const {
  Path path;
  for (; !states.state(state).node; state = states.state(state).parent)
    path.steps.push_back({states.state(state).edge, states.formulas(states.state(state))});
  std::ranges::reverse(path.steps);
  path.start = *states.state(state).node;
  path.start_formulas = states.formulas(states.state(state));
  return path;
}

std::optional<StateInvariant::End> StateInvariant::follow(const Path& path) {
  End end{path.start, {}};
  for (const PathStep& step : path.steps) {
    auto inputs = inputs_of(end.node, step);
    if (!inputs) {
      if (add_observables(end.node, step, Candidates::Variables)) return std::nullopt;
      return follow_from_entry(path);
    }
    end.inputs = std::move(*inputs);
    if (program_.edge(step.edge).target == program_.error()) return end;
    const auto successor = exploration_.take(end.node, step.edge, end.inputs);
    if (!successor) throw GaveUp{"a state cannot be stored"};
    end.node = *successor;
  }
  return end;
}

std::optional<StateInvariant::End> StateInvariant::follow_from_entry(const Path& path) {
  std::vector<PathStep> steps;
  for (const EdgeId edge : exploration_.edges_to(path.start)) steps.push_back({edge, {}});
  if (!steps.empty()) steps.back().target = path.start_formulas;
  steps.insert(steps.end(), path.steps.begin(), path.steps.end());
  const ExecutedPath executed = execute_prefix(program_, exploration_, steps, env_, budget_);
  if (executed.num_steps == steps.size()) return End{executed.last, executed.inputs};
  if (!add_observables(executed.last, steps[executed.num_steps], Candidates::All))
    split_context(executed.last, steps[executed.num_steps]);
  return std::nullopt;
}

std::optional<Words> StateInvariant::inputs_of(NodeId node, const PathStep& step) {
  EdgeSolver& solver = *solvers_[step.edge];
  const TermVector& live = exploration_.live(exploration_.location(node));
  TermVector assumptions;
  for (std::size_t i = 0; i < live.size(); ++i)
    assumptions.push_back(has_value(env_.terms, live[i], exploration_.state(node)[i]));
  for (const Term formula : step.target) assumptions.push_back(solver.after(formula));
  if (!solver.is_sat(assumptions)) return std::nullopt;
  return solver.inputs();
}

Precision::Cube StateInvariant::values_of(NodeId node) {
  const Words values = observables_.values(exploration_.location(node), exploration_.state(node));
  Precision::Cube result;
  for (std::size_t i = 0; i < values.size(); ++i) result.emplace_back(i, values[i]);
  return result;
}

bool StateInvariant::add_observables(NodeId node, const PathStep& step, Candidates candidates) {
  EdgeSolver& solver = *solvers_[step.edge];
  const LocationId location = exploration_.location(node);
  const TermVector& observables = observables_.at(location);
  term::TermMap<Term> observable_of;
  TermVector variables, relations;
  for (const auto& [index, value] : precision_.abstraction(location, values_of(node))) {
    const Term formula = has_value(env_.terms, observables[index], value);
    (observables[index].is_symbol() ? variables : relations).push_back(formula);
    observable_of.emplace(formula, observables[index]);
  }
  solver.solver().push();
  for (const Term formula : step.target) solver.solver().assert_term(solver.after(formula));
  bool is_excluded = !solver.is_sat(variables);
  if (!is_excluded && candidates == Candidates::All) {
    relations.insert(relations.end(), variables.begin(), variables.end());
    is_excluded = !solver.is_sat(relations);
  }
  std::vector<Term> core;
  if (is_excluded) core = smt::minimize_core(solver.solver(), solver.solver().unsat_core(), max_core_checks);
  solver.solver().pop();
  if (!is_excluded) return false;
  bool is_refined = false;
  for (const Term formula : core) is_refined = observe(observable_of.at(formula)) || is_refined;
  if (!is_refined) throw GaveUp{"the refinement has no effect"};
  return true;
}

void StateInvariant::split_context(NodeId node, const PathStep& step) {
  if (++num_splits_ > max_splits) throw GaveUp{"too many contexts"};
  const LocationId location = exploration_.location(node);
  const Precision::Cube values = values_of(node);
  EdgeSolver& solver = *solvers_[step.edge];
  TermVector assumptions;
  for (const auto& [index, value] : values)
    assumptions.push_back(has_value(env_.terms, observables_.at(location)[index], value));
  solver.solver().push();
  for (const Term formula : step.target) solver.solver().assert_term(solver.after(formula));
  const bool is_excluded = !solver.is_sat(assumptions);
  const std::vector<Term> core = is_excluded ? solver.solver().unsat_core() : std::vector<Term>();
  solver.solver().pop();
  bool is_split = false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::ranges::find(core, assumptions[i]) != core.end())
      if (const auto rule = precision_.remove_rule(location, i, values))
        is_split = extend_context(node, *rule) || is_split;
  if (!is_split) throw GaveUp{"no observable distinguishes two contexts"};
}

bool StateInvariant::extend_context(NodeId node, const Precision::Rule& rule) {
  const LocationId location = exploration_.location(node);
  const Precision::Cube values = values_of(node), other = values_of(rule.witness);
  const std::set<std::size_t> present = precision_.context_of(location, rule.index);
  std::optional<std::size_t> best;
  std::pair<bool, std::size_t> best_rank;  // observed ones first, then those with few values
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == other[i] || i == rule.index || present.contains(i)) continue;
    const std::pair rank(!precision_.is_observed(location, i), count_values(location, i));
    if (best && rank >= best_rank) continue;
    best = i;
    best_rank = rank;
  }
  if (!best) return false;
  observe(observables_.at(location)[*best]);
  precision_.extend_context(location, rule.index, *best);
  return true;
}

std::size_t StateInvariant::count_values(LocationId location, std::size_t index) {
  std::set<std::uint64_t> values;
  for (NodeId node = 0; node < std::min(exploration_.num_states(), max_counted); ++node)
    if (exploration_.location(node) == location)
      values.insert(observables_.values(location, exploration_.state(node))[index]);
  return values.size();
}

bool StateInvariant::observe(Term observable) {
  bool is_new = false;
  for (LocationId location = 0; location < program_.locations().size(); ++location) {
    const TermVector& all = observables_.at(location);
    const auto found = std::ranges::find(all, observable);
    if (found == all.end()) continue;
    is_new = precision_.observe(location, static_cast<std::size_t>(found - all.begin())) || is_new;
  }
  if (is_new) env_.logger.decision("observes {}", text_of(observable));
  return is_new;
}

void StateInvariant::make_arbitrary(const AbstractStates::Wide& wide, NodeId witness) {
  env_.logger.decision("{} is arbitrary at {}", text_of(observables_.at(wide.location)[wide.index]),
                       program_.location(wide.location).name);
  precision_.add_rule(wide.location, {wide.index, wide.context, witness});
}

}  // namespace pendulum::engine::bmc
