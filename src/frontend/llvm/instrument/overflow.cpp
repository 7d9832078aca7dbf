#include "frontend/llvm/instrument/overflow.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

// Arguments of ubsantrap: numbers of clang's enum SanitizerHandler (clang/lib/CodeGen/CodeGenFunction.h).
constexpr std::uint8_t addition_overflow = 0;
constexpr std::uint8_t division_overflow = 3;
constexpr std::uint8_t multiplication_overflow = 12;
constexpr std::uint8_t negation_overflow = 13;
constexpr std::uint8_t shift_out_of_range = 20;
constexpr std::uint8_t subtraction_overflow = 21;

/// The message for the argument of ubsantrap.
std::string text_of(std::uint64_t handler) {
  switch (handler) {
    case addition_overflow:
      return "signed addition overflows";
    case division_overflow:
      return "division by zero or without a result in range";
    case multiplication_overflow:
      return "signed multiplication overflows";
    case negation_overflow:
      return "signed negation overflows";
    case shift_out_of_range:
      return "shift by a negative amount or by the width or more";
    case subtraction_overflow:
      return "signed subtraction overflows";
    default:
      return "undefined arithmetic";
  }
}

/// Whether the trap belongs to a signed left shift. clang checks the amount and the result of such a shift
/// together, by a condition that is the conjunction of two parts.
bool checks_result_of_shift(const llvm::IntrinsicInst& trap) {
  const llvm::BasicBlock* before = trap.getParent()->getSinglePredecessor();
  const auto* branch =
      before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  return branch != nullptr && branch->isConditional() &&
         llvm::isa<llvm::BinaryOperator>(branch->getCondition());
}

bool is_trap(const llvm::BasicBlock& block) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&*block.getFirstNonPHIOrDbg());
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ubsantrap;
}

/// Whether the instruction is a division that may be undefined and that clang does not check, as in the
/// division of complex integers.
bool is_unchecked_division(const llvm::Instruction& instruction) {
  if (!instruction.isIntDivRem() || !instruction.getType()->isIntegerTy()) return false;
  if (llvm::isa<llvm::PossiblyExactOperator>(instruction) && instruction.isExact()) return false;
  if (const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)))
    if (!divisor->isZero() && !divisor->isMinusOne()) return false;
  return !is_after_check(instruction, is_trap);
}

/// The condition on the operands under which the division is undefined.
llvm::Value* is_undefined(llvm::IRBuilder<>& builder, const llvm::Instruction& division) {
  PENDULUM_CHECK(division.isIntDivRem(), "{} should be a division", division.getOpcodeName());
  llvm::Value* a = division.getOperand(0);
  llvm::Value* b = division.getOperand(1);
  llvm::Value* is_zero = builder.CreateIsNull(b);
  if (division.getOpcode() == llvm::Instruction::UDiv || division.getOpcode() == llvm::Instruction::URem)
    return is_zero;
  const llvm::APInt least = llvm::APInt::getSignedMinValue(a->getType()->getIntegerBitWidth());
  llvm::Value* overflows =
      builder.CreateAnd(builder.CreateICmpEQ(a, builder.getInt(least)),
                        builder.CreateICmpEQ(b, llvm::Constant::getAllOnesValue(b->getType())));
  return builder.CreateOr(is_zero, overflows);
}

std::vector<llvm::IntrinsicInst*> traps(llvm::Module& module) {
  std::vector<llvm::IntrinsicInst*> result;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ubsantrap)
        result.push_back(call);
  return result;
}

}  // namespace

bool is_after_check(const llvm::Instruction& instruction,
                    const std::function<bool(const llvm::BasicBlock&)>& is_report) {
  const llvm::BasicBlock* block = instruction.getParent();
  if (&*block->getFirstNonPHIOrDbg() != &instruction) return false;
  const llvm::BasicBlock* before = block->getSinglePredecessor();
  if (before == nullptr) return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  return is_report(*branch->getSuccessor(0)) || is_report(*branch->getSuccessor(1));
}

void trap_unchecked_divisions(llvm::Module& module) {
  std::vector<llvm::Instruction*> divisions;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (is_unchecked_division(instruction)) divisions.push_back(&instruction);
  for (llvm::Instruction* division : divisions) {
    llvm::IRBuilder<> builder(division);
    llvm::Value* condition = is_undefined(builder, *division);
    llvm::IRBuilder<> error(llvm::SplitBlockAndInsertIfThen(condition, division, /*Unreachable=*/true));
    error.SetCurrentDebugLocation(division->getDebugLoc());
    error.CreateIntrinsic(llvm::Intrinsic::ubsantrap, {}, {error.getInt8(division_overflow)});
    PENDULUM_DCHECK(is_after_check(*division, is_trap), "the division should follow its check");
  }
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after checking divisions: {}",
                  violated_rules(module));
}

void trap_absolute_values(llvm::Module& module) {
  PENDULUM_DCHECK(!has_models(module), "the calls should be checked before models replace the functions");
  for (const char* name : {"abs", "labs", "llabs", "imaxabs"}) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr || !function->isDeclaration()) continue;
    const std::vector<llvm::User*> users(function->user_begin(), function->user_end());
    for (llvm::User* user : users) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || direct_callee(*call) != function || call->arg_size() != 1) continue;
      auto* type = llvm::dyn_cast<llvm::IntegerType>(call->getArgOperand(0)->getType());
      if (type == nullptr) continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value* least = builder.getInt(llvm::APInt::getSignedMinValue(type->getBitWidth()));
      llvm::Value* is_least = builder.CreateICmpEQ(call->getArgOperand(0), least);
      llvm::IRBuilder<> error(llvm::SplitBlockAndInsertIfThen(is_least, call, /*Unreachable=*/true));
      error.SetCurrentDebugLocation(call->getDebugLoc());
      error.CreateIntrinsic(llvm::Intrinsic::ubsantrap, {}, {error.getInt8(negation_overflow)});
    }
  }
}

void instrument_overflow(llvm::Module& module) {
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  const llvm::FunctionCallee report = module.getOrInsertFunction(
      llvm::StringRef(overflow_function), llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                                                                  {pointer, pointer}, /*isVarArg=*/false));
  for (llvm::IntrinsicInst* trap : traps(module)) {
    llvm::IRBuilder<> builder(trap);
    const std::uint64_t handler = llvm::cast<llvm::ConstantInt>(trap->getArgOperand(0))->getZExtValue();
    const std::string text = handler == shift_out_of_range && checks_result_of_shift(*trap)
                                 ? "left shift of a negative value, by a wrong amount, or beyond its type"
                                 : text_of(handler);
    builder
        .CreateCall(report, {builder.CreateGlobalString(text, text_global),
                             builder.CreateGlobalString(source_location(*trap).to_string(), location_global)})
        ->setDoesNotReturn();
    trap->eraseFromParent();
  }
  PENDULUM_DCHECK(traps(module).empty(), "no trap should remain");
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after instrumenting overflows: {}", violated_rules(module));
}

const llvm::CallBase* overflow_report(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    if (is_silent(instruction)) continue;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    if (callee == nullptr || callee->getName() != llvm::StringRef(overflow_function)) return nullptr;
    PENDULUM_CHECK(call->arg_size() == 2, "a report should have a text and a source location");
    return call;
  }
  return nullptr;
}

}  // namespace pendulum::frontend
