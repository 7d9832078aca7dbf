// Reads and writes of one access target, piece by piece (layout.h).
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "frontend/llvm/memory/access.h"
#include "frontend/llvm/memory/unknown_memory.h"
#include "frontend/llvm/objects/address_numbers.h"
#include "frontend/llvm/objects/argument_memory.h"
#include "frontend/llvm/objects/slots.h"

namespace pendulum::frontend {

class PieceAccess {
 public:
  PieceAccess(const MemoryContext& context, const Slots& slots, const AddressNumbers& numbers,
              ArgumentMemory& arguments, UnknownMemory& unknown)
      : context_(context),
        terms_(context.terms),
        slots_(slots),
        numbers_(numbers),
        arguments_(arguments),
        unknown_(unknown) {}

  /// Reads `size` bytes of the target.
  Value read(Path& path, const AccessTarget& target, std::uint64_t size, PieceKind wanted);
  /// Writes `size` bytes of the target in executions in which `condition` holds (null: in all).
  void write(Path& path, const AccessTarget& target, std::uint64_t size, const Value& value, Term condition);
  /// Reads a piece, or element `index` of it if the pieces of the object are arrays.
  Value read_piece(Path& path, ObjectId object, std::size_t piece, Term index);
  /// The bits of a read that is partly or completely out of bounds, with an arbitrary value for the bytes
  /// outside. Null: the object or the offset is not known, or the access is within bounds.
  Term read_partly_outside(Path& path, const Pointer& pointer, std::uint64_t size);
  /// Combines the values that `read_from` returns for the targets into one value by their conditions.
  /// `read_from(nullptr)` reads unknown memory. Requires: the access is not empty.
  Value select(const Access& access, const std::function<Value(const AccessTarget*)>& read_from) const;
  /// Whether the access covers exactly one piece, and that piece is a pointer.
  bool is_address_at(const AccessTarget& target, std::uint64_t size) const;
  /// Whether the accessed bytes are a piece that only holds floating-point numbers of this type, so that the
  /// program does not observe their bits.
  bool holds_only_numbers(const AccessTarget& target, std::uint64_t size, const llvm::Type* type) const;
  /// Whether the target is a constant object or string literal. Then executions that write to it are
  /// excluded: undefined behaviour, C11 6.7.3p6 and 6.4.5p7.
  bool excludes_write(Path& path, const AccessTarget& target) const;

 private:
  const Constants::Content& constant_content(ObjectId object, std::size_t piece);
  /// Reads `size` bytes at offset `residue`, which are a part of a pointer.
  Term read_part(Path& path, const AccessTarget& target, std::uint64_t residue, Term index,
                 std::uint64_t size);
  void write_part(Path& path, const AccessTarget& target, std::uint64_t residue, Term index, Term bits,
                  Term condition);

  const MemoryContext& context_;
  term::TermManager& terms_;
  const Slots& slots_;
  const AddressNumbers& numbers_;
  ArgumentMemory& arguments_;
  UnknownMemory& unknown_;
  std::map<std::pair<ObjectId, std::size_t>, Constants::Content> constant_contents_;
};

}  // namespace pendulum::frontend
