#include "frontend/llvm/memory/memory.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/memory/float_values.h"
#include "frontend/llvm/objects/fixed_addresses.h"

namespace pendulum::frontend {

Memory::Memory(const MemoryContext& context)
    : context_(context),
      slots_(context),
      numbers_(context),
      arguments_(context),
      bounds_(context, arguments_),
      lifetimes_(context),
      coincidence_(context, bounds_, lifetimes_),
      unknown_(context),
      resolver_(context, numbers_, bounds_, lifetimes_),
      pieces_(context, slots_, numbers_, arguments_, unknown_),
      leaks_(context, lifetimes_, pieces_),
      bulk_(context, slots_, resolver_, pieces_, unknown_),
      havoc_(context, slots_, arguments_),
      initial_values_(context, arguments_, havoc_) {}

void Memory::initialize(Path& path) const {
  initial_values_.initialize(path);
  FixedAddresses(context_, numbers_).initialize(path);
}

Value Memory::load(Path& path, const Pointer& pointer, const Targets& targets, llvm::Type* type) {
  bool is_pointer = type->isPointerTy();
  if (!is_pointer && !type->isIntegerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"load of an aggregate value"};
  const std::uint64_t size = context_.data_layout.getTypeStoreSize(type).getFixedValue();
  const auto width = static_cast<std::uint32_t>(context_.data_layout.getTypeSizeInBits(type).getFixedValue());
  if (!is_pointer && !type->isIntegerTy(1) && !context_.checks(property::Property::ValidDeref)) {
    const Term partly = pieces_.read_partly_outside(path, pointer, size);
    if (!partly.is_null())
      return Value::of(width == size * 8 ? partly : context_.terms.mk_extract(partly, width - 1, 0));
  }
  const Access found = resolver_.resolve(path, pointer, targets, size, "read");
  if (found.is_empty()) {
    path.kill();
    if (is_pointer) return Value::of(context_.constants.null());
    return Value::of(type->isIntegerTy(1) ? context_.terms.mk_false() : context_.terms.mk_bv(0, width));
  }
  // An integer that may be an address keeps its object.
  if (type->isIntegerTy(context_.pointer_bits()))
    is_pointer = std::any_of(found.targets.begin(), found.targets.end(),
                             [&](const AccessTarget& target) { return pieces_.is_address_at(target, size); });
  const PieceKind kind = is_pointer ? PieceKind::Pointer : PieceKind::Bits;
  Value result = pieces_.select(found, [&](const AccessTarget* target) {
    return target == nullptr ? unknown_.read(path, found.address, found.unknown, 0, size, kind)
                             : pieces_.read(path, *target, size, kind);
  });
  PENDULUM_CHECK(result.pointer.has_value() == is_pointer, "a load should return the requested kind");
  if (is_pointer) return result;
  if (type->isIntegerTy(1))
    return Value::of(
        context_.terms.mk_eq(context_.terms.mk_extract(result.term, 0, 0), context_.terms.mk_bv(1, 1)));
  if (result.term.sort().width() != width) result.term = context_.terms.mk_extract(result.term, width - 1, 0);
  return result;
}

void Memory::store(Path& path, const Pointer& pointer, const Targets& targets, const Value& value,
                   llvm::Type* type) {
  if (!type->isPointerTy() && !type->isIntegerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"store of an aggregate value"};
  const std::uint64_t size = context_.data_layout.getTypeStoreSize(type).getFixedValue();
  const auto storage = static_cast<std::uint32_t>(size * 8);
  Value content = value;
  if (!type->isPointerTy() && !(value.pointer && type->isIntegerTy(context_.pointer_bits()))) {
    content = Value::of(numbers_.as_bits(path, value));
    if (content.term.sort().is_bool())
      content.term = context_.terms.mk_ite(content.term, context_.terms.mk_bv(1, storage),
                                           context_.terms.mk_bv(0, storage));
    const std::uint32_t width = content.term.sort().width();
    if (width < storage) content.term = context_.terms.mk_zero_extend(content.term, storage - width);
  }
  PENDULUM_CHECK(content.pointer || content.term.sort().width() == storage,
                 "a value that is stored in {} bits should not have {} bits", storage,
                 content.term.sort().width());
  const Access found = resolver_.resolve(path, pointer, targets, size, "write");
  if (type->isPointerTy() ||
      (context_.points_to.tracks_integers() && type->isIntegerTy(context_.pointer_bits())))
    unknown_.note_write(path, UnknownMemory::Written::Pointers, found.unknown);
  if (!type->isPointerTy()) unknown_.note_write(path, UnknownMemory::Written::Integers, found.unknown);
  if (type->isFloatingPointTy() &&
      !std::all_of(found.targets.begin(), found.targets.end(), [&](const AccessTarget& target) {
        return pieces_.holds_only_numbers(target, size, *type);
      }))
    content.term = observable(path, context_.variables, type, content.term);
  for (const AccessTarget& target : found.targets)
    pieces_.write(path, target, size, content, found.is_certain() ? Term() : target.condition);
}

}  // namespace pendulum::frontend
