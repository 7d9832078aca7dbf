// The targets of a memory access.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/llvm/analysis/points_to.h"
#include "term/term.h"

namespace pendulum::frontend {

using term::Term;

/// The form in which a value is read.
enum class PieceKind { Bits, Pointer };

/// One object and offset that an access may refer to.
struct AccessTarget {
  ObjectId object;
  Term condition;         ///< the pointer points to this target, and the access is within bounds
  Term instance;          ///< null: the object has no instances
  Term index;             ///< number of the record; null: the pieces are scalars
  std::uint64_t residue;  ///< offset of the access in the record, or in an object without records
};

/// All targets of one access. Their conditions and `unknown` exclude each other.
struct Access {
  std::vector<AccessTarget> targets;
  Term unknown;  ///< the access is to unknown memory; null: never
  Term address;  ///< its address in unknown memory
  bool is_certain() const { return targets.size() == 1 && unknown.is_null(); }
  bool is_empty() const { return targets.empty() && unknown.is_null(); }
};

}  // namespace pendulum::frontend
