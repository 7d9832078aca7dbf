// Unknown memory: memory at addresses that belong to no object of the program
// (doc/adr/0008-unknown-memory.md). A read of it returns an arbitrary value. A write to it affects only
// objects whose addresses are known outside of the program (PointsTo::known_outside).
#pragma once

#include <map>

#include "frontend/llvm/memory/access.h"
#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class UnknownMemory {
 public:
  explicit UnknownMemory(const MemoryContext& context) : context_(context), terms_(context.terms) {}

  /// The kind of values that a write stores.
  enum class Written { Integers, Pointers };
  /// Records a write to unknown memory in executions in which `condition` holds (null: in none).
  void note_write(Path& path, Written what, Term condition);
  /// The value that is read from an object that unknown memory may overlap. After the program has written to
  /// unknown memory it is arbitrary in proofs; counterexamples must not depend on a new value (decision 8).
  Value perhaps_overwritten(Path& path, const Value& value);
  /// Reads `size` bytes of unknown memory, `distance` bytes after `address`, in executions in which
  /// `condition` holds. Requires: size > 0.
  Value read(Path& path, Term address, Term condition, std::uint64_t distance, std::uint64_t size,
             PieceKind wanted) const;

 private:
  /// The Boolean Program variable that records whether the program has written such values to unknown memory.
  Term written_variable(Written what);

  const MemoryContext& context_;
  term::TermManager& terms_;
  std::map<Written, Term> written_variables_;
};

}  // namespace pendulum::frontend
