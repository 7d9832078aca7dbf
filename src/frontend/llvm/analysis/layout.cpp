#include "frontend/llvm/analysis/layout.h"

#include <llvm/IR/DataLayout.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/analysis/accesses.h"

namespace pendulum::frontend {

std::optional<std::size_t> ObjectLayout::piece_at(std::uint64_t offset) const {
  const auto it =
      std::lower_bound(pieces.begin(), pieces.end(), offset,
                       [](const Piece& piece, std::uint64_t wanted) { return piece.offset < wanted; });
  if (it == pieces.end() || it->offset != offset) return std::nullopt;
  return static_cast<std::size_t>(it - pieces.begin());
}

std::optional<std::size_t> ObjectLayout::piece_around(std::uint64_t offset, std::uint64_t size) const {
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end(), offset,
                       [](std::uint64_t wanted, const Piece& piece) { return wanted < piece.offset; });
  if (after == pieces.begin()) return std::nullopt;
  const auto it = std::prev(after);
  if (offset + size > it->offset + it->size) return std::nullopt;
  return static_cast<std::size_t>(it - pieces.begin());
}

namespace {

/// Whether the pieces are ordered and disjoint, and lie in the record if the object consists of records.
[[maybe_unused]] bool is_well_formed(const ObjectLayout& layout) {
  std::uint64_t end = 0;
  for (const Piece& piece : layout.pieces) {
    if (piece.offset < end || piece.size == 0) return false;
    end = piece.offset + piece.size;
  }
  return !layout.is_array() || end <= layout.record;
}

class LayoutMaker {
 public:
  LayoutMaker(const PointsTo& points_to, const llvm::DataLayout& layout, Accesses accesses)
      : points_to_(points_to),
        data_layout_(layout),
        accesses_(std::move(accesses.of_object)),
        copies_(std::move(accesses.copies)) {}

  std::vector<ObjectLayout> run() {
    choose_records();
    find_pointers();
    make_cuts();
    while (propagate_cuts()) {
    }
    for (ObjectId object = 0; object < accesses_.size(); ++object) layouts_.push_back(make(object));
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Copy& copy : copies_) has_changed |= propagate_marks(copy);
    }
    for (ObjectLayout& layout : layouts_)
      std::erase_if(layout.pieces, [](const Piece& p) { return !p.is_used; });
    PENDULUM_CHECK(layouts_.size() == points_to_.objects().size(), "every object should have a layout");
    PENDULUM_DCHECK(std::all_of(layouts_.begin(), layouts_.end(), is_well_formed),
                    "the pieces of an object should be ordered and disjoint");
    return std::move(layouts_);
  }

 private:
  void choose_records() {
    PENDULUM_CHECK(accesses_.size() == points_to_.objects().size(), "the accesses should be collected");
    records_.assign(accesses_.size(), 0);
    for (ObjectId object = 0; object < accesses_.size(); ++object) {
      for (const Access& access : accesses_[object])
        records_[object] = std::gcd(records_[object], access.offsets.modulus);
      if (cuts_pointers(object)) dissolve(object);
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Copy& copy : copies_) {
        const std::uint64_t common = std::gcd(records_[copy.from_object], records_[copy.to_object]);
        // A single struct that is copied to or from an array element remains a set of scalars.
        const bool is_mixed = records_[copy.from_object] == 0 || records_[copy.to_object] == 0;
        if (common == 0 || (is_mixed && copy.size <= common)) continue;
        for (const ObjectId object : {copy.from_object, copy.to_object}) {
          has_changed |= records_[object] != common;
          records_[object] = common;
        }
      }
    }
  }

  /// Finds the offsets at which objects contain pointers, directly or through copies; pointers are not cut.
  void find_pointers() {
    PENDULUM_CHECK(records_.size() == accesses_.size(), "records should be chosen before pointers are found");
    pointers_.resize(accesses_.size());
    for (ObjectId object = 0; object < accesses_.size(); ++object)
      for (const Access& access : accesses_[object])
        if (access.is_pointer) add_pointer(object, access.offsets.residue);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Copy& copy : copies_) {
        has_changed |=
            spread_pointers(copy.from_object, copy.from.residue, copy.to_object, copy.to.residue, copy.size);
        has_changed |=
            spread_pointers(copy.to_object, copy.to.residue, copy.from_object, copy.from.residue, copy.size);
      }
    }
  }

  bool add_pointer(ObjectId object, std::int64_t offset) {
    if (points_to_.objects()[object].value == nullptr) return false;
    const std::uint64_t record = records_[object];
    if (record != 0) offset = make_congruence(offset, record).residue;
    if (offset < 0) return false;
    const auto place = static_cast<std::uint64_t>(offset);
    const std::uint64_t end = record != 0 ? record : points_to_.objects()[object].size.value_or(UINT64_MAX);
    if (end < pointer_size() || place > end - pointer_size()) return false;
    std::set<std::uint64_t>& known = pointers_[object];
    const auto next = known.lower_bound(place);
    if (next != known.end() && *next - place < pointer_size()) return false;
    if (next != known.begin() && place - *std::prev(next) < pointer_size()) return false;
    known.insert(place);
    return true;
  }

  /// Pointers of `from` in the copied range become pointers of `to`.
  bool spread_pointers(ObjectId from, std::int64_t from_start, ObjectId to, std::int64_t to_start,
                       std::uint64_t size) {
    bool has_changed = false;
    const auto length = static_cast<std::int64_t>(size);
    const auto width = static_cast<std::int64_t>(pointer_size());
    const auto record = static_cast<std::int64_t>(records_[from]);
    const std::vector<std::uint64_t> places(pointers_[from].begin(), pointers_[from].end());
    for (const std::uint64_t place : places) {
      auto distance = static_cast<std::int64_t>(place) - from_start;
      if (record != 0) distance = ((distance % record) + record) % record;
      for (; distance >= 0 && distance + width <= length; distance += record) {
        has_changed |= add_pointer(to, to_start + distance);
        // Further records lead to the same offsets in a record of `to`.
        if (record == 0 || (records_[to] != 0 && records_[from] % records_[to] == 0)) break;
      }
    }
    return has_changed;
  }

  void make_cuts() {
    PENDULUM_CHECK(pointers_.size() == accesses_.size(), "pointers should be found before objects are cut");
    cuts_.resize(accesses_.size());
    for (ObjectId object = 0; object < accesses_.size(); ++object) {
      for (const std::uint64_t place : pointers_[object]) {
        cut(object, static_cast<std::int64_t>(place));
        cut(object, static_cast<std::int64_t>(place + pointer_size()));
      }
      if (records_[object] != 0) cuts_[object].insert(0);
      for (const Access& access : accesses_[object]) {
        cut(object, access.offsets.residue);
        cut(object, access.offsets.residue + static_cast<std::int64_t>(access.size));
      }
    }
  }

  std::uint64_t pointer_size() const { return data_layout_.getPointerSize(); }

  /// Would records of this size cut the pointers in the object, or contain integers at the offsets of
  /// pointers?
  bool cuts_pointers(ObjectId object) const {
    const std::set<Access>& accesses = accesses_[object];
    const auto record = static_cast<std::int64_t>(records_[object]);
    if (record == 0) return false;
    const auto overlap = [&](const Access& pointer, const Access& other) {
      const std::int64_t distance =
          make_congruence(other.offsets.residue - pointer.offsets.residue, records_[object]).residue;
      if (distance == 0) return other.size < pointer.size;
      return distance < static_cast<std::int64_t>(pointer.size) ||
             distance + static_cast<std::int64_t>(other.size) > record;
    };
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access& pointer) {
      if (!pointer.is_pointer) return false;
      if (records_[object] % pointer.size != 0) return true;
      return std::any_of(accesses.begin(), accesses.end(), [&](const Access& other) {
        return !other.is_bulk && !other.is_pointer && overlap(pointer, other);
      });
    });
  }

  /// Does the access, at a constant offset, refer to a part of a pointer?
  static bool cuts_pointer(const std::set<Access>& accesses, const Access& access) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access& other) {
      const std::int64_t distance = access.offsets.residue - other.offsets.residue;
      return other.is_pointer && other.offsets.is_constant() &&
             (distance != 0 || access.size != other.size) &&
             distance < static_cast<std::int64_t>(other.size) &&
             -distance < static_cast<std::int64_t>(access.size);
    });
  }

  /// Turns a small object (for example a struct with pointers and an array) into a set of scalars. An access
  /// at a symbolic offset is treated as one access at each of its possible offsets.
  void dissolve(ObjectId object) {
    PENDULUM_CHECK(records_[object] != 0, "an object that is dissolved should consist of records");
    // Maximum number of records. An access at a symbolic offset becomes a case split over all of them, so a
    // larger number would cost more than records that cut pointers.
    constexpr std::uint64_t max_places = 64;
    const auto size = points_to_.objects()[object].size;
    if (!size || *size / records_[object] > max_places) return;
    std::set<Access> constant;
    for (Access access : accesses_[object]) {
      if (access.offsets.is_constant()) {
        constant.insert(access);
        continue;
      }
      if (access.is_bulk) return;
      const std::uint64_t step = access.offsets.modulus;
      for (auto place = static_cast<std::uint64_t>(access.offsets.residue); place + access.size <= *size;
           place += step) {
        access.offsets = make_congruence(static_cast<std::int64_t>(place), 0);
        if (!cuts_pointer(accesses_[object], access)) constant.insert(access);
      }
    }
    accesses_[object] = std::move(constant);
    records_[object] = 0;
  }

  bool cut(ObjectId object, std::int64_t place) {
    if (records_[object] != 0) place = make_congruence(place, records_[object]).residue;
    if (place < 0 || is_inside_pointer(object, static_cast<std::uint64_t>(place))) return false;
    return cuts_[object].insert(static_cast<std::uint64_t>(place)).second;
  }

  bool is_inside_pointer(ObjectId object, std::uint64_t place) const {
    const std::set<std::uint64_t>& known = pointers_[object];
    const auto next = known.lower_bound(place);
    return next != known.begin() && place - *std::prev(next) < pointer_size();
  }

  bool propagate_cuts() {
    bool has_changed = false;
    for (const Copy& copy : copies_) {
      has_changed |=
          propagate(copy.from_object, copy.from.residue, copy.to_object, copy.to.residue, copy.size);
      has_changed |=
          propagate(copy.to_object, copy.to.residue, copy.from_object, copy.from.residue, copy.size);
    }
    return has_changed;
  }

  /// Cuts of `from` in the copied range become cuts of `to`.
  bool propagate(ObjectId from, std::int64_t from_start, ObjectId to, std::int64_t to_start,
                 std::uint64_t size) {
    if (points_to_.objects()[from].value == nullptr || points_to_.objects()[to].value == nullptr)
      return false;
    bool has_changed = false;
    const auto length = static_cast<std::int64_t>(size);
    const auto record = static_cast<std::int64_t>(records_[from]);
    const std::vector<std::uint64_t> cuts(cuts_[from].begin(), cuts_[from].end());
    for (const std::uint64_t place : cuts) {
      auto distance = static_cast<std::int64_t>(place) - from_start;
      if (record == 0) {
        if (distance > 0 && distance < length) has_changed |= cut(to, to_start + distance);
        continue;
      }
      distance = ((distance % record) + record) % record;
      for (; distance < length; distance += record) {
        has_changed |= cut(to, to_start + distance);
        // Further records lead to the same offsets in a record of `to`.
        if (records_[to] != 0 && records_[from] % records_[to] == 0) break;
      }
    }
    return has_changed;
  }

  ObjectLayout make(ObjectId object) const {
    PENDULUM_CHECK(object < cuts_.size(), "object {} should be cut before its layout is made", object);
    ObjectLayout result;
    result.record = records_[object];
    const std::set<std::uint64_t>& cuts = cuts_[object];
    for (auto it = cuts.begin(); it != cuts.end(); ++it) {
      const auto next = std::next(it);
      if (next == cuts.end() && result.record == 0) break;
      const std::uint64_t end = next == cuts.end() ? result.record : *next;
      if (end > *it) result.pieces.push_back({*it, end - *it});
    }
    mark_pieces(object, result);
    return result;
  }

  std::uint64_t place_in(const ObjectLayout& layout, std::int64_t offset) const {
    if (layout.is_array()) offset = make_congruence(offset, layout.record).residue;
    return static_cast<std::uint64_t>(offset);
  }

  /// Marks the pieces that loads and stores cover, and the pieces that contain pointers.
  void mark_pieces(ObjectId object, ObjectLayout& layout) const {
    for (const Access& access : accesses_[object]) {
      if (access.is_bulk) continue;
      const std::uint64_t place = place_in(layout, access.offsets.residue);
      if (const auto around = layout.piece_around(place, access.size);
          around && access.size < layout.pieces[*around].size)
        layout.pieces[*around].is_used = layout.pieces[*around].has_parts = layout.pieces[*around].is_mixed =
            true;
      auto piece = layout.piece_at(place);
      for (std::uint64_t done = 0; piece && done < access.size;) {
        layout.pieces[*piece].is_used = true;
        layout.pieces[*piece].add_number_type(access.number_type);
        layout.pieces[*piece].is_mixed |=
            access.number_type ? layout.pieces[*piece].size != access.size : access.is_load;
        if (access.is_pointer && layout.pieces[*piece].size == access.size)
          layout.pieces[*piece].is_pointer = true;
        done += layout.pieces[*piece].size;
        if (++*piece == layout.pieces.size()) {
          if (!layout.is_array()) break;
          piece = 0;
        }
      }
    }
  }

  /// Propagates the types of numbers between two pieces of which one is copied to the other, completely or in
  /// part. Returns whether a mark has changed.
  static bool share_numbers(Piece& source, Piece& target, bool is_whole) {
    const auto marks = [&] {
      return std::tuple(source.is_mixed, target.is_mixed, source.number_type, target.number_type);
    };
    const auto before = marks();
    source.add_number_type(target.number_type);
    target.add_number_type(source.number_type);
    source.is_mixed = target.is_mixed = source.is_mixed || target.is_mixed || !is_whole;
    return marks() != before;
  }

  /// Propagates marks through a copy: if the target's piece is used, the source's piece is used, and both
  /// pieces are pointers if one of them is. Returns whether a mark has changed.
  bool propagate_marks(const Copy& copy) {
    PENDULUM_CHECK(copy.from_object < layouts_.size() && copy.to_object < layouts_.size(),
                   "marks should be propagated between objects that have a layout");
    ObjectLayout& from = layouts_[copy.from_object];
    ObjectLayout& to = layouts_[copy.to_object];
    bool has_changed = false;
    std::uint64_t length = copy.size;
    if (from.is_array() && from.record == to.record) length = std::min(length, from.record);
    for (std::uint64_t done = 0; done < length;) {
      const auto distance = static_cast<std::int64_t>(done);
      const std::uint64_t from_place = place_in(from, copy.from.residue + distance);
      const std::uint64_t to_place = place_in(to, copy.to.residue + distance);
      const auto from_piece = from.piece_around(from_place, 1);
      const auto to_piece = to.piece_around(to_place, 1);
      if (!from_piece || !to_piece) break;  // out of bounds of one of them: not followed
      Piece& source = from.pieces[*from_piece];
      Piece& target = to.pieces[*to_piece];
      has_changed |= target.is_used && !source.is_used;
      source.is_used |= target.is_used;
      const std::uint64_t from_rest = source.offset + source.size - from_place;
      const std::uint64_t to_rest = target.offset + target.size - to_place;
      const bool is_whole = source.size == target.size && from_rest == source.size && to_rest == target.size;
      has_changed |= share_numbers(source, target, is_whole);
      if (is_whole) {
        has_changed |= source.is_pointer != target.is_pointer;
        source.is_pointer = target.is_pointer = source.is_pointer || target.is_pointer;
        has_changed |= source.has_parts != target.has_parts;
        source.has_parts = target.has_parts = source.has_parts || target.has_parts;
      }
      done += std::min(from_rest, to_rest);
    }
    return has_changed;
  }

  const PointsTo& points_to_;
  const llvm::DataLayout& data_layout_;
  std::vector<std::set<Access>> accesses_;  ///< indexed by object
  const std::vector<Copy> copies_;
  std::vector<ObjectLayout> layouts_;
  std::vector<std::uint64_t> records_;             ///< indexed by object; 0: scalars
  std::vector<std::set<std::uint64_t>> pointers_;  ///< indexed by object: offsets that are not cut
  std::vector<std::set<std::uint64_t>> cuts_;      ///< indexed by object
};

}  // namespace

std::vector<ObjectLayout> make_layouts(const PointsTo& points_to, const llvm::DataLayout& layout) {
  return LayoutMaker(points_to, layout, collect_accesses(points_to, layout)).run();
}

}  // namespace pendulum::frontend
