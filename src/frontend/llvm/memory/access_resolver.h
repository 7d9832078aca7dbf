// From a pointer to the targets of an access: the objects that the pointer can point to, bounds, lifetimes,
// and unknown memory.
#pragma once

#include <string>

#include "frontend/llvm/memory/access.h"
#include "frontend/llvm/objects/address_numbers.h"
#include "frontend/llvm/objects/object_bounds.h"
#include "frontend/llvm/objects/object_lifetimes.h"

namespace pendulum::frontend {

class AccessResolver {
 public:
  AccessResolver(const MemoryContext& context, const AddressNumbers& numbers, const ObjectBounds& bounds,
                 const ObjectLifetimes& lifetimes)
      : context_(context), terms_(context.terms), numbers_(numbers), bounds_(bounds), lifetimes_(lifetimes) {}

  /// The targets of an access to `size` bytes. Ensures: the guard of the path implies that the condition of
  /// one target holds, or `unknown`. `targets` are those of the points-to analysis; `verb` is "read" or
  /// "write", for messages. Requires: size > 0.
  Access resolve(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                 const char* verb);
  /// Whether some translated access may be to unknown memory.
  bool uses_unknown_memory() const { return uses_unknown_memory_; }

 private:
  /// Handles the part of an access for which the pointer has no object (`is_here`). Returns the condition of
  /// a null access; sets `unknown` and `address` of `result` if an access to unknown memory is followed.
  Term absolute_access(Path& path, const Pointer& pointer, Congruence known, Term is_here, Access& result);
  /// The targets of an access to this object. Checks that the object is alive and, if valid-deref is checked,
  /// that the access is within bounds. Otherwise the caller checks the bounds for all objects together.
  std::vector<AccessTarget> checked_targets(Path& path, const Pointer& pointer, ObjectId object,
                                            Congruence known, std::uint64_t size, Term is_here,
                                            const std::string& access) const;
  /// The targets of an access to one object: one if the layout has records or the offset is known, otherwise
  /// one for each offset that the pointer may have; empty if the access is out of bounds.
  std::vector<AccessTarget> locate(const Path& path, const Pointer& pointer, ObjectId object,
                                   Congruence known, std::uint64_t size) const;
  std::string describe(const Pointer& pointer, ObjectId object) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const AddressNumbers& numbers_;
  const ObjectBounds& bounds_;
  const ObjectLifetimes& lifetimes_;
  bool uses_unknown_memory_ = false;
};

}  // namespace pendulum::frontend
