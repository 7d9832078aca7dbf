#include "frontend/llvm/ir_facts.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <numeric>

#include "frontend/llvm/instrument.h"

namespace pendulum::frontend {

std::uint64_t GepOffset::stride() const {
  std::uint64_t result = 0;
  for (const Index& index : indices)
    result = std::gcd(result, static_cast<std::uint64_t>(index.stride < 0 ? -index.stride : index.stride));
  return result;
}

GepOffset gep_offset(const llvm::GEPOperator& gep, const llvm::DataLayout& layout) {
  const unsigned width = layout.getIndexTypeSizeInBits(gep.getType());
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(width, 0);
  GepOffset result;
  if (!gep.collectOffset(layout, width, variable, constant)) {
    // Scalable vectors only; C has none.
    result.indices.push_back({gep.getOperand(1), 1});
    return result;
  }
  result.constant = constant.getSExtValue();
  for (const auto& [value, stride] : variable) {
    if (!stride.isZero()) result.indices.push_back({value, stride.getSExtValue()});
  }
  return result;
}

bool is_silent(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return true;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return false;
  switch (static_cast<unsigned>(intrinsic->getIntrinsicID())) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return false;
  }
}

std::optional<BulkMemory> bulk_memory(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr || !callee->isDeclaration() || call.arg_size() < 3) return std::nullopt;
  const bool is_copy = llvm::isa<llvm::AnyMemTransferInst>(call) || callee->getName() == "memcpy" ||
                       callee->getName() == "memmove";
  if (!is_copy && !llvm::isa<llvm::AnyMemSetInst>(call) && callee->getName() != "memset") return std::nullopt;
  const llvm::Value* second = call.getArgOperand(1);
  const llvm::Value* length = call.getArgOperand(2);
  if (!call.getArgOperand(0)->getType()->isPointerTy() || second->getType()->isPointerTy() != is_copy ||
      !length->getType()->isIntegerTy())
    return std::nullopt;
  BulkMemory result{
      call.getArgOperand(0), is_copy ? second : nullptr, is_copy ? nullptr : second, length, {}};
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length))
    result.size = constant->getZExtValue();
  return result;
}

bool has_uninitialised_mark(const llvm::AllocaInst& alloca) {
  for (const llvm::User* user : alloca.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    if (callee != nullptr && callee->getName() == llvm::StringRef(uninitialised_function)) return true;
  }
  return false;
}

const llvm::Function* direct_callee(const llvm::CallBase& call) {
  const llvm::Value* callee = call.getCalledOperand()->stripPointerCastsAndAliases();
  return llvm::dyn_cast<llvm::Function>(callee);
}

program::SourceLocation source_location(const llvm::Instruction& instruction) {
  program::SourceLocation result;
  result.function = instruction.getFunction()->getName().str();
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  if (!place || place.getLine() == 0) return result;
  result.file = place->getFilename().str();
  result.line = place.getLine();
  result.column = place.getCol();
  return result;
}

}  // namespace pendulum::frontend
