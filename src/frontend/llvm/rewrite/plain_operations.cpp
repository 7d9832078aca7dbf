// Replacement of atomic operations, computed gotos and addresses of thread-local objects by simpler
// operations with the same meaning.
//
// Soundness: functions that start threads or install signal handlers are unsupported, so no other code is
// executed between the parts of an atomic operation.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

void change(llvm::AtomicRMWInst& operation) {
  llvm::IRBuilder<> builder(&operation);
  llvm::Value* old = builder.CreateLoad(operation.getType(), operation.getPointerOperand());
  llvm::Value* changed =
      llvm::buildAtomicRMWValue(operation.getOperation(), builder, old, operation.getValOperand());
  builder.CreateStore(changed, operation.getPointerOperand());
  operation.replaceAllUsesWith(old);
  operation.eraseFromParent();
}

/// A weak exchange may fail spuriously (C17 7.17.7.4p4); here, as on x86, it does not.
void change(llvm::AtomicCmpXchgInst& exchange) {
  llvm::IRBuilder<> builder(&exchange);
  llvm::Value* old =
      builder.CreateLoad(exchange.getCompareOperand()->getType(), exchange.getPointerOperand());
  llvm::Value* is_same = builder.CreateICmpEQ(old, exchange.getCompareOperand());
  builder.CreateStore(builder.CreateSelect(is_same, exchange.getNewValOperand(), old),
                      exchange.getPointerOperand());
  for (llvm::User* user : llvm::make_early_inc_range(exchange.users())) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(instruction)) {
      part->replaceAllUsesWith(part->getIndices()[0] == 0 ? old : is_same);
    } else {
      builder.SetInsertPoint(instruction);
      mark_unsupported(builder, "struct as a value");
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    }
    instruction->eraseFromParent();
  }
  PENDULUM_CHECK(exchange.use_empty(), "no instruction should use the struct of an exchange");
  exchange.eraseFromParent();
}

/// Replaces the addresses of labels by the numbers 1, 2, ... and returns the labelled blocks with their
/// numbers.
std::vector<std::pair<llvm::BasicBlock*, llvm::Constant*>> number_labels(llvm::Module& module) {
  std::vector<std::pair<llvm::BasicBlock*, llvm::Constant*>> labels;
  llvm::Type* word = module.getDataLayout().getIntPtrType(module.getContext());
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      if (!block.hasAddressTaken()) continue;
      llvm::BlockAddress* address = llvm::BlockAddress::get(&block);
      llvm::Constant* number = llvm::ConstantExpr::getIntToPtr(
          llvm::ConstantInt::get(word, labels.size() + 1), address->getType());
      labels.emplace_back(&block, number);
      address->replaceAllUsesWith(number);
      address->destroyConstant();
    }
  return labels;
}

/// Replaces a computed goto by a chain of comparisons with the numbers of its targets. A jump to any other
/// address is undefined behaviour.
void change(llvm::IndirectBrInst& jump,
            const std::vector<std::pair<llvm::BasicBlock*, llvm::Constant*>>& labels) {
  llvm::Function& function = *jump.getFunction();
  std::set<const llvm::BasicBlock*> targets;
  for (const llvm::BasicBlock* target : jump.successors()) targets.insert(target);
  llvm::IRBuilder<> builder(&jump);
  for (const auto& [block, number] : labels) {
    if (!targets.contains(block)) continue;
    llvm::Value* is_target = builder.CreateICmpEQ(jump.getAddress(), number);
    llvm::BasicBlock* others = llvm::BasicBlock::Create(function.getContext(), "goto", &function);
    block->replacePhiUsesWith(jump.getParent(), builder.GetInsertBlock());
    builder.CreateCondBr(is_target, block, others);
    builder.SetInsertPoint(others);
  }
  builder.SetCurrentDebugLocation(jump.getDebugLoc());
  builder.CreateUnreachable();
  jump.eraseFromParent();
}

bool has_plainer_form(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::IndirectBrInst>(instruction) ||
         (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address);
}

}  // namespace

void make_operations_plain(llvm::Module& module) {
  const auto labels = number_labels(module);
  std::vector<llvm::Instruction*> instructions;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (has_plainer_form(instruction)) instructions.push_back(&instruction);
  for (llvm::Instruction* instruction : instructions) {
    if (auto* operation = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction)) {
      change(*operation);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction)) {
      change(*exchange);
    } else if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(instruction)) {
      change(*jump, labels);
    } else {
      // The intrinsic returns the thread's instance of an object; there is only one thread.
      instruction->replaceAllUsesWith(instruction->getOperand(0));
      instruction->eraseFromParent();
    }
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after replacing atomic operations: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
