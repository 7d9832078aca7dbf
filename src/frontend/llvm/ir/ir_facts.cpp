#include "frontend/llvm/ir/ir_facts.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

std::uint64_t GepOffset::stride() const {
  std::uint64_t result = 0;
  for (const Index& index : indices) {
    PENDULUM_CHECK(index.stride != 0, "an index should have an influence on the offset");
    result = std::gcd(result, static_cast<std::uint64_t>(index.stride < 0 ? -index.stride : index.stride));
  }
  return result;
}

GepOffset gep_offset(const llvm::GEPOperator& gep, const llvm::DataLayout& layout) {
  const unsigned width = layout.getIndexTypeSizeInBits(gep.getType());
  PENDULUM_CHECK(width <= 64, "an offset of {} bits should fit into 64 bits", width);
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(width, 0);
  GepOffset result;
  if (!gep.collectOffset(layout, width, variable, constant)) {
    // Happens for scalable vectors only, which C does not have.
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
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && call->isInlineAsm())
    // A compiler barrier: no code and no result.
    return call->getType()->isVoidTy() &&
           llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString().empty();
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return false;
  switch (static_cast<unsigned>(intrinsic->getIntrinsicID())) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::vaend:
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

std::optional<Allocation> allocation(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr || !callee->isDeclaration() || call.getType()->isVoidTy()) return std::nullopt;
  const auto is_integer = [&](unsigned i) { return call.getArgOperand(i)->getType()->isIntegerTy(); };
  if (callee->getName() == "malloc" && call.arg_size() == 1 && is_integer(0))
    return Allocation{Allocation::Kind::Malloc, call.getArgOperand(0), nullptr};
  if (callee->getName() == "calloc" && call.arg_size() == 2 && is_integer(0) && is_integer(1))
    return Allocation{Allocation::Kind::Calloc, call.getArgOperand(1), call.getArgOperand(0)};
  return std::nullopt;
}

namespace {

/// The constant that is stored into a local that has a single store and is otherwise only loaded from (for
/// example a parameter of a copied function).
std::optional<llvm::APInt> always_stored(const llvm::LoadInst& load, unsigned depth);

std::optional<llvm::APInt> always_constant(const llvm::Value& value, unsigned depth) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) return constant->getValue();
  if (depth == 0) return std::nullopt;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) return always_stored(*load, depth);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !value.getType()->isIntegerTy()) return std::nullopt;
  const unsigned width = value.getType()->getIntegerBitWidth();
  const auto operand = [&](unsigned i) { return always_constant(*instruction->getOperand(i), depth - 1); };
  switch (instruction->getOpcode()) {
    case llvm::Instruction::ZExt:
      if (const auto a = operand(0)) return a->zext(width);
      return std::nullopt;
    case llvm::Instruction::SExt:
      if (const auto a = operand(0)) return a->sext(width);
      return std::nullopt;
    case llvm::Instruction::Trunc:
      if (const auto a = operand(0)) return a->trunc(width);
      return std::nullopt;
    case llvm::Instruction::Add:
      if (const auto a = operand(0), b = operand(1); a && b) return *a + *b;
      return std::nullopt;
    case llvm::Instruction::Mul:
      if (const auto a = operand(0), b = operand(1); a && b) return *a * *b;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<llvm::APInt> always_stored(const llvm::LoadInst& load, unsigned depth) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(load.getPointerOperand());
  if (alloca == nullptr) return std::nullopt;
  const llvm::StoreInst* found = nullptr;
  for (const llvm::User* user : alloca->users()) {
    if (is_silent(*llvm::cast<llvm::Instruction>(user))) continue;
    if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(user); read != nullptr) {
      if (read->getType() != load.getType()) return std::nullopt;
      continue;
    }
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || found != nullptr || store->getPointerOperand() != alloca) return std::nullopt;
    found = store;
  }
  if (found == nullptr || found->getValueOperand()->getType() != load.getType()) return std::nullopt;
  return always_constant(*found->getValueOperand(), depth - 1);
}

}  // namespace

std::optional<llvm::APInt> always_constant(const llvm::Value& value) {
  // Maximum number of instructions between the value and the constant. C expressions for sizes are short.
  constexpr unsigned max_steps = 16;
  auto result = always_constant(value, max_steps);
  PENDULUM_CHECK(!result || value.getType()->isIntegerTy(result->getBitWidth()),
                 "a constant of {} bits should have the width of its value", result->getBitWidth());
  return result;
}

std::optional<std::uint64_t> constant_size(const Allocation& allocation) {
  PENDULUM_CHECK(allocation.size != nullptr, "an allocation should have a size");
  // PTRDIFF_MAX of ILP32. Larger objects are treated as objects of unknown size for all data models. Both
  // factors fit into 32 bits, so their product does not overflow.
  constexpr std::uint64_t most = 0x7fffffff;
  const auto size = always_constant(*allocation.size);
  if (!size || size->getActiveBits() > 32) return std::nullopt;
  std::uint64_t bytes = size->getZExtValue();
  if (allocation.count != nullptr) {
    const auto count = always_constant(*allocation.count);
    if (!count || count->getActiveBits() > 31) return std::nullopt;
    bytes *= count->getZExtValue();
  }
  if (bytes > most) return std::nullopt;
  return bytes;
}

bool takes_pointers(const llvm::Function& function) {
  return std::any_of(function.arg_begin(), function.arg_end(),
                     [](const llvm::Argument& argument) { return argument.getType()->isPointerTy(); });
}

bool may_be_too_large(const llvm::CallBase& call, const Allocation& allocation) {
  PENDULUM_CHECK(frontend::allocation(call).has_value(), "the call should allocate an object");
  if (call.getFunction()->hasFnAttribute(model_attribute) || constant_size(allocation)) return false;
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  unsigned bits = llvm::computeKnownBits(allocation.size, layout).countMaxActiveBits();
  if (allocation.count != nullptr)
    bits += llvm::computeKnownBits(allocation.count, layout).countMaxActiveBits();
  return bits >= layout.getPointerSizeInBits();
}

bool is_free(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  return callee != nullptr && callee->isDeclaration() && callee->getName() == "free" && call.arg_size() == 1;
}

std::unordered_set<const llvm::BasicBlock*> blocks_after(const llvm::BasicBlock& block) {
  PENDULUM_CHECK(block.getTerminator() != nullptr, "a block should end with a terminator");
  std::unordered_set<const llvm::BasicBlock*> reached;
  std::vector<const llvm::BasicBlock*> pending{&block};
  while (!pending.empty()) {
    const llvm::BasicBlock* current = pending.back();
    pending.pop_back();
    for (const llvm::BasicBlock* next : llvm::successors(current))
      if (reached.insert(next).second) pending.push_back(next);
  }
  return reached;
}

bool is_in_cycle(const llvm::BasicBlock& block) {
  return blocks_after(block).contains(&block);
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

std::string name_of_construct(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::CallBr:
      return "asm goto";
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractValue:
      return "struct as a value";
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::ShuffleVector:
      return "vector operation";
    default:
      return std::string(instruction.getOpcodeName()) + " instruction";
  }
}

}  // namespace pendulum::frontend
