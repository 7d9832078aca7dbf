// The accesses of a program to its objects, from which the layout of the objects is derived (layout.h).
#pragma once

#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "frontend/llvm/analysis/points_to.h"

namespace llvm {
class DataLayout;
}

namespace pendulum::frontend {

/// A load, store or bulk operation of the program, as an access to one object.
struct Access {
  Congruence offsets;
  std::uint64_t size;
  bool is_pointer;
  bool is_bulk = false;  ///< memcpy or memset, for which only the ends matter
  bool is_load = false;
  /// The llvm::Type::TypeID of a floating-point number; nothing: another type, or an access that is cut.
  std::optional<unsigned> number_type = std::nullopt;
  auto key() const {
    return std::tuple(offsets.residue, offsets.modulus, size, is_pointer, is_bulk, is_load, number_type);
  }
  bool operator<(const Access& other) const { return key() < other.key(); }
};

/// Bytes [from, from + size) of one object are copied to [to, to + size) of another.
struct Copy {
  ObjectId from_object;
  ObjectId to_object;
  Congruence from;
  Congruence to;
  std::uint64_t size;
};

/// The accesses of all reachable functions.
struct Accesses {
  std::vector<std::set<Access>> of_object;  ///< indexed by object
  std::vector<Copy> copies;                 ///< copies of constant size
};

/// Collects the accesses. An access that is out of bounds of its object in every execution is left out; an
/// access that exceeds the end of its object is cut there. Strings and vectors of the arguments of main are
/// accessed as arrays if they are accessed at all.
Accesses collect_accesses(const PointsTo& points_to, const llvm::DataLayout& layout);

}  // namespace pendulum::frontend
