#include "acceleration/closed_form/membership.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::acceleration {

using term::Kind;
using term::Term;

namespace {

/// Stride 0: all iterations have the same index, so the last solution is m - 1.
Membership constant_index(const PolynomialArithmetic& arithmetic, const Polynomial& p, Term k, Term m) {
  term::TermManager& terms = arithmetic.terms();
  const Term none = terms.mk_bv(0, count_width);
  return {terms.mk_and(terms.mk_distinct(m, none), terms.mk_eq(p.c0, k)),
          terms.mk_bvsub(m, terms.mk_bv(1, count_width)), terms.mk_true()};
}

Membership constant_stride(const PolynomialArithmetic& arithmetic, const Polynomial& p, Term k, Term m) {
  term::TermManager& terms = arithmetic.terms();
  const std::uint32_t width = p.width();
  const mpz_class stride = p.c1.integer_value();
  PENDULUM_CHECK(stride != 0, "a linear index should have a stride");
  const auto zeros = static_cast<std::uint32_t>(mpz_scan1(stride.get_mpz_t(), 0));
  const std::uint32_t rest = width - zeros;  // if j is a solution, so is j + 2^rest
  const mpz_class odd = stride >> zeros;
  const mpz_class modulus = mpz_class(1) << rest;
  mpz_class inverse;
  const int has_inverse = mpz_invert(inverse.get_mpz_t(), odd.get_mpz_t(), modulus.get_mpz_t());
  PENDULUM_CHECK(has_inverse != 0 || rest == 0, "an odd number should have an inverse modulo a power of two");
  const Term distance = terms.mk_bvsub(k, p.c0);
  const Term quotient =
      terms.mk_bvmul(terms.mk_extract(distance, width - 1, zeros), terms.mk_bv(inverse, rest));
  const std::uint32_t common = std::max(rest, count_width);
  const Term is_before = terms.mk_bvult(resize(terms, quotient, common), resize(terms, m, common));
  const Term is_multiple = zeros == 0
                               ? terms.mk_true()
                               : terms.mk_eq(terms.mk_extract(distance, zeros - 1, 0), terms.mk_bv(0, zeros));
  // With at most 2^rest iterations there is only one solution, which is then the first and the last one.
  const Term premise = rest >= count_width
                           ? terms.mk_true()
                           : terms.mk_bvule(arithmetic.count(), terms.mk_bv(modulus, count_width));
  return {terms.mk_and(is_multiple, is_before), resize(terms, quotient, count_width), premise};
}

/// Lemma 3 with the lower bound, for strictly increasing indices without wrap-around.
Membership symbolic_stride(const PolynomialArithmetic& arithmetic, const Polynomial& p, Term k, Term m) {
  term::TermManager& terms = arithmetic.terms();
  const std::uint32_t width = p.width();
  const Term distance = terms.mk_bvsub(k, p.c0);
  const Term quotient = terms.mk_bv_binary(Kind::BvUdiv, distance, p.c1);
  const Term remainder = terms.mk_bv_binary(Kind::BvUrem, distance, p.c1);
  const std::uint32_t common = std::max(width, count_width);
  const Term is_before = terms.mk_bvult(resize(terms, quotient, common), resize(terms, m, common));
  const Term is_member =
      terms.mk_and({terms.mk_bvule(p.c0, k), terms.mk_eq(remainder, terms.mk_bv(0, width)), is_before});
  const Term premise = terms.mk_and(terms.mk_bvslt(terms.mk_bv(0, width), p.c1),
                                    arithmetic.never_wraps(p, PolynomialArithmetic::Signedness::Unsigned));
  return {is_member, resize(terms, quotient, count_width), premise};
}

}  // namespace

Membership find_iteration(const PolynomialArithmetic& arithmetic, const Polynomial& p, Term k, Term m) {
  PENDULUM_CHECK(p.degree() <= 1, "a membership test should be about a linear index");
  PENDULUM_CHECK(k.sort().is_bitvec() && k.sort().width() == p.width(),
                 "the element {} should have the width {} of the index", k.to_string(), p.width());
  PENDULUM_CHECK(m.sort().is_bitvec() && m.sort().width() == count_width,
                 "iterations should be counted in {} bits", count_width);
  if (p.degree() == 0) return constant_index(arithmetic, p, k, m);
  return p.c1.is_value() ? constant_stride(arithmetic, p, k, m) : symbolic_stride(arithmetic, p, k, m);
}

}  // namespace pendulum::acceleration
