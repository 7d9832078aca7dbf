#include "frontend/llvm/walk/arithmetic.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "base/check.h"
#include "frontend/llvm/instrument/overflow.h"

namespace pendulum::frontend {

using term::Kind;

namespace {

/// Have executions in which the operation is undefined already ended with a violation of no-overflow?
bool is_checked(const llvm::BinaryOperator& instruction) {
  if (!instruction.isIntDivRem() && !instruction.isShift()) return false;
  return is_after_check(instruction,
                        [](const llvm::BasicBlock& block) { return overflow_report(block) != nullptr; });
}

std::optional<Kind> kind_of(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Kind::BvAdd;
    case llvm::Instruction::Sub:
      return Kind::BvSub;
    case llvm::Instruction::Mul:
      return Kind::BvMul;
    case llvm::Instruction::UDiv:
      return Kind::BvUdiv;
    case llvm::Instruction::SDiv:
      return Kind::BvSdiv;
    case llvm::Instruction::URem:
      return Kind::BvUrem;
    case llvm::Instruction::SRem:
      return Kind::BvSrem;
    case llvm::Instruction::Shl:
      return Kind::BvShl;
    case llvm::Instruction::LShr:
      return Kind::BvLshr;
    case llvm::Instruction::AShr:
      return Kind::BvAshr;
    case llvm::Instruction::And:
      return Kind::BvAnd;
    case llvm::Instruction::Or:
      return Kind::BvOr;
    case llvm::Instruction::Xor:
      return Kind::BvXor;
    default:
      return std::nullopt;
  }
}

bool is_division(unsigned opcode) {
  return opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv ||
         opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
}

bool is_shift(unsigned opcode) {
  return opcode == llvm::Instruction::Shl || opcode == llvm::Instruction::LShr ||
         opcode == llvm::Instruction::AShr;
}

}  // namespace

Term Arithmetic::bit(Term condition, std::uint32_t width) const {
  return terms_.mk_ite(condition, terms_.mk_bv(1, width), terms_.mk_bv(0, width));
}

Term Arithmetic::as_bitvec(Term a) const {
  return a.sort().is_bool() ? bit(a, 1) : a;
}

Term Arithmetic::zero_extend(Term a, std::uint32_t width) const {
  if (a.sort().is_bool()) return bit(a, width);
  PENDULUM_CHECK(a.sort().width() <= width, "{} bits should not be extended to {}", a.sort().width(), width);
  return terms_.mk_zero_extend(a, width - a.sort().width());
}

Term Arithmetic::sign_extend(Term a, std::uint32_t width) const {
  if (a.sort().is_bool()) return terms_.mk_ite(a, terms_.mk_bv(-1, width), terms_.mk_bv(0, width));
  PENDULUM_CHECK(a.sort().width() <= width, "{} bits should not be extended to {}", a.sort().width(), width);
  return terms_.mk_sign_extend(a, width - a.sort().width());
}

Term Arithmetic::truncate(Term a, std::uint32_t width) const {
  PENDULUM_CHECK(width > 0, "a truncated integer should have at least one bit");
  if (width > 1) return terms_.mk_extract(a, width - 1, 0);
  // Truncating a widened bool, as clang does in `trunc i8 to i1`, yields the bool itself.
  if (a.kind() == Kind::Ite && a[1].is_value() && a[2].is_value()) {
    const auto is_odd = [](Term value) { return mpz_odd_p(value.integer_value().get_mpz_t()) != 0; };
    return terms_.mk_ite(a[0], terms_.mk_bool(is_odd(a[1])), terms_.mk_bool(is_odd(a[2])));
  }
  return terms_.mk_eq(terms_.mk_extract(a, 0, 0), terms_.mk_bv(1, 1));
}

Term Arithmetic::compare(Comparison comparison, Term a, Term b) const {
  if (a.sort().is_bool()) {
    if (comparison == Comparison::Eq) return terms_.mk_eq(a, b);
    if (comparison == Comparison::Ne) return terms_.mk_distinct(a, b);
    a = as_bitvec(a);
    b = as_bitvec(b);
  }
  // Simplifies `(c ? 1 : 0) != 0`, the form in which C tests a stored condition.
  if (a.kind() == Kind::Ite && b.is_value() && a[1].is_value() && a[2].is_value())
    return terms_.mk_ite(a[0], compare(comparison, a[1], b), compare(comparison, a[2], b));
  switch (comparison) {
    case Comparison::Eq:
      return terms_.mk_eq(a, b);
    case Comparison::Ne:
      return terms_.mk_distinct(a, b);
    case Comparison::Ugt:
      return terms_.mk_bvult(b, a);
    case Comparison::Uge:
      return terms_.mk_bvule(b, a);
    case Comparison::Ult:
      return terms_.mk_bvult(a, b);
    case Comparison::Ule:
      return terms_.mk_bvule(a, b);
    case Comparison::Sgt:
      return terms_.mk_bvslt(b, a);
    case Comparison::Sge:
      return terms_.mk_bvsle(b, a);
    case Comparison::Slt:
      return terms_.mk_bvslt(a, b);
    case Comparison::Sle:
      return terms_.mk_bvsle(a, b);
  }
  PENDULUM_UNREACHABLE();
}

void Arithmetic::drop_signed_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const {
  const auto drop_if = [&](Kind overflow) {
    path.drop_unless(terms_.mk_not(terms_.mk_bv_binary(overflow, a, b)), Drop::SignedOverflow);
  };
  switch (static_cast<unsigned>(instruction.getOpcode())) {
    case llvm::Instruction::Add:
      return drop_if(Kind::BvSaddo);
    case llvm::Instruction::Sub:
      return drop_if(Kind::BvSsubo);
    case llvm::Instruction::Mul:
      return drop_if(Kind::BvSmulo);
    default:
      return;
  }
}

/// clang marks the computation of the size of an array of variable length in this form (nuw).
/// Soundness: only multiplications are dropped; other operations wrap around.
void Arithmetic::drop_unsigned_wrap(Path& path, const llvm::BinaryOperator& instruction, Term a,
                                    Term b) const {
  if (instruction.getOpcode() != llvm::Instruction::Mul) return;
  const std::uint32_t width = a.sort().width();
  const Term wide = terms_.mk_bvmul(terms_.mk_zero_extend(a, width), terms_.mk_zero_extend(b, width));
  path.drop_unless(terms_.mk_eq(terms_.mk_extract(wide, 2 * width - 1, width), terms_.mk_bv(0, width)),
                   Drop::LengthOverflow);
}

void Arithmetic::drop_undefined_division(Path& path, const llvm::BinaryOperator& instruction, Term a,
                                         Term b) const {
  const std::uint32_t width = a.sort().width();
  path.drop_unless(terms_.mk_distinct(b, terms_.mk_bv(0, width)), Drop::DivisionByZero);
  if (instruction.getOpcode() == llvm::Instruction::SDiv ||
      instruction.getOpcode() == llvm::Instruction::SRem) {
    mpz_class smallest;
    mpz_ui_pow_ui(smallest.get_mpz_t(), 2, width - 1);
    path.drop_unless(terms_.mk_not(terms_.mk_and(terms_.mk_eq(a, terms_.mk_bv(smallest, width)),
                                                 terms_.mk_eq(b, terms_.mk_bv(-1, width)))),
                     Drop::DivisionOverflow);
  }
}

Term Arithmetic::on_bools(const llvm::BinaryOperator& instruction, Term a, Term b) const {
  switch (static_cast<unsigned>(instruction.getOpcode())) {
    case llvm::Instruction::And:
      return terms_.mk_and(a, b);
    case llvm::Instruction::Or:
      return terms_.mk_or(a, b);
    case llvm::Instruction::Xor:
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return terms_.mk_distinct(a, b);
    case llvm::Instruction::Mul:
      return terms_.mk_and(a, b);
    default:
      break;
  }
  throw UnsupportedHere{std::string("operation on single bits: ") + instruction.getOpcodeName()};
}

Term Arithmetic::wrapping(unsigned opcode, Term a, Term b) const {
  const auto kind = kind_of(opcode);
  PENDULUM_CHECK(kind.has_value(), "the operation should be one of integers");
  return terms_.mk_bv_binary(*kind, a, b);
}

Term Arithmetic::binary(Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const {
  const unsigned opcode = instruction.getOpcode();
  if (a.sort().is_bool()) return on_bools(instruction, a, b);
  const auto kind = kind_of(opcode);
  if (!kind) throw UnsupportedHere{std::string("floating-point operation ") + instruction.getOpcodeName()};
  // Soundness: the operations that clang's checks consist of, and operations after a check, are defined, so
  // no execution is dropped.
  if (instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize) || is_checked(instruction))
    return terms_.mk_bv_binary(*kind, a, b);
  if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction)) {
    if (instruction.hasNoSignedWrap()) drop_signed_wrap(path, instruction, a, b);
    if (instruction.hasNoUnsignedWrap()) drop_unsigned_wrap(path, instruction, a, b);
  }
  if (is_division(opcode)) drop_undefined_division(path, instruction, a, b);
  if (is_shift(opcode)) {
    const std::uint32_t width = a.sort().width();
    path.drop_unless(terms_.mk_bvult(b, terms_.mk_bv(static_cast<std::int64_t>(width), width)),
                     Drop::ShiftAmount);
  }
  return terms_.mk_bv_binary(*kind, a, b);
}

Term Arithmetic::overflows(const llvm::WithOverflowInst& operation, Term a, Term b) const {
  const bool is_signed = operation.isSigned();
  const std::uint32_t width = a.sort().width();
  switch (static_cast<unsigned>(operation.getBinaryOp())) {
    case llvm::Instruction::Add:
      if (is_signed) return terms_.mk_bv_binary(Kind::BvSaddo, a, b);
      return terms_.mk_bvult(terms_.mk_bvadd(a, b), a);
    case llvm::Instruction::Sub:
      return is_signed ? terms_.mk_bv_binary(Kind::BvSsubo, a, b) : terms_.mk_bvult(a, b);
    case llvm::Instruction::Mul: {
      if (is_signed) return terms_.mk_bv_binary(Kind::BvSmulo, a, b);
      const Term wide = terms_.mk_bvmul(terms_.mk_zero_extend(a, width), terms_.mk_zero_extend(b, width));
      return terms_.mk_distinct(terms_.mk_extract(wide, 2 * width - 1, width), terms_.mk_bv(0, width));
    }
    default:
      throw UnsupportedHere{"overflow check of another operation"};
  }
}

}  // namespace pendulum::frontend
