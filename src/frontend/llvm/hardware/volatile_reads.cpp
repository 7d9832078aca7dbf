// Volatile objects whose values a device, another thread or the environment may change at any time: each read
// returns an arbitrary value. The read itself remains, so that its address is still checked.
//
// Soundness: C17 6.7.3p7 leaves it open which values such a read returns. A struct is copied by a memcpy that
// is marked volatile if its source or its target is; the target then has arbitrary contents. An atomic
// read-modify-write of a volatile object is not modelled and ends the execution as unsupported.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/check.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

bool reads_volatile(const llvm::Instruction& instruction) {
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) return copy->isVolatile();
  return instruction.isVolatile() && !llvm::isa<llvm::StoreInst, llvm::MemSetInst>(instruction);
}

void replace_load(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(load.getNextNode());
  builder.SetCurrentDebugLocation(load.getDebugLoc());
  llvm::Type* type = load.getType();
  if (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy()) {
    load.replaceAllUsesWith(make_input(builder, "volatile", type));
    return;
  }
  llvm::Value* value = llvm::PoisonValue::get(type);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return mark_unsupported(builder, "volatile load of an aggregate value");
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    value = builder.CreateInsertElement(value, make_input(builder, "volatile", vector->getElementType()), i);
  load.replaceAllUsesWith(value);
}

void replace_copy(llvm::MemTransferInst& copy) {
  llvm::IRBuilder<> builder(copy.getNextNode());
  builder.SetCurrentDebugLocation(copy.getDebugLoc());
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (length == nullptr) return mark_unsupported(builder, "volatile copy of a size that is not constant");
  if (!length->isZero()) fill_arbitrarily(builder, copy.getRawDest(), length->getZExtValue());
}

/// Removes the marks from accesses to volatile objects, which are modelled now.
void make_plain(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setVolatile(false);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store->setVolatile(false);
}

}  // namespace

void replace_volatile_reads(llvm::Module& module) {
  std::vector<llvm::Instruction*> reads;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (reads_volatile(instruction)) reads.push_back(&instruction);
  for (llvm::Instruction* read : reads) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(read)) {
      replace_load(*load);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(read)) {
      replace_copy(*copy);
    } else {
      llvm::IRBuilder<> builder(read);
      mark_unsupported(builder, "atomic read of a volatile object");
    }
  }
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) make_plain(instruction);
}

}  // namespace pendulum::frontend
