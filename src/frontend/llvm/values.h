// What an LLVM value is during the translation: a term, or a pointer as (object, offset).
//
// i1 values are terms of sort Bool, all other integers and the bits of floating-point numbers are
// bit-vectors. The offset of a pointer is kept as a linear form in bytes for as long as it stays within one
// edge, so that `a[i]` selects from the array at `i` itself and not at (4 * i) / 4.
//
// An integer that was made by ptrtoint keeps its pointer: it can be turned back, subtracted from and compared
// with another one. Anything else ends with an unsupported edge unless the pointer has no object.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "term/term.h"

namespace pendulum::frontend {

using term::Term;

struct Offset {
  struct Index {
    Term index;           ///< pointer-wide
    std::int64_t stride;  ///< bytes
  };
  Term base;  ///< bytes, pointer-wide; null: none
  std::vector<Index> indices;
  std::int64_t constant = 0;

  bool is_constant() const { return base.is_null() && indices.empty(); }
};

struct Pointer {
  Term object;  ///< an ObjectId, pointer-wide
  Offset offset;
};

struct Value {
  Term term;                       ///< null when `pointer` says it all
  std::optional<Pointer> pointer;  ///< of pointers, and of integers that are addresses

  static Value of(Term term) { return {term, std::nullopt}; }
  static Value of(Pointer pointer) { return {Term(), std::move(pointer)}; }
};

}  // namespace pendulum::frontend
