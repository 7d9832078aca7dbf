#include "frontend/llvm/memory/unknown_memory.h"

#include "base/check.h"

namespace pendulum::frontend {

Term UnknownMemory::written_variable(Written what) {
  const auto it = written_variables_.find(what);
  if (it != written_variables_.end()) return it->second;
  const char* name = what == Written::Integers ? "unknown.integers_written" : "unknown.pointers_written";
  return written_variables_.emplace(what, context_.variables.make_zero(name, terms_.bool_sort()))
      .first->second;
}

void UnknownMemory::note_write(Path& path, Written what, Term condition) {
  if (condition.is_null() || context_.points_to.known_outside().empty()) return;
  const Term variable = written_variable(what);
  path.write(variable, terms_.mk_or(path.read(variable), condition));
}

Value UnknownMemory::perhaps_overwritten(Path& path, const Value& value) {
  PENDULUM_CHECK(value.pointer.has_value() == value.term.is_null(),
                 "a value should be either a term or a pointer");
  const auto havocked = [&](Term unchanged) {
    return path.make_havocked_input("overwritten", "write to unknown memory", unchanged);
  };
  if (!value.pointer)
    return Value::of(
        terms_.mk_ite(path.read(written_variable(Written::Integers)), havocked(value.term), value.term));
  const Term is_lost =
      terms_.mk_and(path.read(written_variable(Written::Pointers)), havocked(terms_.mk_false()));
  Pointer pointer{terms_.mk_ite(is_lost, context_.pointer_constant(absolute_object), value.pointer->object),
                  {}};
  pointer.offset.base =
      terms_.mk_ite(is_lost, path.make_input("address", context_.variables.pointer_sort(), {}),
                    context_.constants.flatten(value.pointer->offset));
  return Value::of(pointer);
}

Value UnknownMemory::read(Path& path, Term address, Term condition, std::uint64_t distance,
                          std::uint64_t size, PieceKind wanted) const {
  PENDULUM_CHECK(size > 0, "an access should have at least one byte");
  PENDULUM_CHECK(wanted == PieceKind::Bits || size * 8 == context_.pointer_bits(),
                 "a pointer should be read as a whole");
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::UnknownMemory;
  origin.name = "unknown memory";
  origin.address = terms_.mk_ite(condition, terms_.mk_bvadd(address, context_.pointer_constant(distance)),
                                 context_.pointer_constant(0));
  const term::Sort sort = terms_.bitvec_sort(static_cast<std::uint32_t>(size * 8));
  const Term bits = path.make_input("unknown", sort, std::move(origin));
  if (wanted == PieceKind::Bits) return Value::of(bits);
  Pointer pointer = context_.constants.null();
  pointer.offset.base = bits;
  return Value::of(pointer);
}

}  // namespace pendulum::frontend
