#include "frontend/llvm/calls/intrinsic_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace pendulum::frontend {

using term::Kind;

namespace {

/// Is the intrinsic an operation on scalar floating-point numbers without access to memory?
bool is_about_floating_point(const llvm::IntrinsicInst& call) {
  const auto is_number = [](const llvm::Type* type) {
    return type->isFloatingPointTy() || type->isIntegerTy();
  };
  const bool has_fraction = call.getType()->isFloatingPointTy() ||
                            std::any_of(call.arg_begin(), call.arg_end(), [](const llvm::Value* argument) {
                              return argument->getType()->isFloatingPointTy();
                            });
  return has_fraction && call.doesNotAccessMemory() && is_number(call.getType());
}

}  // namespace

Step IntrinsicCalls::call(Walk& walk, const llvm::IntrinsicInst& call) const {
  Frame& frame = walk.frames.back();
  const auto bits = [&](unsigned i) { return evaluator_.bits_of(walk.path, frame, *call.getArgOperand(i)); };
  const auto set = [&](Term term) { frame.set(&call, Value::of(term)); };
  const auto choose = [&](Comparison comparison) {
    const Term a = bits(0);
    const Term b = bits(1);
    set(terms_.mk_ite(context_.arithmetic.compare(comparison, a, b), a, b));
  };
  if (llvm::isa<llvm::WithOverflowInst>(call)) return Step::Goes;  // translated at the extractvalue
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
      return Step::Ends;
    case llvm::Intrinsic::assume:
      walk.path.drop_unless(bits(0), Drop::BrokenAssumption);
      return Step::Goes;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
      set(bits(0));
      return Step::Goes;
    case llvm::Intrinsic::is_constant:
      set(terms_.mk_false());
      return Step::Goes;
    case llvm::Intrinsic::stacksave:
      frame.set(&call, Value::of(context_.constants.null()));
      return Step::Goes;
    case llvm::Intrinsic::smax:
      choose(Comparison::Sge);
      return Step::Goes;
    case llvm::Intrinsic::smin:
      choose(Comparison::Sle);
      return Step::Goes;
    case llvm::Intrinsic::umax:
      choose(Comparison::Uge);
      return Step::Goes;
    case llvm::Intrinsic::umin:
      choose(Comparison::Ule);
      return Step::Goes;
    case llvm::Intrinsic::abs: {
      const Term a = bits(0);
      const Term zero = terms_.mk_bv(0, a.sort().width());
      const Term negated = terms_.mk_bvneg(a);
      // The second argument determines whether abs(INT_MIN) is undefined.
      if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
        walk.path.drop_unless(terms_.mk_not(terms_.mk_bv_binary(Kind::BvSsubo, zero, a)),
                              Drop::SignedOverflow);
      set(terms_.mk_ite(terms_.mk_bvslt(a, zero), negated, a));
      return Step::Goes;
    }
    case llvm::Intrinsic::bswap: {
      const Term a = bits(0);
      Term result = terms_.mk_extract(a, 7, 0);
      for (std::uint32_t low = 8; low < a.sort().width(); low += 8)
        result = terms_.mk_concat(result, terms_.mk_extract(a, low + 7, low));
      set(result);
      return Step::Goes;
    }
    case llvm::Intrinsic::ctpop: {
      const Term a = bits(0);
      const std::uint32_t width = a.sort().width();
      Term sum = terms_.mk_bv(0, width);
      for (std::uint32_t i = 0; i < width; ++i)
        sum = terms_.mk_bvadd(sum, context_.arithmetic.zero_extend(terms_.mk_extract(a, i, i), width));
      set(sum);
      return Step::Goes;
    }
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::ctlz:
      set(count_zeros(walk.path, call, bits(0)));
      return Step::Goes;
    case llvm::Intrinsic::bitreverse: {
      const Term a = bits(0);
      Term result = terms_.mk_extract(a, 0, 0);
      for (std::uint32_t i = 1; i < a.sort().width(); ++i)
        result = terms_.mk_concat(result, terms_.mk_extract(a, i, i));
      set(result);
      return Step::Goes;
    }
    case llvm::Intrinsic::objectsize: {
      // The result of a compiler that does not determine the size.
      const bool is_least = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      set(terms_.mk_bv(is_least ? 0 : -1, call.getType()->getIntegerBitWidth()));
      return Step::Goes;
    }
    default:
      break;
  }
  if (is_about_floating_point(call)) {
    set(evaluator_.arbitrary_number(walk.path, call));
    return Step::Goes;
  }
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  name.consume_front("llvm.");
  throw UnsupportedHere{"builtin " + name.str()};
}

/// Translates cttz or ctlz of `number`: the number of zeros before the first one. For zero the result is the
/// width, or undefined.
Term IntrinsicCalls::count_zeros(Path& path, const llvm::IntrinsicInst& call, Term number) const {
  const std::uint32_t width = number.sort().width();
  if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
    path.drop_unless(terms_.mk_distinct(number, terms_.mk_bv(0, width)), Drop::CountZerosOfZero);
  Term result = terms_.mk_bv(width, width);
  for (std::uint32_t zeros = width; zeros-- > 0;) {
    const std::uint32_t place = call.getIntrinsicID() == llvm::Intrinsic::cttz ? zeros : width - 1 - zeros;
    const Term is_one = terms_.mk_eq(terms_.mk_extract(number, place, place), terms_.mk_bv(1, 1));
    result = terms_.mk_ite(is_one, terms_.mk_bv(zeros, width), result);
  }
  return result;
}

}  // namespace pendulum::frontend
