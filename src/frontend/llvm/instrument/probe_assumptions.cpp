#include "frontend/llvm/instrument/probe_assumptions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

namespace {

bool is_assumption(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const auto* callee =
      call == nullptr
          ? nullptr
          : llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() &&
         extern_kind(*callee) == ExternKind::Assume;
}

void probe(llvm::CallInst& call) {
  llvm::Module& module = *call.getModule();
  llvm::Instruction* next = call.getNextNode();
  llvm::IRBuilder<> builder(next);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  const llvm::FunctionCallee any =
      module.getOrInsertFunction("__VERIFIER_nondet_model_int", builder.getInt32Ty());
  llvm::Value* is_chosen = builder.CreateIsNotNull(builder.CreateCall(any));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(is_chosen, next, /*Unreachable=*/true);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  const llvm::FunctionCallee error = module.getOrInsertFunction(
      llvm::StringRef(error_function), builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy());
  builder.CreateCall(error, {builder.CreateGlobalString("the assumption is satisfied", text_global),
                             builder.CreateGlobalString(source_location(call).to_string(), location_global)});
}

}  // namespace

void probe_assumptions(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(model_attribute)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (is_assumption(instruction)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  for (llvm::CallInst* call : calls) probe(*call);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid with probes: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
