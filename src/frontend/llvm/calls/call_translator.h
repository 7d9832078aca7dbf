// Translation of calls: finds the callees, and inlines functions with a body that are not shared.
#pragma once

#include "frontend/llvm/calls/external_calls.h"
#include "frontend/llvm/calls/intrinsic_calls.h"

namespace pendulum::frontend {

class CallTranslator {
 public:
  CallTranslator(const TranslationContext& context, WalkQueue& queue, const Evaluator& evaluator,
                 const CallArguments& arguments, Locations& locations, const EdgeWriter& edges,
                 const WalkEnds& ends, SharedFunctions& shared, const MemoryCalls& memory_calls,
                 const IntrinsicCalls& intrinsics, const ExternalCalls& external)
      : context_(context),
        terms_(context.terms),
        queue_(queue),
        evaluator_(evaluator),
        arguments_(arguments),
        locations_(locations),
        edges_(edges),
        ends_(ends),
        shared_(shared),
        memory_calls_(memory_calls),
        intrinsics_(intrinsics),
        external_(external) {}

  /// Translates the call at which the walk is. If the callee is inlined, the walk continues in the callee.
  /// Throws UnsupportedHere.
  Step call(Walk& walk, const llvm::CallBase& call) const;

 private:
  Step indirect_call(Walk& walk, const llvm::CallBase& call) const;
  Step call_function(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  WalkQueue& queue_;
  const Evaluator& evaluator_;
  const CallArguments& arguments_;
  Locations& locations_;
  const EdgeWriter& edges_;
  const WalkEnds& ends_;
  SharedFunctions& shared_;
  const MemoryCalls& memory_calls_;
  const IntrinsicCalls& intrinsics_;
  const ExternalCalls& external_;
};

}  // namespace pendulum::frontend
