// Copies and fills of a constant size, piece by piece. bulk_loops.cpp expands those of a variable size into
// loops before the translation.
#include <llvm/IR/DataLayout.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/memory/memory.h"

namespace pendulum::frontend {

namespace {
/// Maximum number of records that are copied or filled one by one.
constexpr std::uint64_t max_records = 4096;
}  // namespace

/// The pieces in the range of `size` bytes at `place`. Throws UnsupportedHere if the range cuts a piece.
std::vector<Memory::Part> Memory::parts(const Place& place, std::uint64_t size) const {
  const ObjectLayout& layout = layouts_[place.object];
  const std::uint64_t end = place.residue + size;
  std::vector<Part> result;
  if (layout.is_array() && size / layout.record > max_records) throw UnsupportedHere{"copy of a large array"};
  std::uint64_t record = 0;
  do {
    for (std::size_t piece = 0; piece < layout.pieces.size(); ++piece) {
      const std::uint64_t offset = record * layout.record + layout.pieces[piece].offset;
      const std::uint64_t piece_end = offset + layout.pieces[piece].size;
      if (piece_end <= place.residue || offset >= end) continue;
      if (offset < place.residue || piece_end > end)
        throw UnsupportedHere{"memory operation on a part of a pointer"};
      const Term index = layout.is_array() ? terms_.mk_bvadd(place.index, pointer_constant(record)) : Term();
      result.push_back({piece, index, offset - place.residue});
    }
    ++record;
  } while (layout.is_array() && record * layout.record < end);
  return result;
}

/// Whether the range is a whole array of integers, which a single array assignment can copy or fill.
bool Memory::is_whole(const Place& place, std::uint64_t size) const {
  if (!place.instance.is_null() || variables_.is_of_main_arguments(place.object)) return false;
  for (const Piece& piece : layouts_[place.object].pieces)
    if (piece.is_pointer) return false;
  return layouts_[place.object].is_array() && place.residue == 0 && place.index == pointer_constant(0) &&
         points_to_.objects()[place.object].size == size;
}

void Memory::copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
                  const Targets& from_targets, std::uint64_t size) {
  if (size == 0) return;
  const Access sources = access(path, from, from_targets, size, "read");
  const Access targets = access(path, to, to_targets, size, "write");
  note_unknown_write(path, Written::Pointers, targets.unknown);
  note_unknown_write(path, Written::Integers, targets.unknown);
  if (sources.is_empty() || targets.is_empty()) return;  // unreachable
  struct Write {
    const Slot* slot;
    Value value;
    Term index;
    Term condition;
  };
  // All values are read before any value is written because source and target may be the same object.
  std::vector<Write> writes;
  for (const Place& target : targets.places) {
    if (constants_.is_read_only(target.object)) {
      exclude_constant(path, target);
      continue;
    }
    const Term condition = targets.is_certain() ? Term() : target.condition;
    if (copies_arrays(sources, target, size)) {
      for (std::size_t i = 0; i < layouts_[target.object].pieces.size(); ++i)
        writes.push_back(
            {&variables_.piece(target.object, i), read_whole(path, sources, target, i), Term(), condition});
      continue;
    }
    for (const Part& part : parts(target, size))
      writes.push_back({&variables_.piece(target.object, part.piece),
                        read_copied(path, sources, target, part), element(target.instance, part.index),
                        condition});
  }
  for (const Write& write : writes) write_slot(path, *write.slot, write.value, write.index, write.condition);
}

/// Whether the copy assigns whole arrays: target and all sources are whole arrays with equal record sizes.
bool Memory::copies_arrays(const Access& sources, const Place& target, std::uint64_t size) const {
  return sources.unknown.is_null() && is_whole(target, size) &&
         std::all_of(sources.places.begin(), sources.places.end(), [&](const Place& source) {
           return is_whole(source, size) && layouts_[source.object].record == layouts_[target.object].record;
         });
}

/// The source array that corresponds to a piece of the target. Requires: copies_arrays.
Value Memory::read_whole(Path& path, const Access& sources, const Place& target, std::size_t piece) {
  return read_either(sources, [&](const Place* source) {
    const std::uint64_t offset = layouts_[target.object].pieces[piece].offset;
    const auto same = layouts_[source->object].piece_at(offset);
    PENDULUM_CHECK(same.has_value(), "copied pieces should exist in the source");
    return read_piece(path, source->object, *same, Term());
  });
}

/// The value that is copied to one part of the target.
Value Memory::read_copied(Path& path, const Access& sources, const Place& target, const Part& part) {
  const Piece& piece = layouts_[target.object].pieces[part.piece];
  const PieceKind kind = piece.is_pointer ? PieceKind::Pointer : PieceKind::Bits;
  return read_either(sources, [&](const Place* source) {
    if (source == nullptr) return read_unknown(path, sources, part.distance, piece.size, kind);
    Place place = *source;
    place.residue += part.distance;
    if (const std::uint64_t record = layouts_[place.object].record; record != 0) {
      place.index = terms_.mk_bvadd(place.index, pointer_constant(place.residue / record));
      place.residue %= record;
    }
    return read(path, place, piece.size, kind);
  });
}

void Memory::fill(Path& path, const Pointer& to, const Targets& targets, Term byte, std::uint64_t size) {
  if (size == 0) return;
  const Access where = access(path, to, targets, size, "write");
  note_unknown_write(path, Written::Integers, where.unknown);
  for (const Place& place : where.places) {
    if (constants_.is_read_only(place.object)) {
      exclude_constant(path, place);
      continue;
    }
    const Term condition = where.is_certain() ? Term() : place.condition;
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

}  // namespace pendulum::frontend
