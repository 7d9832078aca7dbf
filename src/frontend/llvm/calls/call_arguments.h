// The values of the parameters of a called function.
#pragma once

#include "frontend/llvm/walk/evaluator.h"

namespace llvm {
class Argument;
class CallBase;
class Function;
}  // namespace llvm

namespace pendulum::frontend {

class CallArguments {
 public:
  CallArguments(const TranslationContext& context, const Evaluator& evaluator)
      : context_(context), evaluator_(evaluator) {}

  /// One value for each parameter of `callee`. Throws UnsupportedHere if an argument has an incompatible
  /// type.
  std::vector<Value> values(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const;

 private:
  Value copy_of_argument(Walk& walk, const llvm::CallBase& call, const llvm::Argument& parameter) const;

  const TranslationContext& context_;
  const Evaluator& evaluator_;
};

}  // namespace pendulum::frontend
