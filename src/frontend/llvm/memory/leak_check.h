// Leaks at the end of the execution (property valid-memtrack).
#pragma once

#include <map>

#include "frontend/llvm/memory/piece_access.h"
#include "frontend/llvm/objects/object_lifetimes.h"

namespace pendulum::frontend {

class LeakCheck {
 public:
  LeakCheck(const MemoryContext& context, const ObjectLifetimes& lifetimes, PieceAccess& pieces)
      : context_(context), terms_(context.terms), lifetimes_(lifetimes), pieces_(pieces) {}

  /// Checks valid-memtrack at the end of the execution: every heap object that is alive should be reachable
  /// from a global or from one of `locals`. Has no effect if the property is not checked.
  void check(Path& path, const std::vector<ObjectId>& locals) const;

 private:
  /// Conditions under which pointers lead to an object.
  struct Reach {
    Term surely;
    Term maybe;  ///< a pointer may be in an array whose elements are not examined
  };
  std::optional<std::uint64_t> countable_records(ObjectId holder) const;
  Reach holds(Path& path, ObjectId holder, ObjectId object) const;
  std::map<ObjectId, Reach> reach_heap(Path& path, const std::vector<ObjectId>& heap,
                                       const std::vector<ObjectId>& roots) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const ObjectLifetimes& lifetimes_;
  PieceAccess& pieces_;
};

}  // namespace pendulum::frontend
