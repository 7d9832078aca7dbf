// LLVM's intrinsics on floating-point numbers. Each `llvm.experimental.constrained.f`, which clang generates
// under `#pragma STDC FENV_ACCESS ON`, is translated like `f`: exceptions are not modelled, and the current
// rounding mode applies unless the call names one.
#pragma once

#include "frontend/llvm/walk/evaluator.h"

namespace llvm {
class IntrinsicInst;
}

namespace pendulum::frontend {

class FloatIntrinsics {
 public:
  FloatIntrinsics(const TranslationContext& context, const Evaluator& evaluator)
      : context_(context), terms_(context.terms), evaluator_(evaluator), floats_(evaluator.floats()) {}

  /// The result of the call. Null: the intrinsic is not one on floating-point numbers.
  Term result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const;
  /// llvm.set.rounding.
  void set_rounding(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const;

 private:
  struct Call;  ///< the evaluated arguments of a call

  /// Groups of intrinsics. Null: the intrinsic is none of the group.
  Term on_bits(Path& path, const Call& call) const;
  Term arithmetic(const Call& call) const;
  Term rounded(const Call& call) const;
  Term to_integer(Path& path, const Call& call) const;
  Term constrained(Path& path, const Call& call) const;
  /// Functions without an exact definition (sin, exp, ...): an arbitrary result.
  Term approximate(Path& path, const Call& call) const;

  Term least_or_greatest(Path& path, const Call& call) const;
  Term saturated(const Call& call, bool is_signed) const;
  /// Translates llvm.is.fpclass, whose mask has one bit for each of ten classes (LangRef, floatclass).
  Term is_of_class(const Call& call, unsigned mask) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const Evaluator& evaluator_;
  const FloatArithmetic& floats_;
};

}  // namespace pendulum::frontend
