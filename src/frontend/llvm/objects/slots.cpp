#include "frontend/llvm/objects/slots.h"

#include "base/check.h"

namespace pendulum::frontend {

Value Slots::read(const Path& path, const Slot& slot, Term index) const {
  PENDULUM_CHECK(!slot.marks_writes, "the arguments of main should be read by ArgumentMemory");
  const auto get = [&](Term variable) {
    const Term content = path.read(variable);
    return index.is_null() ? content : terms_.mk_select(content, index);
  };
  if (!slot.is_pointer) return Value::of(get(slot.value));
  Pointer pointer = slot.is_instance
                        ? context_.constants.address_of_instance(slot.fixed_object, get(slot.object))
                        : context_.constants.address_of(slot.fixed_object);
  if (!slot.object.is_null() && !slot.is_instance) pointer.object = get(slot.object);
  if (slot.value.is_null()) {
    pointer.offset.constant = slot.fixed_offset;
  } else {
    pointer.offset.base = get(slot.value);
  }
  return Value::of(pointer);
}

void Slots::write(Path& path, const Slot& slot, const Value& value, Term index, Term condition) const {
  PENDULUM_CHECK(value.pointer.has_value() == value.term.is_null(),
                 "a value should be either a term or a pointer");
  const auto set = [&](Term variable, Term content) {
    const Term old = path.read(variable);
    PENDULUM_DCHECK(index.is_null() || old.sort().is_array(), "only elements of arrays should have an index");
    Term changed = index.is_null() ? content : terms_.mk_store(old, index, content);
    if (!condition.is_null()) changed = terms_.mk_ite(condition, changed, old);
    path.write(variable, changed);
  };
  const auto mark = [&](Term content) {
    return slot.marks_writes ? terms_.mk_concat(terms_.mk_bv(1, 1), content) : content;
  };
  if (!slot.is_pointer) {
    PENDULUM_CHECK(!value.term.is_null(), "an address should not be written to a variable of integers");
    set(slot.value, mark(value.term));
    return;
  }
  if (!slot.object.is_null()) {
    const Term code = value.pointer ? value.pointer->object : context_.pointer_constant(0);
    set(slot.object, slot.is_instance ? context_.constants.instance_of(code) : mark(code));
  }
  if (!slot.value.is_null())
    set(slot.value, value.pointer ? context_.constants.flatten(value.pointer->offset) : value.term);
}

Term Slots::element_index(Term instance, Term index) const {
  PENDULUM_DCHECK(instance.is_null() || instance.sort().width() == context_.points_to.instance_bits(),
                  "the number of an instance should have {} bits", context_.points_to.instance_bits());
  if (instance.is_null()) return index;
  return index.is_null() ? instance : terms_.mk_concat(instance, index);
}

}  // namespace pendulum::frontend
