#include "frontend/llvm/objects/object_lifetimes.h"

#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

namespace {

/// Whether realloc creates the object. realloc may leave an object at its address; its model (or a copy of
/// the model) allocates the new object before it frees the old one, so the two objects may have equal
/// addresses.
bool may_stay(const Object& object) {
  return llvm::cast<llvm::Instruction>(object.value)->getFunction()->getName().starts_with("realloc");
}

}  // namespace

ObjectLifetimes::ObjectLifetimes(const MemoryContext& context)
    : context_(context), terms_(context.terms), compared_(find_compared(context.points_to)) {}

/// The maximum number of instances of an object, for messages.
std::string ObjectLifetimes::max_instances() const {
  return std::to_string((std::uint64_t(1) << context_.points_to.instance_bits()) - 1);
}

Pointer ObjectLifetimes::allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed,
                                  Term is_made) const {
  const Object& info = context_.object(object);
  PENDULUM_CHECK(info.kind == Object::Kind::Heap, "the object should be one of the heap");
  PENDULUM_CHECK(bytes.is_null() == info.size.has_value(),
                 "the size should be given if and only if it is not constant");
  Term instance;
  if (info.has_instances) {
    const Term count = context_.variables.instance_count(object);
    instance = path.read(count);
    path.unsupported_if(terms_.mk_eq(instance, terms_.mk_bv(-1, context_.points_to.instance_bits())),
                        "more than " + max_instances() + " objects from one call of malloc");
    path.write(count, terms_.mk_bvadd(instance, terms_.mk_bv(1, context_.points_to.instance_bits())));
  }
  const Pointer result = info.has_instances ? context_.constants.address_of_instance(object, instance)
                                            : context_.constants.address_of(object);
  if (is_tracked(object)) set_alive(path, object, instance, true, is_made.is_true() ? Term() : is_made);
  if (is_compared(object)) {
    const Term late = context_.variables.late(object);
    const Term freed = may_stay(info) ? terms_.mk_bv(1, 1) : path.read(context_.variables.has_freed());
    path.write(late, instance.is_null() ? freed : terms_.mk_store(path.read(late), instance, freed));
  }
  if (!bytes.is_null()) {
    const Term sizes = context_.variables.dynamic_size(object);
    path.write(sizes, instance.is_null() ? bytes : terms_.mk_store(path.read(sizes), instance, bytes));
  }
  // initialize_heap has set all instances to zero.
  if (!is_zeroed || info.has_instances) return result;
  for (std::size_t i = 0; i < context_.layout(object).pieces.size(); ++i) {
    const Slot& slot = context_.variables.piece(object, i);
    for (const Term variable : {slot.value, slot.object})
      if (!variable.is_null()) path.write(variable, terms_.mk_zero(variable.sort()));
  }
  return result;
}

bool ObjectLifetimes::checks_memory() const {
  return context_.checks(property::Property::ValidDeref) || context_.checks(property::Property::ValidFree) ||
         context_.checks(property::Property::ValidMemtrack);
}

bool ObjectLifetimes::is_tracked(ObjectId object) const {
  const Object& info = context_.object(object);
  if (info.kind == Object::Kind::Local) return info.has_instances;
  return info.kind == Object::Kind::Heap && (checks_memory() || compared_.freed.contains(object));
}

Term ObjectLifetimes::is_alive(const Path& path, ObjectId object, Term code) const {
  PENDULUM_DCHECK(is_tracked(object), "the lifetime of the object should be tracked");
  const Object& info = context_.object(object);
  const Term alive = context_.of_instance(path.read(context_.variables.alive(object)), code);
  const Term is_set = terms_.mk_eq(alive, terms_.mk_bv(1, 1));
  if (info.kind == Object::Kind::Heap || !info.has_instances) return is_set;
  return terms_.mk_and(is_set, terms_.mk_eq(context_.constants.instance_of(code),
                                            path.read(context_.variables.instance_count(object))));
}

bool ObjectLifetimes::is_compared(ObjectId object) const {
  return compared_.all.contains(object);
}

Term ObjectLifetimes::is_late(const Path& path, ObjectId object, Term code) const {
  PENDULUM_CHECK(is_compared(object), "the object should be one whose address is compared");
  const Term late = context_.of_instance(path.read(context_.variables.late(object)), code);
  return terms_.mk_eq(late, terms_.mk_bv(1, 1));
}

void ObjectLifetimes::set_alive(Path& path, ObjectId object, Term instance, bool is_alive,
                                Term condition) const {
  const auto set = [&](Term variable, Term value) {
    path.write(variable, condition.is_null() ? value : terms_.mk_ite(condition, value, path.read(variable)));
  };
  const Term variable = context_.variables.alive(object);
  const Term bit = terms_.mk_bv(is_alive ? 1 : 0, 1);
  set(variable, instance.is_null() ? bit : terms_.mk_store(path.read(variable), instance, bit));
  if (instance.is_null() || !context_.checks(property::Property::ValidMemtrack)) return;
  const Term count = context_.variables.alive_count(object);
  set(count,
      terms_.mk_bvadd(path.read(count), terms_.mk_bv(is_alive ? 1 : -1, context_.points_to.instance_bits())));
}

void ObjectLifetimes::begin_local(Path& path, ObjectId object) const {
  PENDULUM_CHECK(context_.object(object).kind == Object::Kind::Local, "the object should be a local");
  if (!is_tracked(object)) return;
  const Term count = context_.variables.instance_count(object);
  const Term next = terms_.mk_bvadd(path.read(count), terms_.mk_bv(1, context_.points_to.instance_bits()));
  path.unsupported_if(terms_.mk_eq(next, terms_.mk_bv(0, context_.points_to.instance_bits())),
                      "more than " + max_instances() + " calls of a function whose local outlives it");
  path.write(count, next);
  set_alive(path, object, Term(), true, Term());
}

void ObjectLifetimes::end_local(Path& path, ObjectId object) const {
  PENDULUM_CHECK(context_.object(object).kind == Object::Kind::Local, "the object should be a local");
  if (is_tracked(object)) set_alive(path, object, Term(), false, Term());
}

Pointer ObjectLifetimes::address_of_local(const Path& path, ObjectId object) const {
  PENDULUM_CHECK(context_.object(object).kind == Object::Kind::Local, "the object should be a local");
  if (!is_tracked(object)) return context_.constants.address_of(object);
  return context_.constants.address_of_instance(object, path.read(context_.variables.instance_count(object)));
}

/// Executions in which the pointer is neither null nor the start of a heap object that is alive are errors.
/// Soundness: if valid-free is not checked, such executions are not followed (C17 7.22.3.3p2).
void ObjectLifetimes::exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets) const {
  using property::Property;
  const auto exclude = [&](Term condition, const std::string& text) {
    if (context_.checks(Property::ValidFree)) {
      path.error_if(condition, Property::ValidFree, text);
    } else {
      path.drop_unless(terms_.mk_not(condition), Drop::WrongFree);
    }
  };
  const Term offset = context_.constants.flatten(pointer.offset);
  const Term is_start = terms_.mk_eq(offset, context_.pointer_constant(0));
  for (const auto& [object, known] : targets) {
    const Term is_here = context_.constants.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    if (object == absolute_object) {
      path.unsupported_if(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an unknown address");
      continue;
    }
    const Object& info = context_.object(object);
    const std::string name = "`" + message_name(*info.value) + "`";
    if (info.kind != Object::Kind::Heap || is_recursive_local(info)) {
      exclude(is_here, "free of " + name + ", which was not allocated by malloc");
      continue;
    }
    exclude(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an address inside of " + name);
    if (checks_memory())
      exclude(terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object))),
              "second free of " + name);
  }
}

void ObjectLifetimes::release(Path& path, const Pointer& pointer, const Targets& targets) const {
  if (checks_memory()) exclude_wrong_free(path, pointer, targets);
  end(path, pointer, targets);
}

void ObjectLifetimes::end_recursive_local(Path& path, const Pointer& pointer, const Targets& targets) const {
  PENDULUM_CHECK(!targets.empty(), "the local should be known");
  end(path, pointer, targets);
}

void ObjectLifetimes::end(Path& path, const Pointer& pointer, const Targets& targets) const {
  for (const auto& [object, known] : targets) {
    const Object& info = context_.object(object);
    const Term is_here = context_.constants.is_object(pointer.object, object);
    if (is_here.is_false() || info.kind != Object::Kind::Heap || !is_tracked(object)) continue;
    set_alive(path, object, info.has_instances ? context_.constants.instance_of(pointer.object) : Term(),
              false, is_here.is_true() ? Term() : is_here);
    if (!compared_.freed.contains(object)) continue;
    const Term freed = context_.variables.has_freed();
    path.write(freed, terms_.mk_ite(is_here, terms_.mk_bv(1, 1), path.read(freed)));
  }
}

Term ObjectLifetimes::heap_size(Path& path, const Pointer& pointer, const Targets& targets) const {
  exclude_wrong_free(path, pointer, targets);
  Term result = context_.pointer_constant(0);
  for (const auto& [object, known] : targets) {
    const Object& info = context_.object(object);
    if (info.kind != Object::Kind::Heap) continue;
    const Term size = info.size ? context_.pointer_constant(*info.size)
                                : path.read(context_.variables.dynamic_size(object));
    const Term size_here = context_.of_instance(size, pointer.object);
    result = terms_.mk_ite(context_.constants.is_object(pointer.object, object), size_here, result);
  }
  return result;
}

Term ObjectLifetimes::is_some_alive(const Path& path, ObjectId object) const {
  if (!context_.object(object).has_instances)
    return is_alive(path, object, context_.constants.address_of(object).object);
  PENDULUM_CHECK(is_tracked(object), "the lifetime of the object should be tracked");
  return terms_.mk_distinct(path.read(context_.variables.alive_count(object)),
                            terms_.mk_bv(0, context_.points_to.instance_bits()));
}

bool is_recursive_local(const Object& object) {
  const auto* call =
      object.kind == Object::Kind::Heap ? llvm::dyn_cast<llvm::CallBase>(object.value) : nullptr;
  return call != nullptr && call->hasFnAttr(local_attribute);
}

}  // namespace pendulum::frontend
