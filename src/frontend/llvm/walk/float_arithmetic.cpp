#include "frontend/llvm/walk/float_arithmetic.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/memory/float_values.h"
#include "frontend/llvm/walk/float_scaling.h"

namespace pendulum::frontend {

using term::Kind;
using term::RoundingMode;

namespace {

/// Does a function of the module change the rounding mode?
bool sets_rounding_mode(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return function.getIntrinsicID() == llvm::Intrinsic::set_rounding && !function.use_empty();
  });
}

/// Throws UnsupportedHere if flags allow results that IEEE 754 does not allow.
void check_flags(const llvm::Instruction& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
  if (operation == nullptr) return;
  const llvm::FastMathFlags flags = operation->getFastMathFlags();
  if (flags.noNaNs() || flags.noInfs() || flags.noSignedZeros() || flags.allowReassoc() ||
      flags.allowReciprocal() || flags.approxFunc())
    throw UnsupportedHere{"floating-point operation with -ffast-math"};
}

}  // namespace

FloatArithmetic::FloatArithmetic(const TranslationContext& context)
    : context_(context), terms_(context.terms) {
  if (sets_rounding_mode(context.module))
    mode_ = context.variables.make_zero("rounding_mode", terms_.bitvec_sort(term::rounding_mode_width));
}

bool FloatArithmetic::is_operation(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return instruction.getType()->isFloatingPointTy();
  if (!llvm::isa<llvm::FCmpInst, llvm::CastInst>(instruction)) return false;
  if (llvm::isa<llvm::BitCastInst>(instruction)) return false;
  const llvm::Type* from = instruction.getOperand(0)->getType();
  return from->isFloatingPointTy() || instruction.getType()->isFloatingPointTy();
}

term::FloatTerms FloatArithmetic::floats(const llvm::Type* type) const {
  const auto format = float_format(type);
  if (!format) throw UnsupportedHere{type->isVectorTy() ? "vector operation" : "floating-point type"};
  return {terms_, *format};
}

Term FloatArithmetic::number(const llvm::Type* type, Term bits) const {
  return number_of_bits(terms_, type, bits);
}

Term FloatArithmetic::bits(const llvm::Type* type, Term number) const {
  return bits_of_number(terms_, type, number);
}

Term FloatArithmetic::rounding_mode(const Path& path) const {
  const Term nearest =
      terms_.mk_bv(static_cast<std::int64_t>(RoundingMode::NearestEven), term::rounding_mode_width);
  return mode_.is_null() ? nearest : terms_.mk_bv_binary(Kind::BvXor, path.read(mode_), nearest);
}

void FloatArithmetic::set_rounding_mode(Path& path, Term mode) const {
  PENDULUM_CHECK(!mode_.is_null(), "a module that sets the rounding mode should have a variable for it");
  const Term low = terms_.mk_extract(mode, term::rounding_mode_width - 1, 0);
  const Term nearest =
      terms_.mk_bv(static_cast<std::int64_t>(RoundingMode::NearestEven), term::rounding_mode_width);
  // x86 has the modes 0 to 3; other arguments are undefined.
  path.unsupported_if(terms_.mk_bvult(terms_.mk_bv(3, mode.sort().width()), mode), "rounding mode");
  path.write(mode_, terms_.mk_bv_binary(Kind::BvXor, low, nearest));
}

Term FloatArithmetic::binary(const Path& path, const llvm::BinaryOperator& instruction, Term a,
                             Term b) const {
  check_flags(instruction);
  return arithmetic(instruction.getOpcode(), instruction.getType(), rounding_mode(path), a, b);
}

Term FloatArithmetic::arithmetic(unsigned opcode, const llvm::Type* type, Term mode, Term a, Term b) const {
  const term::FloatTerms terms = floats(type);
  const Term x = number(type, a);
  const Term y = number(type, b);
  switch (opcode) {
    case llvm::Instruction::FAdd:
      return bits(type, terms.add(mode, x, y));
    case llvm::Instruction::FSub:
      return bits(type, terms.sub(mode, x, y));
    case llvm::Instruction::FMul:
      return bits(type, terms.mul(mode, x, y));
    case llvm::Instruction::FDiv:
      return bits(type, terms.div(mode, x, y));
    default:
      throw UnsupportedHere{std::string("floating-point operation ") +
                            llvm::Instruction::getOpcodeName(opcode)};
  }
}

Term FloatArithmetic::compare(const llvm::FCmpInst& instruction, Term a, Term b) const {
  check_flags(instruction);
  return comparison(instruction.getPredicate(), instruction.getOperand(0)->getType(), a, b);
}

/// The predicate is the union of the cases equal, greater, less and unordered, of which each has a bit in the
/// predicate's number.
Term FloatArithmetic::comparison(unsigned predicate, const llvm::Type* type, Term a, Term b) const {
  PENDULUM_CHECK(predicate <= llvm::CmpInst::LAST_FCMP_PREDICATE,
                 "the predicate of a comparison should be one of floating-point numbers");
  const term::FloatTerms terms = floats(type);
  const Term x = number(type, a);
  const Term y = number(type, b);
  const bool is_eq = (predicate & llvm::CmpInst::FCMP_OEQ) != 0;
  const bool is_gt = (predicate & llvm::CmpInst::FCMP_OGT) != 0;
  const bool is_lt = (predicate & llvm::CmpInst::FCMP_OLT) != 0;
  const bool is_unordered = (predicate & llvm::CmpInst::FCMP_UNO) != 0;
  if (is_eq && is_gt && is_lt) return is_unordered ? terms_.mk_true() : terms_.mk_not(terms.unordered(x, y));
  // With the unordered case, the result is the negation of the ordered comparison of the other cases.
  if (is_unordered) return terms_.mk_not(comparison(~predicate & llvm::CmpInst::FCMP_ORD, type, a, b));
  if (is_gt && is_lt) return terms_.mk_or(terms.lt(x, y), terms.lt(y, x));
  if (is_lt) return is_eq ? terms.le(x, y) : terms.lt(x, y);
  if (is_gt) return is_eq ? terms.le(y, x) : terms.lt(y, x);
  return is_eq ? terms.eq(x, y) : terms_.mk_false();
}

Term FloatArithmetic::convert(Path& path, const llvm::CastInst& instruction, Term operand) const {
  check_flags(instruction);
  return conversion(path, instruction.getOpcode(), instruction.getSrcTy(), instruction.getDestTy(),
                    rounding_mode(path), operand);
}

Term FloatArithmetic::conversion(Path& path, unsigned opcode, const llvm::Type* from, const llvm::Type* to,
                                 Term mode, Term operand) const {
  switch (opcode) {
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt: {
      const term::FloatFormat format = floats(to).format();
      return bits(to, floats(from).to_format(mode, number(from, operand), format));
    }
    case llvm::Instruction::SIToFP:
      if (!from->isIntegerTy()) throw UnsupportedHere{"vector operation"};
      return bits(to, floats(to).from_signed(mode, context_.arithmetic.as_bitvec(operand)));
    case llvm::Instruction::UIToFP:
      if (!from->isIntegerTy()) throw UnsupportedHere{"vector operation"};
      return bits(to, floats(to).from_unsigned(mode, context_.arithmetic.as_bitvec(operand)));
    case llvm::Instruction::FPToSI:
      return to_integer(path, from, to, true, floats(from).mode(RoundingMode::TowardZero), operand);
    case llvm::Instruction::FPToUI:
      return to_integer(path, from, to, false, floats(from).mode(RoundingMode::TowardZero), operand);
    default:
      throw UnsupportedHere{std::string("floating-point conversion ") +
                            llvm::Instruction::getOpcodeName(opcode)};
  }
}

/// x86-64 converts to signed integers of 32 or 64 bits, and returns the least one if the number does not fit.
/// Compilers use the next larger size for a smaller or unsigned result.
Term FloatArithmetic::to_integer(Path& path, const llvm::Type* from, const llvm::Type* to, bool is_signed,
                                 Term mode, Term bits) const {
  if (!to->isIntegerTy()) throw UnsupportedHere{"vector operation"};
  const term::FloatTerms terms = floats(from);
  const Term x = number(from, bits);
  const std::uint32_t width = to->getIntegerBitWidth();
  const auto as_result = [&](Term integer) { return context_.arithmetic.truncate(integer, width); };
  const bool rounds_to_zero = mode == terms.mode(RoundingMode::TowardZero);
  const Term integral = rounds_to_zero ? x : terms.round_to_integral(mode, x);
  const Term fits = is_signed ? terms.fits_signed(integral, width) : terms.fits_unsigned(integral, width);
  const Term result = is_signed ? terms.to_signed(mode, x, width) : terms.to_unsigned(mode, x, width);
  if (fits.is_true()) return as_result(result);

  const std::uint32_t needed = is_signed ? width : width + 1;
  const std::uint32_t size = needed <= 32 ? 32 : std::max(64U, width);
  const Term least = terms_.mk_bv(mpz_class(1) << (size - 1), size);
  const Term of_processor =
      terms_.mk_ite(terms.fits_signed(integral, size), terms.to_signed(mode, x, size), least);
  const Term any = path.make_havocked_input("converted", "conversion of a number that does not fit",
                                            context_.arithmetic.truncate(of_processor, width));
  return terms_.mk_ite(fits, as_result(result), any);
}

Term FloatArithmetic::fraction(const llvm::Type* type, Term bits) const {
  return this->bits(type, fraction_of(floats(type), number(type, bits)));
}

Term FloatArithmetic::exponent(Path& path, const llvm::Type* type, Term bits,
                               const llvm::Type* result) const {
  const term::FloatTerms terms = floats(type);
  const Term x = number(type, bits);
  const std::uint32_t width = result->getIntegerBitWidth();
  const Term is_finite = terms.is_finite(x);
  if (is_finite.is_true()) return exponent_of(terms, x, width);
  // glibc returns 0.
  const Term any =
      path.make_havocked_input("exponent", "frexp of a number that is not finite", terms_.mk_bv(0, width));
  return terms_.mk_ite(is_finite, exponent_of(terms, x, width), any);
}

Term FloatArithmetic::negate(Term bits) const {
  const std::uint32_t width = bits.sort().width();
  return terms_.mk_bv_binary(Kind::BvXor, bits, terms_.mk_bv(mpz_class(1) << (width - 1), width));
}

}  // namespace pendulum::frontend
