// Order, equality, sums and differences of addresses, represented as pointers or as integers.
//
// C leaves the order and the difference of two pointers undefined unless both point into one object (C17
// 6.5.8p5, 6.5.6p9). The compiled program continues with some result. Therefore the result is arbitrary in
// proofs, and counterexamples must not depend on it (doc/adr/0012-order-of-far-addresses.md).
#pragma once

#include "frontend/llvm/walk/value_conversions.h"

namespace llvm {
class BinaryOperator;
}  // namespace llvm

namespace pendulum::frontend {

class AddressArithmetic {
 public:
  AddressArithmetic(const TranslationContext& context, const ValueConversions& conversions)
      : context_(context), terms_(context.terms), conversions_(conversions) {}

  /// Adds a number to, or subtracts it from, an address that is represented as an integer. Other operations
  /// use the numeric value of the address. Requires: `a` or `b` is a pointer.
  Value sum(Path& path, const llvm::BinaryOperator& instruction, const Value& a, const Value& b) const;
  /// Translates the subtraction of `b` from `a`. If both operands are converted pointers, the result is their
  /// distance within one object. Otherwise they are integers that may be addresses: if `b` is not the address
  /// of an object, the result is the address `a` minus a number.
  Value difference(Path& path, const llvm::BinaryOperator& instruction, const Pointer& a,
                   const Pointer& b) const;
  /// clang divides the distance of two pointers by the size of the type that they point to. If the distance
  /// is not a multiple of this size (6.5.6p9), the quotient is arbitrary in proofs.
  Term exact_quotient(Path& path, const llvm::BinaryOperator& instruction, Term distance, Term size) const;
  /// Compares two integers that may be addresses. Integers are ordered even if they are addresses of
  /// different objects, or if only one is the address of an object: the order is that of their numeric
  /// values. Requires: `comparison` is neither Eq nor Ne.
  Term order_of_numbers(Path& path, Comparison comparison, const Pointer& a, const Pointer& b) const;
  /// The order of two pointers (6.5.8p5). Null, and numbers at which a process has no memory, have a known
  /// order relative to all objects. Targets are those of the points-to analysis. Requires: `comparison` is
  /// neither Eq nor Ne.
  Term order_of_pointers(Path& path, Comparison comparison, const Pointer& a, const Targets& a_targets,
                         const Pointer& b, const Targets& b_targets) const;
  /// Equality of pointers (6.5.9p6). Requires: `comparison` is Eq or Ne.
  /// Is each of them a number that is not constant or the address of an object with a fixed address, and is
  /// one of them such a number and the other one not?
  bool have_numbers(const Pointer& a, const Pointer& b) const;
  /// Compares addresses as integers. Requires: have_numbers.
  Term equality_of_numbers(Path& path, Comparison comparison, const Pointer& a, const Pointer& b) const;
  Term equality_of_pointers(Path& path, Comparison comparison, const Pointer& a, const Pointer& b) const;
  /// Does `a` point after `b` in the same object?
  Term is_after(const Pointer& a, const Pointer& b) const;

 private:
  Term distance_of_any(Path& path, const llvm::Value* first, const llvm::Value* second, const Pointer& a,
                       const Pointer& b, Term distance) const;
  /// Order of two offsets `a` and `b` in `object`, if `same_object` holds; otherwise the result is arbitrary.
  Term compare_offsets(Path& path, Comparison comparison, Term object, Term same_object, Term a,
                       Term b) const;
  Term order_of_far(Path& path, Term is_known) const;
  Term is_unknown_object(Path& path, const Pointer& address, const Pointer& object) const;
  Term is_unmappable(Term object, Term number) const;
  void continue_in_proofs_only(Path& path, Term is_known, const char* cause) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const ValueConversions& conversions_;
};

}  // namespace pendulum::frontend
