// The sizes of objects, and conditions that accesses are within bounds.
#pragma once

#include "frontend/llvm/objects/argument_memory.h"

namespace pendulum::frontend {

class ObjectBounds {
 public:
  ObjectBounds(const MemoryContext& context, ArgumentMemory& arguments)
      : context_(context), terms_(context.terms), arguments_(arguments) {}

  /// The size in bytes of the object that `pointer` points to if it points to `object`. Null: the size is not
  /// known, as for objects that are declared like `extern int a[]`.
  Term size_of(const Path& path, const Pointer& pointer, ObjectId object) const;
  /// The condition that an access to `size` bytes at offset `residue` of record `index` (null: of the object)
  /// is within bounds.
  Term is_within(const Path& path, ObjectId object, Term instance, std::uint64_t residue, std::uint64_t size,
                 Term index) const;
  /// The condition that the pointer is further away from the object than the object's guards (guards.h)
  /// reach. The native replay may mistake such an access for an access to another object, so engines prefer
  /// other counterexamples. For a constant offset the condition is false because no other counterexample
  /// exists: the error is reported if the native replay confirms it.
  Term is_far_outside(const Path& path, const Pointer& pointer, ObjectId object) const;

 private:
  Term is_within_heap_object(const Path& path, ObjectId object, Term instance, std::uint64_t end,
                             Term index) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  ArgumentMemory& arguments_;
};

}  // namespace pendulum::frontend
