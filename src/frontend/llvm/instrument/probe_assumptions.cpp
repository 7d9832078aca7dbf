#include "frontend/llvm/instrument/probe_assumptions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
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

/// The function that the instruction calls; null if it calls none, or through a pointer.
const llvm::Function* callee_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call == nullptr
             ? nullptr
             : llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
}

bool is_assumption(const llvm::Function& callee) {
  return callee.isDeclaration() && !callee.isIntrinsic() && extern_kind(callee) == ExternKind::Assume;
}

/// Is it the function that a failing assert of the C library calls?
bool is_failure(const llvm::Function& callee) {
  return callee.isDeclaration() && (callee.getName() == "__assert_fail" || callee.getName() == "__assert");
}

bool is_assertion(const llvm::Function& callee) {
  return callee.getName() == "__VERIFIER_assert" || callee.getName() == "pendulum_assert" ||
         callee.getName() == "assert";
}

/// Makes it an error to reach the instruction `next`.
void probe(llvm::Instruction& next, const llvm::Instruction& probed, const char* text) {
  llvm::Module& module = *next.getModule();
  llvm::IRBuilder<> builder(&next);
  builder.SetCurrentDebugLocation(probed.getDebugLoc());
  const llvm::FunctionCallee any =
      module.getOrInsertFunction("__VERIFIER_nondet_model_int", builder.getInt32Ty());
  llvm::Value* is_chosen = builder.CreateIsNotNull(builder.CreateCall(any));
  const std::string where = source_location(probed).to_string();
  const llvm::DebugLoc location = probed.getDebugLoc();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(is_chosen, &next, /*Unreachable=*/true);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(location);
  const llvm::FunctionCallee error = module.getOrInsertFunction(
      llvm::StringRef(error_function), builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy());
  builder.CreateCall(error, {builder.CreateGlobalString(text, text_global),
                             builder.CreateGlobalString(where, location_global)});
}

/// The calls in functions of the user whose callee satisfies the predicate.
template <typename Predicate>
std::vector<llvm::CallInst*> calls_of(llvm::Module& module, const Predicate& is_wanted) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(model_attribute)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const llvm::Function* callee = callee_of(instruction); callee != nullptr && is_wanted(*callee))
        calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  return calls;
}

}  // namespace

void probe_assumptions(llvm::Module& module) {
  for (llvm::CallInst* call : calls_of(module, is_assumption))
    probe(*call->getNextNode(), *call, assumption_probe);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid with probes: {}",
                  violated_rules(module));
}

namespace {

/// The last block before the condition of an assert branches: it dominates the call for a false condition and
/// the blocks where the execution continues otherwise. The condition may consist of several blocks (a || b).
llvm::BasicBlock* start_of_condition(llvm::CallInst& failure) {
  const llvm::DominatorTree dominators(*failure.getFunction());
  llvm::BasicBlock* start = failure.getParent();
  for (llvm::BasicBlock* condition : llvm::predecessors(failure.getParent()))
    for (llvm::BasicBlock* next : llvm::successors(condition))
      start = dominators.findNearestCommonDominator(start, next);
  return start;
}

}  // namespace

void probe_assertions(llvm::Module& module) {
  for (llvm::CallInst* call : calls_of(module, is_assertion)) probe(*call, *call, assertion_probe);
  for (llvm::CallInst* call : calls_of(module, is_failure))
    if (llvm::BasicBlock* start = start_of_condition(*call); start != nullptr && start != call->getParent())
      probe(*start->getTerminator(), *call, assertion_probe);
}

}  // namespace pendulum::frontend
