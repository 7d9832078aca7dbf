#include "acceleration/closed_form/polynomial.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::acceleration {

using term::Kind;
using term::Term;

Term resize(term::TermManager& terms, Term term, std::uint32_t width) {
  const std::uint32_t now = term.sort().width();
  if (now == width) return term;
  return now < width ? terms.mk_zero_extend(term, width - now) : terms.mk_extract(term, width - 1, 0);
}

namespace {

/// The coefficient, or null if it is the constant zero.
Term non_zero(Term coefficient) {
  return coefficient && coefficient.is_value() && coefficient.integer_value() == 0 ? Term() : coefficient;
}

bool has_one_width(const Polynomial& p) {
  return (!p.c1 || p.c1.sort() == p.c0.sort()) && (!p.c2 || p.c2.sort() == p.c0.sort());
}

/// The number of bits by which a logical right shift by a constant or an unsigned division by a power of two
/// shifts its operand; nullopt for other operands.
std::optional<std::uint32_t> shifted_bits(Term operation) {
  const Term by = operation[1];
  if (!by.is_value()) return std::nullopt;
  if (operation.kind() == Kind::BvLshr) {
    if (by.integer_value() >= operation.sort().width()) return std::nullopt;
    return static_cast<std::uint32_t>(by.integer_value().get_ui());
  }
  const mpz_class& divisor = by.integer_value();
  if (mpz_popcount(divisor.get_mpz_t()) != 1) return std::nullopt;
  return static_cast<std::uint32_t>(mpz_scan1(divisor.get_mpz_t(), 0));
}

bool is_multiple_of_power(Term coefficient, std::uint32_t bits) {
  return !coefficient || bits == 0 ||
         (coefficient.is_value() && mpz_divisible_2exp_p(coefficient.integer_value().get_mpz_t(), bits) != 0);
}

}  // namespace

template <typename Function>
Polynomial PolynomialArithmetic::map(const Polynomial& p, Function function) const {
  return {function(p.c0), p.c1 ? non_zero(function(p.c1)) : Term(), p.c2 ? non_zero(function(p.c2)) : Term()};
}

term::TermVector PolynomialArithmetic::take_premises(std::size_t kept) {
  PENDULUM_CHECK(kept <= premises_.size(), "at most {} premises should be kept, not {}", premises_.size(),
                 kept);
  const auto first = premises_.begin() + static_cast<std::ptrdiff_t>(kept);
  term::TermVector taken(first, premises_.end());
  premises_.erase(first, premises_.end());
  return taken;
}

Term PolynomialArithmetic::last() const {
  return terms_.mk_bvsub(count_, terms_.mk_bv(1, count_width));
}

Term PolynomialArithmetic::value(const Polynomial& p, Term j) const {
  PENDULUM_CHECK(has_one_width(p), "the coefficients of a polynomial should have one width");
  PENDULUM_CHECK(j.sort().is_bitvec() && j.sort().width() == count_width,
                 "an iteration should be a number of {} bits, not of sort {}", count_width,
                 j.sort().to_string());
  const std::uint32_t width = p.width();
  Term result = p.c0;
  if (p.c1) result = terms_.mk_bvadd(result, terms_.mk_bvmul(p.c1, resize(terms_, j, width)));
  if (p.c2) {
    // The product of j and j - 1 is even and does not overflow. Therefore its half is exact; it is truncated
    // to the width of p afterwards.
    const Term wide = resize(terms_, j, 2 * count_width);
    const Term product = terms_.mk_bvmul(wide, terms_.mk_bvsub(wide, terms_.mk_bv(1, 2 * count_width)));
    const Term half = terms_.mk_bv_binary(Kind::BvLshr, product, terms_.mk_bv(1, 2 * count_width));
    result = terms_.mk_bvadd(result, terms_.mk_bvmul(p.c2, resize(terms_, half, width)));
  }
  return result;
}

Polynomial PolynomialArithmetic::shifted(const Polynomial& p, unsigned distance) const {
  Polynomial result = p;
  for (unsigned i = 0; i < distance; ++i) {
    // C(j + 1, 2) = C(j, 2) + j.
    if (result.c1) result.c0 = terms_.mk_bvadd(result.c0, result.c1);
    if (result.c2) result.c1 = non_zero(result.c1 ? terms_.mk_bvadd(result.c1, result.c2) : result.c2);
  }
  return result;
}

Polynomial PolynomialArithmetic::add(const Polynomial& p, const Polynomial& q) const {
  const auto sum = [&](Term a, Term b) { return a && b ? non_zero(terms_.mk_bvadd(a, b)) : a ? a : b; };
  return {terms_.mk_bvadd(p.c0, q.c0), sum(p.c1, q.c1), sum(p.c2, q.c2)};
}

Polynomial PolynomialArithmetic::subtract(const Polynomial& p, const Polynomial& q) const {
  return add(p, map(q, [&](Term c) { return terms_.mk_bvneg(c); }));
}

Polynomial PolynomialArithmetic::scale(const Polynomial& p, Term factor) const {
  return map(p, [&](Term c) { return terms_.mk_bvmul(c, factor); });
}

std::optional<Polynomial> PolynomialArithmetic::multiply(const Polynomial& p, const Polynomial& q) const {
  if (q.degree() == 0) return scale(p, q.c0);
  if (p.degree() == 0) return scale(q, p.c0);
  if (p.degree() + q.degree() > 2) return std::nullopt;
  // j^2 = j + 2 C(j, 2).
  const Term square = terms_.mk_bvmul(p.c1, q.c1);
  const Term mixed = terms_.mk_bvadd(terms_.mk_bvmul(p.c0, q.c1), terms_.mk_bvmul(p.c1, q.c0));
  return Polynomial{terms_.mk_bvmul(p.c0, q.c0), non_zero(terms_.mk_bvadd(mixed, square)),
                    non_zero(terms_.mk_bvadd(square, square))};
}

/// Extracts the bits `low` to `high` of p by extracting them from each coefficient. This is exact if c1 and
/// c2 are multiples of 2^low: the bits of p(j) below `low` are then those of c0 and cause no carry, and
/// truncation at the upper end commutes with addition and multiplication.
std::optional<Polynomial> PolynomialArithmetic::extract(const Polynomial& p, std::uint32_t high,
                                                        std::uint32_t low) const {
  if (!is_multiple_of_power(p.c1, low) || !is_multiple_of_power(p.c2, low)) return std::nullopt;
  return map(p, [&](Term c) { return terms_.mk_extract(c, high, low); });
}

std::optional<Polynomial> PolynomialArithmetic::extend(Term operation, const Polynomial& p,
                                                       Signedness signedness) {
  if (p.degree() == 2) return std::nullopt;
  PENDULUM_CHECK(operation.sort().width() >= p.width(), "an extension should not reduce {} bits to {}",
                 p.width(), operation.sort().width());
  const std::uint32_t added = operation.sort().width() - p.width();
  const auto extended = [&](Term c) {
    return signedness == Signedness::Signed ? terms_.mk_sign_extend(c, added)
                                            : terms_.mk_zero_extend(c, added);
  };
  if (p.degree() == 1) premises_.push_back(never_wraps(p, signedness));
  return Polynomial{extended(p.c0), p.c1 ? terms_.mk_sign_extend(p.c1, added) : Term(), Term()};
}

std::optional<Polynomial> PolynomialArithmetic::shift_right(const Polynomial& p, std::uint32_t bits) {
  if (bits == 0) return p;
  const std::uint32_t width = p.width();
  PENDULUM_CHECK(bits < width, "a shift of {} bits should leave some of {} bits", bits, width);
  const auto high = extract(p, width - 1, bits);
  if (!high || high->degree() == 2) return std::nullopt;
  if (high->degree() == 1) premises_.push_back(never_wraps(*high, Signedness::Unsigned));
  return Polynomial{terms_.mk_zero_extend(high->c0, bits),
                    high->c1 ? terms_.mk_sign_extend(high->c1, bits) : Term(), Term()};
}

Polynomial PolynomialArithmetic::concat_constant(const Polynomial& high, Term low) const {
  const std::uint32_t bits = low.sort().width();
  const Term zero = terms_.mk_bv(0, bits);
  Polynomial result = map(high, [&](Term c) { return terms_.mk_concat(c, zero); });
  result.c0 = terms_.mk_concat(high.c0, low);
  return result;
}

std::optional<Polynomial> PolynomialArithmetic::apply(Term operation,
                                                      const std::vector<Polynomial>& arguments) {
  PENDULUM_CHECK(!arguments.empty() && arguments.size() == operation.num_children(),
                 "each of the {} operands should be a polynomial, not {}", operation.num_children(),
                 arguments.size());
  PENDULUM_DCHECK(std::ranges::all_of(arguments, has_one_width),
                  "the coefficients of a polynomial should have one width");
  const Polynomial& a = arguments[0];
  const Kind kind = operation.kind();
  const auto negated = [&] { return map(a, [&](Term c) { return terms_.mk_bvneg(c); }); };
  if (kind == Kind::BvAdd) return add(a, arguments[1]);
  if (kind == Kind::BvSub) return subtract(a, arguments[1]);
  if (kind == Kind::BvMul) return multiply(a, arguments[1]);
  if (kind == Kind::BvNeg) return negated();
  if (kind == Kind::BvNot) return add(negated(), {terms_.mk_bv(-1, a.width()), {}, {}});
  if (kind == Kind::BvShl && operation[1].is_value() && operation[1].integer_value() < a.width())
    return scale(a, terms_.mk_bv(mpz_class(1) << operation[1].integer_value().get_ui(), a.width()));
  if (kind == Kind::BvLshr || kind == Kind::BvUdiv) {
    const auto bits = shifted_bits(operation);
    return bits ? shift_right(a, *bits) : std::nullopt;
  }
  if (kind == Kind::BvExtract) return extract(a, operation.parameter(0), operation.parameter(1));
  if (kind == Kind::BvZeroExtend) return extend(operation, a, Signedness::Unsigned);
  if (kind == Kind::BvSignExtend) return extend(operation, a, Signedness::Signed);
  if (kind == Kind::BvConcat && operation[0].is_value() && operation[0].integer_value() == 0)
    return extend(operation, arguments[1], Signedness::Unsigned);
  if (kind == Kind::BvConcat && arguments[1].degree() == 0) return concat_constant(a, arguments[1].c0);
  return std::nullopt;
}

/// The width is as small as possible for constant strides, because all comparisons of a loop condition are
/// computed in this width.
std::uint32_t PolynomialArithmetic::wide_width(const Polynomial& p) {
  if (!p.c1) return p.width() + 2;
  if (!p.c1.is_value()) return p.width() + count_width + 2;
  const mpz_class stride = abs(p.c1.signed_value());
  const auto bits = static_cast<std::uint32_t>(mpz_sizeinbase(stride.get_mpz_t(), 2));
  return std::max(p.width(), bits + count_width) + 2;
}

Term PolynomialArithmetic::wide_value(const Polynomial& p, Signedness signedness, Term j,
                                      std::uint32_t width) const {
  PENDULUM_CHECK(p.degree() <= 1 && width >= wide_width(p), "the value should be linear and fit");
  const std::uint32_t added = width - p.width();
  const Term start = signedness == Signedness::Signed ? terms_.mk_sign_extend(p.c0, added)
                                                      : terms_.mk_zero_extend(p.c0, added);
  if (!p.c1) return start;
  return terms_.mk_bvadd(start,
                         terms_.mk_bvmul(terms_.mk_sign_extend(p.c1, added), resize(terms_, j, width)));
}

Term PolynomialArithmetic::never_wraps(const Polynomial& p, Signedness signedness) const {
  PENDULUM_CHECK(p.degree() <= 1, "the values should be linear in the iteration");
  if (p.degree() == 0) return terms_.mk_true();
  const mpz_class size = mpz_class(1) << p.width();
  const mpz_class lowest = signedness == Signedness::Signed ? mpz_class(-size / 2) : mpz_class(0);
  const mpz_class highest = lowest + size - 1;
  // The first value is always in the range. If the sign of the stride is known, the values can leave the
  // range only at one end.
  const bool is_known = p.c1.is_value();
  const mpz_class stride = is_known ? p.c1.signed_value() : mpz_class(0);
  if (stride == 1) return is_within(last(), terms_.mk_bvsub(terms_.mk_bv(highest, p.width()), p.c0));
  if (stride == -1) return is_within(last(), terms_.mk_bvsub(p.c0, terms_.mk_bv(lowest, p.width())));
  const std::uint32_t wide = wide_width(p);
  const Term end = wide_value(p, signedness, last(), wide);
  term::TermVector bounds;
  if (!is_known || stride < 0) bounds.push_back(terms_.mk_bvsle(terms_.mk_bv(lowest, wide), end));
  if (!is_known || stride > 0) bounds.push_back(terms_.mk_bvsle(end, terms_.mk_bv(highest, wide)));
  return terms_.mk_and(bounds);
}

Term PolynomialArithmetic::is_within(Term number, Term distance) const {
  const std::uint32_t common = std::max(number.sort().width(), distance.sort().width());
  return terms_.mk_bvule(resize(terms_, number, common), resize(terms_, distance, common));
}

}  // namespace pendulum::acceleration
