// The objects of the points-to analysis and the nodes for the pointers inside of them.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

ObjectId PointsTo::Impl::add_object(Object object) {
  const auto id = static_cast<ObjectId>(objects.size());
  const bool is_new = object_ids.emplace(object.value, id).second;
  PENDULUM_CHECK(is_new && object.value != nullptr, "each value should have one object");
  objects.push_back(object);
  contents.emplace_back();
  PENDULUM_CHECK(contents.size() == objects.size(), "each object should have a content");
  return id;
}

ObjectId PointsTo::Impl::global_object(const llvm::GlobalVariable& global) {
  if (const auto it = object_ids.find(&global); it != object_ids.end()) return it->second;
  Object object{Object::Kind::Global, &global, std::nullopt, false};
  llvm::Type* type = global.getValueType();
  // The size of `extern int a[];` is not known.
  if (type->isSized() && (!global.isDeclaration() || layout.getTypeAllocSize(type) > 0))
    object.size = layout.getTypeAllocSize(type).getFixedValue();
  const ObjectId id = add_object(object);
  if (global.hasInitializer()) add_initializer(id, *global.getInitializer(), 0);
  return id;
}

void PointsTo::Impl::add_initializer(ObjectId object, const llvm::Constant& constant, std::int64_t offset) {
  PENDULUM_CHECK(
      offset >= 0 && (!objects[object].size || static_cast<std::uint64_t>(offset) <= *objects[object].size),
      "the initialiser at offset {} should be inside of its object", offset);
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::ConstantDataSequential>(constant)) return;
  if (constant.getType()->isPointerTy() || is_conversion(constant)) {
    if (!constant.isNullValue()) add_copy(node_of(&constant), field(object, offset));
    return;
  }
  llvm::Type* type = constant.getType();
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return;
  for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
    std::uint64_t place = 0;
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      place = layout.getStructLayout(structure)->getElementOffset(i).getFixedValue();
    } else {
      place = i * layout.getTypeAllocSize(constant.getOperand(i)->getType()).getFixedValue();
    }
    // The depth of the recursion is that of a C type.
    add_initializer(object, *llvm::cast<llvm::Constant>(constant.getOperand(i)),
                    offset + static_cast<std::int64_t>(place));
  }
}

ObjectId PointsTo::Impl::local_object(const llvm::AllocaInst& alloca) {
  if (const auto it = object_ids.find(&alloca); it != object_ids.end()) return it->second;
  Object object{Object::Kind::Local, &alloca, std::nullopt, !has_uninitialised_mark(alloca)};
  if (const auto size = alloca.getAllocationSize(layout)) object.size = size->getFixedValue();
  return add_object(object);
}

ObjectId PointsTo::Impl::parameter_object(const llvm::Argument& parameter) {
  if (const auto it = object_ids.find(&parameter); it != object_ids.end()) return it->second;
  Object object{Object::Kind::Local, &parameter, std::nullopt, true};
  object.size = layout.getTypeAllocSize(parameter.getParamByValType()).getFixedValue();
  return add_object(object);
}

ObjectId PointsTo::Impl::heap_object(const llvm::CallBase& call, const Allocation& how) {
  if (const auto it = object_ids.find(&call); it != object_ids.end()) return it->second;
  return add_object({Object::Kind::Heap, &call, constant_size(how), false});
}

ObjectId PointsTo::Impl::function_object(const llvm::Function& function) {
  if (const auto it = object_ids.find(&function); it != object_ids.end()) return it->second;
  return add_object({Object::Kind::Function, &function, 0, false});
}

void PointsTo::Impl::materialize(ObjectId object) {
  PENDULUM_CHECK(object != absolute_object && objects[object].kind != Object::Kind::Function,
                 "only objects in memory should contain pointers");
  Content& content = contents[object];
  if (content.exists) return;
  content.exists = true;
  content.any = new_node();
  content.summary = new_node();
  add_copy(content.any, content.summary);
  if (objects[object].is_stored_first) return;
  if (objects[object].kind == Object::Kind::ArgumentVector) {
    for (const MainArguments& arguments : main_arguments)
      if (arguments.vector == object) add_target(content.any, arguments.strings, {});
    add_target(content.any, absolute_object, {});
    return;
  }
  // Soundness: a read of memory in which no pointer was stored returns an unknown address, or null if the
  // initialiser is zero.
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(objects[object].value);
  const bool is_zero =
      global != nullptr && global->hasInitializer() && global->getInitializer()->isNullValue();
  add_target(content.any, absolute_object, make_congruence(0, is_zero ? 0 : 1));
}

NodeId PointsTo::Impl::field(ObjectId object, std::int64_t offset) {
  materialize(object);
  Content& content = contents[object];
  const auto it = content.fields.find(offset);
  if (it != content.fields.end()) return it->second;
  const NodeId node = new_node();
  content.fields.emplace(offset, node);
  add_copy(content.any, node);
  add_copy(node, content.summary);
  return node;
}

}  // namespace pendulum::frontend
