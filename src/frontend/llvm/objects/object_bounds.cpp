#include "frontend/llvm/objects/object_bounds.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/instrument/guards.h"
#include "frontend/llvm/objects/records.h"

namespace pendulum::frontend {

Term ObjectBounds::size_of(const Path& path, const Pointer& pointer, ObjectId object) const {
  const Object& info = context_.object(object);
  if (info.size) return context_.pointer_constant(*info.size);
  if (context_.variables.is_of_main_arguments(object))
    return arguments_.size_of(path, object, context_.constants.instance_of(pointer.object));
  PENDULUM_CHECK(info.value != nullptr, "only objects of the program should have a size");
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(info.value);
  if (info.kind != Object::Kind::Heap && alloca == nullptr) return {};
  const Term size = path.read(context_.variables.dynamic_size(object));
  if (size.sort().is_array() || alloca == nullptr) return context_.of_instance(size, pointer.object);
  const std::uint64_t element =
      context_.data_layout.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
  return terms_.mk_bvmul(size, context_.pointer_constant(element));
}

Term ObjectBounds::is_within(const Path& path, ObjectId object, Term instance, std::uint64_t residue,
                             std::uint64_t size, Term index) const {
  const Object& info = context_.object(object);
  const std::uint64_t record = context_.layout(object).record;
  const std::uint64_t end = residue + size;
  PENDULUM_CHECK(size > 0, "an access should have at least one byte");
  PENDULUM_CHECK(index.is_null() == (record == 0),
                 "an access should have an index if the object has records");
  if (info.size) {
    if (end > *info.size) return terms_.mk_false();
    if (index.is_null()) return terms_.mk_true();
    return terms_.mk_bvult(index, context_.pointer_constant((*info.size - end) / record + 1));
  }
  if (info.kind == Object::Kind::Heap) return is_within_heap_object(path, object, instance, end, index);
  if (context_.variables.is_of_main_arguments(object))
    return arguments_.is_within(path, object, instance, end, index);
  // `extern int a[]`: the size is not known, and every access may be within bounds.
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(info.value);
  if (alloca == nullptr) return terms_.mk_true();
  const Term length = path.read(context_.variables.dynamic_size(object));
  const std::uint64_t element =
      context_.data_layout.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
  if (element == 0) return terms_.mk_false();  // GNU C: an array of empty structs has no bytes
  if (index.is_null()) return terms_.mk_bvult(context_.pointer_constant((end - 1) / element), length);
  // The product does not wrap around because create_object limits the size.
  if (element % record != 0)
    return is_within_bytes(context_, terms_.mk_bvmul(length, context_.pointer_constant(element)), record, end,
                           index);
  const Term count =
      element == record ? length : terms_.mk_bvmul(length, context_.pointer_constant(element / record));
  const Term first = terms_.mk_bvult(index, count);
  if (end <= record) return first;
  return terms_.mk_and(
      first, terms_.mk_bvult(terms_.mk_bvadd(index, context_.pointer_constant((end - 1) / record)), count));
}

Term ObjectBounds::is_within_heap_object(const Path& path, ObjectId object, Term instance, std::uint64_t end,
                                         Term index) const {
  PENDULUM_CHECK(instance.is_null() != context_.object(object).has_instances,
                 "an access should have an instance if the object has instances");
  Term size = path.read(context_.variables.dynamic_size(object));
  if (!instance.is_null()) size = terms_.mk_select(size, instance);
  return is_within_bytes(context_, size, context_.layout(object).record, end, index);
}

Term ObjectBounds::is_far_outside(const Path& path, const Pointer& pointer, ObjectId object) const {
  if (pointer.offset.is_constant()) return terms_.mk_false();
  const Term size = size_of(path, pointer, object);
  if (size.is_null()) return terms_.mk_false();
  const std::uint64_t guarded = context_.variables.is_of_main_arguments(object)
                                    ? program::guard_bytes
                                    : guarded_bytes(*context_.object(object).value);
  // Sizes are at most half of the address space, so the sums wrap around only for offsets before the object.
  const Term moved =
      terms_.mk_bvadd(context_.constants.flatten(pointer.offset), context_.pointer_constant(guarded));
  return terms_.mk_bvule(terms_.mk_bvadd(size, context_.pointer_constant(2 * guarded)), moved);
}

}  // namespace pendulum::frontend
