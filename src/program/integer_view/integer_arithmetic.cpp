#include "program/integer_view/integer_arithmetic.h"

#include <algorithm>

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::program {

using term::Kind;
using term::Term;

namespace {

/// Maximum width for which a shift of a constant by a variable amount becomes a case split over the amount:
/// the width of the widest integers of C, so that 1 << n is exact.
constexpr std::uint32_t max_shift_cases = 64;
/// Maximum number of runs of ones in a mask that is translated exactly. Each run costs a division and a
/// remainder, which slow down linear arithmetic; masks of flags and bytes have few runs. Not measured.
constexpr std::size_t max_mask_runs = 6;

bool is_constant(const IntegerValue& value) {
  return value.lo == value.hi;
}
bool is_bit(const IntegerValue& value) {
  return value.lo >= 0 && value.hi <= 1;
}

void clip(IntegerValue& value, const IntegerValue& range) {
  value.lo = std::max(value.lo, range.lo);
  value.hi = std::min(value.hi, range.hi);
}

mpz_class truncated_quotient(const mpz_class& a, const mpz_class& b) {
  PENDULUM_CHECK(b != 0, "a divisor should not be zero");
  mpz_class result;
  mpz_tdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

/// The maximal runs of ones of a mask: pairs (lowest bit, number of bits).
std::vector<std::pair<std::uint32_t, std::uint32_t>> runs_of(const mpz_class& mask) {
  PENDULUM_CHECK(mask >= 0, "the mask {} should be unsigned", mask.get_str());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;
  const auto size = static_cast<std::uint32_t>(mpz_sizeinbase(mask.get_mpz_t(), 2));
  for (std::uint32_t bit = 0; bit < size; ++bit) {
    if (mpz_tstbit(mask.get_mpz_t(), bit) == 0) continue;
    if (!runs.empty() && runs.back().first + runs.back().second == bit) {
      ++runs.back().second;
    } else {
      runs.emplace_back(bit, 1);
    }
  }
  return runs;
}

}  // namespace

IntegerValue IntegerArithmetic::constant(const mpz_class& value) {
  return {terms_.mk_int(value), value, value};
}

IntegerValue IntegerArithmetic::operation(Term t) {
  const Kind kind = t.kind();
  if (kind == Kind::BvAdd || kind == Kind::BvSub) return sum(t);
  if (kind == Kind::BvNeg || kind == Kind::BvNot) return negation(t);
  if (kind == Kind::BvMul) return product(t);
  if (kind == Kind::BvUdiv || kind == Kind::BvUrem) return unsigned_division(t);
  if (kind == Kind::BvSdiv || kind == Kind::BvSrem) return signed_division(t);
  if (kind == Kind::BvShl || kind == Kind::BvLshr || kind == Kind::BvAshr) return shift(t);
  if (kind == Kind::BvAnd || kind == Kind::BvOr || kind == Kind::BvXor) return bitwise(t);
  if (kind == Kind::BvExtract) return extract(t);
  if (kind == Kind::BvConcat) return concat(t);
  if (kind == Kind::BvZeroExtend) return integers_.read(t[0], Reading::Unsigned);
  if (kind == Kind::BvSignExtend) return integers_.read(t[0], Reading::Signed);
  return additions_.unknown(t, Reading::Unsigned);
}

IntegerValue IntegerArithmetic::sum(Term t) {
  const bool is_sub = t.kind() == Kind::BvSub;
  const Term a = t[0], b = t[1];
  const IntegerValue range = range_of(Reading::Signed, t.sort().width());
  bool is_exact = bounds_.excludes_overflow(is_sub ? Kind::BvSsubo : Kind::BvSaddo, a, b);
  // The term manager may have rewritten x - c to x + (-c), while the overflow predicate still refers to x -
  // c.
  for (const auto& [x, c] : {std::pair(a, b), std::pair(b, a)})
    is_exact |= !is_sub && c.is_value() && c.signed_value() != range.lo &&
                bounds_.excludes_overflow(Kind::BvSsubo, x, terms_.mk_bvneg(c));
  const IntegerValue x = is_exact ? integers_.read(a, Reading::Signed) : integers_.operand(a);
  const IntegerValue y = is_exact ? integers_.read(b, Reading::Signed) : integers_.operand(b);
  IntegerValue result = is_sub ? IntegerValue{terms_.mk_sub(x.term, y.term), x.lo - y.hi, x.hi - y.lo}
                               : IntegerValue{terms_.mk_add(x.term, y.term), x.lo + y.lo, x.hi + y.hi};
  if (is_exact) clip(result, range);
  return result;
}

IntegerValue IntegerArithmetic::negation(Term t) {
  const bool is_not = t.kind() == Kind::BvNot;  // ~x = -1 - x
  const std::uint32_t width = t.sort().width();
  const bool is_exact = !is_not && bounds_.excludes_overflow(Kind::BvSsubo, terms_.mk_bv(0, width), t[0]);
  const IntegerValue x = is_exact ? integers_.read(t[0], Reading::Signed) : integers_.operand(t[0]);
  const mpz_class offset = is_not ? -1 : 0;
  IntegerValue result{terms_.mk_sub(terms_.mk_int(offset), x.term), offset - x.hi, offset - x.lo};
  if (is_exact) clip(result, range_of(Reading::Signed, width));
  return result;
}

IntegerValue IntegerArithmetic::product(Term t) {
  const bool is_exact = bounds_.excludes_overflow(Kind::BvSmulo, t[0], t[1]);
  IntegerValue x = is_exact ? integers_.read(t[0], Reading::Signed) : integers_.operand(t[0]);
  IntegerValue y = is_exact ? integers_.read(t[1], Reading::Signed) : integers_.operand(t[1]);
  if (!is_exact && !is_constant(x) && !is_constant(y)) {
    if (is_bit(y)) std::swap(x, y);
    if (!is_bit(x)) return additions_.unknown(t, Reading::Signed);
    const Term is_one = terms_.mk_eq(x.term, terms_.mk_int(1));
    return {terms_.mk_ite(is_one, y.term, terms_.mk_int(0)), std::min(y.lo, mpz_class(0)),
            std::max(y.hi, mpz_class(0))};
  }
  const mpz_class corners[] = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};
  IntegerValue result{terms_.mk_mul(x.term, y.term), *std::min_element(corners, corners + 4),
                      *std::max_element(corners, corners + 4)};
  if (is_exact) clip(result, range_of(Reading::Signed, t.sort().width()));
  return result;
}

IntegerValue IntegerArithmetic::unsigned_division(Term t) {
  const bool is_remainder = t.kind() == Kind::BvUrem;
  const IntegerValue a = integers_.read(t[0], Reading::Unsigned), b = integers_.read(t[1], Reading::Unsigned);
  if (is_constant(b)) {
    // SMT-LIB: division by zero yields all ones, the remainder by zero is the dividend.
    if (b.lo == 0) return is_remainder ? a : constant(range_of(Reading::Unsigned, t.sort().width()).hi);
    if (!is_remainder)
      return {terms_.mk_int_div(a.term, b.term), base::floor_quotient(a.lo, b.lo),
              base::floor_quotient(a.hi, b.lo)};
    if (a.hi < b.lo) return a;
    return {terms_.mk_int_mod(a.term, b.term), 0, b.lo - 1};
  }
  const IntegerValue result = additions_.unknown(t, Reading::Unsigned);
  const Term is_zero = terms_.mk_eq(b.term, terms_.mk_int(0));
  additions_.require(terms_.mk_or(is_zero, terms_.mk_le(result.term, a.term)));
  if (is_remainder) {
    additions_.require(
        terms_.mk_ite(is_zero, terms_.mk_eq(result.term, a.term), terms_.mk_lt(result.term, b.term)));
  } else {
    additions_.require(
        terms_.mk_or(terms_.mk_not(is_zero), terms_.mk_eq(result.term, terms_.mk_int(result.hi))));
  }
  return result;
}

/// Division as in C: the quotient is truncated, the remainder has the sign of the dividend.
IntegerValue IntegerArithmetic::signed_division(Term t) {
  const bool is_remainder = t.kind() == Kind::BvSrem;
  const IntegerValue a = integers_.read(t[0], Reading::Signed), b = integers_.read(t[1], Reading::Signed);
  const Term zero = terms_.mk_int(0);
  const Term is_positive = terms_.mk_le(zero, a.term);
  if (!is_constant(b)) {
    const IntegerValue result = additions_.unknown(t, Reading::Signed);
    if (!is_remainder) return result;
    additions_.require(terms_.mk_ite(
        is_positive, terms_.mk_and(terms_.mk_le(zero, result.term), terms_.mk_le(result.term, a.term)),
        terms_.mk_and(terms_.mk_le(a.term, result.term), terms_.mk_le(result.term, zero))));
    return result;
  }
  if (b.lo == 0) {  // SMT-LIB: x / 0 is 1 for negative x, otherwise -1
    if (is_remainder) return a;
    return {terms_.mk_ite(is_positive, terms_.mk_int(-1), terms_.mk_int(1)), -1, 1};
  }
  const mpz_class divisor = abs(b.lo);
  const Term d = terms_.mk_int(divisor), negated = terms_.mk_neg(a.term);
  if (is_remainder) {
    const mpz_class largest = divisor - 1;
    return {terms_.mk_ite(is_positive, terms_.mk_int_mod(a.term, d),
                          terms_.mk_neg(terms_.mk_int_mod(negated, d))),
            a.lo >= 0 ? mpz_class(0) : mpz_class(-largest), a.hi <= 0 ? mpz_class(0) : largest};
  }
  const Term quotient =
      terms_.mk_ite(is_positive, terms_.mk_int_div(a.term, d), terms_.mk_neg(terms_.mk_int_div(negated, d)));
  const mpz_class lo = truncated_quotient(a.lo, divisor), hi = truncated_quotient(a.hi, divisor);
  // The smallest number divided by -1 is 2^(n-1), which is congruent to the bit-vector result.
  if (b.lo > 0) return {quotient, lo, hi};
  return {terms_.mk_neg(quotient), -hi, -lo};
}

IntegerValue IntegerArithmetic::shift(Term t) {
  const std::uint32_t width = t.sort().width();
  const bool is_left = t.kind() == Kind::BvShl;
  const Reading reading = t.kind() == Kind::BvAshr ? Reading::Signed : Reading::Unsigned;
  const IntegerValue amount = integers_.read(t[1], Reading::Unsigned);
  const auto shifted = [&](const IntegerValue& x, std::uint32_t by) -> IntegerValue {
    const mpz_class factor = base::power_of_two(by);
    const Term f = terms_.mk_int(factor);
    if (is_left) return {terms_.mk_mul(f, x.term), x.lo * factor, x.hi * factor};
    return {terms_.mk_int_div(x.term, f), base::floor_quotient(x.lo, factor),
            base::floor_quotient(x.hi, factor)};
  };
  if (is_constant(amount)) {
    const bool is_out = amount.lo >= width;
    if (is_out && t.kind() != Kind::BvAshr) return constant(0);
    const std::uint32_t by = is_out ? width : static_cast<std::uint32_t>(amount.lo.get_ui());
    return shifted(is_left ? integers_.operand(t[0]) : integers_.read(t[0], reading), by);
  }
  const IntegerValue x = integers_.read(t[0], reading);
  if (is_constant(x) && width <= max_shift_cases) {
    IntegerValue result = integers_.normalized(shifted(x, width), width, reading);
    for (std::uint32_t by = width; by-- > 0;) {
      const IntegerValue value = integers_.normalized(shifted(x, by), width, reading);
      const Term is_this = terms_.mk_eq(amount.term, terms_.mk_int(static_cast<std::int64_t>(by)));
      result = {terms_.mk_ite(is_this, value.term, result.term), std::min(value.lo, result.lo),
                std::max(value.hi, result.hi)};
    }
    return result;
  }
  const IntegerValue result = additions_.unknown(t, reading);
  const Term zero = terms_.mk_int(0);
  // A shift by zero is the identity. A right shift moves the value towards 0, or towards -1 if it is
  // negative.
  additions_.require(terms_.mk_implies(terms_.mk_eq(amount.term, zero), terms_.mk_eq(result.term, x.term)));
  if (!is_left)
    additions_.require(
        terms_.mk_ite(terms_.mk_le(zero, x.term),
                      terms_.mk_and(terms_.mk_le(zero, result.term), terms_.mk_le(result.term, x.term)),
                      terms_.mk_and(terms_.mk_le(x.term, result.term), terms_.mk_lt(result.term, zero))));
  return result;
}

/// value & mask for an unsigned reading: each run of ones is extracted by division and remainder.
IntegerValue IntegerArithmetic::masked(const IntegerValue& value, const mpz_class& mask) {
  PENDULUM_CHECK(value.lo >= 0, "a masked value should be unsigned, not at least {}", value.lo.get_str());
  IntegerValue result = constant(0);
  for (const auto& [low, count] : runs_of(mask)) {
    const mpz_class factor = base::power_of_two(low), size = base::power_of_two(count);
    if (value.hi < factor) break;
    IntegerValue part{terms_.mk_int_div(value.term, terms_.mk_int(factor)),
                      base::floor_quotient(value.lo, factor), base::floor_quotient(value.hi, factor)};
    if (part.hi >= size) part = {terms_.mk_int_mod(part.term, terms_.mk_int(size)), 0, size - 1};
    result = {terms_.mk_add(result.term, terms_.mk_mul(terms_.mk_int(factor), part.term)),
              result.lo + factor * part.lo, result.hi + factor * part.hi};
  }
  return result;
}

IntegerValue IntegerArithmetic::bitwise(Term t) {
  IntegerValue a = integers_.read(t[0], Reading::Unsigned), b = integers_.read(t[1], Reading::Unsigned);
  if (is_constant(a)) std::swap(a, b);
  const bool is_mask = is_constant(b) && runs_of(b.lo).size() <= max_mask_runs;
  if (!is_mask && !(is_bit(a) && is_bit(b))) return bitwise_unknown(t, a, b);
  const IntegerValue both =
      is_mask ? masked(a, b.lo)
              : IntegerValue{terms_.mk_ite(terms_.mk_eq(a.term, terms_.mk_int(1)), b.term, terms_.mk_int(0)),
                             0, 1};
  if (t.kind() == Kind::BvAnd) return both;
  // a | b = a + b - (a & b), a ^ b = a + b - 2 (a & b).
  const mpz_class factor = t.kind() == Kind::BvOr ? 1 : 2;
  const Term total = terms_.mk_add(a.term, b.term);
  IntegerValue result = range_of(Reading::Unsigned, t.sort().width());
  result.term = terms_.mk_sub(total, terms_.mk_mul(terms_.mk_int(factor), both.term));
  result.hi = base::power_of_two(static_cast<std::uint32_t>(
                  std::max(mpz_sizeinbase(a.hi.get_mpz_t(), 2), mpz_sizeinbase(b.hi.get_mpz_t(), 2)))) -
              1;
  return result;
}

IntegerValue IntegerArithmetic::bitwise_unknown(Term t, const IntegerValue& a, const IntegerValue& b) {
  const IntegerValue result = additions_.unknown(t, Reading::Unsigned);
  if (t.kind() == Kind::BvAnd) {
    additions_.require(terms_.mk_and(terms_.mk_le(result.term, a.term), terms_.mk_le(result.term, b.term)));
    return result;
  }
  additions_.require(terms_.mk_le(result.term, terms_.mk_add(a.term, b.term)));
  if (t.kind() == Kind::BvOr)
    additions_.require(terms_.mk_and(terms_.mk_le(a.term, result.term), terms_.mk_le(b.term, result.term)));
  return result;
}

IntegerValue IntegerArithmetic::extract(Term t) {
  const std::uint32_t low = t.parameter(1);
  // The low part is congruent to the operand modulo every smaller power of two, so it needs no operation.
  if (low == 0) return integers_.loose(t[0]);
  const mpz_class factor = base::power_of_two(low);
  // Floor division shifts in either reading.
  const IntegerValue x = integers_.read(t[0], integers_.cheap_reading(t[0]));
  return {terms_.mk_int_div(x.term, terms_.mk_int(factor)), base::floor_quotient(x.lo, factor),
          base::floor_quotient(x.hi, factor)};
}

IntegerValue IntegerArithmetic::concat(Term t) {
  const IntegerValue high = integers_.read(t[0], Reading::Unsigned);
  const IntegerValue low = integers_.read(t[1], Reading::Unsigned);
  const mpz_class factor = base::power_of_two(t[1].sort().width());
  return {terms_.mk_add(terms_.mk_mul(terms_.mk_int(factor), high.term), low.term), high.lo * factor + low.lo,
          high.hi * factor + low.hi};
}

IntegerValue IntegerArithmetic::choice(Term condition, Term then_term, Term else_term) {
  IntegerValue a = integers_.operand(then_term), b = integers_.operand(else_term);
  const std::uint32_t width = then_term.sort().width();
  mpz_class lo = std::min(a.lo, b.lo), hi = std::max(a.hi, b.hi);
  if (hi - lo >= base::power_of_two(width)) {  // the readings differ: use one for both
    const Reading reading =
        then_term.is_value() ? integers_.cheap_reading(else_term) : integers_.cheap_reading(then_term);
    a = integers_.read(then_term, reading);
    b = integers_.read(else_term, reading);
    lo = std::min(a.lo, b.lo);
    hi = std::max(a.hi, b.hi);
  }
  return {terms_.mk_ite(condition, a.term, b.term), lo, hi};
}

}  // namespace pendulum::program
