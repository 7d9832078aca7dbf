// Havocked contents of objects, and the initial values of globals and of the heap.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/memory/memory.h"

namespace pendulum::frontend {

void Memory::havoc_piece(Path& path, ObjectId object, std::size_t piece, program::InputOrigin origin,
                         const std::string& name, Term instance) {
  const Slot& slot = variables_.piece(object, piece);
  // The array elements of a new instance are still arbitrary (initialize_heap): no instance is created twice.
  if (!instance.is_null() && layouts_[object].is_array()) return;
  origin.byte_offset = layouts_[object].pieces[piece].offset;
  origin.stride = layouts_[object].record;
  if (!instance.is_null()) {
    if (slot.value.is_null()) return;
    const Term input = path.make_input(name, slot.value.sort().element(), std::move(origin));
    Value value = Value::of(input);
    write_slot(path, slot, value, instance);
    return;
  }
  if (!slot.object.is_null()) path.write(slot.object, terms_.mk_zero(slot.object.sort()));
  if (!slot.value.is_null())
    path.write(slot.value, path.make_input(name, slot.value.sort(), std::move(origin)));
}

void Memory::havoc(Path& path, ObjectId object, const program::InputOrigin& origin, const std::string& name,
                   Term instance) {
  if (constants_.is_constant(object)) return;
  for (std::size_t i = 0; i < layouts_[object].pieces.size(); ++i)
    havoc_piece(path, object, i, origin, name, instance);
}

namespace {

/// Whether a pointer with these offsets may point to the start of the piece.
bool is_pointed_to(Congruence offsets, const ObjectLayout& layout, const Piece& piece) {
  const auto place = static_cast<std::int64_t>(piece.offset);
  if (offsets.is_constant() && !layout.is_array()) return offsets.residue == place;
  const std::uint64_t common = std::gcd(offsets.modulus, layout.record);
  return make_congruence(offsets.residue - place, common).residue == 0;
}

}  // namespace

Memory::Changes Memory::change_reachable(Path& path, const Targets& targets, const std::string& function) {
  std::set<ObjectId> reached;
  std::vector<ObjectId> pending;
  const auto add = [&](const Targets& more) {
    for (const auto& [object, offsets] : more)
      if (points_to_.objects()[object].value != nullptr && reached.insert(object).second)
        pending.push_back(object);
  };
  add(targets);
  while (!pending.empty()) {
    const ObjectId object = pending.back();
    pending.pop_back();
    add(points_to_.content(object, make_congruence(0, 1)));
  }
  Changes result;
  for (const ObjectId object : reached) {
    if (points_to_.objects()[object].kind == Object::Kind::Function || constants_.is_constant(object))
      continue;
    const ObjectLayout& layout = layouts_[object];
    const auto given = targets.find(object);
    for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
      if (!layout.pieces[i].is_pointer || layout.pieces[i].has_parts) {
        change_piece(path, object, i, function, ReplayedBy::Stub);
      } else if (given != targets.end() && is_pointed_to(given->second, layout, layout.pieces[i])) {
        lose_pointer(path, object, i, function, ReplayedBy::Stub);
      } else {
        result.has_kept_pointers = true;
      }
    }
    if (!layout.pieces.empty()) result.objects.push_back(variables_.object_name(object));
  }
  return result;
}

void Memory::overwrite(Path& path, const Targets& targets, const std::string& function,
                       ReplayedBy replayed_by) {
  for (const auto& [object, offsets] : targets) {
    const Object& info = points_to_.objects()[object];
    if (info.value == nullptr || info.kind == Object::Kind::Function || constants_.is_constant(object))
      continue;
    const ObjectLayout& layout = layouts_[object];
    for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
      if (!layout.pieces[i].is_pointer || layout.pieces[i].has_parts)
        change_piece(path, object, i, function, replayed_by);
      else
        lose_pointer(path, object, i, function, replayed_by);
    }
  }
}

/// An arbitrary new value for a variable whose value was `unchanged`.
Term Memory::changed(Path& path, const char* name, const std::string& function, Term unchanged,
                     ReplayedBy replayed_by) const {
  switch (replayed_by) {
    case ReplayedBy::Stub:
      return path.make_havocked_input(name, function, unchanged);
    case ReplayedBy::RealFunction:
      return path.make_input(name, unchanged.sort(), {});
  }
  PENDULUM_UNREACHABLE();
}

void Memory::change_piece(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                          ReplayedBy replayed_by) {
  if (variables_.is_of_main_arguments(object)) {
    change_argument(path, object, piece, function);
    return;
  }
  const Slot& slot = variables_.piece(object, piece);
  if (!slot.object.is_null()) {
    const Term is_changed = changed(path, "changed", function, terms_.mk_false(), replayed_by);
    path.write(slot.object,
               terms_.mk_ite(is_changed, terms_.mk_zero(slot.object.sort()), path.read(slot.object)));
  }
  if (!slot.value.is_null())
    path.write(slot.value, changed(path, "change", function, path.read(slot.value), replayed_by));
}

/// The pointer in a piece keeps its value or becomes an unknown address.
void Memory::lose_pointer(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                          ReplayedBy replayed_by) {
  if (variables_.is_of_main_arguments(object)) {
    change_argument(path, object, piece, function);
    return;
  }
  if (variables_.index_sort(object)) throw UnsupportedHere{"extern function that gets an array of pointers"};
  const Slot& slot = variables_.piece(object, piece);
  const Term is_kept = changed(path, "kept", function, terms_.mk_true(), replayed_by);
  const Term address =
      changed(path, "address", function, terms_.mk_zero(variables_.pointer_sort()), replayed_by);
  const Value old = read_slot(path, slot);
  Pointer pointer = constants_.null();
  pointer.object = terms_.mk_ite(is_kept, old.pointer->object, pointer.object);
  pointer.offset.base = terms_.mk_ite(is_kept, constants_.flatten(old.pointer->offset), address);
  write_slot(path, slot, Value::of(pointer));
}

/// Initialises a heap object. Its value matters only for objects with instances: the elements of an instance
/// get their contents here, arbitrary for malloc and zero for calloc. Other objects get them when they are
/// allocated.
void Memory::initialize_heap(Path& path, ObjectId object, const Slot& slot) {
  const auto& call = *llvm::cast<llvm::CallBase>(points_to_.objects()[object].value);
  const bool is_arbitrary = points_to_.objects()[object].has_instances && layouts_[object].is_array() &&
                            allocation(call)->kind != Allocation::Kind::Calloc;
  if (!slot.object.is_null()) path.write(slot.object, terms_.mk_zero(slot.object.sort()));
  if (slot.value.is_null()) return;
  path.write(slot.value, is_arbitrary ? path.make_input(variables_.object_name(object), slot.value.sort(), {})
                                      : terms_.mk_zero(slot.value.sort()));
}

namespace {

/// C17 7.21.1p3: stdin, stdout and stderr are pointers to objects of the library, hence not null.
bool is_standard_stream(const std::string& global) {
  return global == "stdin" || global == "stdout" || global == "stderr";
}

}  // namespace

void Memory::initialize_globals(Path& path) {
  initialize_arguments(path);
  // The lists of variables are complete because reading an initialiser creates no new variables.
  for (const Term variable : variables_.zeros()) path.write(variable, terms_.mk_zero(variable.sort()));
  for (const auto& [object, piece] : variables_.global_pieces()) {
    if (points_to_.objects()[object].kind == Object::Kind::Heap) {
      initialize_heap(path, object, variables_.piece(object, piece));
      continue;
    }
    const auto* global = llvm::cast<llvm::GlobalVariable>(points_to_.objects()[object].value);
    const Slot& slot = variables_.piece(object, piece);
    if (!global->hasInitializer()) {
      program::InputOrigin origin;
      origin.kind = program::InputOrigin::Kind::ExternObject;
      origin.name = global->getName().str();
      havoc_piece(path, object, piece, origin, origin.name, Term());
      if (is_standard_stream(origin.name) && !slot.value.is_null())
        path.require(terms_.mk_distinct(path.read(slot.value), terms_.mk_zero(slot.value.sort())));
      continue;
    }
    try {
      const Constants::Content content = constants_.without_gaps(path, constants_.initial(object, piece));
      if (!slot.value.is_null()) path.write(slot.value, content.value);
      if (!slot.object.is_null())
        path.write(slot.object, slot.is_instance ? terms_.mk_zero(slot.object.sort()) : content.object);
    } catch (const UnsupportedHere&) {
      // Soundness: an arbitrary value or unknown address over-approximates an unsupported initialiser.
      havoc_piece(path, object, piece, {}, variables_.object_name(object), Term());
    }
  }
}

}  // namespace pendulum::frontend
