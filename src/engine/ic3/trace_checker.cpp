#include "engine/ic3/trace_checker.h"

#include "base/budget.h"
#include "base/check.h"
#include "check/replay/interpreter.h"
#include "engine/prepared_program.h"
#include "engine/solvers.h"
#include "interpolation/dag/dag_condition.h"
#include "term/print.h"

namespace pendulum::engine::ic3 {

using interpolation::Dag;
using interpolation::DagCondition;
using smt::SatResult;
using std::chrono::milliseconds;

TraceChecker::TraceChecker(const program::Program& program, const std::vector<term::TermVector>& live,
                           std::vector<interpolation::Method> methods, std::string prefix, Env& env)
    : program_(program),
      live_(live),
      env_(env),
      prefix_(std::move(prefix)),
      solver_(make_solver(SolverPurpose::Paths, program, env)) {
  const interpolation::Context context{
      env.terms, env.solvers, env.stop, env.statistics, term::logic_of(program::terms_of(program)), env.seed};
  for (const interpolation::Method method : methods)
    interpolators_.push_back(interpolation::make_interpolator(method, context));
}

Dag TraceChecker::chain(const Trace& trace) const {
  Dag dag;
  const auto add_node = [&](program::LocationId location) {
    dag.nodes.push_back({live_[location], program_.terms().mk_true(), location});
  };
  add_node(program_.entry());
  for (const Trace::Step& step : trace.steps) {
    const auto source = static_cast<interpolation::NodeId>(dag.nodes.size()) - 1;
    PENDULUM_CHECK(program_.edge(step.edge).source == dag.nodes.back().location,
                   "the edges of a trace should be consecutive");
    dag.edges.push_back({source, source + 1, step.path ? step.path.get() : &program_.edge(step.edge)});
    add_node(program_.edge(step.edge).target);
  }
  return dag;
}

TraceChecker::Outcome TraceChecker::check(const Trace& trace) {
  PENDULUM_CHECK(!trace.steps.empty(), "a trace should have steps");
  for (const Trace::Step& step : trace.steps)
    if (step.path) paths_.push_back(step.path);
  const Dag dag = chain(trace);
  // Half of the time for each query: if it fails, another procedure or a wider trace may succeed.
  const milliseconds limit =
      *base::Budget::share(env_.stop, 1, 2, "trace", std::chrono::minutes(20)).remaining();
  const DagCondition condition(env_.terms, dag, DagCondition::Encoding::Substituted);
  {
    const base::ScopedTimer timer(env_.statistics.seconds(prefix_ + "trace_time"));
    ++env_.statistics.counter(prefix_ + "traces");
    solver_->push();
    for (const term::Term clause : condition.clauses()) solver_->assert_term(clause);
    solver_->set_time_limit(limit);
    const SatResult result = solver_->check();
    certificate::ErrorPath path;
    if (result == SatResult::Sat) {
      const interpolation::DagPath execution = condition.path(solver_->model(condition.model_symbols()));
      for (const interpolation::DagPath::Step& step : execution.steps)
        path.append(certificate::Step{trace.steps[step.edge].edge, step.inputs});
    }
    solver_->pop();
    // The path consists of literals that a model of the abstraction satisfies, so the interpreter has to
    // confirm it.
    if (result == SatResult::Sat && check::follow(program_, path).reached_error) return path;
    if (result == SatResult::Sat) return GaveUp{"an abstract counterexample cannot be concretised"};
    env_.stop.throw_if_stopped();
    if (result == SatResult::Unknown) return GaveUp{"an abstract counterexample was not decided"};
  }
  const base::ScopedTimer timer(env_.statistics.seconds(prefix_ + "interpolation_time"));
  std::string failures;
  for (const auto& interpolator : interpolators_) {
    interpolation::Outcome outcome = interpolator->label(dag, limit);
    if (auto* labels = std::get_if<interpolation::Labels>(&outcome)) return Infeasible{std::move(*labels)};
    env_.stop.throw_if_stopped();
    failures +=
        fmt::format(" {}: {};", interpolator->name(), std::get<interpolation::Failure>(outcome).reason);
  }
  return GaveUp{"no interpolants:" + failures};
}

}  // namespace pendulum::engine::ic3
