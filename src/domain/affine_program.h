// A program over integers as a graph of affine edges, which is what DAGGER works on (section 2).
//
// Locations with one incoming edge, other than heads of loops, entry and error, are composed away: an image
// of an element costs more than a longer edge, and conditions on inputs disappear. What remains are heads and
// merge locations. Each edge is one affine case, so an edge of the program with a disequality becomes two.
#pragma once

#include "base/stop.h"
#include "domain/affine_edge.h"
#include "program/wto.h"

namespace pendulum::domain {

using AffineEdgeId = std::uint32_t;

struct AffineEdge {
  program::LocationId source = 0;
  program::LocationId target = 0;
  std::vector<program::EdgeId> path;  ///< the edges of the program that it is composed of
  AffineCase action;
  bool is_back_edge = false;
  std::uint32_t part = 0;  ///< of an unswitched loop whose head it reaches (domain/unswitch.h); 0: not split
};

class AffineProgram {
 public:
  /// `ranges` holds in every state. `program` should outlive this.
  AffineProgram(const program::Program& program, term::Term ranges, const base::StopToken& stop);

  /// Splits the edges that enter loops by conditions that the loops do not change (domain/unswitch.h).
  /// Returns whether there are any.
  bool unswitch();

  const program::Program& program() const { return *program_; }
  const program::Wto& wto() const { return wto_; }
  const std::vector<AffineEdge>& edges() const { return edges_; }
  const AffineEdge& edge(AffineEdgeId id) const { return edges_[id]; }
  const std::vector<AffineEdgeId>& outgoing(program::LocationId id) const { return outgoing_[id]; }
  /// Edges that reach the location and are no back edges.
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
