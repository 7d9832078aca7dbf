// Folds constant expressions that clang generates at -O0. For example, container_of contains `(unsigned
// long)&((struct node *)0)->link`, the address of a field of a null pointer, which is subtracted from a
// pointer. After folding, the analyses see the offset as a number.
//
// Arithmetic on the address of an object, such as `(uintptr_t)pool + sizeof pool`, becomes instructions.
//
// Soundness: a folded expression has the same value; only the sizes of types are used.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// Is the expression arithmetic on the address of an object, after folding?
bool is_address_arithmetic(const llvm::Value& value) {
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return expression != nullptr && llvm::Instruction::isBinaryOp(expression->getOpcode());
}

/// Replaces the expression by instructions before `place`, and the expressions among its operands, too.
llvm::Value* expand(llvm::Value* value, llvm::Instruction* place) {
  auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
  if (expression == nullptr || !value->getType()->isIntegerTy()) return value;
  llvm::Instruction* copy = expression->getAsInstruction();
  copy->insertBefore(place);
  copy->setDebugLoc(place->getDebugLoc());
  for (llvm::Use& operand : copy->operands()) operand.set(expand(operand.get(), copy));
  return copy;
}

}  // namespace

void fold_constants(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      for (llvm::Use& operand : instruction.operands()) {
        if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get()))
          operand.set(llvm::ConstantFoldConstant(expression, module.getDataLayout()));
        if (is_address_arithmetic(*operand.get()) && !llvm::isa<llvm::PHINode>(instruction))
          operand.set(expand(operand.get(), &instruction));
      }
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after folding constants: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
