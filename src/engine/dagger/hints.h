// The Hint DAG (DAGGER, section 3, "Progress Guarantees"): the results of refinements, kept when nodes are
// deleted, so that an eliminated counterexample stays eliminated.
//
// A hint belongs to all nodes that the search creates in the same context: as successor along one edge of a
// node with a given hint, or by a merge at a location in the context of a loop head's hint. The paper leaves
// the details to its technical report; this realisation is our own.
#pragma once

#include <map>
#include <optional>

#include "base/check.h"
#include "domain/state_space.h"

namespace pendulum::engine::dagger {

using HintId = std::uint32_t;

/// How the state of a node after a back edge is computed, from the least to the most precise method.
enum class Precision {
  Widen,  ///< s'' widened by the join of s'' and the image, up to T
  Join,   ///< the join of s'' and the image ([Gulavani06], the columns with a plain widening)
  Image,  ///< the image alone: a disjunction, kept in two nodes (Fig. 2, ApplyRefinement, line 7)
};

struct Hint {
  bool is_split = false;  ///< incoming edges get separate nodes instead of one merged node
  Precision precision = Precision::Widen;
  /// A refinement of the node failed, because its image is not exact. At the second failure a path through
  /// the node is excluded.
  bool has_failed = false;
  /// The last state of the node. "Monotonicity of interpolated widen is ensured by intersection with the
  /// corresponding widened result in the previous abstraction iteration."
  std::optional<domain::State> bound;
  /// Constraints whose complement has no preimage in the source's state: see Search::sharpen.
  std::vector<domain::PackedConstraint> cuts;
  /// Labels of the single path that leads to the node, if the node represents a path: see Search::exclude.
  std::vector<domain::PackedConstraint> path_facts;
  /// The path to this node was found infeasible.
  bool is_excluded_path = false;
};

class HintDag {
 public:
  HintDag() { hints_.emplace_back(); }
  HintId root() const { return 0; }
  Hint& operator[](HintId id) {
    PENDULUM_DCHECK(id < hints_.size(), "hint {} should exist", id);
    return hints_[id];
  }
  /// Returns the hint with this key; creates it if necessary.
  HintId find(const std::vector<long>& key) {
    const auto [found, is_new] = index_.emplace(key, static_cast<HintId>(hints_.size()));
    if (is_new) hints_.emplace_back();
    return found->second;
  }
  /// The hint of the successor along `edge` of a node with the hint `source`.
  HintId after(HintId source, domain::AffineEdgeId edge) { return find({0, source, edge}); }
  /// The hint of the node for those merged images that are not contained in the bound of `merged`.
  HintId beyond(HintId merged) { return find({3, merged}); }

 private:
  std::vector<Hint> hints_;
  std::map<std::vector<long>, HintId> index_;
};

}  // namespace pendulum::engine::dagger
