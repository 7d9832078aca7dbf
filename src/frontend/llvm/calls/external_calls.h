// Calls of functions without body: functions of the instrumentation, verifier functions, library functions
// and external functions.
#pragma once

#include "frontend/llvm/calls/library_calls.h"
#include "frontend/llvm/calls/memory_calls.h"

namespace pendulum::frontend {

class ExternalCalls {
 public:
  ExternalCalls(const TranslationContext& context, const AddressArithmetic& addresses,
                const Evaluator& evaluator, const EdgeWriter& edges, const MemoryCalls& memory_calls,
                const LibraryCalls& library)
      : context_(context),
        terms_(context.terms),
        addresses_(addresses),
        evaluator_(evaluator),
        edges_(edges),
        memory_calls_(memory_calls),
        library_(library) {}

  /// Translates a call of `callee`, the function that the call enters. Throws UnsupportedHere. Requires:
  /// `callee` has no body.
  Step call(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const;

 private:
  /// 1 if the call of __pendulum_is_register has an address of registers, otherwise 0.
  Term is_register(Walk& walk, const llvm::CallBase& call) const;
  Step call_unknown(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const;
  /// The condition that the number, or Boolean, is not zero.
  Term is_set(Term number) const;
  /// Whether an argument of the call may point to a function.
  bool gets_function(const llvm::CallBase& call) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const AddressArithmetic& addresses_;
  const Evaluator& evaluator_;
  const EdgeWriter& edges_;
  const MemoryCalls& memory_calls_;
  const LibraryCalls& library_;
};

}  // namespace pendulum::frontend
