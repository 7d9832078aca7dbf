// The ARG condition (UFO, section 5) as a query that can be continued: it is unsatisfiable iff no execution
// of the graph reaches the error node.
#pragma once

#include <memory>
#include <optional>

#include "arg/arg.h"
#include "engine/engine.h"
#include "interpolation/dag/dag_condition.h"

namespace pendulum::engine::ufo {

/// The part of the graph that a refinement considers: the visited nodes on paths of visited nodes from the
/// root to the error.
struct ErrorDag {
  interpolation::Dag dag;
  std::vector<arg::NodeId> nodes;     ///< node of the graph, by node of the DAG
  std::vector<arg::ArgEdgeId> edges;  ///< edge of the graph, by edge of the DAG
};

class ArgQuery {
 public:
  /// Builds the condition of `dag`. The labels of `arg` hold in all executions (Definition 1), so they do not
  /// change the answer, but exclude what earlier refinements have refuted.
  ArgQuery(const arg::Arg& arg, const ErrorDag& dag, Env& env);

  /// Continues the solver call for at most `limit`. CaDiCaL keeps its learnt clauses between the calls.
  smt::SatResult check(std::chrono::milliseconds limit);
  /// After Sat: the execution.
  interpolation::DagPath path() const { return condition_.path(solver_->model(condition_.model_symbols())); }
  /// The conjunction of the clauses.
  term::Term formula() const { return env_.terms.mk_and(condition_.clauses()); }

 private:
  Env& env_;
  interpolation::Dag dag_;  ///< with the labels
  interpolation::DagCondition condition_;
  std::unique_ptr<smt::Solver> solver_;
};

}  // namespace pendulum::engine::ufo
