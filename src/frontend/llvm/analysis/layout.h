// The partition of each object into pieces, which become program variables.
//
// First, all accesses of the program to an object are collected. If all of them are at constant offsets, the
// object is cut at every offset at which an access begins or ends, and each piece is a scalar: structs,
// unions and arrays with constant indices become sets of scalars. If some accesses are at symbolic offsets,
// the object is a sequence of records of G bytes, where G is the greatest common divisor of all strides. The
// record is cut in the same way, and each piece is an SMT array that is indexed by the record's number. An
// int array has G = 4 and one piece; an array of structs has one SMT array per field; an object that is
// accessed bytewise has G = 1. If records would cut pointers, a small object is nevertheless cut into
// scalars, and an access at a symbolic offset is a case split.
//
// Pointers are not cut: if a union or a cast allows integer accesses to the bytes of a pointer, such an
// access refers to a part of the pointer's piece.
//
// The layout also records the pieces that only hold floating-point numbers of one type. The bits of a NaN in
// another piece are observable (memory/float_values.h).
//
// Soundness: every access covers whole pieces, or is an access to a part of one pointer. Therefore reads and
// writes are exact concatenations of pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/llvm/analysis/points_to.h"

namespace llvm {
class DataLayout;
}

namespace pendulum::frontend {

/// A part of an object, or of each record of an object.
struct Piece {
  std::uint64_t offset = 0;  ///< offset in bytes, in the object or in the record
  std::uint64_t size = 0;    ///< bytes
  bool is_pointer = false;   ///< some access reads or writes it as a pointer
  bool is_used = false;      ///< some load or store covers it, possibly through copies
  bool has_parts = false;    ///< a pointer of which some access reads or writes only a part
  bool is_mixed = false;     ///< some floating-point number in it may be read as another type
  /// The llvm::Type::TypeID of the numbers if all loads, and all stores of floating-point numbers, are to the
  /// whole piece with this type and !is_mixed. Then the program does not observe the bits of the numbers.
  std::optional<unsigned> number_type = std::nullopt;

  /// Adds an access, or the accesses to a copy of the piece, with numbers of this type.
  void add_number_type(std::optional<unsigned> type) {
    is_mixed |= type && number_type && type != number_type;
    if (!number_type) number_type = type;
  }
};

/// The pieces of one object.
struct ObjectLayout {
  std::uint64_t record = 0;   ///< size in bytes; 0: the pieces are scalars
  std::vector<Piece> pieces;  ///< ordered by offset; bytes that are never accessed belong to no piece
  bool is_array() const { return record != 0; }
  /// Index of the piece that starts at `offset`; unset if none does.
  std::optional<std::size_t> piece_at(std::uint64_t offset) const;
  /// The offsets in the object at which the piece with the given index occurs.
  Congruence offsets(std::size_t piece) const {
    return {static_cast<std::int64_t>(pieces[piece].offset), record};
  }
  /// Index of the piece that contains the bytes [offset, offset + size); unset if none does.
  std::optional<std::size_t> piece_around(std::uint64_t offset, std::uint64_t size) const;
};

/// One layout per object of `points_to`.
std::vector<ObjectLayout> make_layouts(const PointsTo& points_to, const llvm::DataLayout& layout);

}  // namespace pendulum::frontend
