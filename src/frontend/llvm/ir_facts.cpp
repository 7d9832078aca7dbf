#include "frontend/llvm/ir_facts.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <numeric>

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

bool is_stored_first(const llvm::AllocaInst& alloca) {
  const llvm::DataLayout& layout = alloca.getModule()->getDataLayout();
  const auto size = alloca.getAllocationSize(layout);
  if (!size) return false;
  constexpr unsigned longest_look = 2000;
  unsigned looked = 0;
  for (const llvm::Instruction* next = alloca.getNextNode(); next != nullptr; next = next->getNextNode()) {
    if (++looked > longest_look) return false;
    if (is_silent(*next)) continue;
    bool uses = false;
    for (const llvm::Value* operand : next->operands()) uses = uses || operand == &alloca;
    if (!uses) {
      // Addresses cannot be taken by others before the alloca itself is used.
      if (next->isTerminator()) return false;
      continue;
    }
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(next)) {
      const llvm::Function* callee = direct_callee(*call);
      if (callee != nullptr && callee->getName() == uninitialised_function) continue;
      return false;
    }
    auto* store = llvm::dyn_cast<llvm::StoreInst>(next);
    return store != nullptr && store->getPointerOperand() == &alloca && store->getValueOperand() != &alloca &&
           layout.getTypeStoreSize(store->getValueOperand()->getType()) == *size;
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
