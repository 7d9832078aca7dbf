// Decides paths of an abstract reachability graph (ARG) that is a tree, and computes interpolants along them:
// the "path refinement procedure" of the slides [Chen12], and the proof for a forced
// cover.
//
// A path becomes a chain (interpolation/dag/dag.h). A solver decides its feasibility in one query, or an
// interpolation procedure refutes it step by step. Over large blocks the query may take seconds where the
// procedure takes milliseconds, and vice versa for feasible paths. So the two alternate with growing time
// limits, and the one that has decided the last path begins.
//
// The query assumes the labels of the path, which hold in all its executions and shorten the search. The
// chain for interpolation only assumes facts, because the interpolation procedure sees the same prefixes
// repeatedly and reuses its own lemmas for them; it would lose them if labels were part of the chain. The
// path of a forced cover starts in the middle of the tree, so its chain always assumes the labels.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <variant>

#include "arg/tree_path.h"
#include "interpolation/interpolation.h"

namespace pendulum::arg {

class PathRefiner {
 public:
  struct Parts {
    term::Term known;  ///< holds in all states
    /// Makes a solver that decides the feasibility of paths.
    std::function<std::unique_ptr<smt::Solver>()> make_solver;
    /// Interpolation procedures in the order in which they are tried; at least one.
    std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators;
    base::Statistics& statistics;
    std::string prefix;  ///< of "path_checks", "path_time", "interpolation_time", "interpolation_failures"
    const base::StopToken& stop;
  };

  /// Labels to be added, one per node of the path. The first is true, and each edge is a Hoare triple under
  /// the facts at its ends.
  struct Infeasible {
    term::TermVector labels;
  };
  /// An execution along the edges of the path.
  struct Feasible {
    interpolation::DagPath execution;
  };
  /// Neither was proved.
  struct GaveUp {
    std::string reason;
  };
  using Outcome = std::variant<Infeasible, Feasible, GaveUp>;

  /// Requires: `arg` outlives this object.
  PathRefiner(const Arg& arg, Parts parts);

  /// Adds facts over live variables that hold in all states at `location`. Later chains assume them.
  void assume_at(program::LocationId location, const term::TermVector& facts);

  /// Decides whether the error is reachable along this path from the root. If not, the last label is false.
  /// Records the refinement in the graph's log.
  Outcome refine(const TreePath& path);

  /// Tries to prove that all states at the start of the path lead into `target` at its end. Returns labels
  /// for the nodes of the path; the last one and the current label of the last node imply `target`. Returns
  /// nullopt if the proof fails.
  std::optional<term::TermVector> prove_at_end(const TreePath& path, term::Term target);

 private:
  /// The procedure that decides a path.
  enum class Way { Query, Interpolation };

  /// Alternates between the two ways.
  Outcome decide(const TreePath& path);
  /// Tries to decide the path in limited time; nullopt if `way` does not decide it.
  std::optional<Outcome> decide_by(Way way, const TreePath& path, std::chrono::milliseconds limit);
  /// Asks the solver; interpolates without an earlier limit if the path is infeasible.
  std::optional<Outcome> query(const TreePath& path, std::chrono::milliseconds limit);
  /// Makes the outcome of a refinement from labels of the chain.
  Outcome refuted(const TreePath& path, term::TermVector labels) const;
  /// The formula of decide() for readers: one part per edge, in static single assignment form. Each
  /// assignment creates the next version of its variable, x_0, x_1, ...
  term::TermVector formula(const TreePath& path) const;
  /// Whether a chain assumes the current labels of its nodes.
  enum class Assume { Facts, FactsAndLabels };
  /// The chain for refine().
  interpolation::Dag error_chain(const TreePath& path, Assume assume);
  /// The chain for prove_at_end().
  interpolation::Dag proof_chain(const TreePath& path, term::Term target);
  interpolation::DagNode make_node(NodeId node, Assume assume);
  /// An edge that havocs the variables that are live at the location.
  const program::Edge* start_at(program::LocationId location);
  /// An edge with this guard and no updates.
  const program::Edge* finish_with(term::Term guard);
  smt::SatResult check(const interpolation::Dag& dag, std::chrono::milliseconds limit);
  /// Tries the first `num_procedures` interpolation procedures. Returns labels or the reasons of the
  /// failures.
  std::variant<term::TermVector, std::string> interpolate(const interpolation::Dag& dag,
                                                          std::size_t num_procedures,
                                                          std::chrono::milliseconds limit);
  /// Time limit of one call: half of the remaining time.
  std::chrono::milliseconds share_of_time() const;

  const Arg& arg_;
  Parts parts_;
  std::vector<term::TermVector> live_;  ///< by location
  term::TermVector known_at_;  ///< by location: its facts and the conjuncts of `known` over live variables
  std::unique_ptr<smt::Solver> solver_;              ///< null before the first check
  unsigned num_checks_ = 0;                          ///< of all solvers
  Way first_ = Way::Query;                           ///< begins with the next path
  std::optional<interpolation::DagPath> execution_;  ///< result of the last check
  /// Interpolators identify actions by their addresses, so these edges must outlive them.
  std::map<program::LocationId, std::unique_ptr<program::Edge>> starts_;
  std::map<term::Term, std::unique_ptr<program::Edge>> finishes_;  ///< by guard
};

}  // namespace pendulum::arg
