#include "engine/ufo/arg_query.h"

#include "engine/solvers.h"

namespace pendulum::engine::ufo {

namespace {

interpolation::Dag with_labels(const arg::Arg& arg, const ErrorDag& dag, term::TermManager& terms) {
  interpolation::Dag result = dag.dag;
  for (std::size_t i = 0; i + 1 < dag.nodes.size(); ++i)
    result.nodes[i].known = terms.mk_and(result.nodes[i].known, arg.node(dag.nodes[i]).label);
  return result;
}

}  // namespace

ArgQuery::ArgQuery(const arg::Arg& arg, const ErrorDag& dag, Env& env)
    : env_(env),
      dag_(with_labels(arg, dag, env.terms)),
      condition_(env.terms, dag_, interpolation::DagCondition::Encoding::Substituted),
      solver_(make_solver(SolverPurpose::Paths, arg.program(), env)) {
  for (const term::Term clause : condition_.clauses()) solver_->assert_term(clause);
}

smt::SatResult ArgQuery::check(std::chrono::milliseconds limit) {
  solver_->set_time_limit(limit);
  return solver_->check();
}

}  // namespace pendulum::engine::ufo
