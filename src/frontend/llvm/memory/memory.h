// Translation of memory accesses: loads, stores, allocations and lifetimes become reads and writes of Program
// variables. An access is a case split over the targets of its pointer, with bounds checks, and reads or
// writes the pieces (layout.h) of each target. Class Memory owns the classes that do this, and translates
// loads and stores.
//
// Soundness: if valid-deref is checked, every invalid access to an object, to a function or through null is
// an error, and an access to unknown memory is unsupported. Otherwise, executions with an access through null
// are not followed, and a proof has to exclude all other accesses that are out of bounds or to a function,
// except for reads at a constant offset of a known object, which return an arbitrary value.
#pragma once

#include "frontend/llvm/memory/bulk_access.h"
#include "frontend/llvm/memory/leak_check.h"
#include "frontend/llvm/objects/address_coincidence.h"
#include "frontend/llvm/objects/initial_values.h"

namespace pendulum::frontend {

class Memory {
 public:
  /// `context` has to outlive the memory.
  explicit Memory(const MemoryContext& context);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Reads a value of `type` (integer, floating-point number or pointer). `targets` are those of the
  /// points-to analysis.
  Value load(Path& path, const Pointer& pointer, const Targets& targets, llvm::Type* type);
  /// Writes a value of `type`. Both throw UnsupportedHere for aggregates.
  void store(Path& path, const Pointer& pointer, const Targets& targets, const Value& value,
             llvm::Type* type);
  /// Assigns the initial values of all memory that the translation has used (InitialValues::initialize).
  void initialize(Path& path) const;

  const Slots& slots() const { return slots_; }
  const AddressNumbers& numbers() const { return numbers_; }
  ArgumentMemory& arguments() { return arguments_; }
  const ObjectLifetimes& lifetimes() const { return lifetimes_; }
  const AddressCoincidence& coincidence() const { return coincidence_; }
  const BulkAccess& bulk() const { return bulk_; }
  const ObjectHavoc& contents() const { return havoc_; }
  const LeakCheck& leaks() const { return leaks_; }
  /// Whether some translated access may be to unknown memory.
  bool uses_unknown_memory() const { return resolver_.uses_unknown_memory(); }

 private:
  const MemoryContext& context_;
  // A member uses only those before it.
  Slots slots_;
  AddressNumbers numbers_;
  ArgumentMemory arguments_;
  ObjectBounds bounds_;
  ObjectLifetimes lifetimes_;
  AddressCoincidence coincidence_;
  UnknownMemory unknown_;
  AccessResolver resolver_;
  PieceAccess pieces_;
  LeakCheck leaks_;
  BulkAccess bulk_;
  ObjectHavoc havoc_;
  InitialValues initial_values_;
};

}  // namespace pendulum::frontend
