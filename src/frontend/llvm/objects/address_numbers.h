// Addresses as numbers: the numeric values of addresses of objects, and the addresses that a process can use.
#pragma once

#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class AddressNumbers {
 public:
  explicit AddressNumbers(const MemoryContext& context) : context_(context), terms_(context.terms) {}

  /// The value as a bit-vector or Boolean. Where the value is the address of an object and `condition` holds
  /// (null: always), the result is the address of an object with a fixed address (fixed_addresses.h), and an
  /// arbitrary number for other objects, if valid-deref is checked or the object's address is
  /// known outside of the program; otherwise the execution is unsupported.
  Term as_bits(Path& path, const Value& value, Term condition = Term()) const;
  /// The address as a number, for a comparison: an arbitrary number if the object has no fixed address.
  /// `targets` are those that the points-to analysis gives for the pointer.
  Term for_comparison(Path& path, const Pointer& pointer, const Targets& targets) const;
  /// Has the object the same address whenever the program uses it (fixed_addresses.h)?
  bool is_fixed(ObjectId object) const;
  /// The condition that the operating system can map memory of the process at the address.
  Term is_mappable(Term address) const;
  /// The condition that an access at the address is an access through null.
  Term is_null_page(Term address) const;

 private:
  Term address_of(Path& path, const Pointer& pointer, Term offset, Term has_object,
                  const std::set<ObjectId>& objects) const;
  Term may_be_unknown_memory(Term code) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
