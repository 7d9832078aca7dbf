#include "frontend/llvm/objects/object_havoc.h"

#include <numeric>
#include <set>

#include "base/check.h"

namespace pendulum::frontend {

void ObjectHavoc::havoc_piece(Path& path, ObjectId object, std::size_t piece, program::InputOrigin origin,
                              const std::string& name, Term instance) const {
  PENDULUM_CHECK(instance.is_null() || context_.variables.has_heap_instances(object),
                 "only heap objects should be havocked by instance");
  const Slot& slot = context_.variables.piece(object, piece);
  // The array elements of a new instance are still arbitrary (initialize_heap): no instance is created twice.
  if (!instance.is_null() && context_.layout(object).is_array()) return;
  origin.byte_offset = context_.layout(object).pieces[piece].offset;
  origin.stride = context_.layout(object).record;
  if (!instance.is_null()) {
    if (slot.value.is_null()) return;
    const Term input = path.make_input(name, slot.value.sort().element(), std::move(origin));
    Value value = Value::of(input);
    slots_.write(path, slot, value, instance);
    return;
  }
  if (!slot.object.is_null()) path.write(slot.object, terms_.mk_zero(slot.object.sort()));
  if (!slot.value.is_null())
    path.write(slot.value, path.make_input(name, slot.value.sort(), std::move(origin)));
}

void ObjectHavoc::havoc(Path& path, ObjectId object, const program::InputOrigin& origin,
                        const std::string& name, Term instance) const {
  if (context_.constants.is_constant(object)) return;
  for (std::size_t i = 0; i < context_.layout(object).pieces.size(); ++i)
    havoc_piece(path, object, i, origin, name, instance);
}

namespace {

/// Whether a pointer with these offsets may point to the start of the piece.
bool is_pointed_to(Congruence offsets, const ObjectLayout& layout, const Piece& piece) {
  const auto offset = static_cast<std::int64_t>(piece.offset);
  if (offsets.is_constant() && !layout.is_array()) return offsets.residue == offset;
  const std::uint64_t common = std::gcd(offsets.modulus, layout.record);
  return make_congruence(offsets.residue - offset, common).residue == 0;
}

}  // namespace

ObjectHavoc::Changes ObjectHavoc::havoc_reachable(Path& path, const Targets& targets,
                                                  const std::string& function) const {
  std::set<ObjectId> reached;
  std::vector<ObjectId> pending;
  const auto add = [&](const Targets& more) {
    for (const auto& [object, offsets] : more)
      if (context_.object(object).value != nullptr && reached.insert(object).second)
        pending.push_back(object);
  };
  add(targets);
  while (!pending.empty()) {
    const ObjectId object = pending.back();
    pending.pop_back();
    add(context_.points_to.content(object, make_congruence(0, 1)));
  }
  Changes result;
  for (const ObjectId object : reached) {
    if (context_.object(object).kind == Object::Kind::Function || context_.constants.is_constant(object))
      continue;
    const ObjectLayout& layout = context_.layout(object);
    const auto given = targets.find(object);
    for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
      if (!layout.pieces[i].is_pointer || layout.pieces[i].has_parts) {
        havoc_reached_piece(path, object, i, function, ReplayedBy::Stub);
      } else if (given != targets.end() && is_pointed_to(given->second, layout, layout.pieces[i])) {
        lose_pointer(path, object, i, function, ReplayedBy::Stub);
      } else {
        result.has_kept_pointers = true;
      }
    }
    if (!layout.pieces.empty()) result.objects.push_back(context_.variables.object_name(object));
  }
  return result;
}

void ObjectHavoc::overwrite(Path& path, const Targets& targets, const std::string& function,
                            ReplayedBy replayed_by) const {
  for (const auto& [object, offsets] : targets) {
    const Object& info = context_.object(object);
    if (info.value == nullptr || info.kind == Object::Kind::Function ||
        context_.constants.is_constant(object))
      continue;
    const ObjectLayout& layout = context_.layout(object);
    for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
      if (!layout.pieces[i].is_pointer || layout.pieces[i].has_parts)
        havoc_reached_piece(path, object, i, function, replayed_by);
      else
        lose_pointer(path, object, i, function, replayed_by);
    }
  }
}

/// An arbitrary new value for a variable whose value was `unchanged`.
Term ObjectHavoc::new_value(Path& path, const char* name, const std::string& function, Term unchanged,
                            ReplayedBy replayed_by) const {
  switch (replayed_by) {
    case ReplayedBy::Stub:
      return path.make_havocked_input(name, function, unchanged);
    case ReplayedBy::RealFunction:
      return path.make_input(name, unchanged.sort(), {});
  }
  PENDULUM_UNREACHABLE();
}

void ObjectHavoc::havoc_reached_piece(Path& path, ObjectId object, std::size_t piece,
                                      const std::string& function, ReplayedBy replayed_by) const {
  if (context_.variables.is_of_main_arguments(object)) {
    arguments_.havoc(path, object, piece, function);
    return;
  }
  const Slot& slot = context_.variables.piece(object, piece);
  if (!slot.object.is_null()) {
    const Term is_changed = new_value(path, "changed", function, terms_.mk_false(), replayed_by);
    path.write(slot.object,
               terms_.mk_ite(is_changed, terms_.mk_zero(slot.object.sort()), path.read(slot.object)));
  }
  if (!slot.value.is_null())
    path.write(slot.value, new_value(path, "change", function, path.read(slot.value), replayed_by));
}

/// The pointer in a piece keeps its value or becomes an unknown address.
void ObjectHavoc::lose_pointer(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                               ReplayedBy replayed_by) const {
  if (context_.variables.is_of_main_arguments(object)) {
    arguments_.havoc(path, object, piece, function);
    return;
  }
  if (context_.variables.index_sort(object))
    throw UnsupportedHere{"external function that gets an array of pointers"};
  const Slot& slot = context_.variables.piece(object, piece);
  PENDULUM_CHECK(slot.is_pointer, "the piece should be a pointer");
  const Term is_kept = new_value(path, "kept", function, terms_.mk_true(), replayed_by);
  const Term address =
      new_value(path, "address", function, terms_.mk_zero(context_.variables.pointer_sort()), replayed_by);
  const Value old = slots_.read(path, slot);
  Pointer pointer = context_.constants.null();
  pointer.object = terms_.mk_ite(is_kept, old.pointer->object, pointer.object);
  pointer.offset.base = terms_.mk_ite(is_kept, context_.constants.flatten(old.pointer->offset), address);
  slots_.write(path, slot, Value::of(pointer));
}

}  // namespace pendulum::frontend
