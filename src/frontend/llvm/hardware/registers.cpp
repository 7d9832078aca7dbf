// Memory-mapped registers. A read of an address in the given ranges returns an input, and a write changes
// nothing. If the address is not known at translation time, a call of __pendulum_is_register decides: for the
// translator, only numbers can be addresses of registers, and objects of the program never overlap them; the
// native replay compares the numbers.
//
// Soundness: the reads are arbitrary, so every behaviour of a device that does not write to the memory of the
// program is included. Copies (memcpy) and atomic operations are unsupported if their address is in a range.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// A part of an access: `size` bytes from `address` on.
struct Access {
  llvm::Value* address;
  std::uint64_t size;
};

bool is_inside(const AddressRange& range, std::uint64_t address, std::uint64_t size) {
  return range.first <= address && address <= range.last && size - 1 <= range.last - address;
}

class RegisterAccesses {
 public:
  RegisterAccesses(llvm::Module& module, const std::vector<AddressRange>& ranges)
      : module_(module), layout_(module.getDataLayout()), ranges_(ranges) {}

  void run() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::Function& function : module_)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        if (!accesses(instruction).empty()) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions) replace(*instruction);
  }

 private:
  /// The parts of memory that the instruction accesses, except for those in objects of the program.
  std::vector<Access> accesses(llvm::Instruction& instruction) const {
    std::vector<Access> result;
    const auto add = [&](const llvm::Value* address, std::uint64_t size) {
      if (address != nullptr && size > 0 && !is_in_object(*address))
        result.push_back({const_cast<llvm::Value*>(address), size});
    };
    const auto bytes = [&](llvm::Type* type) { return layout_.getTypeStoreSize(type).getFixedValue(); };
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      add(load->getPointerOperand(), bytes(load->getType()));
    else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      add(store->getPointerOperand(), bytes(store->getValueOperand()->getType()));
    else if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      add(change->getPointerOperand(), bytes(change->getType()));
    else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      add(exchange->getPointerOperand(), bytes(exchange->getCompareOperand()->getType()));
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (const auto bulk = call == nullptr ? std::nullopt : bulk_memory(*call)) {
      add(bulk->to, bulk->size.value_or(1));
      add(bulk->from, bulk->size.value_or(1));
    }
    return result;
  }

  bool is_in_object(const llvm::Value& address) const {
    const llvm::Value* base = llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Function>(base);
  }

  /// Whether the access is one to registers, as a value of type i1.
  llvm::Value* is_register(llvm::IRBuilder<>& builder, const Access& access) const {
    if (const auto number = constant_address(*access.address))
      return builder.getInt1(std::any_of(ranges_.begin(), ranges_.end(), [&](const AddressRange& range) {
        return is_inside(range, *number, access.size);
      }));
    const llvm::FunctionCallee function = module_.getOrInsertFunction(
        llvm::StringRef(is_register_function), builder.getInt32Ty(), builder.getPtrTy(), builder.getInt64Ty(),
        builder.getInt64Ty(), builder.getInt64Ty());
    llvm::Value* result = builder.getInt1(false);
    for (const AddressRange& range : ranges_) {
      llvm::Value* is_in_range =
          builder.CreateCall(function, {access.address, builder.getInt64(access.size),
                                        builder.getInt64(range.first), builder.getInt64(range.last)});
      result = builder.CreateOr(result, builder.CreateIsNotNull(is_in_range));
    }
    return result;
  }

  /// The number that the address is in every execution.
  std::optional<std::uint64_t> constant_address(const llvm::Value& address) const {
    const unsigned bits = layout_.getPointerSizeInBits();
    llvm::APInt offset(bits, 0);
    const llvm::Value* base =
        address.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (llvm::isa<llvm::ConstantPointerNull>(base)) return offset.getZExtValue();
    const auto* number = llvm::dyn_cast<llvm::Operator>(base);
    if (number == nullptr || number->getOpcode() != llvm::Instruction::IntToPtr) return std::nullopt;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(number->getOperand(0));
    if (constant == nullptr) return std::nullopt;
    return (constant->getValue().zextOrTrunc(bits) + offset).getZExtValue();
  }

  void replace(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* condition = builder.getInt1(false);
    for (const Access& access : accesses(instruction))
      condition = builder.CreateOr(condition, is_register(builder, access));
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition); known != nullptr && known->isZero())
      return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return replace_load(*load, condition);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return replace_store(*store, condition);
    llvm::IRBuilder<> end(llvm::SplitBlockAndInsertIfThen(condition, &instruction, /*Unreachable=*/false));
    end.SetCurrentDebugLocation(instruction.getDebugLoc());
    mark_unsupported(end, "copy or atomic operation on memory-mapped registers");
  }

  static bool is_always(const llvm::Value& condition) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&condition);
    return known != nullptr && known->isOne();
  }

  static void replace_load(llvm::LoadInst& load, llvm::Value* condition) {
    llvm::IRBuilder<> builder(&load);
    llvm::Type* type = load.getType();
    if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy())
      return mark_unsupported(builder, "register that is neither a number nor a pointer");
    if (is_always(*condition)) {
      load.replaceAllUsesWith(make_input(builder, "register", type));
      load.eraseFromParent();
      return;
    }
    llvm::Instruction* of_register = nullptr;
    llvm::Instruction* of_memory = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(condition, &load, &of_register, &of_memory);
    builder.SetInsertPoint(of_register);
    builder.SetCurrentDebugLocation(load.getDebugLoc());
    llvm::Value* input = make_input(builder, "register", type);
    builder.SetInsertPoint(&load);
    llvm::PHINode* result = builder.CreatePHI(type, 2);
    load.replaceAllUsesWith(result);
    load.moveBefore(of_memory);
    result->addIncoming(input, of_register->getParent());
    result->addIncoming(&load, of_memory->getParent());
  }

  static void replace_store(llvm::StoreInst& store, llvm::Value* condition) {
    if (is_always(*condition)) {
      store.eraseFromParent();
      return;
    }
    llvm::IRBuilder<> builder(&store);
    store.moveBefore(
        llvm::SplitBlockAndInsertIfThen(builder.CreateNot(condition), &store, /*Unreachable=*/false));
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const std::vector<AddressRange>& ranges_;
};

}  // namespace

void replace_register_accesses(llvm::Module& module, const std::vector<AddressRange>& ranges) {
  RegisterAccesses(module, ranges).run();
}

}  // namespace pendulum::frontend
