// Forward unrolling of a Program into terms, with merging of paths.
//
// A copy is a pair of a location and a layer. Each copy has a reach condition and one value per live
// variable, which are terms over the start state and renamed inputs. Where paths join, an ite merges their
// values. The unroller substitutes all values into conditions and assignments. Therefore constants propagate
// through the unrolling, and copies whose conditions simplify to false are not expanded. Count determines the
// layers:
//  * BackEdges: the layer is the number of traversed back edges of the weak topological order. Paths with the
//    same number of back edges join at the loop head.
//  * Edges: the layer is the number of edges (the steps of k-induction).
//  * EachLoop: every loop is unwound separately. A layer represents the iteration numbers of the loops
//    around a location, and all paths join after a loop, independently of its number of iterations.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "base/stop.h"
#include "program/program.h"
#include "program/wto.h"
#include "term/traverse.h"

namespace pendulum::program {

class Unroller {
 public:
  enum class Count { BackEdges, Edges, EachLoop };

  /// An edge into a copy, taken from a copy in layer `source_layer`.
  struct Arrival {
    EdgeId edge;
    unsigned source_layer;
    term::Term condition;  ///< the source copy is reached and the guard holds
  };

  struct Copy {
    term::Term reach;                ///< reach condition; null or false if the copy is unreachable
    std::vector<term::Term> values;  ///< by variable index; null for dead variables
    std::vector<Arrival> arrivals;   ///< if several conditions hold, the last arrival determines the values
  };

  /// Requires: for two edges with overlapping guards, inputs determine which one is taken, as large_block
  /// ensures. Otherwise executions would be lost, because the last of several arrivals whose conditions hold
  /// determines the values. The unroller checks `stop` before each copy. `program` and `stop` should outlive
  /// the unroller.
  Unroller(const Program& program, Count count, const base::StopToken& stop);

  /// Applies `simplify` to all guards and values that are computed after this call. Requires: each result is
  /// equivalent to its argument under the constraints that the caller asserts together with the unrolling.
  void simplify_by(std::function<term::Term(term::Term)> simplify) { simplify_ = std::move(simplify); }

  /// The callback is called before the outgoing edges of a copy are unrolled. `here` is the substitution of
  /// the copy: it replaces variables by their values and inputs of the outgoing edges by their copies.
  using LeaveCallback = std::function<void(LocationId location, unsigned layer, term::Substituter& here)>;
  void on_leave(LeaveCallback callback) { on_leave_ = std::move(callback); }

  /// The next two functions select the copies of layer 0 from which the unrolling starts. One of them should
  /// be called before the first add_layer() or unwind().
  ///
  /// Starts at entry, where no variable is live.
  void start_at_entry();
  /// Starts at any of `locations` in an arbitrary state. Each location has its own selector symbol as reach
  /// condition; all locations share the symbols of the start state.
  void start_anywhere(const std::vector<LocationId>& locations);

  /// Computes the next layer, starting with layer 0. Requires: the count is not Count::EachLoop.
  void add_layer();
  unsigned num_layers() const { return static_cast<unsigned>(done_); }

  /// Maximum number of repetitions of a loop each time it is entered, by loop head. The default is 0.
  using Bounds = std::map<LocationId, unsigned>;
  /// A copy of a loop head that may be reached.
  struct Visit {
    LocationId head;
    unsigned iteration;  ///< exceeds the loop's bound if the unwinding ends at this copy
    term::Term reach;    ///< reach condition of the copy
    unsigned layer;      ///< layer of the copy
  };
  /// Computes the whole unwinding within `bounds` and returns the copies of loop heads that may be reached.
  /// Requires: the count is Count::EachLoop; may be called once.
  std::vector<Visit> unwind(const Bounds& bounds);

  /// Requires: layer < num_layers(). After add_layer(), num_layers() is allowed, too; the copies of this
  /// layer contain only the arrivals by edges from the computed layers.
  const Copy& copy(LocationId location, unsigned layer) const { return layers_[layer][location]; }
  /// Returns the reach condition of a copy; false if the copy is unreachable.
  term::Term reach(LocationId location, unsigned layer) const;
  /// Returns the condition that a copy is reached by an edge that `accept_last` accepts.
  using LastEdge = std::function<bool(EdgeId)>;
  term::Term reach_by(LocationId location, unsigned layer, const LastEdge& accept_last) const;
  /// Returns the condition that some copy of the layer after the last computed one is reached.
  term::Term reaches_next_layer() const;

  /// Replaces the program's variables in `term` by their values in a copy. Requires: all variables of `term`
  /// are live at `location`.
  term::Term at_copy(term::Term term, LocationId location, unsigned layer) const;

  /// An edge of a path, taken from a copy in `layer`.
  struct Move {
    EdgeId edge;
    unsigned layer;
  };
  /// Returns the edges of the path that `model` (over the symbols of the unrolling) describes. It begins at a
  /// start copy and ends at the copy of `location` in `layer` with an edge that `accept_last` accepts.
  /// Requires: reach_by(location, layer, accept_last) is true in `model`.
  std::vector<Move> moves_to(LocationId location, unsigned layer, const term::Model& model,
                             const LastEdge& accept_last) const;
  /// Returns the values of the inputs of the move's edge in `model`; an input that was not unrolled has none.
  term::Model inputs_of(const Move& move, const term::Model& model) const;

  /// All symbols of the unrolling: copies of inputs, start state, selectors.
  const term::TermVector& symbols() const { return symbols_; }
  /// Selectors of start_anywhere, in the order of its argument.
  const term::TermVector& selectors() const { return selectors_; }

 private:
  /// Unrolls the outgoing edges of a copy.
  void leave(LocationId location, unsigned layer);
  bool is_reached(LocationId location, unsigned layer) const;
  void unwind(const std::vector<WtoElement>& elements, unsigned layer, const Bounds& bounds,
              std::vector<Visit>& visits);
  /// Returns the layer of the target if `edge` is taken from `layer`.
  unsigned layer_after(const Edge& edge, unsigned layer);
  /// Count::EachLoop: returns the layer for the iteration numbers `iterations`; adds it if it does not exist.
  unsigned layer_of(const std::vector<unsigned>& iterations);
  /// Adds an arrival to a copy and merges the reach condition and the values.
  void arrive(EdgeId edge, unsigned source_layer, unsigned target_layer, term::Term condition,
              const std::vector<term::Term>& values);
  term::Term input_copy(term::Term input, unsigned layer);

  const Program& program_;
  term::TermManager& terms_;
  Wto wto_;
  Count count_;
  const base::StopToken& stop_;
  std::function<term::Term(term::Term)> simplify_;  ///< may be empty
  LeaveCallback on_leave_;                          ///< may be empty
  std::vector<term::TermVector> live_;
  std::deque<std::vector<Copy>> layers_;  ///< [layer][location]; while layers are added: one more than done_
  /// Count::EachLoop: maps a layer to the iteration numbers of its loops, outermost first, and back.
  std::vector<std::vector<unsigned>> iterations_;
  std::map<std::vector<unsigned>, unsigned> layer_of_;
  std::size_t done_ = 0;  ///< number of computed layers
  term::TermVector symbols_;
  term::TermVector selectors_;
  std::vector<term::Substitution> input_copies_;  ///< [layer]: input -> copy
};

}  // namespace pendulum::program
