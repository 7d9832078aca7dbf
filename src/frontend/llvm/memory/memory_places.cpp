// Access targets: the objects that a pointer can point to, bounds, lifetimes, and unknown memory.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/instrument/guards.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/memory/memory.h"

namespace pendulum::frontend {

using term::Kind;

Term Memory::is_null_page(Term address) const {
  return terms_.mk_bvult(address, pointer_constant(null_page));
}

/// Linux maps nothing below 64 KiB, and the upper part of a 64-bit address space belongs to the kernel. An
/// access to any other address faults, which ends the execution.
Term Memory::is_unknown_memory_address(Term address) const {
  constexpr std::uint64_t first = first_address;
  const std::uint64_t last = pointer_bits_ == 32 ? 0xfffeffff : 0x7ffffffeffff;
  return terms_.mk_and(terms_.mk_bvule(pointer_constant(first), address),
                       terms_.mk_bvule(address, pointer_constant(last)));
}

/// The number of the record in which `offset` lies. Requires: offset = residue modulo the record size.
Term Memory::record_index(const Offset& offset, std::uint64_t record, std::uint64_t residue) const {
  const auto size = static_cast<std::int64_t>(record);
  for (const Offset::Index& index : offset.indices)
    if (index.stride % size != 0) throw UnsupportedHere{"unresolved pointer arithmetic"};
  // base = size * b + base_residue, hence the number of the record is b + (sum of the scaled indices) +
  // carry.
  const std::int64_t base_residue =
      make_congruence(static_cast<std::int64_t>(residue) - offset.constant, record).residue;
  const std::int64_t carry = (offset.constant + base_residue - static_cast<std::int64_t>(residue)) / size;
  Term sum;
  if (!offset.base.is_null()) {
    if (record == 1) {
      sum = offset.base;
    } else if (std::has_single_bit(record)) {
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(record));
      sum = terms_.mk_zero_extend(terms_.mk_extract(offset.base, pointer_bits_ - 1, shift), shift);
    } else {
      sum = terms_.mk_bv_binary(Kind::BvUdiv, offset.base, pointer_constant(record));
    }
  }
  for (const Offset::Index& index : offset.indices) {
    const std::int64_t factor = index.stride / size;
    const Term part =
        factor == 1 ? index.index : terms_.mk_bvmul(index.index, terms_.mk_bv(factor, pointer_bits_));
    sum = sum.is_null() ? part : terms_.mk_bvadd(sum, part);
  }
  const Term constant = terms_.mk_bv(carry, pointer_bits_);
  if (sum.is_null()) return constant;
  return carry == 0 ? sum : terms_.mk_bvadd(sum, constant);
}

/// The condition that an access to `size` bytes at offset `residue` of record `index` (null: of the object)
/// is within bounds.
Term Memory::bound(const Path& path, ObjectId object, Term instance, std::uint64_t residue,
                   std::uint64_t size, Term index) {
  const Object& info = points_to_.objects()[object];
  const std::uint64_t record = layouts_[object].record;
  const std::uint64_t end = residue + size;
  if (info.size) {
    if (end > *info.size) return terms_.mk_false();
    if (index.is_null()) return terms_.mk_true();
    return terms_.mk_bvult(index, pointer_constant((*info.size - end) / record + 1));
  }
  if (info.kind == Object::Kind::Heap) return heap_bound(path, object, instance, end, index);
  if (variables_.is_of_main_arguments(object)) return argument_bound(path, object, instance, end, index);
  // `extern int a[]`: the size is not known, and every access may be within bounds.
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(info.value);
  if (alloca == nullptr) return terms_.mk_true();
  const Term length = path.read(variables_.dynamic_size(object));
  const std::uint64_t element = data_layout_.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
  if (index.is_null()) return terms_.mk_bvult(pointer_constant((end - 1) / element), length);
  // The product does not wrap around because create_object limits the size.
  if (element % record != 0)
    return bound_in_bytes(terms_.mk_bvmul(length, pointer_constant(element)), record, end, index);
  const Term count = element == record ? length : terms_.mk_bvmul(length, pointer_constant(element / record));
  const Term first = terms_.mk_bvult(index, count);
  if (end <= record) return first;
  return terms_.mk_and(first,
                       terms_.mk_bvult(terms_.mk_bvadd(index, pointer_constant((end - 1) / record)), count));
}

Term Memory::heap_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index) {
  Term size = path.read(variables_.dynamic_size(object));
  if (!instance.is_null()) size = terms_.mk_select(size, instance);
  return bound_in_bytes(size, layouts_[object].record, end, index);
}

/// The condition that the first `end` bytes of record `index` (null: 0) are within bounds:
/// index * record + end <= size, without wrap-around.
Term Memory::bound_in_bytes(Term size, std::uint64_t record, std::uint64_t end, Term index) const {
  const Term fits = terms_.mk_bvule(pointer_constant(end), size);
  if (index.is_null()) return fits;
  const Term rest = terms_.mk_bvsub(size, pointer_constant(end));
  const Term last = record == 1 ? rest : terms_.mk_bv_binary(Kind::BvUdiv, rest, pointer_constant(record));
  return terms_.mk_and(fits, terms_.mk_bvule(index, last));
}

Term Memory::element(Term instance, Term index) const {
  if (instance.is_null()) return index;
  return index.is_null() ? instance : terms_.mk_concat(instance, index);
}

std::vector<Memory::Place> Memory::locate(const Path& path, const Pointer& pointer, ObjectId object,
                                          Congruence known, std::uint64_t size) {
  const Offset& offset = pointer.offset;
  const ObjectLayout& layout = layouts_[object];
  const Object& info = points_to_.objects()[object];
  const bool is_instance = info.has_instances && info.kind != Object::Kind::Local;
  const Term instance = is_instance ? constants_.instance_of(pointer.object) : Term();
  if (offset.is_constant() || known.is_constant()) {
    const std::int64_t start = offset.is_constant() ? offset.constant : known.residue;
    if (start < 0) return {};
    const auto place = static_cast<std::uint64_t>(start);
    if (!layout.is_array())
      return {Place{object, bound(path, object, instance, place, size, Term()), instance, Term(), place}};
    const Term index = pointer_constant(place / layout.record);
    const std::uint64_t residue = place % layout.record;
    return {Place{object, bound(path, object, instance, residue, size, index), instance, index, residue}};
  }
  if (!layout.is_array()) {
    if (!info.size) throw UnsupportedHere{"unresolved pointer"};
    std::vector<Place> result;
    for (std::uint64_t place = make_congruence(known.residue, known.modulus).residue;
         place + size <= *info.size; place += known.modulus)
      result.push_back({object, terms_.mk_eq(constants_.flatten(offset), pointer_constant(place)), instance,
                        Term(), place});
    return result;
  }
  const auto residue = static_cast<std::uint64_t>(make_congruence(known.residue, layout.record).residue);
  const Term index = record_index(offset, layout.record, residue);
  return {Place{object, bound(path, object, instance, residue, size, index), instance, index, residue}};
}

/// An object of unknown size is taken to have only its first byte, which over-approximates `is_outside`.
Memory::Side Memory::side_of(const Path& path, const Pointer& pointer, const Targets& targets) {
  Side result{terms_.mk_false(), terms_.mk_false()};
  const Term offset = constants_.flatten(pointer.offset);
  for (const auto& [object, known] : targets) {
    const Object::Kind kind = points_to_.objects()[object].kind;
    if (kind == Object::Kind::Absolute || kind == Object::Kind::Function) continue;
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    result.has_object = terms_.mk_or(result.has_object, is_here);
    const Term size = size_of(path, pointer, object);
    const Term inside =
        size.is_null() ? terms_.mk_eq(offset, pointer_constant(0)) : terms_.mk_bvult(offset, size);
    result.is_outside = terms_.mk_or(result.is_outside, terms_.mk_and(is_here, terms_.mk_not(inside)));
  }
  return result;
}

/// Soundness: an address right after an object may be the start of another object (C17 6.5.9p6), an address
/// further away may be any position in another object, and a new object may reuse the storage of an object
/// whose lifetime has ended. In proofs two such addresses may be equal; counterexamples must not depend on
/// their equality.
Term Memory::may_coincide(Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                          const Targets& b_targets) {
  const Term differ = terms_.mk_distinct(a.object, b.object);
  if (differ.is_false()) return differ;
  const Side first = side_of(path, a, a_targets);
  const Side second = side_of(path, b, b_targets);
  const Term are_neighbours =
      terms_.mk_and({first.has_object, second.has_object, terms_.mk_or(first.is_outside, second.is_outside)});
  const Term may_be =
      terms_.mk_and(differ, terms_.mk_or(are_neighbours, is_used_again(path, a, a_targets, b, b_targets)));
  if (may_be.is_false()) return may_be;
  return terms_.mk_and(may_be,
                       path.make_havocked_input("same", "place of another object", terms_.mk_false()));
}

/// Accesses to unknown memory are followed unless valid-deref is checked.
Term Memory::absolute_access(Path& path, const Pointer& pointer, Congruence known, Term is_here,
                             Access& result) {
  if (!may_be_unknown(known)) return is_here;
  const Term address = constants_.flatten(pointer.offset);
  const bool is_followed = !checks(property::Property::ValidDeref);
  const Term is_null =
      is_followed ? terms_.mk_not(is_unknown_memory_address(address)) : is_null_page(address);
  const Term elsewhere = terms_.mk_and(is_here, terms_.mk_not(is_null));
  if (!is_followed) {
    path.unsupported_if(elsewhere, "access through an integer address");
  } else if (!elsewhere.is_false()) {
    result.unknown = elsewhere;
    result.address = address;
    uses_unknown_memory_ = true;
  }
  return terms_.mk_and(is_here, is_null);
}

Memory::Access Memory::access(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                              const char* verb) {
  constexpr std::size_t max_targets = 64;
  if (targets.size() > max_targets) throw UnsupportedHere{"pointer with too many targets"};
  if (const auto object = constants_.known_object(pointer.object); object && !targets.contains(*object))
    throw UnsupportedHere{"unresolved pointer"};
  Access result;
  term::TermVector conditions;
  Term null_access;
  const bool is_checked = checks(property::Property::ValidDeref);
  const std::string access =
      std::string(verb) + " of " + std::to_string(size) + (size == 1 ? " byte" : " bytes");
  for (const auto& [object, known] : targets) {
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    if (object == absolute_object) {
      null_access = absolute_access(path, pointer, known, is_here, result);
      if (!result.unknown.is_null()) conditions.push_back(result.unknown);
      if (is_checked)
        path.error_if(null_access, property::Property::ValidDeref, access + " through a null pointer");
      continue;
    }
    if (points_to_.objects()[object].kind == Object::Kind::Function) {
      if (is_checked) path.error_if(is_here, property::Property::ValidDeref, access + " of a function");
      continue;
    }
    for (Place& place : checked_places(path, pointer, object, known, size, is_here, access)) {
      place.condition = terms_.mk_and(is_here, place.condition);
      if (place.condition.is_false()) continue;
      conditions.push_back(place.condition);
      result.places.push_back(place);
    }
  }
  // Soundness: a null access ends the execution. An access out of bounds is undefined behaviour as well, but
  // a compiled program may continue after it and reach the error; hence a proof has to exclude it.
  const Term inside = terms_.mk_or(conditions);
  if (is_checked) {
    path.require(inside);  // all other executions have ended in the error location
    return result;
  }
  if (inside.is_false() && null_access.is_null()) throw UnsupportedHere{"access outside of an object"};
  path.unsupported_if(
      null_access.is_null() ? terms_.mk_not(inside) : terms_.mk_not(terms_.mk_or(inside, null_access)),
      "access outside of an object");
  const bool may_be_null = !null_access.is_null() && !null_access.is_false();
  if (may_be_null) {
    path.drop_unless(inside, Drop::NullAccess);
  } else {
    path.require(inside);  // all other executions have ended with an unsupported edge
  }
  return result;
}

/// Describes an access out of bounds in a message: " at offset 10 of `buf` (10 bytes)".
std::string Memory::describe(const Pointer& pointer, ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  std::string text = pointer.offset.is_constant()
                         ? " at offset " + std::to_string(pointer.offset.constant) + " of `"
                         : " outside of `";
  text += source_name(*info.value) + "`";
  if (info.size) text += " (" + std::to_string(*info.size) + (*info.size == 1 ? " byte)" : " bytes)");
  return text;
}

/// The size is not known for objects that are declared like `extern int a[]`.
Term Memory::size_of(const Path& path, const Pointer& pointer, ObjectId object) {
  const Object& info = points_to_.objects()[object];
  if (info.size) return pointer_constant(*info.size);
  if (variables_.is_of_main_arguments(object))
    return size_of_arguments(path, object, constants_.instance_of(pointer.object));
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(info.value);
  if (info.kind != Object::Kind::Heap && alloca == nullptr) return {};
  const Term size = path.read(variables_.dynamic_size(object));
  if (size.sort().is_array()) return terms_.mk_select(size, constants_.instance_of(pointer.object));
  if (alloca == nullptr) return size;
  const std::uint64_t element = data_layout_.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
  return terms_.mk_bvmul(size, pointer_constant(element));
}

/// The condition that the pointer is further away from the object than the object's guards (guards.h) reach.
/// The native replay may mistake such an access for an access to another object, so engines prefer other
/// counterexamples. For a constant offset the condition is false because no other counterexample exists: the
/// error is reported if the native replay confirms it.
Term Memory::is_far_outside(const Path& path, const Pointer& pointer, ObjectId object) {
  if (pointer.offset.is_constant()) return terms_.mk_false();
  const Term size = size_of(path, pointer, object);
  if (size.is_null()) return terms_.mk_false();
  const std::uint64_t guarded = variables_.is_of_main_arguments(object)
                                    ? program::guard_bytes
                                    : guarded_bytes(*points_to_.objects()[object].value);
  // Sizes are at most half of the address space, so the sums wrap around only for offsets before the object.
  const Term moved = terms_.mk_bvadd(constants_.flatten(pointer.offset), pointer_constant(guarded));
  return terms_.mk_bvule(terms_.mk_bvadd(size, pointer_constant(2 * guarded)), moved);
}

namespace {

/// Whether the access covers whole pieces, or a part of a pointer whose parts the program accesses elsewhere
/// (Piece::has_parts). Other accesses to parts of pointers are not followed: usually they are offsets that
/// the points-to analysis could not exclude, such as an index of a buffer that reaches a pointer beside the
/// buffer.
bool is_of_pieces(const ObjectLayout& layout, std::uint64_t place, std::uint64_t size) {
  if (const auto piece = layout.piece_around(place, size); piece && layout.pieces[*piece].has_parts)
    return true;
  const std::uint64_t end = place + size;
  while (place < end) {
    const auto piece = layout.piece_at(place);
    if (!piece) return false;
    place += layout.pieces[*piece].size;
  }
  return place == end;
}

}  // namespace

/// The targets of an access to this object. Checks that the object is alive and, if valid-deref is checked,
/// that the access is within bounds. Otherwise the caller checks the bounds for all objects together.
std::vector<Memory::Place> Memory::checked_places(Path& path, const Pointer& pointer, ObjectId object,
                                                  Congruence known, std::uint64_t size, Term is_here,
                                                  const std::string& access) {
  const bool is_checked = checks(property::Property::ValidDeref);
  if (tracks_life(object)) {
    const Term is_dead = terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object)));
    const Object& info = points_to_.objects()[object];
    const bool is_local = info.kind == Object::Kind::Local;
    if (is_checked) {
      const char* end = info.is_of_block ? "ended with its block"
                        : is_local       ? "ended with its function"
                                         : "was freed";
      path.error_if(is_dead, property::Property::ValidDeref,
                    access + " of `" + source_name(*info.value) + "`, which " + end);
    } else if (is_local) {
      path.unsupported_if(is_dead, "access to a local of a function that has returned");
    }
  }
  std::vector<Place> places = locate(path, pointer, object, known, size);
  term::TermVector inside;
  for (const Place& place : places) inside.push_back(place.condition);
  const bool is_single = places.size() == 1;
  std::erase_if(places, [&](const Place& place) {
    if (is_single || is_of_pieces(layouts_[object], place.residue, size)) return false;
    path.unsupported_if(terms_.mk_and(is_here, place.condition), "access to a part of a pointer");
    return true;
  });
  if (!is_checked) return places;
  const Term is_outside = terms_.mk_and(is_here, terms_.mk_not(terms_.mk_or(inside)));
  const Term is_far = is_far_outside(path, pointer, object);
  const std::string text = access + describe(pointer, object);
  path.error_if(terms_.mk_and(is_outside, terms_.mk_not(is_far)), property::Property::ValidDeref, text);
  path.unconfirmed_error_if(terms_.mk_and(is_outside, is_far), property::Property::ValidDeref, text);
  return places;
}

}  // namespace pendulum::frontend
