#include "frontend/llvm/calls/float_intrinsics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/FPEnv.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "frontend/llvm/memory/float_values.h"
#include "frontend/llvm/walk/float_scaling.h"

namespace pendulum::frontend {

using llvm::Intrinsic::ID;
using term::FloatFormat;
using term::FloatTerms;
using term::Kind;
using term::RoundingMode;

struct FloatIntrinsics::Call {
  const llvm::IntrinsicInst& instruction;
  ID id;                   ///< of the intrinsic; for a constrained one, that of the plain intrinsic
  Term mode;               ///< the rounding mode
  const llvm::Type* type;  ///< of the first floating-point argument
  std::vector<Term> bits;  ///< arguments; null for metadata

  const llvm::Type* result_type() const { return instruction.getType(); }
};

namespace {

/// The plain intrinsic of a constrained one; `id` itself if it is another one.
ID plain_intrinsic(ID id) {
  switch (static_cast<unsigned>(id)) {
#define PENDULUM_PLAIN(name)                             \
  case llvm::Intrinsic::experimental_constrained_##name: \
    return llvm::Intrinsic::name;
    PENDULUM_PLAIN(fma)
    PENDULUM_PLAIN(fmuladd)
    PENDULUM_PLAIN(sqrt)
    PENDULUM_PLAIN(ldexp)
    PENDULUM_PLAIN(rint)
    PENDULUM_PLAIN(nearbyint)
    PENDULUM_PLAIN(lrint)
    PENDULUM_PLAIN(llrint)
    PENDULUM_PLAIN(lround)
    PENDULUM_PLAIN(llround)
    PENDULUM_PLAIN(maxnum)
    PENDULUM_PLAIN(minnum)
    PENDULUM_PLAIN(maximum)
    PENDULUM_PLAIN(minimum)
    PENDULUM_PLAIN(ceil)
    PENDULUM_PLAIN(floor)
    PENDULUM_PLAIN(round)
    PENDULUM_PLAIN(roundeven)
    PENDULUM_PLAIN(trunc)
#undef PENDULUM_PLAIN
    default:
      return id;
  }
}

/// Is the intrinsic an operation on scalar floating-point numbers?
bool is_about_floating_point(const llvm::IntrinsicInst& call) {
  const auto is_number = [](const llvm::Type* type) {
    return type->isFloatingPointTy() || type->isIntegerTy();
  };
  return is_number(call.getType()) &&
         (call.getType()->isFloatingPointTy() ||
          std::any_of(call.arg_begin(), call.arg_end(),
                      [](const llvm::Value* argument) { return argument->getType()->isFloatingPointTy(); }));
}

}  // namespace

Term FloatIntrinsics::result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const {
  if (call.getIntrinsicID() == llvm::Intrinsic::get_rounding)
    return terms_.mk_zero_extend(floats_.rounding_mode(path),
                                 call.getType()->getIntegerBitWidth() - term::rounding_mode_width);
  if (!is_about_floating_point(call)) return {};
  Call evaluated{call, plain_intrinsic(call.getIntrinsicID()), floats_.rounding_mode(path), nullptr, {}};
  for (const llvm::Value* argument : call.args()) {
    const bool is_number = argument->getType()->isFloatingPointTy() || argument->getType()->isIntegerTy();
    evaluated.bits.push_back(is_number ? evaluator_.bits_of(path, frame, *argument) : Term());
    if (evaluated.type == nullptr && argument->getType()->isFloatingPointTy())
      evaluated.type = argument->getType();
  }
  if (evaluated.type == nullptr) evaluated.type = call.getType();
  if (!float_format(evaluated.type)) return {};
  Term result = on_bits(path, evaluated);
  if (result.is_null()) result = arithmetic(evaluated);
  if (result.is_null()) result = rounded(evaluated);
  if (result.is_null()) result = to_integer(path, evaluated);
  if (result.is_null()) result = constrained(path, evaluated);
  return result.is_null() ? approximate(path, evaluated) : result;
}

void FloatIntrinsics::set_rounding(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const {
  floats_.set_rounding_mode(path, evaluator_.bits_of(path, frame, *call.getArgOperand(0)));
}

Term FloatIntrinsics::on_bits(Path& path, const Call& call) const {
  const std::uint32_t top = call.bits[0].sort().is_bool() ? 0 : call.bits[0].sort().width() - 1;
  const auto with_sign = [&](Term sign) {
    return terms_.mk_concat(sign, terms_.mk_extract(call.bits[0], top - 1, 0));
  };
  switch (static_cast<unsigned>(call.id)) {
    case llvm::Intrinsic::fabs:
      return with_sign(terms_.mk_bv(0, 1));
    case llvm::Intrinsic::copysign:
      // The sign of the second argument becomes observable, also that of a NaN.
      return with_sign(
          terms_.mk_extract(observable(path, context_.variables, call.type, call.bits[1]), top, top));
    case llvm::Intrinsic::is_fpclass:
      return is_of_class(
          call, static_cast<unsigned>(
                    llvm::cast<llvm::ConstantInt>(call.instruction.getArgOperand(1))->getZExtValue()));
    case llvm::Intrinsic::arithmetic_fence:
      return call.bits[0];
    default:
      return {};
  }
}

Term FloatIntrinsics::is_of_class(const Call& call, unsigned mask) const {
  const FloatTerms floats = floats_.floats(call.type);
  const Term x = floats_.number(call.type, call.bits[0]);
  const std::uint32_t quiet = floats.format().fraction_bits() - 1;
  const Term is_quiet = terms_.mk_eq(terms_.mk_extract(x, quiet, quiet), terms_.mk_bv(1, 1));
  const Term is_zero = floats.is_zero(x);
  const Term is_subnormal = floats.is_subnormal(x);
  const Term is_normal =
      terms_.mk_and({floats.is_finite(x), terms_.mk_not(is_zero), terms_.mk_not(is_subnormal)});
  // The bits of the mask: sNaN, qNaN, the negative classes in ascending order, the positive ones.
  const std::array<Term, 4> magnitudes{floats.is_infinite(x), is_normal, is_subnormal, is_zero};
  term::TermVector classes;
  if ((mask & 1U) != 0) classes.push_back(terms_.mk_and(floats.is_nan(x), terms_.mk_not(is_quiet)));
  if ((mask & 2U) != 0) classes.push_back(terms_.mk_and(floats.is_nan(x), is_quiet));
  for (unsigned i = 0; i < magnitudes.size(); ++i) {
    if ((mask & (4U << i)) != 0) classes.push_back(terms_.mk_and(floats.is_negative(x), magnitudes[i]));
    if ((mask & (512U >> i)) != 0)
      classes.push_back(terms_.mk_and(terms_.mk_not(floats.is_negative(x)), magnitudes[i]));
  }
  return terms_.mk_or(classes);
}

Term FloatIntrinsics::arithmetic(const Call& call) const {
  const FloatTerms floats = floats_.floats(call.type);
  const auto number = [&](unsigned i) { return floats_.number(call.type, call.bits[i]); };
  const auto bits = [&](Term result) { return floats_.bits(call.type, result); };
  switch (static_cast<unsigned>(call.id)) {
    case llvm::Intrinsic::sqrt:
      return bits(floats.sqrt(call.mode, number(0)));
    case llvm::Intrinsic::fma:
      return bits(floats.fma(call.mode, number(0), number(1), number(2)));
    case llvm::Intrinsic::fmuladd:
      // Without FMA instructions, compilers do not fuse the operations.
      return bits(floats.add(call.mode, floats.mul(call.mode, number(0), number(1)), number(2)));
    case llvm::Intrinsic::ldexp:
      return bits(scaled(floats, call.mode, number(0), call.bits[1]));
    case llvm::Intrinsic::canonicalize: {
      const Term nan = terms_.mk_bv(floats.format().computed_nan(), floats.format().width());
      return bits(terms_.mk_ite(floats.is_nan(number(0)), nan, number(0)));
    }
    default:
      return {};
  }
}

Term FloatIntrinsics::rounded(const Call& call) const {
  const FloatTerms floats = floats_.floats(call.type);
  const auto round = [&](Term mode) {
    return floats_.bits(call.type, floats.round_to_integral(mode, floats_.number(call.type, call.bits[0])));
  };
  switch (static_cast<unsigned>(call.id)) {
    case llvm::Intrinsic::floor:
      return round(floats.mode(RoundingMode::Downward));
    case llvm::Intrinsic::ceil:
      return round(floats.mode(RoundingMode::Upward));
    case llvm::Intrinsic::trunc:
      return round(floats.mode(RoundingMode::TowardZero));
    case llvm::Intrinsic::round:
      return round(floats.mode(RoundingMode::NearestAway));
    case llvm::Intrinsic::roundeven:
      return round(floats.mode(RoundingMode::NearestEven));
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
      return round(call.mode);
    default:
      return {};
  }
}

Term FloatIntrinsics::to_integer(Path& path, const Call& call) const {
  const FloatTerms floats = floats_.floats(call.type);
  const auto convert = [&](Term mode) {
    return floats_.to_integer(path, call.type, call.result_type(), true, mode, call.bits[0]);
  };
  switch (static_cast<unsigned>(call.id)) {
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      return convert(call.mode);
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround:
      return convert(floats.mode(RoundingMode::NearestAway));
    case llvm::Intrinsic::fptosi_sat:
      return saturated(call, true);
    case llvm::Intrinsic::fptoui_sat:
      return saturated(call, false);
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::maximum:
      return least_or_greatest(path, call);
    default:
      return {};
  }
}

/// Translates llvm.fptosi.sat and llvm.fptoui.sat: the nearest integer of the type; 0 for NaN.
Term FloatIntrinsics::saturated(const Call& call, bool is_signed) const {
  const FloatTerms floats = floats_.floats(call.type);
  const Term x = floats_.number(call.type, call.bits[0]);
  const std::uint32_t width = call.result_type()->getIntegerBitWidth();
  const Term mode = floats.mode(RoundingMode::TowardZero);
  const mpz_class half = mpz_class(1) << (width - 1);
  const Term least = terms_.mk_bv(is_signed ? half : mpz_class(0), width);
  const Term greatest = terms_.mk_bv(is_signed ? mpz_class(half - 1) : mpz_class(2 * half - 1), width);
  const Term fits = is_signed ? floats.fits_signed(x, width) : floats.fits_unsigned(x, width);
  const Term exact = is_signed ? floats.to_signed(mode, x, width) : floats.to_unsigned(mode, x, width);
  const Term limit = terms_.mk_ite(floats.is_negative(x), least, greatest);
  const Term other = terms_.mk_ite(floats.is_nan(x), terms_.mk_bv(0, width), limit);
  return context_.arithmetic.truncate(terms_.mk_ite(fits, exact, other), width);
}

/// minimum and maximum order the zeros and return NaN for a NaN (IEEE 754-2019, 9.6). minnum and maxnum, the
/// functions fmin and fmax of C, return the other argument for a quiet NaN (C17 F.10.9.2). Their result for
/// zeros of different signs and for a signalling NaN is not specified: `choice` decides.
Term FloatIntrinsics::least_or_greatest(Path& path, const Call& call) const {
  const FloatTerms floats = floats_.floats(call.type);
  const bool is_least = call.id == llvm::Intrinsic::minnum || call.id == llvm::Intrinsic::minimum;
  const Term a = floats_.number(call.type, call.bits[0]);
  const Term b = floats_.number(call.type, call.bits[1]);
  const Term is_first = is_least ? floats.lt(a, b) : floats.lt(b, a);
  const Term nan = terms_.mk_bv(floats.format().computed_nan(), floats.format().width());
  const Term are_equal = floats.eq(a, b);
  Term result;
  if (call.id == llvm::Intrinsic::minimum || call.id == llvm::Intrinsic::maximum) {
    const Term is_first_zero = is_least ? floats.is_negative(a) : terms_.mk_not(floats.is_negative(a));
    result = terms_.mk_ite(terms_.mk_ite(are_equal, is_first_zero, is_first), a, b);
    result = terms_.mk_ite(floats.unordered(a, b), nan, result);
  } else {
    const Term choice =
        path.make_havocked_input("choice", "fmin or fmax of zeros or signalling NaNs", terms_.mk_true());
    const auto is_signalling = [&](Term x) {
      const std::uint32_t quiet = floats.format().fraction_bits() - 1;
      return terms_.mk_and(floats.is_nan(x),
                           terms_.mk_eq(terms_.mk_extract(x, quiet, quiet), terms_.mk_bv(0, 1)));
    };
    const Term may_be_nan = terms_.mk_or(is_signalling(a), is_signalling(b));
    const Term is_nan = terms_.mk_or(terms_.mk_and(floats.is_nan(a), floats.is_nan(b)),
                                     terms_.mk_and(may_be_nan, terms_.mk_not(choice)));
    result = terms_.mk_ite(terms_.mk_ite(are_equal, choice, is_first), a, b);
    result = terms_.mk_ite(floats.is_nan(a), b, terms_.mk_ite(floats.is_nan(b), a, result));
    result = terms_.mk_ite(is_nan, nan, result);
  }
  return floats_.bits(call.type, result);
}

Term FloatIntrinsics::constrained(Path& path, const Call& call) const {
  const auto* instruction = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&call.instruction);
  if (instruction == nullptr) return {};
  if (const auto* comparison = llvm::dyn_cast<llvm::ConstrainedFPCmpIntrinsic>(instruction))
    return floats_.comparison(comparison->getPredicate(), call.type, call.bits[0], call.bits[1]);
  switch (static_cast<unsigned>(call.id)) {
#define PENDULUM_BINARY(name, opcode)                    \
  case llvm::Intrinsic::experimental_constrained_##name: \
    return floats_.arithmetic(llvm::Instruction::opcode, call.type, call.mode, call.bits[0], call.bits[1]);
#define PENDULUM_CONVERSION(name, opcode)                                                                \
  case llvm::Intrinsic::experimental_constrained_##name:                                                 \
    return floats_.conversion(path, llvm::Instruction::opcode, instruction->getArgOperand(0)->getType(), \
                              call.result_type(), call.mode, call.bits[0]);
    PENDULUM_BINARY(fadd, FAdd)
    PENDULUM_BINARY(fsub, FSub)
    PENDULUM_BINARY(fmul, FMul)
    PENDULUM_BINARY(fdiv, FDiv)
    PENDULUM_CONVERSION(fptosi, FPToSI)
    PENDULUM_CONVERSION(fptoui, FPToUI)
    PENDULUM_CONVERSION(sitofp, SIToFP)
    PENDULUM_CONVERSION(uitofp, UIToFP)
    PENDULUM_CONVERSION(fptrunc, FPTrunc)
    PENDULUM_CONVERSION(fpext, FPExt)
#undef PENDULUM_BINARY
#undef PENDULUM_CONVERSION
    default:
      return {};
  }
}

/// Soundness: every result is possible, so a proof holds; the native replay rejects a counterexample that
/// depends on a wrong result.
Term FloatIntrinsics::approximate(Path& path, const Call& call) const {
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call.instruction.getIntrinsicID());
  name.consume_front("llvm.");
  context_.notes.assumptions.insert("the result of " + name.str() +
                                    " is arbitrary; errors are confirmed by the replay");
  return path.make_input("float", context_.variables.sort_of(call.instruction.getType()), {});
}

}  // namespace pendulum::frontend
