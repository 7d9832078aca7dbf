#include "program/integer_view/congruent_integers.h"

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::program {

using term::Term;

namespace {

/// Maximum number of multiples of 2^n that a case split subtracts, beside the first one. The sum of two
/// numbers of n bits and a difference need one or two; more cases cost more than an input for the multiple.
/// Not measured.
constexpr int max_split_multiples = 2;
/// An operand whose interval is longer than this multiple of 2^n is normalised before it is used, so that the
/// intervals of nested sums and products do not grow without limit. Not measured.
constexpr int max_loose_multiples = 4;

}  // namespace

void CongruentIntegers::add(Term t, IntegerValue value) {
  PENDULUM_CHECK(t.sort().is_bitvec() && value.term.sort().is_int(),
                 "the image of a bit-vector should be an integer");
  const bool is_new = values_.emplace(t, std::move(value)).second;
  PENDULUM_CHECK(is_new, "{} should be translated once", t.to_string());
}

IntegerValue CongruentIntegers::read(Term t, Reading reading) {
  PENDULUM_CHECK(t.sort().is_bitvec(), "only bit-vectors should have a reading, not {}", t.to_string());
  auto& cache = reading == Reading::Signed ? signed_ : unsigned_;
  const auto found = cache.find(t);
  if (found != cache.end()) return found->second;
  IntegerValue value = normalized(loose(t), t.sort().width(), reading);
  cache.emplace(t, value);
  return value;
}

IntegerValue CongruentIntegers::normalized(const IntegerValue& value, std::uint32_t width, Reading reading) {
  IntegerValue result = range_of(reading, width);
  if (result.lo <= value.lo && value.hi <= result.hi) return value;
  additions_.count_wrap();
  const mpz_class modulus = base::power_of_two(width);
  const auto multiple = [&](const mpz_class& x) { return base::floor_quotient(x - result.lo, modulus); };
  const mpz_class first = multiple(value.lo), last = multiple(value.hi);
  const auto without = [&](Term k) {
    return terms_.mk_sub(value.term, terms_.mk_mul(terms_.mk_int(modulus), k));
  };
  if (last - first > max_split_multiples) {
    const Term k = additions_.fresh("wrap", terms_.int_sort());
    additions_.require_range({k, first, last});
    result.term = without(k);
    additions_.require_range(result);
    return result;
  }
  result.term = without(terms_.mk_int(first));
  for (mpz_class k = first + 1; k <= last; ++k) {
    const Term reached = terms_.mk_le(terms_.mk_int(mpz_class(result.lo + k * modulus)), value.term);
    result.term = terms_.mk_ite(reached, without(terms_.mk_int(k)), result.term);
  }
  if (first == last) {
    result.lo = value.lo - first * modulus;
    result.hi = value.hi - first * modulus;
  }
  return result;
}

bool CongruentIntegers::fits(Term t, Reading reading) const {
  const IntegerValue& value = values_.at(t);
  const IntegerValue range = range_of(reading, t.sort().width());
  return range.lo <= value.lo && value.hi <= range.hi;
}

Reading CongruentIntegers::cheap_reading(Term t) const {
  return !fits(t, Reading::Signed) && fits(t, Reading::Unsigned) ? Reading::Unsigned : Reading::Signed;
}

IntegerValue CongruentIntegers::operand(Term t) {
  const IntegerValue value = loose(t);
  const bool is_wide = value.hi - value.lo > max_loose_multiples * base::power_of_two(t.sort().width());
  return is_wide ? read(t, cheap_reading(t)) : value;
}

}  // namespace pendulum::program
