#include "frontend/llvm/models/allocation_failures.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// ENOMEM
constexpr unsigned out_of_memory = 12;

/// Allocations whose sizes are constants of at most this number of bits are assumed to succeed.
constexpr unsigned small_bits = 15;

bool has_small_constant(const llvm::Value& size) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&size);
  return constant != nullptr && constant->getValue().getActiveBits() <= small_bits;
}

std::vector<llvm::CallBase*> calls_that_may_fail(llvm::Module& module, Allocations allocations) {
  std::vector<llvm::CallBase*> result;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(model_attribute)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto how = call == nullptr ? std::nullopt : allocation(*call);
      if (!how || !call->getType()->isPointerTy()) continue;
      if (allocations == Allocations::Succeed && has_small_constant(*how->size) &&
          (how->count == nullptr || has_small_constant(*how->count)))
        continue;
      result.push_back(call);
    }
  }
  return result;
}

}  // namespace

std::vector<llvm::CallBase*> allocations_of_program(llvm::Module& module) {
  std::vector<llvm::CallBase*> result;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && allocation(*call))
        result.push_back(call);
  return result;
}

void let_fail(const std::vector<llvm::CallBase*>& allocations) {
  for (llvm::CallBase* call : allocations) {
    PENDULUM_CHECK(!call->isTerminator(), "an instruction should follow an allocation");
    llvm::IRBuilder<> builder(call);
    const llvm::FunctionCallee any =
        call->getModule()->getOrInsertFunction("__VERIFIER_nondet_model_int", builder.getInt32Ty());
    llvm::BasicBlock* before = call->getParent();
    llvm::Value* succeeds = builder.CreateIsNull(builder.CreateCall(any));
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(succeeds, call, /*Unreachable=*/false);
    builder.SetInsertPoint(call);
    llvm::PHINode* result = builder.CreatePHI(call->getType(), 2);
    call->replaceAllUsesWith(result);
    call->moveBefore(end);
    result->addIncoming(llvm::Constant::getNullValue(call->getType()), before);
    result->addIncoming(call, end->getParent());
  }
}

void set_errno_of_failed_allocations(llvm::Module& module, Allocations allocations) {
  llvm::GlobalVariable* place = module.getGlobalVariable(errno_global, /*AllowInternal=*/true);
  if (place == nullptr) return;
  PENDULUM_CHECK(place->getValueType()->isIntegerTy(), "errno should be an integer");
  for (llvm::CallBase* call : calls_that_may_fail(module, allocations)) {
    PENDULUM_CHECK(!call->isTerminator(), "an instruction should follow an allocation");
    llvm::IRBuilder<> builder(call->getNextNode());
    llvm::Type* type = place->getValueType();
    llvm::Value* old = builder.CreateLoad(type, place);
    llvm::Value* changed =
        builder.CreateSelect(builder.CreateIsNull(call), llvm::ConstantInt::get(type, out_of_memory), old);
    builder.CreateStore(changed, place);
  }
}

}  // namespace pendulum::frontend
