// Foreign memory (doc/adr/0008-foreign-memory.md): what the program may know of it, and what it may know of
// the program.
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "frontend/llvm/ir_facts.h"
#include "frontend/llvm/points_to_graph.h"

namespace pendulum::frontend {

bool PointsTo::Impl::gives_address(const llvm::CallBase& call) {
  return is_tracked(*call.getType()) ||
         std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
           if (!is_tracked(*argument->getType())) return false;
           const Targets& targets = nodes[node_of(argument)].targets;
           return std::any_of(targets.begin(), targets.end(),
                              [&](const auto& target) { return contents[target.first].exists; });
         });
}

bool PointsTo::Impl::gets_address(const llvm::CallBase& call) {
  return std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
    if (!is_tracked(*argument->getType())) return false;
    const Targets& targets = nodes[node_of(argument)].targets;
    return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      const Object& object = objects[target.first];
      const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.value);
      return target.first != absolute_object && object.kind != Object::Kind::Function &&
             !(global != nullptr && global->isConstant());
    });
  });
}

bool PointsTo::Impl::stores_address_away(const llvm::Instruction& instruction) {
  const auto may_be_foreign = [&](const llvm::Value* pointer) {
    return nodes[node_of(pointer)].targets.contains(absolute_object);
  };
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Value* value = store->getValueOperand();
    return is_tracked(*value->getType()) && has_object_target(nodes[node_of(value)].targets) &&
           may_be_foreign(store->getPointerOperand());
  }
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  const auto bulk = bulk_memory(*call);
  return bulk && bulk->from != nullptr && may_be_foreign(bulk->to);
}

bool PointsTo::foreign_memory_is_apart() const {
  const auto& calls = impl_->foreign_calls;
  return std::none_of(calls.begin(), calls.end(),
                      [&](const auto* call) { return impl_->gives_address(*call); }) ||
         std::none_of(calls.begin(), calls.end(),
                      [&](const auto* call) { return impl_->gets_address(*call); });
}

bool PointsTo::foreign_memory_holds_objects() const {
  for (const llvm::Function* function : impl_->functions)
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& instruction : block)
        if (impl_->stores_address_away(instruction)) return true;
  return false;
}

}  // namespace pendulum::frontend
