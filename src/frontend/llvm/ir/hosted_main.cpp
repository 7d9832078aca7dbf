#include "frontend/llvm/ir/hosted_main.h"

#include <llvm/IR/Function.h>

#include "base/check.h"

namespace pendulum::frontend {

bool is_argument_count(const llvm::Argument& parameter) {
  PENDULUM_CHECK(parameter.getParent() != nullptr, "a parameter should belong to a function");
  return parameter.getParent()->getName() == "main" && parameter.getArgNo() == 0 &&
         parameter.getType()->isIntegerTy(32);
}

bool is_argument_vector(const llvm::Argument& parameter) {
  PENDULUM_CHECK(parameter.getParent() != nullptr, "a parameter should belong to a function");
  const llvm::Function& function = *parameter.getParent();
  return parameter.getArgNo() >= 1 && parameter.getArgNo() <= 2 && parameter.getType()->isPointerTy() &&
         !parameter.hasByValAttr() && is_argument_count(*function.getArg(0));
}

program::EntryParameter::Role role_of(const llvm::Argument& parameter) {
  using Role = program::EntryParameter::Role;
  if (is_argument_count(parameter)) return Role::ArgumentCount;
  if (!is_argument_vector(parameter)) return Role::Plain;
  return parameter.getArgNo() == 1 ? Role::ArgumentVector : Role::Environment;
}

}  // namespace pendulum::frontend
