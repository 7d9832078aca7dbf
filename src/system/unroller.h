// Unrolls a Program into terms, forward, merging paths.
//
// A copy is a location in a layer. Each copy has a reach condition and one value per live variable, as terms
// over the start state and renamed inputs; where paths meet, values are merged by ite. Everything is
// substituted, so constants propagate through the unrolling and conditions that are false by simplification
// cut whole copies off. Layers are counted by traversed back edges of the weak topological order (one copy
// of every location per layer: loops are unwound, paths of different shape meet again at the loop head) or
// by edges (k-induction's steps). Or each loop is unwound for itself: then a layer stands for the iterations
// of the loops around a location, and all paths meet again behind a loop, however often it was repeated.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "base/stop.h"
#include "certificate/certificate.h"
#include "program/program.h"
#include "program/wto.h"
#include "term/traverse.h"

namespace pendulum::system {

using program::EdgeId;
using program::LocationId;

class Unroller {
 public:
  enum class Count { BackEdges, Edges, EachLoop };

  /// An edge taken from a copy in some layer.
  struct Arrival {
    EdgeId edge;
    unsigned source_layer;
    term::Term condition;  ///< the source copy is reached and the guard holds
  };

  struct Copy {
    term::Term reach;                ///< null or false: not reached
    std::vector<term::Term> values;  ///< by variable index; null for dead variables
    std::vector<Arrival> arrivals;   ///< where several conditions hold, the last one decides the values
  };

  /// Requires that inputs decide which of two edges with overlapping guards is taken, as large_block ensures:
  /// where several arrivals hold, the last one decides the values, and no run may be lost by that.
  /// `stop` is asked between copies.
  Unroller(const program::Program& program, Count count, const base::StopToken& stop);

  /// Applied to guards and values from now on; what it gives should be equivalent to what it got, as far as
  /// the one who asks about the unrolling assumes.
  void simplify_by(std::function<term::Term(term::Term)> simplify) { simplify_ = std::move(simplify); }

  /// Called before a copy is left, with the substitution of the copy: variables by their values, inputs of
  /// the outgoing edges by their copies.
  using LeaveCallback = std::function<void(LocationId location, unsigned layer, term::Substituter& here)>;
  void on_leave(LeaveCallback callback) { on_leave_ = std::move(callback); }

  /// The copies of layer 0 from which the unrolling starts; call before the first `add_layer`.
  /// From entry: reached, all variables zero (nothing is live there).
  void start_at_entry();
  /// From any of `locations` in an arbitrary state: reached under a selector symbol of its own each, with
  /// state symbols shared by all.
  void start_anywhere(const std::vector<LocationId>& locations);

  /// Computes the next layer, starting with layer 0. Not with Count::EachLoop.
  void add_layer();
  unsigned num_layers() const { return static_cast<unsigned>(done_); }

  /// How often loops may be repeated whenever they are entered, by their heads; missing ones not at all.
  using Bounds = std::map<LocationId, unsigned>;
  /// Where a run comes to the head of a loop.
  struct Visit {
    LocationId head;
    unsigned iteration;  ///< beyond the loop's bound in one of the places where the unwinding ends
    term::Term reach;
    unsigned layer;  ///< of the head's copy
  };
  /// Computes everything within `bounds`, once, with Count::EachLoop. The visits of heads that may be
  /// reached.
  std::vector<Visit> unwind(const Bounds& bounds);

  /// Requires layer < num_layers(), or num_layers() for what the edges into the next layer have brought.
  const Copy& copy(LocationId location, unsigned layer) const { return layers_[layer][location]; }
  /// Reach condition or false.
  term::Term reach(LocationId location, unsigned layer) const;
  /// The same for arrivals by edges that `accept_last` accepts.
  using LastEdge = std::function<bool(EdgeId)>;
  term::Term reach_by(LocationId location, unsigned layer, const LastEdge& accept_last) const;
  /// Is some copy of the layer after the last one reached? The disjunction of the conditions.
  term::Term reaches_next_layer() const;

  /// A term over the program's variables in the state of a copy.
  term::Term at_copy(term::Term term, LocationId location, unsigned layer) const;

  /// An edge that a run takes, from a copy in `layer`.
  struct Move {
    EdgeId edge;
    unsigned layer;
  };
  /// The edges of the run of path_to.
  std::vector<Move> moves_to(LocationId location, unsigned layer, const term::Model& model,
                             const LastEdge& accept_last) const;
  /// The step of a move.
  certificate::Step step(const Move& move, const term::Model& model) const;
  /// The run that ends in `location` at `layer` under `model` (over the unrolling's symbols); the run starts
  /// at a start copy and ends with an edge that `accept_last` accepts. Requires that reach_by(...) holds in
  /// the model.
  certificate::ErrorPath path_to(LocationId location, unsigned layer, const term::Model& model,
                                 const LastEdge& accept_last) const;

  /// All symbols of the unrolling: inputs' copies, start state, selectors.
  const term::TermVector& symbols() const { return symbols_; }
  /// Selectors of start_anywhere, in the order of its argument.
  const term::TermVector& selectors() const { return selectors_; }

 private:
  void leave(LocationId location, unsigned layer);
  bool is_reached(LocationId location, unsigned layer) const;
  void unwind(const std::vector<program::WtoElement>& elements, unsigned layer, const Bounds& bounds,
              std::vector<Visit>& visits);
  /// Where `edge` leads from `layer`.
  unsigned layer_after(const program::Edge& edge, unsigned layer);
  /// The layer that stands for `iterations`.
  unsigned layer_of(const std::vector<unsigned>& iterations);
  void arrive(EdgeId edge, unsigned source_layer, unsigned target_layer, term::Term condition,
              const std::vector<term::Term>& values);
  term::Term input_copy(term::Term input, unsigned layer);

  const program::Program& program_;
  term::TermManager& terms_;
  program::Wto wto_;
  Count count_;
  const base::StopToken& stop_;
  std::function<term::Term(term::Term)> simplify_;  ///< may be empty
  LeaveCallback on_leave_;                          ///< may be empty
  std::vector<term::TermVector> live_;
  std::deque<std::vector<Copy>> layers_;  ///< [layer][location]; one more than done_
  /// With Count::EachLoop, by layer: the iterations of the loops around, the outermost first; and back.
  std::vector<std::vector<unsigned>> iterations_;
  std::map<std::vector<unsigned>, unsigned> layer_of_;
  std::size_t done_ = 0;
  term::TermVector symbols_;
  term::TermVector selectors_;
  std::vector<term::Substitution> input_copies_;  ///< [layer]: input -> its copy
};

}  // namespace pendulum::system
