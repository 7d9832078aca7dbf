// Internal: live variables as bit sets, 64 variables at a time.
//
// One word per location holds a slice of 64 variables; for each slice the analysis only visits locations at
// which one of them is live. So it needs 8 bytes of memory per location, independent of the number of
// variables, and time proportional to the size of the live ranges divided by 64.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// For each edge the symbols of its guard and of its assigned values, ordered by id.
std::vector<term::TermVector> edge_symbols(const Program& program);

class Liveness {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t word_bits = 64;  ///< number of variables in a slice

  /// `reads`: one list per edge, as returned by edge_symbols; symbols that are not variables are ignored.
  Liveness(const Program& program, const std::vector<term::TermVector>& reads);

  /// The variables ordered by id; bit b of slice s represents variables()[64 * s + b].
  const term::TermVector& variables() const { return variables_; }
  std::size_t num_slices() const { return accesses_.size(); }

  /// Computes the live variables of `slice`; the result is valid until the next call.
  void solve(std::size_t slice);
  /// Live variables of the solved slice.
  Word live(LocationId id) const { return live_[id]; }
  /// Locations with a live variable of the solved slice; each once, unordered.
  const std::vector<LocationId>& touched() const { return touched_; }

 private:
  struct Access {
    EdgeId edge;
    Word reads;
    Word writes;
  };

  void collect_accesses(const std::vector<term::TermVector>& reads);
  void record(EdgeId edge, std::size_t variable, bool is_write);
  void add(LocationId id, Word bits);

  const Program& program_;
  term::TermVector variables_;
  std::vector<std::vector<Access>> accesses_;  ///< per slice, ordered by edge
  std::vector<std::uint32_t> rank_;            ///< by location: position in a postorder of the graph
  /// Locations by rank, the inverse of rank_.
  std::vector<LocationId> by_rank_;
  std::vector<Word> live_;    ///< by location
  std::vector<Word> writes_;  ///< by edge
  std::vector<LocationId> touched_;
  std::vector<std::uint32_t> queue_;  ///< heap of ranks of locations, smallest first
  std::vector<bool> is_queued_;       ///< by location
};

}  // namespace pendulum::program
