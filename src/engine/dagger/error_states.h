// Abstract error preimages: states from which a path leads to the error in the abstraction. Backward analysis
// computes them, and later nodes are compared with those that were cached (DAGGER, section 4, "Caching error
// states").
#pragma once

#include "engine/dagger/graph.h"

namespace pendulum::engine::dagger {

/// The edges of a path to the error are stored in a tree, because preimages share the ends of their paths.
/// This is the index of the first edge of such a path.
using SuffixId = std::int64_t;
inline constexpr SuffixId no_suffix = -1;  ///< the path without edges

/// An abstract error preimage at a node.
struct ErrorState {
  State psi;
  SuffixId suffix;  ///< the path from here to the error
};

class ErrorStates {
 public:
  /// `space` must outlive this object.
  explicit ErrorStates(const domain::StateSpace& space);

  /// Returns the path that takes `edge` and continues with `next`.
  SuffixId prepend(AffineEdgeId edge, SuffixId next);
  /// Returns the edges of a path up to the error.
  std::vector<AffineEdgeId> path_of(SuffixId suffix) const;

  /// Adds an error preimage to `errors`, unless one of them contains it; removes those that it contains.
  void add(std::vector<ErrorState>& errors, State psi, SuffixId suffix) const;
  /// Returns whether the state intersects one of `errors`.
  bool intersects(const State& state, const std::vector<ErrorState>& errors) const;

  /// Stores the preimages for later nodes of the location, unless there are too many.
  void cache(LocationId location, const std::vector<ErrorState>& errors);
  /// Returns the cached preimages of the location that intersect the state.
  std::vector<ErrorState> cached(LocationId location, const State& state) const;

 private:
  struct Suffix {
    AffineEdgeId edge;
    SuffixId next;
  };

  const domain::StateSpace& space_;
  std::vector<Suffix> suffixes_;
  std::vector<std::vector<ErrorState>> cache_;  ///< by location
};

}  // namespace pendulum::engine::dagger
