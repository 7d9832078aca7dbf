// REFINE (UFO, section 5): decides whether the error node of the graph is reached by a feasible execution; if
// not, finds labels for its ancestors that refute it. One SMT query, the ARG condition, decides all
// executions at once; an interpolation procedure computes the labels.
//
// Either of the two may be much harder than the other, and each of them may make the other one unnecessary:
// labels imply that the query is unsatisfiable, and an execution ends the refinement. So they alternate with
// doubling time limits. Both continue where they were interrupted: the solver keeps its learnt clauses, and
// the interpolation procedure its lemmas.
#pragma once

#include <map>
#include <variant>

#include "arg/arg.h"
#include "engine/search_driver.h"
#include "engine/ufo/arg_query.h"
#include "engine/ufo/expansion.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::ufo {

/// How the labels of a refinement are combined with earlier ones. Replace: Fig. 3, line 38. Conjoin: earlier
/// labels are assumed when the new ones are computed, and are kept.
enum class LabelPolicy { Replace, Conjoin };

/// The states that the label of a loop head describes. Exact: those after a given number of iterations, as in
/// the paper. Cumulative: those after at most that many iterations. Then the labels of heads become weaker
/// from iteration to iteration, and a head is covered if the previous head allows all its states: the
/// fixpoint of frames in IC3.
enum class Iterations { Exact, Cumulative };

/// A feasible execution.
struct Feasible {
  ErrorDag dag;
  interpolation::DagPath path;
};

/// No execution of the DAG is feasible.
struct Refuted {
  NodeLabels labels;  ///< by node of the graph; bound for all nodes of the DAG
};

using RefinementOutcome = std::variant<Feasible, Refuted, Undecided>;

/// The facts that hold in all states, restricted to conjuncts over single variables (range facts), and the
/// live variables.
struct Scopes {
  std::vector<term::TermVector> live;  ///< by location
  term::TermVector known;              ///< by location, over the live variables
};

Scopes make_scopes(const program::Program& program, term::Term known);

class Refinement {
 public:
  Refinement(const arg::Arg& arg, const Expansion& expansion, const Scopes& scopes, std::string logic,
             Env& env, const std::string& prefix);
  ~Refinement();

  RefinementOutcome run(arg::NodeId error);

 private:
  ErrorDag make_dag(arg::NodeId error) const;
  /// Alternates between labels by the first procedure and the query. Returns nothing if the procedure fails
  /// before its time is over.
  std::optional<RefinementOutcome> alternate(const ErrorDag& dag, const interpolation::Dag& labelled);
  /// Tries the other procedures.
  RefinementOutcome label_otherwise(const ErrorDag& dag, const interpolation::Dag& labelled);
  /// Continues the query, unless its answer is known. Returns an outcome only if it is satisfiable. Sets
  /// is_refuted_ if it is unsatisfiable; it stays false after a timeout.
  std::optional<RefinementOutcome> check(const ErrorDag& dag, std::chrono::milliseconds limit);
  /// The DAG with an additional edge without effect from each head to the head of the next iteration. A path
  /// of the new DAG is a path of the DAG in which iterations are left out. So it has a feasible path iff the
  /// DAG has one. Its labels are also labels of the DAG, which has fewer edges.
  interpolation::Dag with_skips(const ErrorDag& dag) const;
  std::optional<RefinementOutcome> try_method(interpolation::Method method, const ErrorDag& dag,
                                              const interpolation::Dag& labelled,
                                              std::chrono::milliseconds limit);
  /// Returns 1/denominator of the remaining time.
  std::chrono::milliseconds share_of_time(unsigned denominator) const;
  NodeLabels to_node_labels(const ErrorDag& dag, const interpolation::Labels& labels) const;
  /// Checks the labels by check_labels.
  bool are_right(const interpolation::Dag& dag, const interpolation::Labels& labels, std::string_view method);

  const arg::Arg& arg_;
  const Expansion& expansion_;
  const Scopes& scopes_;
  std::string logic_;
  Env& env_;
  std::string prefix_;
  interpolation::Context context_;
  LabelPolicy policy_;
  Iterations iterations_;
  program::Edge skip_;  ///< edge without effect
  bool checks_labels_;
  std::vector<interpolation::Method> methods_;  ///< in the order in which they are tried
  std::map<interpolation::Method, std::unique_ptr<interpolation::Interpolator>>
      interpolators_;  ///< made on demand
  std::string last_failure_;
  std::unique_ptr<ArgQuery> query_;  ///< of this refinement, made on demand
  bool is_refuted_ = false;          ///< the ARG condition of this refinement was unsatisfiable
};

}  // namespace pendulum::engine::ufo
