#include "frontend/llvm/hardware/shared_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Is the address of the local used for anything but accesses to the local? An access is a load, a store of
/// another value, or a copy.
bool is_handed_out(const llvm::Value& address) {
  return std::any_of(address.use_begin(), address.use_end(), [](const llvm::Use& use) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user == nullptr) return true;
    if (llvm::isa<llvm::LoadInst, llvm::MemIntrinsic>(user) || is_silent(*user)) return false;
    if (llvm::isa<llvm::StoreInst>(user))
      return use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex();
    return !llvm::isa<llvm::GetElementPtrInst>(user) || is_handed_out(*user);
  });
}

/// The object that contains the address, if it is a global or a local; null: it is not known.
const llvm::Value* base_of(const llvm::Value& address) {
  const llvm::Value* base = llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(base) ? base : nullptr;
}

bool is_private(const llvm::Value* base) {
  const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(base);
  if (global != nullptr) return global->isConstant();
  return base != nullptr && !is_handed_out(*base);
}

/// The memory of one instruction.
struct Accesses {
  std::vector<const llvm::Value*> read;  ///< addresses
  std::vector<const llvm::Value*> written;
  bool is_any = false;  ///< a call of a function without body that may access memory
};

Accesses accesses_of(const llvm::Instruction& instruction) {
  Accesses result;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    result.read.push_back(load->getPointerOperand());
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    result.written.push_back(store->getPointerOperand());
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (const auto bulk = bulk_memory(*call)) {
      result.written.push_back(bulk->to);
      if (bulk->from != nullptr) result.read.push_back(bulk->from);
      return result;
    }
    const llvm::Function* callee = direct_callee(*call);
    if (callee != nullptr && callee->getName() == llvm::StringRef(is_register_function)) return result;
    if (callee != nullptr && callee->getName() == llvm::StringRef(nondet_object_function)) {
      result.written.push_back(call->getArgOperand(0));
      return result;
    }
    const bool is_followed = callee != nullptr && !callee->isDeclaration();
    const bool takes_pointer = std::any_of(call->arg_begin(), call->arg_end(), [](const llvm::Use& argument) {
      return argument->getType()->isPointerTy();
    });
    result.is_any = !is_followed && !is_silent(instruction) && (takes_pointer || call->isInlineAsm());
  } else {
    result.is_any = instruction.mayReadOrWriteMemory() && !instruction.isTerminator();
  }
  return result;
}

}  // namespace

SharedMemory::SharedMemory(llvm::Module& module, const std::vector<llvm::Function*>& functions_of_handlers) {
  for (const llvm::Function* function : functions_of_handlers)
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) add(instruction);
  if (const auto* flag = module.getGlobalVariable(interrupts_enabled_global, /*AllowInternal=*/true))
    read_.globals.insert(flag);
}

void SharedMemory::add(const llvm::Instruction& instruction) {
  const Accesses accesses = accesses_of(instruction);
  read_.is_any |= accesses.is_any;
  written_.is_any |= accesses.is_any;
  for (const llvm::Value* address : accesses.read) add(read_, base_of(*address));
  for (const llvm::Value* address : accesses.written) add(written_, base_of(*address));
}

void SharedMemory::add(Memory& memory, const llvm::Value* base) {
  if (is_private(base)) return;
  if (base != nullptr && llvm::isa<llvm::GlobalVariable>(base))
    memory.globals.insert(base);
  else
    memory.is_any = true;
}

bool SharedMemory::overlaps(const Memory& memory, const llvm::Value* base) {
  if (is_private(base)) return false;
  return memory.is_any || (base == nullptr ? !memory.globals.empty() : memory.globals.contains(base));
}

bool SharedMemory::has_conflict(const llvm::Instruction& instruction) const {
  const Accesses accesses = accesses_of(instruction);
  const bool handlers_access =
      read_.is_any || written_.is_any || !read_.globals.empty() || !written_.globals.empty();
  if (accesses.is_any) return handlers_access;
  return std::any_of(accesses.read.begin(), accesses.read.end(),
                     [&](const llvm::Value* address) { return overlaps(written_, base_of(*address)); }) ||
         std::any_of(accesses.written.begin(), accesses.written.end(), [&](const llvm::Value* address) {
           return overlaps(read_, base_of(*address)) || overlaps(written_, base_of(*address));
         });
}

}  // namespace pendulum::frontend
