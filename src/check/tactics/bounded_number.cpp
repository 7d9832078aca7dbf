#include "check/tactics/bounded_number.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::check {

using term::Term;

namespace {

/// Maximum number of multiples of 2^n between which an ite chooses; for more, a fresh symbol is the factor.
constexpr unsigned max_wraps = 2;

}  // namespace

mpz_class power_of_two(unsigned long exponent) {
  return mpz_class(1) << exponent;
}

mpz_class floor_quotient(const mpz_class& a, const mpz_class& b) {
  PENDULUM_CHECK(b != 0, "a divisor should not be zero");
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

BoundedNumber range_of(Sign sign, std::uint32_t width) {
  PENDULUM_CHECK(width >= 1, "a bit-vector should have a bit");
  if (sign == Sign::Unsigned) return {Term(), 0, power_of_two(width) - 1};
  const mpz_class half = power_of_two(width - 1);
  return {Term(), -half, half - 1};
}

bool is_within(const BoundedNumber& inner, const BoundedNumber& outer) {
  return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

BoundedNumber BoundedArithmetic::constant(const mpz_class& value) {
  return {terms_.mk_int(value), value, value};
}

BoundedNumber BoundedArithmetic::sum(const BoundedNumber& a, const BoundedNumber& b) {
  return {terms_.mk_add(a.term, b.term), a.lo + b.lo, a.hi + b.hi};
}

BoundedNumber BoundedArithmetic::difference(const BoundedNumber& a, const BoundedNumber& b) {
  return {terms_.mk_sub(a.term, b.term), a.lo - b.hi, a.hi - b.lo};
}

BoundedNumber BoundedArithmetic::product(const BoundedNumber& a, const BoundedNumber& b) {
  const mpz_class corners[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {terms_.mk_mul(a.term, b.term), *std::ranges::min_element(corners),
          *std::ranges::max_element(corners)};
}

BoundedNumber BoundedArithmetic::shifted_right(const BoundedNumber& number, unsigned long bits) {
  if (bits == 0) return number;
  const mpz_class divisor = power_of_two(bits);
  return {terms_.mk_int_div(number.term, terms_.mk_int(divisor)), floor_quotient(number.lo, divisor),
          floor_quotient(number.hi, divisor)};
}

BoundedNumber BoundedArithmetic::unknown(std::string_view name, const BoundedNumber& range) {
  PENDULUM_CHECK(range.lo <= range.hi, "the symbol for {} should have a possible value", name);
  const Term symbol = terms_.mk_fresh(std::string(name) + ".int", terms_.int_sort());
  require(between(range.lo, symbol, range.hi));
  return {symbol, range.lo, range.hi};
}

BoundedNumber BoundedArithmetic::normalized(const BoundedNumber& number, std::uint32_t width, Sign sign) {
  BoundedNumber result = range_of(sign, width);
  if (is_within(number, result)) return number;
  const mpz_class modulus = power_of_two(width);
  const auto without = [&](Term k) {
    return terms_.mk_sub(number.term, terms_.mk_mul(terms_.mk_int(modulus), k));
  };
  const mpz_class first = floor_quotient(number.lo - result.lo, modulus);
  const mpz_class last = floor_quotient(number.hi - result.lo, modulus);
  if (first == last)
    return {without(terms_.mk_int(first)), number.lo - first * modulus, number.hi - first * modulus};
  PENDULUM_CHECK(first < last, "a number outside of its range should have a multiple to subtract");
  if (last - first > max_wraps) {
    const Term k = unknown("wrap", {Term(), first, last}).term;
    result.term = without(k);
    require(between(result.lo, result.term, result.hi));
    return result;
  }
  result.term = without(terms_.mk_int(first));
  for (mpz_class k = first + 1; k <= last; ++k) {
    const Term is_reached = terms_.mk_le(terms_.mk_int(mpz_class(result.lo + k * modulus)), number.term);
    result.term = terms_.mk_ite(is_reached, without(terms_.mk_int(k)), result.term);
  }
  return result;
}

Term BoundedArithmetic::between(const mpz_class& lo, Term term, const mpz_class& hi) {
  return terms_.mk_and(terms_.mk_le(terms_.mk_int(lo), term), terms_.mk_le(term, terms_.mk_int(hi)));
}

}  // namespace pendulum::check
