// Integer instructions as terms. Undefined behaviour of C that LLVM keeps visible (nsw, nuw, exact, division
// by zero, shifts beyond the width) becomes a condition of the path: such executions are not followed, by a
// rule of dropped_executions.h.
#pragma once

#include "frontend/llvm/path.h"

namespace llvm {
class BinaryOperator;
class CastInst;
}  // namespace llvm

namespace pendulum::frontend {

/// The integers' counterparts of LLVM's predicates.
enum class Comparison { Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle };

class Arithmetic {
 public:
  explicit Arithmetic(term::TermManager& terms) : terms_(terms) {}

  /// Operands and result of sort Bool for i1. That a division is exact is not used.
  Term binary(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  /// An LLVM opcode of integers, modulo 2^width.
  Term wrapping(unsigned opcode, Term a, Term b) const;
  Term compare(Comparison comparison, Term a, Term b) const;
  Term zero_extend(Term a, std::uint32_t width) const;
  Term sign_extend(Term a, std::uint32_t width) const;
  /// Width 1 gives a Bool.
  Term truncate(Term a, std::uint32_t width) const;
  /// Bool as a bit-vector of one bit.
  Term as_bitvec(Term a) const;

 private:
  Term on_bools(const llvm::BinaryOperator& instruction, Term a, Term b) const;
  void drop_signed_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  void drop_unsigned_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  void drop_undefined_division(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  Term bit(Term condition, std::uint32_t width) const;

  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
