#include "frontend/llvm/analysis/accesses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

class AccessCollector {
 public:
  AccessCollector(const PointsTo& points_to, const llvm::DataLayout& layout)
      : points_to_(points_to), data_layout_(layout) {
    result_.of_object.resize(points_to.objects().size());
  }

  Accesses run() {
    for (const llvm::Function* function : points_to_.functions())
      for (const llvm::BasicBlock& block : *function)
        for (const llvm::Instruction& instruction : block) collect(instruction);
    collect_main_arguments();
    return std::move(result_);
  }

 private:
  void collect(const llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add(load->getPointerOperand(), load->getType(), true);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      add(store->getPointerOperand(), store->getValueOperand()->getType(), false);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (const auto bulk = bulk_memory(*call)) {
        collect_bulk(*bulk);
      } else {
        collect_arguments(*call);
      }
    }
  }

  /// argv is an array of pointers and its strings are arrays of bytes, no matter how the program reads them.
  void collect_main_arguments() {
    for (const MainArguments& arguments : points_to_.main_arguments()) {
      if (!result_.of_object[arguments.vector].empty())
        result_.of_object[arguments.vector].insert({{0, pointer_size()}, pointer_size(), true});
      if (!result_.of_object[arguments.strings].empty())
        result_.of_object[arguments.strings].insert({{0, 1}, 1, false});
    }
  }

  /// Structs that are passed by value are copied into objects of the callee.
  void collect_arguments(const llvm::CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.getArgOperand(i)->getType()->isPointerTy() || !call.isByValArgument(i)) continue;
      for (const llvm::Function* callee : points_to_.callees(call)) {
        if (callee->isDeclaration() || i >= callee->arg_size() || !callee->getArg(i)->hasByValAttr())
          continue;
        const llvm::Argument* parameter = callee->getArg(i);
        const ObjectId object = points_to_.object_of(parameter);
        collect_bulk({parameter, call.getArgOperand(i), nullptr, nullptr, points_to_.objects()[object].size});
      }
    }
  }

  void add(const llvm::Value* pointer, llvm::Type* type, bool is_load) {
    if (!type->isSized()) return;
    const std::uint64_t size = data_layout_.getTypeStoreSize(type).getFixedValue();
    const bool may_be_address = type->isIntegerTy(data_layout_.getPointerSizeInBits());
    std::optional<unsigned> number_type;
    if (type->isFloatingPointTy()) number_type = static_cast<unsigned>(type->getTypeID());
    for (const auto& [object, offsets] : points_to_.targets(pointer)) {
      const bool is_pointer =
          type->isPointerTy() || (may_be_address && points_to_.holds_address(object, offsets));
      add(object, {offsets, size, is_pointer, false, is_load, number_type});
    }
  }

  void add(ObjectId object, Access access) {
    if (access.size == 0 || points_to_.objects()[object].value == nullptr) return;
    const auto& size = points_to_.objects()[object].size;
    if (access.offsets.is_constant()) {
      // Accesses that are out of bounds refer to no piece; an access that exceeds the end of the object is
      // cut there.
      if (access.offsets.residue < 0) return;
      const auto start = static_cast<std::uint64_t>(access.offsets.residue);
      if (size && start >= *size) return;
      if (size && start + access.size > *size) {
        if (access.is_pointer || access.is_bulk) return;
        access.size = *size - start;
        access.number_type.reset();
      }
    }
    PENDULUM_CHECK(object < result_.of_object.size(), "an access to object {} should refer to one of {}",
                   object, result_.of_object.size());
    result_.of_object[object].insert(access);
  }

  void collect_bulk(const BulkMemory& bulk) {
    PENDULUM_CHECK(bulk.to != nullptr, "a fill or copy should have a target");
    if (!bulk.size) return;
    for (const auto& [object, offsets] : points_to_.targets(bulk.to))
      add(object, {offsets, *bulk.size, false, true});
    if (bulk.from == nullptr) return;
    for (const auto& [from, from_offsets] : points_to_.targets(bulk.from)) {
      add(from, {from_offsets, *bulk.size, false, true});
      for (const auto& [to, to_offsets] : points_to_.targets(bulk.to))
        result_.copies.push_back({from, to, from_offsets, to_offsets, *bulk.size});
    }
  }

  std::uint64_t pointer_size() const { return data_layout_.getPointerSize(); }

  const PointsTo& points_to_;
  const llvm::DataLayout& data_layout_;
  Accesses result_;
};

}  // namespace

Accesses collect_accesses(const PointsTo& points_to, const llvm::DataLayout& layout) {
  return AccessCollector(points_to, layout).run();
}

}  // namespace pendulum::frontend
