// Internal: data about the whole program that large_block computes once, before it traverses the regions
// between cutpoints.
#pragma once

#include "program/program.h"

namespace pendulum::program {

/// The edges of the small-block program that lead to a cutpoint, with guards made exclusive per location.
class BlockGraph {
 public:
  /// Requires: `cutpoints` contains entry, error and a location of every cycle that is reachable from entry.
  BlockGraph(const Program& program, const std::vector<LocationId>& cutpoints);

  const Program& program() const { return program_; }
  bool is_cutpoint(LocationId id) const { return is_cutpoint_[id]; }
  bool is_reachable(LocationId id) const { return is_reachable_[id]; }
  /// Position in a topological order of the reachable locations without the cutpoints, from 1; 0 for
  /// cutpoints.
  std::uint32_t position(LocationId id) const { return position_[id]; }
  /// Edges from `id` from which a cutpoint can be reached; ordered by id.
  const std::vector<EdgeId>& outgoing(LocationId id) const { return outgoing_[id]; }
  /// The edge's guard. If the edges of one location are not syntactically exclusive, internal inputs
  /// strengthen their guards, so that for each state and input values at most one edge of outgoing(id) can be
  /// taken.
  term::Term guard(EdgeId id) const { return guards_[id]; }
  /// True if the graph shows that for all states and input values one edge of outgoing(id) can be taken.
  bool is_total(LocationId id) const { return is_total_[id]; }
  bool is_live(LocationId id, term::Term variable) const;
  /// Symbols of the edge's guard and assigned values.
  const term::TermVector& symbols(EdgeId id) const { return symbols_[id]; }

  /// An input of a small edge, or an internal input that chooses between edges of one location.
  struct KnownInput {
    Input input;
    LocationId source = 0;  ///< source of the edge that reads it
    /// True for internal inputs that this class has created.
    bool is_added = false;
  };
  const std::vector<KnownInput>& inputs() const { return inputs_; }
  /// Index into inputs(); nullopt for symbols that are not inputs.
  std::optional<std::size_t> input_index(term::Term symbol) const;

 private:
  void order_locations();
  void find_useful_edges();
  void make_exclusive(LocationId id);
  void add_input(Input input, LocationId source, bool is_added);

  const Program& program_;
  std::vector<bool> is_cutpoint_;
  std::vector<bool> is_reachable_;
  std::vector<std::uint32_t> position_;
  std::vector<LocationId> order_;  ///< locations by position; index 0 has position 1
  std::vector<std::vector<EdgeId>> outgoing_;
  term::TermVector guards_;
  std::vector<bool> is_total_;
  std::vector<term::TermVector> live_;
  std::vector<term::TermVector> symbols_;
  std::vector<KnownInput> inputs_;
  term::TermMap<std::size_t> input_index_;
};

}  // namespace pendulum::program
