// The Hint DAG (DAGGER, section 3, "Progress Guarantees"): what refinement has learnt, kept when nodes are
// deleted, so that a counterexample that was eliminated stays eliminated.
//
// A hint stands for the nodes that the search makes in the same way again: after one edge from the node of
// another hint, or by merging at a location in the context of a loop head's hint. The paper leaves the
// details to its technical report; these are ours.
#pragma once

#include <map>
#include <optional>

#include "domain/state_space.h"

namespace pendulum::engine::dagger {

using HintId = std::uint32_t;

/// How the state of a node behind a back edge is computed: from imprecise to precise.
enum class Precision {
  Widen,  ///< s'' widened by the join of s'' and the image, up to T
  Join,   ///< the join of s'' and the image (GR06, the columns with a plain widening)
  Image,  ///< the image alone: a disjunction, kept in two nodes (Fig. 2, ApplyRefinement, line 7)
};

struct Hint {
  bool is_split = false;  ///< edges that would merge here get nodes of their own
  Precision precision = Precision::Widen;
  /// The last state here. "Monotonicity of interpolated widen is ensured by intersection with the
  /// corresponding widened result in the previous abstraction iteration."
  std::optional<domain::State> bound;
  /// Constraints whose complement has no preimage in the source: see Search::sharpen.
  std::vector<domain::PackedConstraint> cuts;
  /// Facts about the one path that leads here, if the node stands for a path: see Search::exclude.
  std::vector<domain::PackedConstraint> path_facts;
  bool is_excluded_path = false;
};

class HintDag {
 public:
  HintDag() { hints_.emplace_back(); }
  HintId root() const { return 0; }
  Hint& operator[](HintId id) { return hints_[id]; }
  /// The hint with that key, made if there is none.
  HintId find(const std::vector<long>& key) {
    const auto [found, is_new] = index_.emplace(key, static_cast<HintId>(hints_.size()));
    if (is_new) hints_.emplace_back();
    return found->second;
  }
  HintId after(HintId source, domain::AffineEdgeId edge) { return find({0, source, edge}); }

 private:
  std::vector<Hint> hints_;
  std::map<std::vector<long>, HintId> index_;
};

}  // namespace pendulum::engine::dagger
