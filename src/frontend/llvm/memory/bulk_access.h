// Copies and fills of a constant size, piece by piece. bulk_loops.cpp expands those of a variable size into
// loops before the translation.
#pragma once

#include "frontend/llvm/memory/access_resolver.h"
#include "frontend/llvm/memory/piece_access.h"

namespace pendulum::frontend {

class BulkAccess {
 public:
  BulkAccess(const MemoryContext& context, const Slots& slots, AccessResolver& resolver, PieceAccess& pieces,
             UnknownMemory& unknown)
      : context_(context),
        terms_(context.terms),
        slots_(slots),
        resolver_(resolver),
        pieces_(pieces),
        unknown_(unknown) {}

  /// memmove and memset of a constant number of bytes. Targets are those of the points-to analysis.
  void copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
            const Targets& from_targets, std::uint64_t size) const;
  /// Requires: `byte` is a bit-vector of width 8.
  void fill(Path& path, const Pointer& to, const Targets& targets, Term byte, std::uint64_t size) const;

 private:
  /// A piece that lies inside of a copied or filled range of bytes.
  struct Part {
    std::size_t piece;
    Term index;              ///< number of the record; null: the pieces are scalars
    std::uint64_t distance;  ///< bytes from the start of the range
  };
  std::vector<Part> parts(const AccessTarget& target, std::uint64_t size) const;
  bool is_whole(const AccessTarget& target, std::uint64_t size) const;
  bool copies_arrays(const Access& source, const AccessTarget& target, std::uint64_t size) const;
  Value read_whole(Path& path, const Access& source, const AccessTarget& target, std::size_t piece) const;
  Value read_copied(Path& path, const Access& source, const AccessTarget& target, const Part& part) const;
  void fill_target(Path& path, const AccessTarget& target, Term byte, std::uint64_t size,
                   Term condition) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const Slots& slots_;
  AccessResolver& resolver_;
  PieceAccess& pieces_;
  UnknownMemory& unknown_;
};

}  // namespace pendulum::frontend
