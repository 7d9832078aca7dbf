// How each object is cut into pieces that become Program variables.
//
// All accesses of the program to an object are collected first. When all of them are at constant offsets, the
// object is cut at every place where an access begins or ends, and each piece is a scalar: structs, unions
// and arrays with constant indices dissolve. When some are at symbolic offsets, the object is a sequence of
// records of G bytes, G being the greatest common divisor of all strides; the record is cut in the same way
// and each piece is an SMT array indexed by the record's number. An int array has G = 4 and one piece; an
// array of structs one SMT array per field; an object that is accessed bytewise has G = 1. Where records
// would cut pointers, a small object is cut into scalars all the same, and an access at a symbolic offset is
// a case split.
//
// Pointers are not cut: where a union or a cast has integers in the place of a pointer, an access to them is
// to a part of the pointer's piece.
//
// Soundness: every access covers whole pieces, so reads and writes are exact concatenations of pieces, or is
// to a part of one pointer.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/llvm/points_to.h"

namespace llvm {
class DataLayout;
}

namespace pendulum::frontend {

struct Piece {
  std::uint64_t offset = 0;  ///< in the object, or in the record
  std::uint64_t size = 0;    ///< bytes
  bool is_pointer = false;   ///< some access reads or writes it as a pointer
  bool is_used = false;      ///< some load or store covers it, if only behind copies
  bool has_parts = false;    ///< a pointer of which some access reads or writes a part
};

struct ObjectLayout {
  std::uint64_t record = 0;   ///< bytes; 0: the pieces are scalars
  std::vector<Piece> pieces;  ///< ordered by offset; bytes that nothing accesses belong to none
  bool is_array() const { return record != 0; }
  /// Index of the piece that starts at `offset`; nothing: there is none.
  std::optional<std::size_t> piece_at(std::uint64_t offset) const;
  /// Where in the object the piece, by index, stands.
  Congruence offsets(std::size_t piece) const {
    return {static_cast<std::int64_t>(pieces[piece].offset), record};
  }
  /// Index of the piece that these bytes are in.
  std::optional<std::size_t> piece_around(std::uint64_t offset, std::uint64_t size) const;
};

/// One layout per object of `points_to`.
std::vector<ObjectLayout> make_layouts(const PointsTo& points_to, const llvm::DataLayout& layout);

}  // namespace pendulum::frontend
