// Objects whose address is the same number whenever the program uses it: globals, locals of main, and heap
// objects of a call that is executed at most once. A variable that is assigned at the start holds the number.
//
// Soundness: the numbers are arbitrary, but the ranges of objects that are alive at the same time are
// disjoint, lie in the memory of a process, and are aligned. Objects of the heap may reuse the addresses of
// freed ones.
#pragma once

#include "frontend/llvm/objects/address_numbers.h"
#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class FixedAddresses {
 public:
  FixedAddresses(const MemoryContext& context, const AddressNumbers& numbers)
      : context_(context), terms_(context.terms), numbers_(numbers) {}

  /// Assigns the addresses that the translation has used. Requires: all other edges have been made.
  void initialize(Path& path) const;

 private:
  Term is_possible(ObjectId object, Term address) const;
  Term are_disjoint(ObjectId a, ObjectId b, Term address_a, Term address_b) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const AddressNumbers& numbers_;
};

/// Has the object the same address whenever the program uses it?
bool has_fixed_address(const Object& object);
/// A power of two that divides the addresses of the object.
std::uint64_t alignment_of(const Object& object, unsigned pointer_bits);

}  // namespace pendulum::frontend
