// Calls of LLVM's intrinsics.
#pragma once

#include "frontend/llvm/calls/float_intrinsics.h"
#include "frontend/llvm/walk/evaluator.h"

namespace llvm {
class IntrinsicInst;
class SaturatingInst;
}  // namespace llvm

namespace pendulum::frontend {

class IntrinsicCalls {
 public:
  IntrinsicCalls(const TranslationContext& context, const Evaluator& evaluator)
      : context_(context), terms_(context.terms), evaluator_(evaluator), floats_(context, evaluator) {}

  /// Throws UnsupportedHere for an intrinsic that is not modelled.
  Step call(Walk& walk, const llvm::IntrinsicInst& call) const;

 private:
  /// The results of intrinsics that compare, choose or count. Null: the intrinsic is another one.
  Term integer_result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const;
  /// The results of intrinsics that permute or count bits. Null: the intrinsic is another one.
  Term bit_result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const;
  Term absolute_value(Path& path, const llvm::IntrinsicInst& call, Term number) const;
  Term saturated(const llvm::SaturatingInst& call, Term a, Term b) const;
  Term funnel_shift(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const;
  Term count_zeros(Path& path, const llvm::IntrinsicInst& call, Term number) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const Evaluator& evaluator_;
  FloatIntrinsics floats_;
};

}  // namespace pendulum::frontend
