// Internal: what large_block knows about the whole program before it walks the regions between cutpoints.
#pragma once

#include "program/program.h"

namespace pendulum::program {

/// The small edges that a region may use, with guards made exclusive per location.
class BlockGraph {
 public:
  /// Requires: `cutpoints` cut every cycle that entry reaches and contain entry and error.
  BlockGraph(const Program& program, const std::vector<LocationId>& cutpoints);

  const Program& program() const { return program_; }
  bool is_cutpoint(LocationId id) const { return is_cutpoint_[id]; }
  bool is_reachable(LocationId id) const { return is_reachable_[id]; }
  /// Position in a topological order of the reachable locations that are no cutpoints; 0 for cutpoints.
  std::uint32_t position(LocationId id) const { return position_[id]; }
  /// Edges from `id` that lead to a cutpoint at once or later; ordered by id.
  const std::vector<EdgeId>& outgoing(LocationId id) const { return outgoing_[id]; }
  /// The edge's guard; strengthened by an internal input where edges of one location are not visibly
  /// exclusive, so that in every state with inputs at most one edge of outgoing(id) can be taken.
  term::Term guard(EdgeId id) const { return guards_[id]; }
  /// One of outgoing(id) can be taken in every state with inputs.
  bool is_total(LocationId id) const { return is_total_[id]; }
  bool is_live(LocationId id, term::Term variable) const;
  /// Symbols of the edge's terms.
  const term::TermVector& symbols(EdgeId id) const { return symbols_[id]; }

  /// An input of a small edge, or one made here.
  struct KnownInput {
    Input input;
    LocationId source = 0;  ///< of its edge
    bool is_ours = false;
  };
  const std::vector<KnownInput>& inputs() const { return inputs_; }
  /// Index into inputs(); nothing for other symbols.
  std::optional<std::size_t> input_index(term::Term symbol) const;

 private:
  void order_locations();
  void find_useful_edges();
  void make_exclusive(LocationId id);
  void add_input(Input input, LocationId source, bool is_ours);

  const Program& program_;
  std::vector<bool> is_cutpoint_;
  std::vector<bool> is_reachable_;
  std::vector<std::uint32_t> position_;
  std::vector<LocationId> order_;  ///< by position, from 1
  std::vector<std::vector<EdgeId>> outgoing_;
  term::TermVector guards_;
  std::vector<bool> is_total_;
  std::vector<term::TermVector> live_;
  std::vector<term::TermVector> symbols_;
  std::vector<KnownInput> inputs_;
  term::TermMap<std::size_t> input_index_;
};

}  // namespace pendulum::program
