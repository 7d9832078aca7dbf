#include "frontend/llvm/analysis/points_to_objects.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

const Object& ObjectTable::operator[](ObjectId object) const {
  PENDULUM_DCHECK(object < objects_.size(), "object {} should be one of {}", object, objects_.size());
  return objects_[object];
}

std::optional<ObjectId> ObjectTable::find(const llvm::Value* value) const {
  const auto it = ids_.find(value);
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

ObjectId ObjectTable::add(Object object) {
  const auto id = static_cast<ObjectId>(objects_.size());
  const bool is_new = ids_.emplace(object.value, id).second;
  PENDULUM_CHECK(is_new && object.value != nullptr, "each value should have one object");
  objects_.push_back(object);
  return id;
}

ObjectId ObjectTable::global(const llvm::GlobalVariable& global) {
  if (const auto known = find(&global)) return *known;
  Object object{Object::Kind::Global, &global, std::nullopt, false};
  llvm::Type* type = global.getValueType();
  // The size of `extern int a[];` is not known.
  if (type->isSized() && (!global.isDeclaration() || layout_.getTypeAllocSize(type) > 0))
    object.size = layout_.getTypeAllocSize(type).getFixedValue();
  return add(object);
}

ObjectId ObjectTable::local(const llvm::AllocaInst& alloca) {
  if (const auto known = find(&alloca)) return *known;
  Object object{Object::Kind::Local, &alloca, std::nullopt, !has_uninitialised_mark(alloca)};
  if (const auto size = alloca.getAllocationSize(layout_)) object.size = size->getFixedValue();
  return add(object);
}

ObjectId ObjectTable::parameter(const llvm::Argument& parameter) {
  PENDULUM_CHECK(parameter.hasByValAttr(), "only a parameter by value should be an object");
  if (const auto known = find(&parameter)) return *known;
  Object object{Object::Kind::Local, &parameter, std::nullopt, true};
  object.size = layout_.getTypeAllocSize(parameter.getParamByValType()).getFixedValue();
  return add(object);
}

ObjectId ObjectTable::heap(const llvm::CallBase& call, const Allocation& how) {
  if (const auto known = find(&call)) return *known;
  return add({Object::Kind::Heap, &call, constant_size(how), false});
}

ObjectId ObjectTable::function(const llvm::Function& function) {
  if (const auto known = find(&function)) return *known;
  return add({Object::Kind::Function, &function, 0, false});
}

ObjectId ObjectTable::add_main_arguments(const llvm::Argument& parameter, bool is_environment) {
  PENDULUM_CHECK(parameter.getType()->isPointerTy(), "argv and envp should be pointers");
  const std::string name = is_environment ? "envp" : "argv";
  const auto add_named = [&](Object::Kind kind, const std::string& object_name) {
    argument_names_.push_back(std::make_unique<llvm::Argument>(parameter.getType(), object_name));
    return add({kind, argument_names_.back().get(), std::nullopt, false});
  };
  MainArguments arguments{&parameter, add_named(Object::Kind::ArgumentVector, name),
                          add_named(Object::Kind::ArgumentString, name + "[...]"), is_environment};
  objects_[arguments.strings].has_instances = true;
  main_arguments_.push_back(arguments);
  return arguments.vector;
}

}  // namespace pendulum::frontend
