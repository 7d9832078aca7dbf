// A program over integers as a graph of affine edges, on which DAGGER works (section 2).
//
// Locations with one incoming edge, other than loop heads, entry and error, are eliminated by composing their
// edges: the image of an element costs more than a longer edge, and conditions on inputs disappear. Loop
// heads and merge locations remain. Each affine edge is one affine case, so an edge of the program with a
// disequality becomes two.
#pragma once

#include "base/stop.h"
#include "domain/affine_edge.h"
#include "program/wto.h"

namespace pendulum::domain {

using AffineEdgeId = std::uint32_t;

struct AffineEdge {
  program::LocationId source = 0;
  program::LocationId target = 0;
  std::vector<program::EdgeId> path;  ///< edges of the program of which it is composed
  AffineCase action;
  bool is_back_edge = false;
  std::uint32_t part = 0;  ///< part of the unswitched loop that it enters (domain/unswitch.h); 0: not split
};

/// Whether locations with one incoming edge are eliminated. None: each affine edge is a case of one edge.
enum class Composition { Edges, None };

class AffineProgram {
 public:
  /// `ranges` holds in every state. Requires: `program` outlives this object. Throws Stopped.
  AffineProgram(const program::Program& program, term::Term ranges, const base::StopToken& stop,
                Composition composition = Composition::Edges);

  /// Splits the edges that enter loops by conditions that do not change within the loop, and edges of loops
  /// with phases (domain/unswitch.h). Returns true if an edge was split.
  bool unswitch();
  /// Removes all edges but `edges`, which should be edges of this program.
  void keep(std::vector<AffineEdge> edges) { set_edges(std::move(edges)); }

  const program::Program& program() const { return *program_; }
  const program::Wto& wto() const { return wto_; }
  const std::vector<AffineEdge>& edges() const { return edges_; }
  const AffineEdge& edge(AffineEdgeId id) const { return edges_[id]; }
  const std::vector<AffineEdgeId>& outgoing(program::LocationId id) const { return outgoing_[id]; }
  /// Number of edges that enter the location and are not back edges.
  std::size_t num_forward(program::LocationId id) const { return forward_[id]; }
  /// Variables of sort Int and Bool that are live at the location, ordered by id.
  const term::TermVector& live(program::LocationId id) const { return live_[id]; }

 private:
  void set_edges(std::vector<AffineEdge> edges);

  const program::Program* program_;
  program::Wto wto_;
  std::vector<AffineEdge> edges_;
  std::vector<std::vector<AffineEdgeId>> outgoing_;
  std::vector<std::size_t> forward_;
  std::vector<term::TermVector> live_;
};

}  // namespace pendulum::domain
