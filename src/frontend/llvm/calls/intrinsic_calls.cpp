#include "frontend/llvm/calls/intrinsic_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/check.h"

namespace pendulum::frontend {

using term::Kind;

Step IntrinsicCalls::call(Walk& walk, const llvm::IntrinsicInst& call) const {
  Frame& frame = walk.frames.back();
  if (llvm::isa<llvm::WithOverflowInst>(call) || call.getIntrinsicID() == llvm::Intrinsic::frexp)
    return Step::Goes;  // translated at the extractvalue
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
      return Step::Ends;
    case llvm::Intrinsic::assume:
      walk.path.drop_unless(evaluator_.bits_of(walk.path, frame, *call.getArgOperand(0)),
                            Drop::BrokenAssumption);
      return Step::Goes;
    case llvm::Intrinsic::stacksave:
      frame.set(&call, Value::of(context_.constants.null()));
      return Step::Goes;
    case llvm::Intrinsic::set_rounding:
      floats_.set_rounding(walk.path, frame, call);
      return Step::Goes;
    default:
      break;
  }
  Term result = integer_result(walk.path, frame, call);
  if (result.is_null()) result = bit_result(walk.path, frame, call);
  if (result.is_null()) result = floats_.result(walk.path, frame, call);
  if (result.is_null()) {
    llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
    name.consume_front("llvm.");
    throw UnsupportedHere{"builtin " + name.str()};
  }
  PENDULUM_CHECK(result.sort() == context_.variables.sort_of(call.getType()),
                 "the result of {} should have the sort of its type",
                 llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str());
  frame.set(&call, Value::of(result));
  return Step::Goes;
}

Term IntrinsicCalls::integer_result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const {
  const auto bits = [&](unsigned i) { return evaluator_.bits_of(path, frame, *call.getArgOperand(i)); };
  const auto choose = [&](Comparison comparison) {
    const Term a = bits(0);
    const Term b = bits(1);
    return terms_.mk_ite(context_.arithmetic.compare(comparison, a, b), a, b);
  };
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
      return bits(0);
    case llvm::Intrinsic::is_constant:
      return terms_.mk_false();
    case llvm::Intrinsic::smax:
      return choose(Comparison::Sge);
    case llvm::Intrinsic::smin:
      return choose(Comparison::Sle);
    case llvm::Intrinsic::umax:
      return choose(Comparison::Uge);
    case llvm::Intrinsic::umin:
      return choose(Comparison::Ule);
    case llvm::Intrinsic::abs:
      return absolute_value(path, call, bits(0));
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::usub_sat:
      return saturated(llvm::cast<llvm::SaturatingInst>(call), bits(0), bits(1));
    case llvm::Intrinsic::objectsize: {
      // The result of a compiler that does not determine the size.
      const bool is_least = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      return terms_.mk_bv(is_least ? 0 : -1, call.getType()->getIntegerBitWidth());
    }
    default:
      return {};
  }
}

/// Translates llvm.abs, whose second argument determines whether the absolute value of the least number is
/// undefined.
Term IntrinsicCalls::absolute_value(Path& path, const llvm::IntrinsicInst& call, Term number) const {
  const Term zero = terms_.mk_bv(0, number.sort().width());
  const Term negated = terms_.mk_bvneg(number);
  if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
    path.drop_unless(terms_.mk_not(terms_.mk_bv_binary(Kind::BvSsubo, zero, number)), Drop::SignedOverflow);
  return terms_.mk_ite(terms_.mk_bvslt(number, zero), negated, number);
}

/// Translates a saturating addition or subtraction: the result that is nearest to the exact one.
Term IntrinsicCalls::saturated(const llvm::SaturatingInst& call, Term a, Term b) const {
  const std::uint32_t width = a.sort().width();
  const auto wide = [&](Term number) {  // two more bits hold every exact result as a signed number
    return call.isSigned() ? terms_.mk_sign_extend(number, 2) : terms_.mk_zero_extend(number, 2);
  };
  const Term exact = call.getBinaryOp() == llvm::Instruction::Add ? terms_.mk_bvadd(wide(a), wide(b))
                                                                  : terms_.mk_bvsub(wide(a), wide(b));
  const mpz_class count = mpz_class(1) << width;
  const Term least = terms_.mk_bv(call.isSigned() ? mpz_class(-count / 2) : mpz_class(0), width + 2);
  const Term most =
      terms_.mk_bv(call.isSigned() ? mpz_class(count / 2 - 1) : mpz_class(count - 1), width + 2);
  const Term result = terms_.mk_ite(terms_.mk_bvslt(exact, least), least,
                                    terms_.mk_ite(terms_.mk_bvslt(most, exact), most, exact));
  return terms_.mk_extract(result, width - 1, 0);
}

Term IntrinsicCalls::bit_result(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const {
  const auto number = [&] { return evaluator_.bits_of(path, frame, *call.getArgOperand(0)); };
  /// Reverses the order of the groups of `size` bits.
  const auto reverse = [&](Term a, std::uint32_t size) {
    PENDULUM_CHECK(a.sort().width() % size == 0, "{} bits should be a multiple of {}", a.sort().width(),
                   size);
    Term result = terms_.mk_extract(a, size - 1, 0);
    for (std::uint32_t low = size; low < a.sort().width(); low += size)
      result = terms_.mk_concat(result, terms_.mk_extract(a, low + size - 1, low));
    return result;
  };
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case llvm::Intrinsic::bswap:
      return reverse(number(), 8);
    case llvm::Intrinsic::bitreverse:
      return reverse(number(), 1);
    case llvm::Intrinsic::ctpop: {
      const Term a = number();
      const std::uint32_t width = a.sort().width();
      Term sum = terms_.mk_bv(0, width);
      for (std::uint32_t i = 0; i < width; ++i)
        sum = terms_.mk_bvadd(sum, context_.arithmetic.zero_extend(terms_.mk_extract(a, i, i), width));
      return sum;
    }
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return funnel_shift(path, frame, call);
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::ctlz:
      return count_zeros(path, call, number());
    default:
      return {};
  }
}

/// Translates fshl or fshr: shifts the concatenation of two numbers by an amount modulo their width, and
/// returns its upper (fshl) or lower (fshr) half. Rotations are such shifts of a number with itself.
Term IntrinsicCalls::funnel_shift(Path& path, const Frame& frame, const llvm::IntrinsicInst& call) const {
  const auto bits = [&](unsigned i) { return evaluator_.bits_of(path, frame, *call.getArgOperand(i)); };
  const Term both = terms_.mk_concat(bits(0), bits(1));
  const Term amount = bits(2);
  const std::uint32_t width = amount.sort().width();
  const Term modulo = terms_.mk_bv_binary(Kind::BvUrem, amount, terms_.mk_bv(width, width));
  const Term wide = terms_.mk_zero_extend(modulo, width);
  if (call.getIntrinsicID() == llvm::Intrinsic::fshr)
    return terms_.mk_extract(terms_.mk_bv_binary(Kind::BvLshr, both, wide), width - 1, 0);
  return terms_.mk_extract(terms_.mk_bv_binary(Kind::BvShl, both, wide), 2 * width - 1, width);
}

/// Translates cttz or ctlz of `number`: the number of zeros before the first one. For zero the result is the
/// width, or undefined.
Term IntrinsicCalls::count_zeros(Path& path, const llvm::IntrinsicInst& call, Term number) const {
  const std::uint32_t width = number.sort().width();
  const bool is_trailing = call.getIntrinsicID() == llvm::Intrinsic::cttz;
  PENDULUM_CHECK(is_trailing || call.getIntrinsicID() == llvm::Intrinsic::ctlz,
                 "the call should count zeros");
  if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
    path.drop_unless(terms_.mk_distinct(number, terms_.mk_bv(0, width)), Drop::CountZerosOfZero);
  Term result = terms_.mk_bv(width, width);
  for (std::uint32_t zeros = width; zeros-- > 0;) {
    const std::uint32_t position = is_trailing ? zeros : width - 1 - zeros;
    const Term is_one = terms_.mk_eq(terms_.mk_extract(number, position, position), terms_.mk_bv(1, 1));
    result = terms_.mk_ite(is_one, terms_.mk_bv(zeros, width), result);
  }
  return result;
}

}  // namespace pendulum::frontend
