#include "program/integer_view/integer_comparisons.h"

#include "base/check.h"
#include "base/integer_math.h"
#include "term/signature/kind_info.h"

namespace pendulum::program {

using term::Kind;
using term::Term;

Term IntegerComparisons::equal(Term a, Term b) {
  PENDULUM_CHECK(a.sort().is_bitvec() && a.sort() == b.sort(), "compared bit-vectors should have one width");
  const mpz_class modulus = base::power_of_two(a.sort().width());
  IntegerValue x = integers_.loose(a), y = integers_.loose(b);
  // Congruent numbers whose distance is less than 2^n are equal.
  if (x.hi - y.lo >= modulus || y.hi - x.lo >= modulus) {
    const Reading reading = a.is_value() ? integers_.cheap_reading(b) : integers_.cheap_reading(a);
    x = integers_.read(a, reading);
    y = integers_.read(b, reading);
  }
  return terms_.mk_eq(x.term, y.term);
}

Term IntegerComparisons::compare(Term t) {
  const bool is_signed = term::is_signed_comparison(t.kind());
  const bool is_strict = term::is_strict_comparison(t.kind());
  const Reading reading = is_signed ? Reading::Signed : Reading::Unsigned;
  const Reading other = is_signed ? Reading::Unsigned : Reading::Signed;
  if (t[1].is_value() && !integers_.fits(t[0], reading) && integers_.fits(t[0], other))
    return below_value(t[0], t[1], reading, is_strict);
  if (t[0].is_value() && !integers_.fits(t[1], reading) && integers_.fits(t[1], other))
    return terms_.mk_not(below_value(t[1], t[0], reading, !is_strict));
  const Term a = integers_.read(t[0], reading).term, b = integers_.read(t[1], reading).term;
  return is_strict ? terms_.mk_lt(a, b) : terms_.mk_le(a, b);
}

/// Translates x < value (or <=) in `reading`, for an x that fits the other reading, without a case split
/// inside the comparison: the numbers below `value` are one or two intervals in the other reading.
Term IntegerComparisons::below_value(Term t, Term value, Reading reading, bool is_strict) {
  const Reading own = reading == Reading::Signed ? Reading::Unsigned : Reading::Signed;
  PENDULUM_CHECK(value.is_value() && integers_.fits(t, own),
                 "the comparison should be with a value and need no case split");
  const IntegerValue x = integers_.read(t, own);
  const Term zero = terms_.mk_int(0);
  const mpz_class half = base::power_of_two(t.sort().width() - 1), modulus = 2 * half;
  const auto below = [&](const mpz_class& limit) {
    return is_strict ? terms_.mk_lt(x.term, terms_.mk_int(limit))
                     : terms_.mk_le(x.term, terms_.mk_int(limit));
  };
  if (own == Reading::Signed) {  // unsigned order: 0 ... half - 1, then the negative numbers
    const mpz_class limit = value.integer_value();
    const Term is_natural = terms_.mk_le(zero, x.term);
    return limit < half ? terms_.mk_and(is_natural, below(limit))
                        : terms_.mk_or(is_natural, below(limit - modulus));
  }
  // Signed order of unsigned numbers: half ... 2 half - 1 first, then 0 ... half - 1.
  const mpz_class limit = value.signed_value();
  const Term is_negative = terms_.mk_le(terms_.mk_int(half), x.term);
  return limit < 0 ? terms_.mk_and(is_negative, below(limit + modulus))
                   : terms_.mk_or(is_negative, below(limit));
}

Term IntegerComparisons::overflow(Term t) {
  PENDULUM_CHECK(t.kind() == Kind::BvSaddo || t.kind() == Kind::BvSsubo || t.kind() == Kind::BvSmulo,
                 "{} should be an overflow predicate", term::name_of(t.kind()));
  const Term a = integers_.read(t[0], Reading::Signed).term, b = integers_.read(t[1], Reading::Signed).term;
  const Term result = t.kind() == Kind::BvSaddo   ? terms_.mk_add(a, b)
                      : t.kind() == Kind::BvSsubo ? terms_.mk_sub(a, b)
                                                  : terms_.mk_mul(a, b);
  const IntegerValue range = range_of(Reading::Signed, t[0].sort().width());
  return terms_.mk_not(terms_.mk_and(terms_.mk_le(terms_.mk_int(range.lo), result),
                                     terms_.mk_le(result, terms_.mk_int(range.hi))));
}

}  // namespace pendulum::program
