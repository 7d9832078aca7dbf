#include "frontend/llvm/rewrite/runtime_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <string_view>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// The function that raises a number of the type to a power of type int; empty if there is none.
std::string_view power_function(const llvm::Type& type) {
  if (type.isFloatTy()) return "__powisf2";
  if (type.isDoubleTy()) return "__powidf2";
  if (type.isX86_FP80Ty()) return "__powixf2";
  return "";
}

bool is_power(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::powi &&
         call->getArgOperand(1)->getType()->isIntegerTy(32) && !power_function(*call->getType()).empty();
}

}  // namespace

void call_runtime_library(llvm::Module& module) {
  std::vector<llvm::IntrinsicInst*> powers;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (is_power(instruction)) powers.push_back(llvm::cast<llvm::IntrinsicInst>(&instruction));
  for (llvm::IntrinsicInst* power : powers) {
    llvm::Value* const arguments[] = {power->getArgOperand(0), power->getArgOperand(1)};
    auto* type =
        llvm::FunctionType::get(power->getType(), {arguments[0]->getType(), arguments[1]->getType()}, false);
    llvm::IRBuilder<> builder(power);
    power->replaceAllUsesWith(
        builder.CreateCall(module.getOrInsertFunction(power_function(*power->getType()), type), arguments));
    power->eraseFromParent();
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid with calls of the run-time library: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
