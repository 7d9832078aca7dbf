// Folds constant expressions that clang generates at -O0. For example, container_of contains `(unsigned
// long)&((struct node *)0)->link`, the address of a field of a null pointer, which is subtracted from a
// pointer. After folding, the analyses see the offset as a number.
//
// Soundness: a folded expression has the same value; only the sizes of types are used.
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

void fold_constants(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      for (llvm::Use& operand : instruction.operands())
        if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get()))
          operand.set(llvm::ConstantFoldConstant(expression, module.getDataLayout()));
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after folding constants: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
