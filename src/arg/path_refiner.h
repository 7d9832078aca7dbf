// Paths of a tree and interpolants along them: the slides' "path refinement procedure", and the proof that a
// forced cover needs.
//
// A path becomes a chain (interpolation/dag.h). For a path to the error only what holds in all states is
// known there: so the interpolation procedure sees the same beginnings again and again and can reuse what it
// has found for them. (Interpolants relative to the labels need no fewer refinements and more checks.) A
// forced cover begins somewhere in the tree, so there the labels are known.
#pragma once

#include <map>
#include <memory>
#include <variant>

#include "arg/tree_path.h"
#include "interpolation/interpolation.h"

namespace pendulum::arg {

class PathRefiner {
 public:
  struct Parts {
    term::Term known;                     ///< holds in all states
    std::unique_ptr<smt::Solver> solver;  ///< decides paths
    /// In the order in which they are tried; at least one.
    std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators;
    base::Statistics& statistics;
    std::string prefix;  ///< of "path_checks", "path_time", "interpolation_time", "interpolation_failures"
    const base::StopToken& stop;
  };

  /// Labels to add, one per node of the path: the first is true, and each edge is a Hoare triple.
  struct Infeasible {
    term::TermVector labels;
  };
  /// Steps along the edges of the path.
  struct Feasible {
    interpolation::DagPath run;
  };
  struct GaveUp {
    std::string reason;
  };
  using Outcome = std::variant<Infeasible, Feasible, GaveUp>;

  /// `arg` should outlive this.
  PathRefiner(const Arg& arg, Parts parts);

  /// Can the error be reached along this path from the root? If not, the last label is false. Told to the
  /// graph's log.
  Outcome refine(const TreePath& path);

  /// Do the states at the start of the path lead only into `target` at its end? Then the last label and the
  /// one that the node has imply `target`. Nothing when it is not proved.
  std::optional<term::TermVector> prove_at_end(const TreePath& path, term::Term target);

 private:
  Outcome decide(const TreePath& path);
  /// What decide() asks, for people: a part per edge, in static single assignment form. Each assignment makes
  /// the next version of its variable, x_0, x_1, ...
  term::TermVector formula(const TreePath& path) const;
  interpolation::Dag error_chain(const TreePath& path);
  interpolation::Dag proof_chain(const TreePath& path, term::Term target);
  /// Without the node's label, which may be added to what is known.
  interpolation::DagNode make_node(NodeId node);
  /// Makes the variables that are live at the location arbitrary.
  const program::Edge* start_at(program::LocationId location);
  const program::Edge* finish_with(term::Term guard);
  smt::SatResult check(const interpolation::Dag& dag, std::chrono::milliseconds limit);
  std::variant<term::TermVector, std::string> interpolate(const interpolation::Dag& dag,
                                                          std::chrono::milliseconds limit);
  std::chrono::milliseconds share_of_time() const;

  const Arg& arg_;
  Parts parts_;
  std::vector<term::TermVector> live_;  ///< per location
  term::TermVector
      known_at_;  ///< per location: `known` as far as it is about live variables; null: not made yet
  std::optional<interpolation::DagPath> run_;  ///< of the last check
  /// Interpolators know actions by their address, so these live as long as they do.
  std::map<program::LocationId, std::unique_ptr<program::Edge>> starts_;
  std::map<term::Term, std::unique_ptr<program::Edge>> finishes_;  ///< by guard
};

}  // namespace pendulum::arg
