#include "frontend/llvm/rewrite/alloca_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

bool is_alloca(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  return callee != nullptr && callee->isDeclaration() && callee->getName() == "alloca" &&
         call.arg_size() == 1 && call.getArgOperand(0)->getType()->isIntegerTy() &&
         call.getType()->isPointerTy();
}

}  // namespace

void replace_alloca_calls(llvm::Module& module) {
  constexpr std::uint64_t alignment = 16;  // that of __builtin_alloca
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && is_alloca(*call))
        calls.push_back(call);
  for (llvm::CallInst* call : calls) {
    llvm::IRBuilder<> builder(call);
    llvm::AllocaInst* place = builder.CreateAlloca(builder.getInt8Ty(), call->getArgOperand(0));
    place->setAlignment(llvm::Align(alignment));
    place->takeName(call);
    call->replaceAllUsesWith(place);
    call->eraseFromParent();
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after replacing calls of alloca: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
