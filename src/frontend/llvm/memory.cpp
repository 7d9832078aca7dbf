#include "frontend/llvm/memory.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/debug_names.h"
#include "frontend/llvm/ir_facts.h"

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
      foreign_memory_is_apart_(points_to.foreign_memory_is_apart()),
      foreign_memory_holds_objects_(points_to.foreign_memory_holds_objects()) {}

Term Memory::pointer_constant(std::uint64_t value) const {
  return terms_.mk_bv(static_cast<std::int64_t>(value), pointer_bits_);
}

// ---- Slots
// -------------------------------------------------------------------------------------------------

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
  if (!slot.is_pointer) {
    PENDULUM_CHECK(!value.term.is_null(), "an address should not be written to a variable of integers");
    set(slot.value, value.term);
    return;
  }
  if (!slot.object.is_null()) {
    const Term code = value.pointer ? value.pointer->object : pointer_constant(0);
    set(slot.object, slot.is_instance ? constants_.instance_of(code) : code);
  }
  if (!slot.value.is_null())
    set(slot.value, value.pointer ? constants_.flatten(value.pointer->offset) : value.term);
}

Term Memory::as_bits(Path& path, const Value& value, Term condition) const {
  if (!value.pointer) return value.term;
  Term has_object = terms_.mk_distinct(value.pointer->object, pointer_constant(absolute_object));
  if (!condition.is_null()) has_object = terms_.mk_and(condition, has_object);
  path.unsupported_if(has_object, "use of an address as an integer");
  return constants_.flatten(value.pointer->offset);
}

/// A field of a null pointer is at a small address: the first page holds no objects.
Term Memory::is_null_page(Term address) const {
  constexpr std::uint64_t page = 4096;
  return terms_.mk_bvult(address, pointer_constant(page));
}

/// Where a process can have memory of its own: Linux maps nothing below 64 KiB, and the rest of a 64-bit address
/// space belongs to the kernel. Everything else faults, which ends the execution.
Term Memory::is_foreign_address(Term address) const {
  constexpr std::uint64_t first = 0x10000;
  const std::uint64_t last = pointer_bits_ == 32 ? 0xfffeffff : 0x7ffffffeffff;
  return terms_.mk_and(terms_.mk_bvule(pointer_constant(first), address),
                       terms_.mk_bvule(address, pointer_constant(last)));
}

// ---- Places
// ------------------------------------------------------------------------------------------------

Term Memory::record_index(const Offset& offset, std::uint64_t record, std::uint64_t residue) const {
  const auto size = static_cast<std::int64_t>(record);
  for (const Offset::Index& index : offset.indices)
    if (index.stride % size != 0) throw UnsupportedHere{"unresolved pointer arithmetic"};
  // base = size * b + base_residue, hence the record of the sum is b + sum of indices + carry.
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

/// The access to `size` bytes from `residue` of record `index` (or of the object) stays inside of the object.
Term Memory::bound(const Path& path, ObjectId object, Term instance, std::uint64_t residue, std::uint64_t size,
                   Term index) {
  const Object& info = points_to_.objects()[object];
  const std::uint64_t record = layouts_[object].record;
  const std::uint64_t end = residue + size;
  if (info.size) {
    if (end > *info.size) return terms_.mk_false();
    if (index.is_null()) return terms_.mk_true();
    return terms_.mk_bvult(index, pointer_constant((*info.size - end) / record + 1));
  }
  if (info.kind == Object::Kind::Heap) return heap_bound(path, object, instance, end, index);
  // `extern int a[]`: the size is not known, every access may be inside.
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(info.value);
  if (alloca == nullptr) return terms_.mk_true();
  const Term length = path.read(variables_.dynamic_size(object));
  const std::uint64_t element = data_layout_.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
  if (index.is_null()) return terms_.mk_bvult(pointer_constant((end - 1) / element), length);
  if (element % record != 0) throw UnsupportedHere{"variable-length array with mixed accesses"};
  const Term count = element == record ? length : terms_.mk_bvmul(length, pointer_constant(element / record));
  const Term first = terms_.mk_bvult(index, count);
  if (end <= record) return first;
  return terms_.mk_and(first,
                       terms_.mk_bvult(terms_.mk_bvadd(index, pointer_constant((end - 1) / record)), count));
}

/// Bytes up to `end` of record `index` (null: 0) are inside: index * record + end <= size, without wrap-around.
Term Memory::heap_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index) {
  Term size = path.read(variables_.dynamic_size(object));
  if (!instance.is_null()) size = terms_.mk_select(size, instance);
  const Term fits = terms_.mk_bvule(pointer_constant(end), size);
  if (index.is_null()) return fits;
  const Term rest = terms_.mk_bvsub(size, pointer_constant(end));
  const Term last = layouts_[object].record == 1
                        ? rest
                        : terms_.mk_bv_binary(Kind::BvUdiv, rest, pointer_constant(layouts_[object].record));
  return terms_.mk_and(fits, terms_.mk_bvule(index, last));
}

Term Memory::element(Term instance, Term index) const {
  if (instance.is_null()) return index;
  return index.is_null() ? instance : terms_.mk_concat(instance, index);
}

std::optional<Memory::Place> Memory::locate(const Path& path, const Pointer& pointer, ObjectId object,
                                            Congruence known, std::uint64_t size) {
  const Offset& offset = pointer.offset;
  const ObjectLayout& layout = layouts_[object];
  const Object& info = points_to_.objects()[object];
  const Term instance = info.has_instances && info.kind == Object::Kind::Heap
                            ? constants_.instance_of(pointer.object)
                            : Term();
  if (offset.is_constant() || known.is_constant()) {
    const std::int64_t start = offset.is_constant() ? offset.constant : known.residue;
    if (start < 0) return std::nullopt;
    const auto place = static_cast<std::uint64_t>(start);
    if (!layout.is_array()) 
      return Place{object, bound(path, object, instance, place, size, Term()), instance, Term(), place};
    const Term index = pointer_constant(place / layout.record);
    const std::uint64_t residue = place % layout.record;
    return Place{object, bound(path, object, instance, residue, size, index), instance, index, residue};
  }
  if (!layout.is_array()) throw UnsupportedHere{"unresolved pointer"};
  const auto residue = static_cast<std::uint64_t>(make_congruence(known.residue, layout.record).residue);
  const Term index = record_index(offset, layout.record, residue);
  return Place{object, bound(path, object, instance, residue, size, index), instance, index, residue};
}

void Memory::exclude_foreign(Path& path, Access& access, term::TermManager& terms) {
  if (access.foreign.is_null()) return;
  path.unsupported_if(access.foreign, "access through an integer address");
  path.assume(terms.mk_not(access.foreign));
  access.foreign = Term();
}

std::vector<Memory::Place> Memory::places(Path& path, const Pointer& pointer, const Targets& targets,
                                          std::uint64_t size, const char* verb) {
  Access result = access(path, pointer, targets, size, verb);
  exclude_foreign(path, result, terms_);
  return std::move(result.places);
}

Memory::Access Memory::access(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                              const char* verb) {
  constexpr std::size_t most_targets = 64;
  if (targets.size() > most_targets) throw UnsupportedHere{"pointer with too many targets"};
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
      const Term address = constants_.flatten(pointer.offset);
      const bool is_followed = foreign_memory_is_apart_ && !is_checked;
      const Term is_null =
          is_followed ? terms_.mk_not(is_foreign_address(address)) : is_null_page(address);
      null_access = terms_.mk_and(is_here, is_null);
      const Term elsewhere = terms_.mk_and(is_here, terms_.mk_not(is_null));
      if (is_followed && !elsewhere.is_false()) {
        result.foreign = elsewhere;
        conditions.push_back(elsewhere);
        uses_foreign_memory_ = true;
      } else if (!is_followed) {
        path.unsupported_if(elsewhere, "access through an integer address");
      }
      if (is_checked)
        path.error_if(null_access, property::Property::ValidDeref, access + " through a null pointer");
      continue;
    }
    if (points_to_.objects()[object].kind == Object::Kind::Function) {
      if (is_checked) path.error_if(is_here, property::Property::ValidDeref, access + " of a function");
      continue;
    }
    auto place = checked_place(path, pointer, object, known, size, is_here, access);
    if (!place) continue;
    place->condition = terms_.mk_and(is_here, place->condition);
    if (place->condition.is_false()) continue;
    conditions.push_back(place->condition);
    result.places.push_back(*place);
  }
  // Soundness: a null access ends the execution. One outside of its object is undefined behaviour as well,
  // but compiled programs go on from there and may reach the error: a proof has to exclude it.
  const Term inside = terms_.mk_or(conditions);
  if (is_checked) {
    path.assume(inside);  // the others have ended in errors
    note_shared(result.places);
    return result;
  }
  if (inside.is_false() && null_access.is_null()) throw UnsupportedHere{"access outside of an object"};
  path.unsupported_if(
      null_access.is_null() ? terms_.mk_not(inside) : terms_.mk_not(terms_.mk_or(inside, null_access)),
      "access outside of an object");
  path.assume(inside);
  note_shared(result.places);
  return result;
}

void Memory::note_shared(const std::vector<Place>& places) {
  if (places.size() <= 1) return;
  for (const Place& place : places)
    if (points_to_.objects()[place.object].kind == Object::Kind::Local) shared_locals_.insert(place.object);
}

/// "at offset 10 of `buf` (10 bytes)"
std::string Memory::describe(const Pointer& pointer, ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  std::string text = pointer.offset.is_constant()
                         ? " at offset " + std::to_string(pointer.offset.constant) + " of `"
                         : " outside of `";
  text += source_name(*info.value) + "`";
  if (info.size) text += " (" + std::to_string(*info.size) + (*info.size == 1 ? " byte)" : " bytes)");
  return text;
}

/// So far that AddressSanitizer, which poisons some bytes around an object, may take it for an access to another
/// one. At an offset that is known there is nothing to choose.
Term Memory::is_far_outside(const Pointer& pointer, ObjectId object) const {
  constexpr std::int64_t poisoned = 12;
  const auto& size = points_to_.objects()[object].size;
  if (!size || pointer.offset.is_constant()) return terms_.mk_false();
  const Term moved = terms_.mk_bvadd(constants_.flatten(pointer.offset), pointer_constant(poisoned));
  return terms_.mk_bvule(pointer_constant(*size + 2 * poisoned), moved);
}

/// The place, if the access may be to this object. Ends of life are checked here, bounds where they are the
/// property: otherwise the caller does it for all objects at once.
std::optional<Memory::Place> Memory::checked_place(Path& path, const Pointer& pointer, ObjectId object,
                                                   Congruence known, std::uint64_t size, Term is_here,
                                                   const std::string& access) {
  const bool is_checked = checks(property::Property::ValidDeref);
  if (tracks_life(object)) {
    const Term is_dead = terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object)));
    const bool is_local = points_to_.objects()[object].kind == Object::Kind::Local;
    if (is_checked) {
      path.error_if(is_dead, property::Property::ValidDeref,
                    access + " of `" + source_name(*points_to_.objects()[object].value) + "`, which " +
                        (is_local ? "ended with its function" : "was freed"));
    } else if (is_local) {
      path.unsupported_if(is_dead, "access to a local of a function that has returned");
    }
  }
  auto place = locate(path, pointer, object, known, size);
  if (!is_checked) return place;
  const Term is_outside = place ? terms_.mk_and(is_here, terms_.mk_not(place->condition)) : is_here;
  const Term is_far = is_far_outside(pointer, object);
  const std::string text = access + describe(pointer, object);
  path.error_if(terms_.mk_and(is_outside, terms_.mk_not(is_far)), property::Property::ValidDeref, text);
  path.unconfirmed_error_if(terms_.mk_and(is_outside, is_far), property::Property::ValidDeref, text);
  return place;
}

// ---- Loads and stores
// --------------------------------------------------------------------------------------

const Constants::Content& Memory::constant_content(ObjectId object, std::size_t piece) {
  const auto key = std::pair(object, piece);
  const auto it = constant_contents_.find(key);
  if (it != constant_contents_.end()) return it->second;
  return constant_contents_.emplace(key, constants_.initial(object, piece)).first->second;
}

Value Memory::read_piece(const Path& path, ObjectId object, std::size_t piece, Term index) {
  if (!constants_.is_constant(object)) return read_slot(path, variables_.piece(object, piece), index);
  const Constants::Content& content = constant_content(object, piece);
  const auto get = [&](Term whole) { return index.is_null() ? whole : terms_.mk_select(whole, index); };
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
    if (!piece || layout.pieces[*piece].size > size - done)
      throw UnsupportedHere{"access across parts of an object"};
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

/// Soundness: what lies outside is any value, and the run goes on: no execution of a compiled program is
/// lost. A run to the error that rests on such a value is for the native replay to confirm. Only for places
/// that are known here: for symbolic ones a proof excludes the access, and bugs before it are found without
/// guesses.
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

/// Is what stands there kept as an address, of these many bytes?
bool Memory::is_address_at(const Place& place, std::uint64_t size) const {
  const auto piece = layouts_[place.object].piece_at(place.residue);
  return piece && layouts_[place.object].pieces[*piece].is_pointer &&
         layouts_[place.object].pieces[*piece].size == size;
}

Value Memory::read_foreign(Path& path, std::uint64_t size, PieceKind wanted) {
  program::InputOrigin origin;
  origin.name = "foreign memory";
  const term::Sort sort = terms_.bitvec_sort(static_cast<std::uint32_t>(size * 8));
  const Term bits = path.make_input("foreign", sort, std::move(origin));
  if (wanted == PieceKind::Bits) return Value::of(bits);
  Pointer pointer = constants_.null();
  pointer.offset.base = bits;
  return Value::of(pointer);
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
  // Soundness: a pointer of the program may have been stored there before.
  if (foreign_memory_holds_objects_ &&
      (is_pointer || (points_to_.tracks_integers() && type->isIntegerTy(pointer_bits_))))
    exclude_foreign(path, found, terms_);
  const std::vector<Place>& where = found.places;
  if (where.empty() && found.foreign.is_null()) {
    path.kill();
    if (is_pointer) return Value::of(constants_.null());
    return Value::of(type->isIntegerTy(1) ? terms_.mk_false() : terms_.mk_bv(0, width));
  }
  // An integer that may be an address stays one.
  if (type->isIntegerTy(pointer_bits_))
    is_pointer = std::any_of(where.begin(), where.end(),
                             [&](const Place& place) { return is_address_at(place, size); });
  const PieceKind kind = is_pointer ? PieceKind::Pointer : PieceKind::Bits;
  Value result = where.empty() ? read_foreign(path, size, kind) : read(path, where.back(), size, kind);
  const auto choose = [&](Term here, const Value& other) {
    if (!is_pointer) {
      result.term = terms_.mk_ite(here, other.term, result.term);
      return;
    }
    Pointer both{terms_.mk_ite(here, other.pointer->object, result.pointer->object), {}};
    both.offset.base = terms_.mk_ite(here, constants_.flatten(other.pointer->offset),
                                     constants_.flatten(result.pointer->offset));
    result = Value::of(both);
  };
  for (std::size_t i = where.empty() ? 0 : where.size() - 1; i-- > 0;)
    choose(where[i].condition, read(path, where[i], size, kind));
  if (!where.empty() && !found.foreign.is_null()) choose(found.foreign, read_foreign(path, size, kind));
  if (is_pointer) return result;
  if (type->isIntegerTy(1))
    return Value::of(terms_.mk_eq(terms_.mk_extract(result.term, 0, 0), terms_.mk_bv(1, 1)));
  if (result.term.sort().width() != width) result.term = terms_.mk_extract(result.term, width - 1, 0);
  return result;
}

/// A constant object is written: undefined behaviour, C11 6.7.3p6 and 6.4.5p7.
void Memory::exclude_constant(Path& path, const Place& place) {
  if (checks(property::Property::ValidDeref))
    path.error_if(place.condition, property::Property::ValidDeref, "write to a constant object");
  path.assume(terms_.mk_not(place.condition));
}

void Memory::write(Path& path, const Place& place, std::uint64_t size, const Value& value, Term condition) {
  if (constants_.is_constant(place.object)) {
    exclude_constant(path, place);
    return;
  }
  const ObjectLayout& layout = layouts_[place.object];
  std::uint64_t residue = place.residue;
  Term index = place.index;
  Term bits = value.term;
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = layout.piece_at(residue);
    if (!piece || layout.pieces[*piece].size > size - done)
      throw UnsupportedHere{"access across parts of an object"};
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
  for (const Place& place : where.places)
    write(path, place, size, content, where.is_certain() ? Term() : place.condition);
}

// ---- Bulk operations
// ---------------------------------------------------------------------------------------

namespace {
/// Longer copies of single elements are not unrolled.
constexpr std::uint64_t most_records = 4096;
}  // namespace

std::vector<Memory::Part> Memory::parts(const Place& place, std::uint64_t size) const {
  const ObjectLayout& layout = layouts_[place.object];
  const std::uint64_t end = place.residue + size;
  std::vector<Part> result;
  if (layout.is_array() && size / layout.record > most_records)
    throw UnsupportedHere{"copy of a large array"};
  std::uint64_t record = 0;
  do {
    for (std::size_t piece = 0; piece < layout.pieces.size(); ++piece) {
      const std::uint64_t offset = record * layout.record + layout.pieces[piece].offset;
      if (offset < place.residue || offset + layout.pieces[piece].size > end) continue;
      const Term index = layout.is_array() ? terms_.mk_bvadd(place.index, pointer_constant(record)) : Term();
      result.push_back({piece, index, offset - place.residue});
    }
    ++record;
  } while (layout.is_array() && record * layout.record < end);
  return result;
}

bool Memory::is_whole(const Place& place, std::uint64_t size) const {
  if (!place.instance.is_null()) return false;
  for (const Piece& piece : layouts_[place.object].pieces)
    if (piece.is_pointer) return false;
  return layouts_[place.object].is_array() && place.residue == 0 && place.index == pointer_constant(0) &&
         points_to_.objects()[place.object].size == size;
}

void Memory::copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
                  const Targets& from_targets, std::uint64_t size) {
  if (size == 0) return;
  const std::vector<Place> sources = places(path, from, from_targets, size, "read");
  const std::vector<Place> targets = places(path, to, to_targets, size, "write");
  struct Write {
    const Slot* slot;
    Value value;
    Term index;
    Term condition;
  };
  // Everything is read before anything is written: source and target may be one object.
  std::vector<Write> writes;
  for (const Place& target : targets) {
    if (constants_.is_constant(target.object)) {
      exclude_constant(path, target);
      continue;
    }
    const ObjectLayout& layout = layouts_[target.object];
    for (const Place& source : sources) {
      const Term condition =
          sources.size() * targets.size() == 1 ? Term() : terms_.mk_and(source.condition, target.condition);
      if (is_whole(target, size) && is_whole(source, size) &&
          layout.record == layouts_[source.object].record) {
        for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
          const auto piece = layouts_[source.object].piece_at(layout.pieces[i].offset);
          PENDULUM_CHECK(piece.has_value(), "copied pieces should exist in the source");
          writes.push_back({&variables_.piece(target.object, i),
                            read_piece(path, source.object, *piece, Term()), Term(), condition});
        }
        continue;
      }
      for (const Part& part : parts(target, size)) {
        const Piece& piece = layout.pieces[part.piece];
        Place place = source;
        place.residue += part.distance;
        if (const std::uint64_t record = layouts_[source.object].record; record != 0) {
          place.index = terms_.mk_bvadd(place.index, pointer_constant(place.residue / record));
          place.residue %= record;
        }
        const Value value =
            read(path, place, piece.size, piece.is_pointer ? PieceKind::Pointer : PieceKind::Bits);
        writes.push_back({&variables_.piece(target.object, part.piece), value,
                          element(target.instance, part.index), condition});
      }
    }
  }
  for (const Write& write : writes) write_slot(path, *write.slot, write.value, write.index, write.condition);
}

void Memory::fill(Path& path, const Pointer& to, const Targets& targets, Term byte, std::uint64_t size) {
  if (size == 0) return;
  const std::vector<Place> where = places(path, to, targets, size, "write");
  for (const Place& place : where) {
    if (constants_.is_constant(place.object)) {
      exclude_constant(path, place);
      continue;
    }
    const Term condition = where.size() == 1 ? Term() : place.condition;
    const auto repeat = [&](std::uint64_t bytes) {
      if (byte.is_value() && byte.integer_value() == 0)
        return terms_.mk_bv(0, static_cast<std::uint32_t>(bytes * 8));
      Term result = byte;
      for (std::uint64_t i = 1; i < bytes; ++i) result = terms_.mk_concat(byte, result);
      return result;
    };
    if (is_whole(place, size)) {
      for (std::size_t i = 0; i < layouts_[place.object].pieces.size(); ++i) {
        const Slot& slot = variables_.piece(place.object, i);
        const Value value = Value::of(
            terms_.mk_const_array(slot.value.sort(), repeat(layouts_[place.object].pieces[i].size)));
        write_slot(path, slot, value, Term(), condition);
      }
      continue;
    }
    for (const Part& part : parts(place, size)) {
      const Term value = repeat(layouts_[place.object].pieces[part.piece].size);
      write_slot(path, variables_.piece(place.object, part.piece), Value::of(value),
                 element(place.instance, part.index), condition);
    }
  }
}

// ---- Inputs
// ------------------------------------------------------------------------------------------------

Pointer Memory::allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed) {
  const Object& info = points_to_.objects()[object];
  Pointer result = constants_.address_of(object);
  Term instance;
  if (info.has_instances) {
    const Term count = variables_.instance_count(object);
    instance = path.read(count);
    path.unsupported_if(terms_.mk_eq(instance, terms_.mk_bv(-1, instance_bits)),
                        "more than 65535 objects from one call of malloc");
    path.write(count, terms_.mk_bvadd(instance, terms_.mk_bv(1, instance_bits)));
    result = constants_.address_of_instance(object, instance);
  }
  if (tracks_life(object)) set_alive(path, object, instance, true, Term());
  if (!bytes.is_null() && !info.size) {
    const Term sizes = variables_.dynamic_size(object);
    path.write(sizes, instance.is_null() ? bytes : terms_.mk_store(path.read(sizes), instance, bytes));
  }
  // Instances are zero from the start.
  if (!is_zeroed || info.has_instances) return result;
  for (std::size_t i = 0; i < layouts_[object].pieces.size(); ++i) {
    const Slot& slot = variables_.piece(object, i);
    for (const Term variable : {slot.value, slot.object})
      if (!variable.is_null()) path.write(variable, terms_.mk_zero(variable.sort()));
  }
  return result;
}

bool Memory::tracks_life(ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  if (info.kind == Object::Kind::Local) return info.has_instances;
  return info.kind == Object::Kind::Heap &&
         (checks(property::Property::ValidDeref) || checks(property::Property::ValidFree) ||
          checks(property::Property::ValidMemtrack));
}

Term Memory::is_alive(const Path& path, ObjectId object, Term code) const {
  const Object& info = points_to_.objects()[object];
  Term alive = path.read(variables_.alive(object));
  if (alive.sort().is_array()) alive = terms_.mk_select(alive, constants_.instance_of(code));
  const Term is_set = terms_.mk_eq(alive, terms_.mk_bv(1, 1));
  if (info.kind == Object::Kind::Heap || !info.has_instances) return is_set;
  return terms_.mk_and(
      is_set, terms_.mk_eq(constants_.instance_of(code), path.read(variables_.instance_count(object))));
}

void Memory::set_alive(Path& path, ObjectId object, Term instance, bool is_alive, Term condition) {
  const auto set = [&](Term variable, Term value) {
    path.write(variable, condition.is_null() ? value : terms_.mk_ite(condition, value, path.read(variable)));
  };
  const Term variable = variables_.alive(object);
  const Term bit = terms_.mk_bv(is_alive ? 1 : 0, 1);
  set(variable, instance.is_null() ? bit : terms_.mk_store(path.read(variable), instance, bit));
  if (instance.is_null() || !checks(property::Property::ValidMemtrack)) return;
  const Term count = variables_.alive_count(object);
  set(count, terms_.mk_bvadd(path.read(count), terms_.mk_bv(is_alive ? 1 : -1, instance_bits)));
}

void Memory::begin_local(Path& path, ObjectId object) {
  if (!tracks_life(object)) return;
  const Term count = variables_.instance_count(object);
  const Term next = terms_.mk_bvadd(path.read(count), terms_.mk_bv(1, instance_bits));
  path.unsupported_if(terms_.mk_eq(next, terms_.mk_bv(0, instance_bits)),
                      "more than 65535 calls of a function whose local outlives it");
  path.write(count, next);
  set_alive(path, object, Term(), true, Term());
}

void Memory::end_local(Path& path, ObjectId object) {
  if (tracks_life(object)) set_alive(path, object, Term(), false, Term());
}

Pointer Memory::address_of_local(const Path& path, ObjectId object) const {
  if (!tracks_life(object)) return constants_.address_of(object);
  return constants_.address_of_instance(object, path.read(variables_.instance_count(object)));
}

void Memory::release(Path& path, const Pointer& pointer, const Targets& targets) {
  using property::Property;
  if (!checks(Property::ValidDeref) && !checks(Property::ValidFree) && !checks(Property::ValidMemtrack)) return;
  // Soundness: where it is not the property, an execution is not followed beyond a wrong free (7.22.3.3p2).
  const auto exclude = [&](Term condition, const std::string& text) {
    if (checks(Property::ValidFree)) path.error_if(condition, Property::ValidFree, text);
    path.assume(terms_.mk_not(condition));
  };
  const Term offset = constants_.flatten(pointer.offset);
  const Term is_start = terms_.mk_eq(offset, pointer_constant(0));
  for (const auto& [object, known] : targets) {
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    if (object == absolute_object) {
      path.unsupported_if(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an integer address");
      continue;
    }
    const Object& info = points_to_.objects()[object];
    const std::string name = "`" + source_name(*info.value) + "`";
    if (info.kind != Object::Kind::Heap) {
      exclude(is_here, "free of " + name + ", which malloc did not make");
      continue;
    }
    exclude(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an address inside of " + name);
    exclude(terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object))),
            "free of " + name + ", which was freed before");
    set_alive(path, object, info.has_instances ? constants_.instance_of(pointer.object) : Term(), false,
              is_here.is_true() ? Term() : is_here);
  }
}

// ---- Leaks
// -------------------------------------------------------------------------------------------------

/// Some pointer in the scalars of `holder` points to `object`. Throws UnsupportedHere for arrays.
Term Memory::holds(const Path& path, ObjectId holder, ObjectId object) {
  term::TermVector ways;
  const ObjectLayout& layout = layouts_[holder];
  for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
    const Congruence offsets{static_cast<std::int64_t>(layout.pieces[i].offset), layout.record};
    if (!layout.pieces[i].is_pointer || !points_to_.content(holder, offsets).contains(object)) continue;
    if (variables_.index_sort(holder)) throw UnsupportedHere{"array that holds pointers at the end"};
    ways.push_back(constants_.is_object(read_piece(path, holder, i, Term()).pointer->object, object));
  }
  return terms_.mk_or(ways);
}

/// Soundness: exact for objects without instances; for the others only whether any is alive, and whether
/// nothing can hold them, is known.
void Memory::check_leaks(Path& path) {
  if (!checks(property::Property::ValidMemtrack)) return;
  std::vector<ObjectId> heap;
  std::vector<ObjectId> globals;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    if (points_to_.objects()[id].kind == Object::Kind::Heap) heap.push_back(id);
    if (points_to_.objects()[id].kind == Object::Kind::Global) globals.push_back(id);
  }
  const auto can_hold = [&](ObjectId holder, ObjectId object) {
    return points_to_.content(holder, make_congruence(0, 1)).contains(object);
  };
  std::map<ObjectId, Term> reached;
  for (const ObjectId object : heap) {
    reached[object] = terms_.mk_false();
    for (const ObjectId global : globals)
      if (can_hold(global, object)) reached[object] = terms_.mk_or(reached[object], holds(path, global, object));
  }
  // Each round follows chains that are longer by one.
  for (std::size_t round = 1; round < heap.size(); ++round) {
    const std::map<ObjectId, Term> before = reached;
    for (const ObjectId holder : heap)
      for (const ObjectId object : heap)
        if (holder != object && can_hold(holder, object) && !before.at(holder).is_false())
          reached[object] = terms_.mk_or(
              reached[object], terms_.mk_and({before.at(holder), is_alive(path, holder, constants_.address_of(holder).object),
                                              holds(path, holder, object)}));
  }
  for (const ObjectId object : heap) {
    const Object& info = points_to_.objects()[object];
    const std::string text = "object of " + source_name(*info.value) + " is lost";
    if (!info.has_instances) {
      const Term alive = is_alive(path, object, constants_.address_of(object).object);
      path.error_if(terms_.mk_and(alive, terms_.mk_not(reached.at(object))), property::Property::ValidMemtrack,
                    text);
      continue;
    }
    const Term some = terms_.mk_distinct(path.read(variables_.alive_count(object)), terms_.mk_bv(0, instance_bits));
    if (reached.at(object).is_false()) {
      path.error_if(some, property::Property::ValidMemtrack, text);
    } else {
      path.unsupported_if(some, "several objects of one call of malloc that are alive at the end");
    }
  }
}

void Memory::havoc_piece(Path& path, ObjectId object, std::size_t piece, program::InputOrigin origin,
                         const std::string& name, Term instance) {
  const Slot& slot = variables_.piece(object, piece);
  // The elements of a new instance are arbitrary from the start: no instance is made twice.
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

bool is_pointed_to(Congruence offsets, const ObjectLayout& layout, const Piece& piece) {
  const auto place = static_cast<std::int64_t>(piece.offset);
  if (offsets.is_constant() && !layout.is_array()) return offsets.residue == place;
  const std::uint64_t common = std::gcd(offsets.modulus, layout.record);
  return make_congruence(offsets.residue - place, common).residue == 0;
}

}  // namespace

Memory::Changes Memory::havoc_reachable(Path& path, const Targets& targets) {
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
      if (!layout.pieces[i].is_pointer) {
        havoc_piece(path, object, i, {}, "havoc", Term());
      } else if (given != targets.end() && is_pointed_to(given->second, layout, layout.pieces[i])) {
        lose_pointer(path, object, i);
      } else {
        result.has_kept_pointers = true;
      }
    }
    if (!layout.pieces.empty()) result.objects.push_back(variables_.object_name(object));
  }
  return result;
}

/// The pointer in a piece keeps its value, or is an address of which nothing is known.
void Memory::lose_pointer(Path& path, ObjectId object, std::size_t piece) {
  if (variables_.index_sort(object)) throw UnsupportedHere{"extern function that gets an array of pointers"};
  const Slot& slot = variables_.piece(object, piece);
  const Term is_kept = path.make_input("kept", terms_.bool_sort(), {});
  const Term address = path.make_input("address", variables_.pointer_sort(), {});
  const Value old = read_slot(path, slot);
  Pointer changed = constants_.null();
  changed.object = terms_.mk_ite(is_kept, old.pointer->object, changed.object);
  changed.offset.base = terms_.mk_ite(is_kept, constants_.flatten(old.pointer->offset), address);
  write_slot(path, slot, Value::of(changed));
}

/// What was not allocated is not read; only the elements of instances have their first values from here.
void Memory::initialize_heap(Path& path, ObjectId object, const Slot& slot) {
  const auto& call = *llvm::cast<llvm::CallBase>(points_to_.objects()[object].value);
  const bool is_arbitrary = points_to_.objects()[object].has_instances && layouts_[object].is_array() &&
                            allocation(call)->kind != Allocation::Kind::Calloc;
  if (!slot.object.is_null()) path.write(slot.object, terms_.mk_zero(slot.object.sort()));
  if (slot.value.is_null()) return;
  path.write(slot.value, is_arbitrary ? path.make_input(variables_.object_name(object), slot.value.sort(), {})
                                      : terms_.mk_zero(slot.value.sort()));
}

void Memory::initialize_globals(Path& path) {
  // An access that may be to a local or to something else reads the local's variables in any case, also where
  // its function was never called. Soundness: any value does there.
  for (const ObjectId object : shared_locals_) havoc(path, object, {}, variables_.object_name(object));
  // Reading an initialiser makes no new variables, so the list is complete.
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
      continue;
    }
    try {
      const Constants::Content content = constants_.initial(object, piece);
      if (!slot.value.is_null()) path.write(slot.value, content.value);
      if (!slot.object.is_null())
        path.write(slot.object, slot.is_instance ? terms_.mk_zero(slot.object.sort()) : content.object);
    } catch (const UnsupportedHere&) {
      // Soundness: an arbitrary value, or an address of which nothing is known, stands for any initialiser.
      havoc_piece(path, object, piece, {}, variables_.object_name(object), Term());
    }
  }
}

}  // namespace pendulum::frontend
