// Calls of malloc, calloc, free, memcpy and related functions, and marks of uninitialised objects.
#pragma once

#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/walk/evaluator.h"

namespace llvm {
class CallBase;
}  // namespace llvm

namespace pendulum::frontend {

class MemoryCalls {
 public:
  MemoryCalls(const TranslationContext& context, const ValueConversions& conversions,
              const Evaluator& evaluator)
      : context_(context), terms_(context.terms), conversions_(conversions), evaluator_(evaluator) {}

  /// Sets the result of malloc or calloc: the address of a new object, or null if the requested size exceeds
  /// PTRDIFF_MAX.
  void allocate(Walk& walk, const llvm::CallBase& call, const Allocation& how) const;
  /// Ends the lifetime of the object that free gets. Requires: is_free(call).
  void release(Walk& walk, const llvm::CallBase& call) const;
  /// Copies or fills memory. Throws UnsupportedHere if the size is not constant.
  void move_memory(Walk& walk, const llvm::CallBase& call, const BulkMemory& bulk) const;
  /// Havocs the object that a call of __pendulum_uninitialised marks.
  void mark_uninitialised(Walk& walk, const llvm::CallBase& call) const;

 private:
  /// Size in bytes of a requested object, and whether it exceeds PTRDIFF_MAX.
  struct Request {
    Term bytes;
    Term is_too_large;
  };
  Request request_of(Walk& walk, const llvm::CallBase& call, const Allocation& how) const;
  ObjectId marked_object(Walk& walk, const llvm::CallBase& mark) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const ValueConversions& conversions_;
  const Evaluator& evaluator_;
};

}  // namespace pendulum::frontend
