#include "frontend/llvm/calls/memory_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/models/allocation_failures.h"

namespace pendulum::frontend {

ObjectId MemoryCalls::marked_object(Walk& walk, const llvm::CallBase& mark) const {
  const llvm::Value& address = *mark.getArgOperand(0);
  // The mark follows the allocation. If the allocation failed, no pointer points to the object.
  const auto* number = llvm::dyn_cast<llvm::IntToPtrInst>(&address);
  if (const auto* made = llvm::dyn_cast<llvm::CallBase>(number == nullptr ? &address : number->getOperand(0));
      made != nullptr && allocation(*made))
    return context_.points_to.object_of(made);
  const Pointer pointer = evaluator_.pointer_of(walk.path, walk.frames.back(), address);
  const auto known = context_.constants.known_object(pointer.object);
  if (!known || !pointer.offset.is_constant() || pointer.offset.constant != 0)
    throw UnsupportedHere{"uninitialised part of an object"};
  return *known;
}

void MemoryCalls::mark_uninitialised(Walk& walk, const llvm::CallBase& call) const {
  const ObjectId object = marked_object(walk, call);
  const Object& info = context_.object(object);
  Term instance;
  if (info.has_instances && info.kind == Object::Kind::Heap)  // the most recent one
    instance = terms_.mk_bvsub(walk.path.read(context_.variables.instance_count(object)),
                               terms_.mk_bv(1, context_.points_to.instance_bits()));
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Uninitialised;
  origin.name = context_.variables.object_name(object);
  origin.where = source_location(call);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2)))
    origin.object = static_cast<std::uint32_t>(number->getZExtValue());
  context_.memory.contents().havoc(walk.path, object, origin, origin.name, instance);
}

/// Number of bytes that the call requests, and the condition under which no implementation can fulfil the
/// request: an object has at most PTRDIFF_MAX bytes.
MemoryCalls::Request MemoryCalls::request_of(Walk& walk, const llvm::CallBase& call,
                                             const Allocation& how) const {
  PENDULUM_CHECK(how.size != nullptr, "an allocation should have a size");
  const Frame& frame = walk.frames.back();
  const auto number = [&](const llvm::Value* value) {
    return context_.constants.pointer_wide(evaluator_.bits_of(walk.path, frame, *value));
  };
  Request request{number(how.size), terms_.mk_false()};
  Term overflows = terms_.mk_false();
  if (how.count != nullptr) {
    const Term wide = terms_.mk_bvmul(terms_.mk_zero_extend(request.bytes, context_.pointer_bits()),
                                      terms_.mk_zero_extend(number(how.count), context_.pointer_bits()));
    overflows =
        terms_.mk_distinct(terms_.mk_extract(wide, 2 * context_.pointer_bits() - 1, context_.pointer_bits()),
                           context_.pointer_constant(0));
    request.bytes = terms_.mk_bvmul(request.bytes, number(how.count));
  }
  if (!may_be_too_large(call, how)) return request;
  const Term is_negative = terms_.mk_bvslt(request.bytes, context_.pointer_constant(0));
  request.is_too_large = terms_.mk_or(overflows, is_negative);
  return request;
}

void MemoryCalls::allocate(Walk& walk, const llvm::CallBase& call, const Allocation& how) const {
  const ObjectId object = context_.points_to.object_of(&call);
  Request request{Term(), terms_.mk_false()};
  if (!context_.object(object).size) request = request_of(walk, call, how);
  Value result = Value::of(context_.constants.null());
  if (!request.is_too_large.is_true()) {
    if (!call.hasFnAttr(local_attribute)) context_.notes.assumptions.insert(allocations_succeed);
    const Term is_made = terms_.mk_not(request.is_too_large);
    const Pointer made = context_.memory.lifetimes().allocate(walk.path, object, request.bytes,
                                                              how.kind == Allocation::Kind::Calloc, is_made);
    result = conversions_.ite(is_made, Value::of(made), result);
  }
  if (context_.recorder != nullptr) context_.recorder->allocate(walk.path, result, request.bytes);
  walk.frames.back().set(&call, result);
}

void MemoryCalls::release(Walk& walk, const llvm::CallBase& call) const {
  PENDULUM_CHECK(is_free(call), "the call should be one of free");
  const llvm::Value* address = call.getArgOperand(0);
  const Pointer pointer = evaluator_.pointer_of(walk.path, walk.frames.back(), *address);
  const Targets& targets = context_.points_to.targets(address);
  if (context_.recorder != nullptr) context_.recorder->free(walk.path, pointer);
  if (call.hasFnAttr(local_attribute))
    return context_.memory.lifetimes().end_recursive_local(walk.path, pointer, targets);
  context_.memory.lifetimes().release(walk.path, pointer, targets);
}

void MemoryCalls::move_memory(Walk& walk, const llvm::CallBase& call, const BulkMemory& bulk) const {
  PENDULUM_CHECK((bulk.from == nullptr) != (bulk.byte == nullptr),
                 "a memory operation should be either a copy or a fill");
  const Frame& frame = walk.frames.back();
  // Soundness: the layouts consider constant lengths only, so a length that is constant on this path alone
  // cannot be translated.
  if (!bulk.size) throw UnsupportedHere{"memory operation of a size that is not constant"};
  const Pointer target = evaluator_.pointer_of(walk.path, frame, *bulk.to);
  if (bulk.from != nullptr) {
    const Pointer from = evaluator_.pointer_of(walk.path, frame, *bulk.from);
    if (context_.recorder != nullptr) context_.recorder->copy(walk.path, target, from, *bulk.size);
    context_.memory.bulk().copy(walk.path, target, context_.points_to.targets(bulk.to), from,
                                context_.points_to.targets(bulk.from), *bulk.size);
  } else {
    const Term byte = terms_.mk_extract(evaluator_.bits_of(walk.path, frame, *bulk.byte), 7, 0);
    if (context_.recorder != nullptr) context_.recorder->fill(walk.path, target, byte, *bulk.size);
    context_.memory.bulk().fill(walk.path, target, context_.points_to.targets(bulk.to), byte, *bulk.size);
  }
  if (!call.getType()->isVoidTy()) walk.frames.back().set(&call, Value::of(target));
}

}  // namespace pendulum::frontend
