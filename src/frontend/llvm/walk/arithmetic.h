// Translation of integer instructions to terms. Undefined behaviour of C that is visible in LLVM IR (nsw,
// nuw, exact, division by zero, shifts beyond the width) becomes a condition of the path: executions with
// undefined behaviour are not continued, according to a rule of dropped_executions.h.
#pragma once

#include "frontend/llvm/state/path.h"

namespace llvm {
class BinaryOperator;
class WithOverflowInst;
}  // namespace llvm

namespace pendulum::frontend {

/// The integer predicates of LLVM's icmp.
enum class Comparison { Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle };

/// Builds terms for operations on integers.
class Arithmetic {
 public:
  explicit Arithmetic(term::TermManager& terms) : terms_(terms) {}

  /// Translates a binary operation. Operands and result of type i1 have sort Bool. The flag `exact` of a
  /// division is ignored.
  Term binary(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  /// The operation of an LLVM opcode on integers, modulo 2^width, without conditions for undefined behaviour.
  Term wrapping(unsigned opcode, Term a, Term b) const;
  /// The comparison as a term of sort Bool; the operands are both bit-vectors or both Bool.
  Term compare(Comparison comparison, Term a, Term b) const;
  /// The condition that the operation of an llvm.*.with.overflow intrinsic overflows for the operands a and
  /// b.
  Term overflows(const llvm::WithOverflowInst& operation, Term a, Term b) const;
  /// Extend an integer or a Bool. Require: `a` has at most `width` bits.
  Term zero_extend(Term a, std::uint32_t width) const;
  Term sign_extend(Term a, std::uint32_t width) const;
  /// The low `width` bits of an integer, as a Bool if `width` is 1.
  Term truncate(Term a, std::uint32_t width) const;
  /// Converts a Bool to a bit-vector of width 1.
  Term as_bitvec(Term a) const;

 private:
  /// Operations on i1. Throws UnsupportedHere for divisions, remainders and shifts.
  Term on_bools(const llvm::BinaryOperator& instruction, Term a, Term b) const;
  /// These three end executions in which the operation is undefined.
  void drop_signed_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  void drop_unsigned_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  void drop_undefined_division(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  Term bit(Term condition, std::uint32_t width) const;

  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
