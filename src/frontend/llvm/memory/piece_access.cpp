#include "frontend/llvm/memory/piece_access.h"

#include <llvm/IR/Type.h>

#include "base/check.h"
#include "frontend/llvm/memory/constant_table.h"

namespace pendulum::frontend {

namespace {

/// The pointer piece that contains the `size` bytes at offset `residue`; `number` is set to its index.
const Piece& pointer_around(const ObjectLayout& layout, std::uint64_t residue, std::uint64_t size,
                            std::size_t& number) {
  const auto piece = layout.piece_around(residue, size);
  if (!piece || !layout.pieces[*piece].is_pointer)
    throw UnsupportedHere{"access that overlaps several fields or part of a pointer"};
  number = *piece;
  return layout.pieces[*piece];
}

}  // namespace

const Constants::Content& PieceAccess::constant_content(ObjectId object, std::size_t piece) {
  const auto key = std::pair(object, piece);
  const auto it = constant_contents_.find(key);
  if (it != constant_contents_.end()) return it->second;
  return constant_contents_.emplace(key, context_.constants.initial(object, piece)).first->second;
}

Value PieceAccess::read_piece(Path& path, ObjectId object, std::size_t piece, Term index) {
  if (!context_.constants.is_constant(object)) {
    const Value value = context_.variables.is_of_main_arguments(object)
                            ? arguments_.read(path, object, piece, index)
                            : slots_.read(path, context_.variables.piece(object, piece), index);
    std::optional<Congruence> pointers;
    if (value.pointer) pointers = context_.layout(object).offsets(piece);
    return context_.points_to.may_be_overwritten(object, pointers) ? unknown_.perhaps_overwritten(path, value)
                                                                   : value;
  }
  const Constants::Content content = context_.constants.without_gaps(path, constant_content(object, piece));
  const auto get = [&](Term whole) { return index.is_null() ? whole : read_table(terms_, whole, index); };
  if (content.object.is_null()) return Value::of(get(content.value));
  Pointer pointer{get(content.object), {}};
  pointer.offset.base = get(content.value);
  return Value::of(pointer);
}

Value PieceAccess::read(Path& path, const AccessTarget& target, std::uint64_t size, PieceKind wanted) {
  PENDULUM_CHECK(size > 0, "an access should have at least one byte");
  PENDULUM_CHECK(wanted == PieceKind::Bits || size * 8 == context_.pointer_bits(),
                 "a pointer should be read as a whole");
  const ObjectLayout& layout = context_.layout(target.object);
  std::uint64_t residue = target.residue;
  Term index = target.index;
  Term bits;
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = layout.piece_at(residue);
    if (!piece || layout.pieces[*piece].size > size - done) {
      const Term rest = read_part(path, target, residue, index, size - done);
      bits = bits.is_null() ? rest : terms_.mk_concat(rest, bits);
      break;
    }
    const Piece& part = layout.pieces[*piece];
    const Value value = read_piece(path, target.object, *piece, slots_.element_index(target.instance, index));
    if (wanted == PieceKind::Pointer && part.size == size && value.pointer) return value;
    const Term part_bits = numbers_.as_bits(path, value, target.condition);
    bits = bits.is_null() ? part_bits : terms_.mk_concat(part_bits, bits);
    done += part.size;
    residue += part.size;
    if (layout.is_array() && residue == layout.record) {
      residue = 0;
      index = terms_.mk_bvadd(index, context_.pointer_constant(1));
    }
  }
  PENDULUM_CHECK(bits.sort().width() == size * 8, "a read of {} bytes should not return {} bits", size,
                 bits.sort().width());
  if (wanted == PieceKind::Bits) return Value::of(bits);
  Pointer pointer = context_.constants.null();
  pointer.offset.base = bits;
  return Value::of(pointer);
}

Term PieceAccess::read_part(Path& path, const AccessTarget& target, std::uint64_t residue, Term index,
                            std::uint64_t size) {
  std::size_t number = 0;
  const Piece& piece = pointer_around(context_.layout(target.object), residue, size, number);
  const Value whole = read_piece(path, target.object, number, slots_.element_index(target.instance, index));
  const auto low = static_cast<std::uint32_t>((residue - piece.offset) * 8);
  return terms_.mk_extract(numbers_.as_bits(path, whole, target.condition),
                           low + static_cast<std::uint32_t>(size * 8) - 1, low);
}

/// Soundness: the bytes that are not written keep the bits of the old value; if that was the address of an
/// object, the bits of its numeric value (see as_bits).
void PieceAccess::write_part(Path& path, const AccessTarget& target, std::uint64_t residue, Term index,
                             Term bits, Term condition) {
  std::size_t number = 0;
  const ObjectLayout& layout = context_.layout(target.object);
  const Piece& piece = pointer_around(layout, residue, bits.sort().width() / 8, number);
  const Slot& slot = context_.variables.piece(target.object, number);
  const bool holds_integers = !slot.object.is_null() && !slot.is_instance;
  if (slot.value.is_null() || !(holds_integers || slot.fixed_object == absolute_object))
    throw UnsupportedHere{"write to a part of a pointer"};
  const Term selected = slots_.element_index(target.instance, index);
  const Term whole =
      numbers_.as_bits(path, read_piece(path, target.object, number, selected), target.condition);
  const auto low = static_cast<std::uint32_t>((residue - piece.offset) * 8);
  const std::uint32_t high = low + bits.sort().width();
  Term changed = bits;
  if (low > 0) changed = terms_.mk_concat(changed, terms_.mk_extract(whole, low - 1, 0));
  if (high < context_.pointer_bits())
    changed = terms_.mk_concat(terms_.mk_extract(whole, context_.pointer_bits() - 1, high), changed);
  PENDULUM_CHECK(changed.sort().width() == context_.pointer_bits(),
                 "a pointer with changed bytes should keep its width");
  slots_.write(path, slot, Value::of(changed), selected, condition);
}

/// Soundness: bytes outside of the object have an arbitrary value and the execution continues, so that no
/// execution of a compiled program is lost. The native replay has to confirm a counterexample that depends on
/// such a value. This applies only to constant offsets of known objects. For symbolic offsets a proof has to
/// exclude the access, and errors before the access are found without arbitrary values.
Term PieceAccess::read_partly_outside(Path& path, const Pointer& pointer, std::uint64_t size) {
  const auto known = context_.constants.known_object(pointer.object);
  if (!known || !pointer.offset.is_constant()) return Term();
  const ObjectId object = *known;
  const Object& info = context_.object(object);
  if (info.has_instances) return Term();
  const std::int64_t start = pointer.offset.constant;
  if (info.value == nullptr || info.kind == Object::Kind::Function || !info.size || start < 0) return Term();
  const auto position = static_cast<std::uint64_t>(start);
  if (position + size <= *info.size) return Term();
  const std::uint64_t inside = position < *info.size ? *info.size - position : 0;
  if (inside != 0 && context_.layout(object).is_array()) return Term();
  program::InputOrigin origin;
  origin.name = "outside of an object";
  const auto width = static_cast<std::uint32_t>((size - inside) * 8);
  const Term outside = path.make_input("outside", terms_.bitvec_sort(width), std::move(origin));
  if (inside == 0) return outside;
  return terms_.mk_concat(
      outside,
      read(path, {object, terms_.mk_true(), Term(), Term(), position}, inside, PieceKind::Bits).term);
}

bool PieceAccess::is_address_at(const AccessTarget& target, std::uint64_t size) const {
  const auto piece = context_.layout(target.object).piece_at(target.residue);
  return piece && context_.layout(target.object).pieces[*piece].is_pointer &&
         context_.layout(target.object).pieces[*piece].size == size;
}

bool PieceAccess::holds_only_numbers(const AccessTarget& target, std::uint64_t size,
                                     const llvm::Type* type) const {
  const ObjectLayout& layout = context_.layout(target.object);
  const auto number = layout.piece_at(target.residue);
  if (!number) return false;
  const Piece& piece = layout.pieces[*number];
  return piece.size == size && !piece.is_mixed &&
         piece.number_type == static_cast<unsigned>(type->getTypeID());
}

Value PieceAccess::select(const Access& access,
                          const std::function<Value(const AccessTarget*)>& read_from) const {
  PENDULUM_CHECK(!access.is_empty(), "an access should have a target");
  std::optional<Value> result;
  const auto choose = [&](Term here, const Value& other) {
    PENDULUM_CHECK(!result || result->pointer.has_value() == other.pointer.has_value(),
                   "all targets should return the same kind of value");
    if (!result) {
      result = other;
    } else if (!other.pointer) {
      result->term = terms_.mk_ite(here, other.term, result->term);
    } else {
      Pointer both{terms_.mk_ite(here, other.pointer->object, result->pointer->object), {}};
      both.offset.base = terms_.mk_ite(here, context_.constants.flatten(other.pointer->offset),
                                       context_.constants.flatten(result->pointer->offset));
      result = Value::of(both);
    }
  };
  for (std::size_t i = access.targets.size(); i-- > 0;)
    choose(access.targets[i].condition, read_from(&access.targets[i]));
  if (!access.unknown.is_null()) choose(access.unknown, read_from(nullptr));
  return *result;
}

bool PieceAccess::excludes_write(Path& path, const AccessTarget& target) const {
  if (!context_.constants.is_read_only(target.object)) return false;
  if (context_.checks(property::Property::ValidDeref)) {
    path.error_if(target.condition, property::Property::ValidDeref, "write to a constant object");
  } else {
    path.drop_unless(terms_.mk_not(target.condition), Drop::ConstantWrite);
  }
  return true;
}

void PieceAccess::write(Path& path, const AccessTarget& target, std::uint64_t size, const Value& value,
                        Term condition) {
  PENDULUM_CHECK(value.pointer || value.term.sort().width() == size * 8,
                 "a value of {} bytes should be written as a whole", size);
  if (excludes_write(path, target)) return;
  const ObjectLayout& layout = context_.layout(target.object);
  std::uint64_t residue = target.residue;
  Term index = target.index;
  Term bits = value.term;
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = layout.piece_at(residue);
    if (!piece || layout.pieces[*piece].size > size - done) {
      if (bits.is_null()) bits = numbers_.as_bits(path, value, target.condition);
      const Term rest = terms_.mk_extract(bits, static_cast<std::uint32_t>(size * 8) - 1,
                                          static_cast<std::uint32_t>(done * 8));
      write_part(path, target, residue, index, rest, condition);
      return;
    }
    const Piece& part = layout.pieces[*piece];
    const Slot& slot = context_.variables.piece(target.object, *piece);
    if (part.size == size && (slot.is_pointer || !value.pointer)) {
      slots_.write(path, slot, value, slots_.element_index(target.instance, index), condition);
      return;
    }
    if (bits.is_null()) bits = numbers_.as_bits(path, value, target.condition);
    const auto low = static_cast<std::uint32_t>(done * 8);
    const Term slice = terms_.mk_extract(bits, low + static_cast<std::uint32_t>(part.size * 8) - 1, low);
    slots_.write(path, slot, Value::of(slice), slots_.element_index(target.instance, index), condition);
    done += part.size;
    residue += part.size;
    if (layout.is_array() && residue == layout.record) {
      residue = 0;
      index = terms_.mk_bvadd(index, context_.pointer_constant(1));
    }
  }
}

}  // namespace pendulum::frontend
