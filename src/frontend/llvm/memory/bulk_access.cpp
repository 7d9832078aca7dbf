#include "frontend/llvm/memory/bulk_access.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of records that are copied or filled one by one, each by an assignment to every piece. 4096
/// is the size of a page, a usual size of buffers; larger operations would make edges too large for solvers.
constexpr std::uint64_t max_records = 4096;

}  // namespace

/// The pieces in the range of `size` bytes at `target`. Throws UnsupportedHere if the range cuts a piece.
std::vector<BulkAccess::Part> BulkAccess::parts(const AccessTarget& target, std::uint64_t size) const {
  const ObjectLayout& layout = context_.layout(target.object);
  const std::uint64_t end = target.residue + size;
  std::vector<Part> result;
  if (layout.is_array() && size / layout.record > max_records) throw UnsupportedHere{"copy of a large array"};
  std::uint64_t record = 0;
  do {
    for (std::size_t piece = 0; piece < layout.pieces.size(); ++piece) {
      const std::uint64_t offset = record * layout.record + layout.pieces[piece].offset;
      const std::uint64_t piece_end = offset + layout.pieces[piece].size;
      if (piece_end <= target.residue || offset >= end) continue;
      if (offset < target.residue || piece_end > end)
        throw UnsupportedHere{"memory operation on a part of a pointer"};
      const Term index =
          layout.is_array() ? terms_.mk_bvadd(target.index, context_.pointer_constant(record)) : Term();
      result.push_back({piece, index, offset - target.residue});
    }
    ++record;
  } while (layout.is_array() && record * layout.record < end);
  return result;
}

/// Whether the range is a whole array of integers, which a single array assignment can copy or fill.
bool BulkAccess::is_whole(const AccessTarget& target, std::uint64_t size) const {
  if (!target.instance.is_null() || context_.variables.is_of_main_arguments(target.object)) return false;
  for (const Piece& piece : context_.layout(target.object).pieces)
    if (piece.is_pointer) return false;
  return context_.layout(target.object).is_array() && target.residue == 0 &&
         target.index == context_.pointer_constant(0) && context_.object(target.object).size == size;
}

void BulkAccess::copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
                      const Targets& from_targets, std::uint64_t size) const {
  if (size == 0) return;
  const Access source = resolver_.resolve(path, from, from_targets, size, "read");
  const Access destination = resolver_.resolve(path, to, to_targets, size, "write");
  unknown_.note_write(path, UnknownMemory::Written::Pointers, destination.unknown);
  unknown_.note_write(path, UnknownMemory::Written::Integers, destination.unknown);
  if (source.is_empty() || destination.is_empty()) return;  // unreachable
  struct Write {
    const Slot* slot;
    Value value;
    Term index;
    Term condition;
  };
  // All values are read before any value is written because source and target may be the same object.
  std::vector<Write> writes;
  for (const AccessTarget& target : destination.targets) {
    if (pieces_.excludes_write(path, target)) continue;
    const Term condition = destination.is_certain() ? Term() : target.condition;
    if (copies_arrays(source, target, size)) {
      for (std::size_t i = 0; i < context_.layout(target.object).pieces.size(); ++i)
        writes.push_back({&context_.variables.piece(target.object, i), read_whole(path, source, target, i),
                          Term(), condition});
      continue;
    }
    for (const Part& part : parts(target, size))
      writes.push_back({&context_.variables.piece(target.object, part.piece),
                        read_copied(path, source, target, part),
                        slots_.element_index(target.instance, part.index), condition});
  }
  for (const Write& write : writes)
    slots_.write(path, *write.slot, write.value, write.index, write.condition);
}

/// Whether the copy assigns whole arrays: target and all sources are whole arrays with equal record sizes.
bool BulkAccess::copies_arrays(const Access& source, const AccessTarget& target, std::uint64_t size) const {
  return source.unknown.is_null() && is_whole(target, size) &&
         std::all_of(source.targets.begin(), source.targets.end(), [&](const AccessTarget& from) {
           return is_whole(from, size) &&
                  context_.layout(from.object).record == context_.layout(target.object).record;
         });
}

/// The source array that corresponds to a piece of the target. Requires: copies_arrays.
Value BulkAccess::read_whole(Path& path, const Access& source, const AccessTarget& target,
                             std::size_t piece) const {
  return pieces_.select(source, [&](const AccessTarget* from) {
    PENDULUM_CHECK(from != nullptr, "unknown memory should not be copied as a whole array");
    const std::uint64_t offset = context_.layout(target.object).pieces[piece].offset;
    const auto same = context_.layout(from->object).piece_at(offset);
    PENDULUM_CHECK(same.has_value(), "copied pieces should exist in the source");
    PENDULUM_CHECK(
        context_.layout(from->object).pieces[*same].size == context_.layout(target.object).pieces[piece].size,
        "copied pieces should have the same size in source and target");
    return pieces_.read_piece(path, from->object, *same, Term());
  });
}

/// The value that is copied to one part of the target.
Value BulkAccess::read_copied(Path& path, const Access& source, const AccessTarget& target,
                              const Part& part) const {
  const Piece& piece = context_.layout(target.object).pieces[part.piece];
  const PieceKind kind = piece.is_pointer ? PieceKind::Pointer : PieceKind::Bits;
  return pieces_.select(source, [&](const AccessTarget* from) {
    if (from == nullptr)
      return unknown_.read(path, source.address, source.unknown, part.distance, piece.size, kind);
    AccessTarget moved = *from;
    moved.residue += part.distance;
    if (const std::uint64_t record = context_.layout(moved.object).record; record != 0) {
      moved.index = terms_.mk_bvadd(moved.index, context_.pointer_constant(moved.residue / record));
      moved.residue %= record;
    }
    return pieces_.read(path, moved, piece.size, kind);
  });
}

void BulkAccess::fill(Path& path, const Pointer& to, const Targets& targets, Term byte,
                      std::uint64_t size) const {
  PENDULUM_CHECK(byte.sort().width() == 8, "memory should be filled with a byte");
  if (size == 0) return;
  const Access destination = resolver_.resolve(path, to, targets, size, "write");
  unknown_.note_write(path, UnknownMemory::Written::Integers, destination.unknown);
  for (const AccessTarget& target : destination.targets)
    if (!pieces_.excludes_write(path, target))
      fill_target(path, target, byte, size, destination.is_certain() ? Term() : target.condition);
}

/// Fills one target in executions in which `condition` holds (null: in all).
void BulkAccess::fill_target(Path& path, const AccessTarget& target, Term byte, std::uint64_t size,
                             Term condition) const {
  const std::vector<Piece>& pieces = context_.layout(target.object).pieces;
  const auto repeat = [&](std::uint64_t bytes) {
    if (byte.is_value() && byte.integer_value() == 0)
      return terms_.mk_bv(0, static_cast<std::uint32_t>(bytes * 8));
    Term result = byte;
    for (std::uint64_t i = 1; i < bytes; ++i) result = terms_.mk_concat(byte, result);
    return result;
  };
  if (is_whole(target, size)) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Slot& slot = context_.variables.piece(target.object, i);
      const Value value = Value::of(terms_.mk_const_array(slot.value.sort(), repeat(pieces[i].size)));
      slots_.write(path, slot, value, Term(), condition);
    }
    return;
  }
  for (const Part& part : parts(target, size)) {
    const Term value = repeat(pieces[part.piece].size);
    slots_.write(path, context_.variables.piece(target.object, part.piece), Value::of(value),
                 slots_.element_index(target.instance, part.index), condition);
  }
}

}  // namespace pendulum::frontend
