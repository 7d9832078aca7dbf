#include "frontend/llvm/memory/memory.h"

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
#include "frontend/llvm/memory/constant_table.h"

namespace pendulum::frontend {

using term::Kind;

Memory::Memory(term::TermManager& terms, const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
               Variables& variables, const Constants& constants, const llvm::DataLayout& layout,
               const property::Properties& properties)
    : terms_(terms),
      points_to_(points_to),
      layouts_(layouts),
      variables_(variables),
      constants_(constants),
      data_layout_(layout),
      properties_(properties),
      pointer_bits_(layout.getPointerSizeInBits()),
      compared_(find_compared(points_to)) {}

Term Memory::pointer_constant(std::uint64_t value) const {
  return terms_.mk_bv(static_cast<std::int64_t>(value), pointer_bits_);
}

Value Memory::read_slot(const Path& path, const Slot& slot, Term index) const {
  const auto get = [&](Term variable) {
    const Term content = path.read(variable);
    return index.is_null() ? content : terms_.mk_select(content, index);
  };
  if (!slot.is_pointer) return Value::of(get(slot.value));
  Pointer pointer = slot.is_instance ? constants_.address_of_instance(slot.fixed_object, get(slot.object))
                                     : constants_.address_of(slot.fixed_object);
  if (!slot.object.is_null() && !slot.is_instance) pointer.object = get(slot.object);
  if (slot.value.is_null()) {
    pointer.offset.constant = slot.fixed_offset;
  } else {
    pointer.offset.base = get(slot.value);
  }
  return Value::of(pointer);
}

void Memory::write_slot(Path& path, const Slot& slot, const Value& value, Term index, Term condition) const {
  const auto set = [&](Term variable, Term content) {
    const Term old = path.read(variable);
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
    const Term code = value.pointer ? value.pointer->object : pointer_constant(0);
    set(slot.object, slot.is_instance ? constants_.instance_of(code) : mark(code));
  }
  if (!slot.value.is_null())
    set(slot.value, value.pointer ? constants_.flatten(value.pointer->offset) : value.term);
}

/// Soundness: the numeric value of the address of an object is a new input, restricted to addresses at which
/// a process can have memory. If the program converts the number back to a pointer, that pointer refers to
/// unknown memory. Where accesses to unknown memory are followed (valid-deref is not checked), this is
/// allowed only for objects that unknown memory may overlap; for other objects the execution is unsupported.
Term Memory::as_bits(Path& path, const Value& value, Term condition) const {
  if (!value.pointer) return value.term;
  const Term offset = constants_.flatten(value.pointer->offset);
  Term has_object = terms_.mk_distinct(value.pointer->object, pointer_constant(absolute_object));
  if (!condition.is_null()) has_object = terms_.mk_and(condition, has_object);
  if (has_object.is_false()) return offset;
  if (!checks(property::Property::ValidDeref))
    path.unsupported_if(
        terms_.mk_and(has_object, terms_.mk_not(may_be_in_unknown_memory(value.pointer->object))),
        "use of an address as an integer");
  if (path.is_dead()) return offset;
  const Term number = path.make_input("number", variables_.pointer_sort(), {});
  const Term is_inside = terms_.mk_bvule(offset, pointer_constant(null_page));
  path.require(terms_.mk_or({terms_.mk_not(has_object), terms_.mk_not(is_inside),
                             is_unknown_memory_address(terms_.mk_bvsub(number, offset))}));
  return terms_.mk_ite(has_object, number, offset);
}

/// The condition that `code` denotes an object that unknown memory may overlap, or a function. Functions are
/// harmless because the translation never calls one through an unknown address.
Term Memory::may_be_in_unknown_memory(Term code) const {
  term::TermVector ways;
  for (ObjectId object = 1; object < points_to_.objects().size(); ++object)
    if (points_to_.objects()[object].kind == Object::Kind::Function ||
        points_to_.known_outside().contains(object))
      ways.push_back(constants_.is_object(code, object));
  return terms_.mk_or(ways);
}

const Constants::Content& Memory::constant_content(ObjectId object, std::size_t piece) {
  const auto key = std::pair(object, piece);
  const auto it = constant_contents_.find(key);
  if (it != constant_contents_.end()) return it->second;
  return constant_contents_.emplace(key, constants_.initial(object, piece)).first->second;
}

Value Memory::read_piece(Path& path, ObjectId object, std::size_t piece, Term index) {
  if (!constants_.is_constant(object)) {
    const Value value = variables_.is_of_main_arguments(object)
                            ? read_argument(path, object, piece, index)
                            : read_slot(path, variables_.piece(object, piece), index);
    std::optional<Congruence> pointers;
    if (value.pointer) pointers = layouts_[object].offsets(piece);
    return points_to_.may_be_overwritten(object, pointers) ? perhaps_overwritten(path, value) : value;
  }
  const Constants::Content content = constants_.without_gaps(path, constant_content(object, piece));
  const auto get = [&](Term whole) { return index.is_null() ? whole : read_table(terms_, whole, index); };
  if (content.object.is_null()) return Value::of(get(content.value));
  Pointer pointer{get(content.object), {}};
  pointer.offset.base = get(content.value);
  return Value::of(pointer);
}

Value Memory::read(Path& path, const Place& place, std::uint64_t size, PieceKind wanted) {
  const ObjectLayout& layout = layouts_[place.object];
  std::uint64_t residue = place.residue;
  Term index = place.index;
  Term bits;
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = layout.piece_at(residue);
    if (!piece || layout.pieces[*piece].size > size - done) {
      const Term rest = read_part(path, place, residue, index, size - done);
      bits = bits.is_null() ? rest : terms_.mk_concat(rest, bits);
      break;
    }
    const Piece& part = layout.pieces[*piece];
    const Value value = read_piece(path, place.object, *piece, element(place.instance, index));
    if (wanted == PieceKind::Pointer && part.size == size && value.pointer) return value;
    const Term part_bits = as_bits(path, value, place.condition);
    bits = bits.is_null() ? part_bits : terms_.mk_concat(part_bits, bits);
    done += part.size;
    residue += part.size;
    if (layout.is_array() && residue == layout.record) {
      residue = 0;
      index = terms_.mk_bvadd(index, pointer_constant(1));
    }
  }
  if (wanted == PieceKind::Bits) return Value::of(bits);
  Pointer pointer = constants_.null();
  pointer.offset.base = bits;
  return Value::of(pointer);
}

namespace {

/// The pointer piece that contains the `size` bytes at offset `residue`; `number` is set to its index.
const Piece& pointer_around(const ObjectLayout& layout, std::uint64_t residue, std::uint64_t size,
                            std::size_t& number) {
  const auto piece = layout.piece_around(residue, size);
  if (!piece || !layout.pieces[*piece].is_pointer) throw UnsupportedHere{"access across parts of an object"};
  number = *piece;
  return layout.pieces[*piece];
}

}  // namespace

Term Memory::read_part(Path& path, const Place& place, std::uint64_t residue, Term index,
                       std::uint64_t size) {
  std::size_t number = 0;
  const Piece& piece = pointer_around(layouts_[place.object], residue, size, number);
  const Value whole = read_piece(path, place.object, number, element(place.instance, index));
  const auto low = static_cast<std::uint32_t>((residue - piece.offset) * 8);
  return terms_.mk_extract(as_bits(path, whole, place.condition),
                           low + static_cast<std::uint32_t>(size * 8) - 1, low);
}

/// Soundness: the bytes that are not written keep the bits of the old value; if that was the address of an
/// object, the bits of its numeric value (see as_bits).
void Memory::write_part(Path& path, const Place& place, std::uint64_t residue, Term index, Term bits,
                        Term condition) {
  std::size_t number = 0;
  const ObjectLayout& layout = layouts_[place.object];
  const Piece& piece = pointer_around(layout, residue, bits.sort().width() / 8, number);
  const Slot& slot = variables_.piece(place.object, number);
  const bool holds_integers = !slot.object.is_null() && !slot.is_instance;
  if (slot.value.is_null() || !(holds_integers || slot.fixed_object == absolute_object))
    throw UnsupportedHere{"write to a part of a pointer"};
  const Term selected = element(place.instance, index);
  const Term whole = as_bits(path, read_piece(path, place.object, number, selected), place.condition);
  const auto low = static_cast<std::uint32_t>((residue - piece.offset) * 8);
  const std::uint32_t high = low + bits.sort().width();
  Term changed = bits;
  if (low > 0) changed = terms_.mk_concat(changed, terms_.mk_extract(whole, low - 1, 0));
  if (high < pointer_bits_)
    changed = terms_.mk_concat(terms_.mk_extract(whole, pointer_bits_ - 1, high), changed);
  write_slot(path, slot, Value::of(changed), selected, condition);
}

/// Soundness: bytes outside of the object have an arbitrary value and the execution continues, so that no
/// execution of a compiled program is lost. The native replay has to confirm a counterexample that depends on
/// such a value. This applies only to constant offsets of known objects. For symbolic offsets a proof has to
/// exclude the access, and errors before the access are found without arbitrary values.
Term Memory::read_partly_outside(Path& path, const Pointer& pointer, std::uint64_t size) {
  const auto known = constants_.known_object(pointer.object);
  if (!known || !pointer.offset.is_constant()) return Term();
  const ObjectId object = *known;
  const Object& info = points_to_.objects()[object];
  if (info.has_instances) return Term();
  const std::int64_t start = pointer.offset.constant;
  if (info.value == nullptr || info.kind == Object::Kind::Function || !info.size || start < 0) return Term();
  const auto place = static_cast<std::uint64_t>(start);
  if (place + size <= *info.size) return Term();
  const std::uint64_t inside = place < *info.size ? *info.size - place : 0;
  if (inside != 0 && layouts_[object].is_array()) return Term();
  program::InputOrigin origin;
  origin.name = "outside of an object";
  const auto width = static_cast<std::uint32_t>((size - inside) * 8);
  const Term outside = path.make_input("outside", terms_.bitvec_sort(width), std::move(origin));
  if (inside == 0) return outside;
  return terms_.mk_concat(
      outside, read(path, {object, terms_.mk_true(), Term(), Term(), place}, inside, PieceKind::Bits).term);
}

/// Whether the access covers exactly one piece, and that piece is a pointer.
bool Memory::is_address_at(const Place& place, std::uint64_t size) const {
  const auto piece = layouts_[place.object].piece_at(place.residue);
  return piece && layouts_[place.object].pieces[*piece].is_pointer &&
         layouts_[place.object].pieces[*piece].size == size;
}

Value Memory::read_unknown(Path& path, const Access& access, std::uint64_t distance, std::uint64_t size,
                           PieceKind wanted) {
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::UnknownMemory;
  origin.name = "unknown memory";
  origin.address = terms_.mk_ite(access.unknown, terms_.mk_bvadd(access.address, pointer_constant(distance)),
                                 pointer_constant(0));
  const term::Sort sort = terms_.bitvec_sort(static_cast<std::uint32_t>(size * 8));
  const Term bits = path.make_input("unknown", sort, std::move(origin));
  if (wanted == PieceKind::Bits) return Value::of(bits);
  Pointer pointer = constants_.null();
  pointer.offset.base = bits;
  return Value::of(pointer);
}

Term Memory::unknown_write(Written what) {
  const auto it = unknown_writes_.find(what);
  if (it != unknown_writes_.end()) return it->second;
  const char* name = what == Written::Integers ? "unknown.integers_written" : "unknown.pointers_written";
  return unknown_writes_.emplace(what, variables_.make_zero(name, terms_.bool_sort())).first->second;
}

void Memory::note_unknown_write(Path& path, Written what, Term condition) {
  if (condition.is_null() || points_to_.known_outside().empty()) return;
  const Term variable = unknown_write(what);
  path.write(variable, terms_.mk_or(path.read(variable), condition));
}

/// The value that is read from an object that unknown memory may overlap. After the program has written to
/// unknown memory it is arbitrary in proofs; counterexamples must not depend on a new value (decision 8).
Value Memory::perhaps_overwritten(Path& path, const Value& value) {
  const auto doubt = [&](Term unchanged) {
    return path.make_havocked_input("overwritten", "write to unknown memory", unchanged);
  };
  if (!value.pointer)
    return Value::of(
        terms_.mk_ite(path.read(unknown_write(Written::Integers)), doubt(value.term), value.term));
  const Term is_lost = terms_.mk_and(path.read(unknown_write(Written::Pointers)), doubt(terms_.mk_false()));
  Pointer pointer{terms_.mk_ite(is_lost, pointer_constant(absolute_object), value.pointer->object), {}};
  pointer.offset.base = terms_.mk_ite(is_lost, path.make_input("address", variables_.pointer_sort(), {}),
                                      constants_.flatten(value.pointer->offset));
  return Value::of(pointer);
}

Value Memory::read_either(const Access& access, const std::function<Value(const Place*)>& read_from) const {
  std::optional<Value> result;
  const auto choose = [&](Term here, const Value& other) {
    if (!result) {
      result = other;
    } else if (!other.pointer) {
      result->term = terms_.mk_ite(here, other.term, result->term);
    } else {
      Pointer both{terms_.mk_ite(here, other.pointer->object, result->pointer->object), {}};
      both.offset.base = terms_.mk_ite(here, constants_.flatten(other.pointer->offset),
                                       constants_.flatten(result->pointer->offset));
      result = Value::of(both);
    }
  };
  for (std::size_t i = access.places.size(); i-- > 0;)
    choose(access.places[i].condition, read_from(&access.places[i]));
  if (!access.unknown.is_null()) choose(access.unknown, read_from(nullptr));
  return *result;
}

Value Memory::load(Path& path, const Pointer& pointer, const Targets& targets, llvm::Type* type) {
  bool is_pointer = type->isPointerTy();
  if (!is_pointer && !type->isIntegerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"load of an aggregate value"};
  const std::uint64_t size = data_layout_.getTypeStoreSize(type).getFixedValue();
  const auto width = static_cast<std::uint32_t>(data_layout_.getTypeSizeInBits(type).getFixedValue());
  if (!is_pointer && !type->isIntegerTy(1) && !checks(property::Property::ValidDeref)) {
    const Term partly = read_partly_outside(path, pointer, size);
    if (!partly.is_null())
      return Value::of(width == size * 8 ? partly : terms_.mk_extract(partly, width - 1, 0));
  }
  Access found = access(path, pointer, targets, size, "read");
  const std::vector<Place>& where = found.places;
  if (where.empty() && found.unknown.is_null()) {
    path.kill();
    if (is_pointer) return Value::of(constants_.null());
    return Value::of(type->isIntegerTy(1) ? terms_.mk_false() : terms_.mk_bv(0, width));
  }
  // An integer that may be an address keeps its object.
  if (type->isIntegerTy(pointer_bits_))
    is_pointer = std::any_of(where.begin(), where.end(),
                             [&](const Place& place) { return is_address_at(place, size); });
  const PieceKind kind = is_pointer ? PieceKind::Pointer : PieceKind::Bits;
  Value result = read_either(found, [&](const Place* place) {
    return place == nullptr ? read_unknown(path, found, 0, size, kind) : read(path, *place, size, kind);
  });
  if (is_pointer) return result;
  if (type->isIntegerTy(1))
    return Value::of(terms_.mk_eq(terms_.mk_extract(result.term, 0, 0), terms_.mk_bv(1, 1)));
  if (result.term.sort().width() != width) result.term = terms_.mk_extract(result.term, width - 1, 0);
  return result;
}

/// Excludes executions that write to a constant object or string literal: undefined behaviour, C11 6.7.3p6
/// and 6.4.5p7.
void Memory::exclude_constant(Path& path, const Place& place) {
  if (checks(property::Property::ValidDeref)) {
    path.error_if(place.condition, property::Property::ValidDeref, "write to a constant object");
  } else {
    path.drop_unless(terms_.mk_not(place.condition), Drop::ConstantWrite);
  }
}

void Memory::write(Path& path, const Place& place, std::uint64_t size, const Value& value, Term condition) {
  if (constants_.is_read_only(place.object)) {
    exclude_constant(path, place);
    return;
  }
  const ObjectLayout& layout = layouts_[place.object];
  std::uint64_t residue = place.residue;
  Term index = place.index;
  Term bits = value.term;
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = layout.piece_at(residue);
    if (!piece || layout.pieces[*piece].size > size - done) {
      if (bits.is_null()) bits = as_bits(path, value, place.condition);
      const Term rest = terms_.mk_extract(bits, static_cast<std::uint32_t>(size * 8) - 1,
                                          static_cast<std::uint32_t>(done * 8));
      write_part(path, place, residue, index, rest, condition);
      return;
    }
    const Piece& part = layout.pieces[*piece];
    const Slot& slot = variables_.piece(place.object, *piece);
    if (part.size == size && (slot.is_pointer || !value.pointer)) {
      write_slot(path, slot, value, element(place.instance, index), condition);
      return;
    }
    if (bits.is_null()) bits = as_bits(path, value, place.condition);
    const auto low = static_cast<std::uint32_t>(done * 8);
    const Term slice = terms_.mk_extract(bits, low + static_cast<std::uint32_t>(part.size * 8) - 1, low);
    write_slot(path, slot, Value::of(slice), element(place.instance, index), condition);
    done += part.size;
    residue += part.size;
    if (layout.is_array() && residue == layout.record) {
      residue = 0;
      index = terms_.mk_bvadd(index, pointer_constant(1));
    }
  }
}

void Memory::store(Path& path, const Pointer& pointer, const Targets& targets, const Value& value,
                   llvm::Type* type) {
  if (!type->isPointerTy() && !type->isIntegerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"store of an aggregate value"};
  const std::uint64_t size = data_layout_.getTypeStoreSize(type).getFixedValue();
  const auto storage = static_cast<std::uint32_t>(size * 8);
  Value content = value;
  if (!type->isPointerTy() && !(value.pointer && type->isIntegerTy(pointer_bits_))) {
    content = Value::of(as_bits(path, value));
    if (content.term.sort().is_bool())
      content.term = terms_.mk_ite(content.term, terms_.mk_bv(1, storage), terms_.mk_bv(0, storage));
    const std::uint32_t width = content.term.sort().width();
    if (width < storage) content.term = terms_.mk_zero_extend(content.term, storage - width);
  }
  const Access where = access(path, pointer, targets, size, "write");
  if (type->isPointerTy() || (points_to_.tracks_integers() && type->isIntegerTy(pointer_bits_)))
    note_unknown_write(path, Written::Pointers, where.unknown);
  if (!type->isPointerTy()) note_unknown_write(path, Written::Integers, where.unknown);
  for (const Place& place : where.places)
    write(path, place, size, content, where.is_certain() ? Term() : place.condition);
}

}  // namespace pendulum::frontend
