// REFINE (UFO, section 5): is there a feasible execution to the error node of the graph, and if not, labels
// for its ancestors that say why. One SMT query, the ARG condition, decides all executions at once; the
// labels come from an interpolation procedure.
#pragma once

#include <variant>

#include "arg/arg.h"
#include "engine/theories.h"
#include "engine/ufo/expansion.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::ufo {

/// How the labels of a refinement and those before it go together. Replace: Fig. 3, line 38. Conjoin: earlier
/// labels are known when the new ones are computed, and stay.
enum class LabelPolicy { Replace, Conjoin };

/// What the label of a loop's head speaks about. Exact: the states after that many iterations, as in the
/// paper. Cumulative: after at most that many. Then labels of heads become weaker from one iteration to the
/// next, and a head is covered when it has no state that the head before did not allow for: IC3's fixpoint of
/// frames.
enum class Iterations { Exact, Cumulative };

/// The part of the graph that a refinement looks at: the visited nodes that lie on a path of visited nodes
/// from the root to the error.
struct ErrorDag {
  interpolation::Dag dag;
  std::vector<arg::NodeId> nodes;     ///< by node of the DAG
  std::vector<arg::ArgEdgeId> edges;  ///< by edge of the DAG
};

/// A feasible execution.
struct Feasible {
  ErrorDag dag;
  interpolation::DagPath path;
};

struct Refuted {
  NodeLabels labels;  ///< by node of the graph; bound for the nodes of the DAG
};

using RefinementOutcome = std::variant<Feasible, Refuted, Undecided>;

/// What is known in all states, as conjuncts over single variables (range facts), and what is live where.
struct Scopes {
  std::vector<term::TermVector> live;  ///< by location
  term::TermVector known;              ///< by location: over the live variables
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
  /// Nothing when the DAG has no run (is_refuted_), or when the time does not suffice to say.
  std::optional<RefinementOutcome> ask(const ErrorDag& dag, base::Clock::duration limit);
  RefinementOutcome label(const ErrorDag& dag);
  /// The DAG with a step from each head to the one of the next iteration that changes nothing. Its runs are
  /// those of the DAG: an iteration is left out. So it has a run iff the DAG has, and its labels are labels
  /// of the DAG, which has fewer edges.
  interpolation::Dag with_skips(const ErrorDag& dag) const;
  std::optional<RefinementOutcome> try_method(interpolation::Method method, const ErrorDag& dag,
                                              const interpolation::Dag& labelled);
  NodeLabels to_node_labels(const ErrorDag& dag, const interpolation::Labels& labels) const;
  /// The word of check_labels.
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
  program::Edge skip_;  ///< changes nothing
  bool checks_labels_;
  std::vector<interpolation::Method> methods_;  ///< the first one, then what may help where it fails
  std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators_;  ///< by Method, made when needed
  std::string last_failure_;
  base::Clock::duration labelling_{};  ///< time that labels took so far
  bool is_refuted_ = false;            ///< the query of this refinement was unsatisfiable
};

}  // namespace pendulum::engine::ufo
