// Reads and writes of the Program variables that represent a piece or a temporary.
#pragma once

#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class Slots {
 public:
  explicit Slots(const MemoryContext& context) : context_(context), terms_(context.terms) {}

  /// Reads a slot, or element `index` of it if the slot is an array.
  Value read(const Path& path, const Slot& slot, Term index = Term()) const;
  /// Writes a slot, or element `index` of it, in executions in which `condition` holds (null: in all). A
  /// bit-vector that is written to the slot of a pointer becomes an address without object. Requires: the
  /// slot of an integer gets no address.
  void write(Path& path, const Slot& slot, const Value& value, Term index = Term(),
             Term condition = Term()) const;
  /// The array index of an element of a piece: the instance, the number of the record, or both concatenated;
  /// null for a scalar.
  Term element_index(Term instance, Term index) const;

 private:
  const MemoryContext& context_;
  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
