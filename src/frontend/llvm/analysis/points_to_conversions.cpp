// Detection of programs that use addresses as integers.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "frontend/llvm/analysis/points_to_constraints.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

bool is_conversion(const llvm::Value& value) {
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return llvm::isa<llvm::PtrToIntInst>(value) ||
         (expression != nullptr && expression->getOpcode() == llvm::Instruction::PtrToInt);
}

namespace {

/// Whether a call passes or expects a pointer where the function has an integer or vice versa, or calls
/// malloc as a function that returns an integer.
bool mixes_types(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr) return false;
  if (allocation(call)) return !call.getType()->isPointerTy();
  if (callee->isDeclaration()) return false;
  if (callee->getReturnType()->isPointerTy() != call.getType()->isPointerTy()) return true;
  for (unsigned i = 0; i < std::min<std::size_t>(call.arg_size(), callee->arg_size()); ++i)
    if (call.getArgOperand(i)->getType()->isPointerTy() != callee->getArg(i)->getType()->isPointerTy())
      return true;
  return false;
}

}  // namespace

bool converts_pointers(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && mixes_types(*call))
        return true;
      if (is_conversion(instruction)) {
        for (const llvm::User* user : instruction.users())
          if (user->getType() != instruction.getType() || !llvm::isa<llvm::BinaryOperator>(user) ||
              llvm::cast<llvm::BinaryOperator>(user)->getOpcode() != llvm::Instruction::Sub)
            return true;
      }
      for (const llvm::Value* operand : instruction.operands())
        if (is_conversion(*operand) && llvm::isa<llvm::Constant>(operand)) return true;
    }
  }
  return false;
}

}  // namespace pendulum::frontend
