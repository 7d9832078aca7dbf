// The representation of an LLVM value during the translation: a term, or a pointer as (object, offset).
//
// i1 values are terms of sort Bool; all other integers and the bits of floating-point numbers are
// bit-vectors. Within one edge, the offset of a pointer is kept as a linear form in bytes, so that `a[i]`
// selects from the array at `i` itself and not at (4 * i) / 4.
//
// An integer that was made by ptrtoint keeps its pointer, so that the program can convert it back, subtract
// another address and compare it with another address. All other operations use its numeric value
// (AddressNumbers::as_bits), which may end in an unsupported edge.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "term/term.h"

namespace pendulum::frontend {

using term::Term;

/// The linear form base + constant + sum of index * stride, in bytes.
struct Offset {
  struct Index {
    Term index;           ///< pointer-wide
    std::int64_t stride;  ///< bytes
  };
  Term base;  ///< bytes, pointer-wide; null: zero
  std::vector<Index> indices;
  std::int64_t constant = 0;

  bool is_constant() const { return base.is_null() && indices.empty(); }
};

struct Pointer {
  Term object;  ///< an ObjectId, combined with the number of an instance if there are any; pointer-wide
  Offset offset;
};

struct Value {
  Term term;                       ///< null if `pointer` has a value
  std::optional<Pointer> pointer;  ///< for pointers, and for integers that are addresses

  static Value of(Term term) { return {term, std::nullopt}; }
  static Value of(Pointer pointer) { return {Term(), std::move(pointer)}; }
};

}  // namespace pendulum::frontend
