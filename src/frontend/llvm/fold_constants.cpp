// Constant expressions as clang leaves them at -O0: `(unsigned long)&((struct node *)0)->link` of a
// container_of is the address of a field of a null pointer, and what is subtracted from a pointer is zero
// minus that. As numbers, the analyses know the offset.
//
// Soundness: a folded expression has the same value; only the sizes of types are used.
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "frontend/llvm/prepare.h"

namespace pendulum::frontend {

void fold_constants(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      for (llvm::Use& operand : instruction.operands())
        if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get()))
          operand.set(llvm::ConstantFoldConstant(expression, module.getDataLayout()));
}

}  // namespace pendulum::frontend
