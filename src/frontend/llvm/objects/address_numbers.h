// Addresses as numbers: the numeric values of addresses of objects, and the addresses that a process can use.
#pragma once

#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class AddressNumbers {
 public:
  explicit AddressNumbers(const MemoryContext& context) : context_(context), terms_(context.terms) {}

  /// The value as a bit-vector or Boolean. Where the value is the address of an object and `condition` holds
  /// (null: always), the result is an arbitrary number if valid-deref is checked or the object's address is
  /// known outside of the program; otherwise the execution is unsupported.
  Term as_bits(Path& path, const Value& value, Term condition = Term()) const;
  /// The condition that the operating system can map memory of the process at the address.
  Term is_mappable(Term address) const;
  /// The condition that an access at the address is an access through null.
  Term is_null_page(Term address) const;

 private:
  Term may_be_unknown_memory(Term code) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
