#include "engine/dagger/counterexample.h"

#include "base/check.h"
#include "engine/prepared_program.h"
#include "engine/solvers.h"
#include "interpolation/dag/dag_condition.h"
#include "interpolation/sequence.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine::dagger {

namespace {

/// Time limit of the query whether a path is feasible over bit-vectors. An undecided query ends the attempt,
/// so the limit is long.
constexpr std::chrono::milliseconds path_limit{10'000};
/// Time limit of the same query over integers, which comes first because it often decides in milliseconds.
constexpr std::chrono::milliseconds integer_limit{2'000};
/// Time limit of the labels of a path. Without labels, the path is excluded by itself.
constexpr std::chrono::milliseconds label_limit{2'000};
/// Time limit of the interpolant of two states. The domain's own procedures follow if it fails.
constexpr std::chrono::milliseconds pair_limit{500};

}  // namespace

Counterexamples::Counterexamples(const program::Program& bits, const program::Program& integers,
                                 term::Term ranges, Env& env)
    : bits_(bits),
      integers_(integers),
      env_(env),
      live_bits_(program::live_variables(bits)),
      live_integers_(program::live_variables(integers)) {
  PENDULUM_CHECK(bits.locations().size() == integers.locations().size() &&
                     bits.edges().size() == integers.edges().size(),
                 "both views should have the same locations and edges");
  for (const term::Term conjunct : term::conjuncts(ranges))
    for (const term::Term symbol : term::symbols(conjunct)) ranges_[symbol].push_back(conjunct);
}

interpolation::OwnedDag Counterexamples::chain(const program::Program& program,
                                               const std::vector<term::TermVector>& live,
                                               const std::vector<program::EdgeId>& path,
                                               bool has_ranges) const {
  interpolation::OwnedDag result;
  const auto add_node = [&](program::LocationId location) {
    interpolation::DagNode node;
    node.scope = live[location];
    node.location = location;
    term::TermVector known;
    if (has_ranges)
      for (const term::Term variable : node.scope)
        if (const auto found = ranges_.find(variable); found != ranges_.end())
          known.insert(known.end(), found->second.begin(), found->second.end());
    node.known = program.terms().mk_and(known);
    result.dag.nodes.push_back(std::move(node));
  };
  add_node(program.entry());
  for (const program::EdgeId id : path) {
    const auto source = static_cast<interpolation::NodeId>(result.dag.nodes.size()) - 1;
    PENDULUM_CHECK(program.edge(id).source == result.dag.nodes.back().location,
                   "the edges of a path should be consecutive");
    add_node(program.edge(id).target);
    result.dag.edges.push_back({source, source + 1, &program.edge(id)});
  }
  return result;
}

/// Soundness: the integer view has all executions of the bit-precise program.
bool Counterexamples::is_infeasible_over_integers(const std::vector<program::EdgeId>& path) {
  const interpolation::OwnedDag owned = chain(integers_, live_integers_, path, true);
  const interpolation::DagCondition condition(env_.terms, owned.dag,
                                              interpolation::DagCondition::Encoding::Substituted);
  const auto solver = make_solver(SolverPurpose::Paths, term::logic_of(condition.clauses()), env_);
  solver->set_time_limit(integer_limit);
  for (const term::Term clause : condition.clauses()) solver->assert_term(clause);
  return solver->check() == smt::SatResult::Unsat;
}

PathAnswer Counterexamples::check(const std::vector<program::EdgeId>& path) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.dagger.path_time"));
  if (is_infeasible_over_integers(path)) return {smt::SatResult::Unsat, std::nullopt};
  const interpolation::OwnedDag owned = chain(bits_, live_bits_, path, false);
  const interpolation::DagCondition condition(env_.terms, owned.dag,
                                              interpolation::DagCondition::Encoding::Substituted);
  const auto solver = make_solver(SolverPurpose::Paths, bits_, env_);
  solver->set_time_limit(path_limit);
  for (const term::Term clause : condition.clauses()) solver->assert_term(clause);
  PathAnswer answer;
  answer.result = solver->check();
  env_.stop.throw_if_stopped();
  if (answer.result != smt::SatResult::Sat) return answer;
  const interpolation::DagPath execution = condition.path(solver->model(condition.model_symbols()));
  answer.path.emplace();
  for (const interpolation::DagPath::Step& step : execution.steps)
    answer.path->append(certificate::Step{path[step.edge], step.inputs});
  PENDULUM_CHECK(answer.path->num_steps() == path.size(), "an execution should take the {} edges of its path",
                 path.size());
  return answer;
}

interpolation::Interpolator& Counterexamples::interpolator() {
  if (!interpolator_) {
    const std::string logic = term::logic_of(program::terms_of(integers_));
    const interpolation::Context context{env_.terms,      env_.solvers, env_.stop,
                                         env_.statistics, logic,        env_.seed};
    interpolator_ = interpolation::make_interpolator(interpolation::default_method(logic), context);
  }
  return *interpolator_;
}

term::TermVector Counterexamples::labels(const std::vector<program::EdgeId>& path) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.dagger.label_time"));
  const interpolation::OwnedDag owned = chain(integers_, live_integers_, path, true);
  const interpolation::Outcome outcome = interpolator().label(owned.dag, label_limit);
  const auto* labels = std::get_if<interpolation::Labels>(&outcome);
  PENDULUM_CHECK(labels == nullptr || labels->size() == path.size() + 1, "every node should have a label");
  return labels == nullptr ? term::TermVector() : *labels;
}

std::vector<domain::PackedConstraint> Counterexamples::interpolate(const domain::StateSpace& space,
                                                                   const domain::State& a,
                                                                   const domain::State& e) {
  const auto found =
      interpolation::interpolate(interpolator(), env_.terms, space.to_term(a), space.to_term(e), pair_limit);
  if (!found) return {};
  bool is_complete = true;
  std::vector<domain::PackedConstraint> result = space.from_term(*found, is_complete);
  if (!is_complete) return {};
  return result;
}

}  // namespace pendulum::engine::dagger
