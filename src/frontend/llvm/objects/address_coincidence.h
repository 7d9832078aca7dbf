// Pointers to different objects that may nevertheless compare equal.
#pragma once

#include "frontend/llvm/objects/object_bounds.h"
#include "frontend/llvm/objects/object_lifetimes.h"

namespace pendulum::frontend {

class AddressCoincidence {
 public:
  AddressCoincidence(const MemoryContext& context, const ObjectBounds& bounds,
                     const ObjectLifetimes& lifetimes)
      : context_(context), terms_(context.terms), bounds_(bounds), lifetimes_(lifetimes) {}

  /// The condition under which the pointers refer to different objects but may nevertheless compare equal.
  /// Targets are those of the points-to analysis.
  Term may_coincide(Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                    const Targets& b_targets) const;

 private:
  struct Side {
    Term has_object;  ///< the pointer refers to an object of the program
    Term is_outside;  ///< it refers to an object, but its offset is out of bounds
  };
  Side side_of(const Path& path, const Pointer& pointer, const Targets& targets) const;
  /// Conditions on the lifetime of the object that a pointer refers to, for objects of one kind (heap, or
  /// locals) that do not live throughout the execution.
  struct Life {
    Term is_here;    ///< the pointer refers to an object of this kind
    Term has_ended;  ///< the pointer refers to an object of this kind whose lifetime has ended
    Term is_late;    ///< some compared object had been freed before this object was allocated
  };
  Life life_of(const Path& path, const Pointer& pointer, const Targets& targets, Object::Kind kind) const;
  /// The condition that one of the two objects may occupy the storage of the other one, whose lifetime has
  /// ended.
  Term is_used_again(const Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                     const Targets& b_targets) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const ObjectBounds& bounds_;
  const ObjectLifetimes& lifetimes_;
};

}  // namespace pendulum::frontend
