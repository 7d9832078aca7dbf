// Internal: persistent maps from variable indices to terms. A modified copy costs one path of a radix tree,
// and comparing several maps costs time proportional to the parts that they do not share. So a graph
// traversal can keep a map per location without copying whole maps.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "term/term.h"

namespace pendulum::program {

/// An arena of maps. A Root identifies a map, which is immutable and valid until clear() or the end of the
/// arena.
class ValueMaps {
 public:
  using Root = std::uint32_t;
  static constexpr Root empty = 0;  ///< the map that maps every index to null

  /// Creates an arena of maps over the indices 0 ... size - 1.
  explicit ValueMaps(std::size_t size);
  /// Deletes all maps.
  void clear();

  term::Term get(Root root, std::size_t index) const;
  /// The map that differs from `root` only in the value at `index`.
  [[nodiscard]] Root set(Root root, std::size_t index, term::Term value);
  /// The indices, ascending, at which the maps do not all have the same value.
  std::vector<std::size_t> differing(std::span<const Root> roots) const;
  /// The indices, ascending, whose value is not null.
  std::vector<std::size_t> entries(Root root) const;

 private:
  static constexpr unsigned bits = 4;
  static constexpr std::size_t fan_out = 1u << bits;
  static constexpr std::size_t max_levels = 64 / bits;  ///< enough for all values of std::size_t

  std::size_t slot(std::size_t index, unsigned level) const {
    return (index >> (bits * level)) & (fan_out - 1);
  }
  void collect(std::span<const Root> roots, unsigned level, std::size_t prefix,
               std::vector<std::size_t>& result) const;

  unsigned levels_ = 0;                                    ///< number of inner levels above the leaves
  std::vector<std::array<std::uint32_t, fan_out>> inner_;  ///< node 0 has no entries
  std::vector<std::array<term::Term, fan_out>> leaves_;
};

}  // namespace pendulum::program
