// Internal: persistent maps from variable indices to terms. A changed copy costs one path of a radix tree, a
// comparison of several maps costs what they do not share; so a walk over a graph can keep a map per
// location without ever copying one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "term/term.h"

namespace pendulum::program {

/// An arena of maps. A Root names a map; it never changes and lives as long as the arena.
class ValueMaps {
 public:
  using Root = std::uint32_t;
  static constexpr Root empty = 0;  ///< every index is mapped to null

  /// Maps over the indices 0 ... size - 1.
  explicit ValueMaps(std::size_t size);
  /// Forgets all maps.
  void clear();

  term::Term get(Root root, std::size_t index) const;
  [[nodiscard]] Root set(Root root, std::size_t index, term::Term value);
  /// The indices, ascending, at which not all of the maps have the same value.
  std::vector<std::size_t> differing(std::span<const Root> roots) const;
  /// The indices, ascending, that are not mapped to null.
  std::vector<std::size_t> entries(Root root) const;

 private:
  static constexpr unsigned bits = 4;
  static constexpr std::size_t fan_out = 1u << bits;

  std::size_t slot(std::size_t index, unsigned level) const {
    return (index >> (bits * level)) & (fan_out - 1);
  }
  void collect(std::span<const Root> roots, unsigned level, std::size_t prefix,
               std::vector<std::size_t>& result) const;

  unsigned levels_ = 0;                                    ///< of inner nodes above the leaves
  std::vector<std::array<std::uint32_t, fan_out>> inner_;  ///< 0: the node without entries
  std::vector<std::array<term::Term, fan_out>> leaves_;
};

}  // namespace pendulum::program
