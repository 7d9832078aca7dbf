// Internal: live variables as sets of bits, 64 variables at a time.
//
// One word per location holds a slice of 64 variables; for each slice only the locations where one of them
// is live are visited. So the memory is one word per location however many variables there are, and the time
// follows the size of the live ranges divided by 64.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// For each edge the symbols of its guard and of the values it assigns, ordered by id.
std::vector<term::TermVector> edge_symbols(const Program& program);

class Liveness {
 public:
  using Word = std::uint64_t;

  /// `reads`: as edge_symbols gives it, one list per edge; symbols that are no variables are ignored.
  Liveness(const Program& program, const std::vector<term::TermVector>& reads);

  /// The variables ordered by id; bit b of slice s is variables()[64 * s + b].
  const term::TermVector& variables() const { return variables_; }
  std::size_t num_slices() const { return accesses_.size(); }

  /// Computes slice `s`; the result is valid until the next call.
  void solve(std::size_t slice);
  Word live(LocationId id) const { return live_[id]; }
  /// Locations with a live variable of the solved slice; each once, in no particular order.
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
  std::vector<std::uint32_t> rank_;            ///< of a location: position in a postorder of the graph
  std::vector<LocationId> by_rank_;
  std::vector<Word> live_;    ///< per location
  std::vector<Word> writes_;  ///< per edge
  std::vector<LocationId> touched_;
  std::vector<std::uint32_t> queue_;  ///< a heap of ranks, smallest first
  std::vector<bool> is_queued_;       ///< per location
};

}  // namespace pendulum::program
