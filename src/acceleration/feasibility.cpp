#include "acceleration/feasibility.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace pendulum::acceleration {

using term::Kind;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;

namespace {

Term minus_one(term::TermManager& terms, Term count) {
  return terms.mk_bvsub(count, terms.mk_bv(1, count_width));
}

bool contains_symbol(Term term, Term symbol) {
  const term::TermVector symbols = term::symbols(term);
  return std::ranges::binary_search(symbols, symbol);
}

bool contains_read(Term term) {
  const std::array roots{term};
  const term::TermVector all = term::subterms(roots);
  return std::ranges::any_of(all, [](Term sub) { return sub.kind() == Kind::Select; });
}

/// Returns whether a < b stays true as long as nothing wraps around, because a does not increase and b does
/// not decrease.
bool moves_away(const Polynomial& a, const Polynomial& b) {
  const bool a_falls = !a.c1 || (a.c1.is_value() && a.c1.signed_value() < 0);
  const bool b_rises = !b.c1 || (b.c1.is_value() && b.c1.signed_value() > 0);
  return a_falls && b_rises;
}

bool is_step(Term coefficient, int step) {
  return coefficient && coefficient.is_value() && coefficient.signed_value() == step;
}

}  // namespace

Feasibility::Feasibility(const ClosedForms& forms, IterationTerms& iterations,
                         PolynomialArithmetic& arithmetic, Prover& prover)
    : forms_(forms),
      iterations_(iterations),
      arithmetic_(arithmetic),
      later_(arithmetic.terms(), minus_one(arithmetic.terms(), arithmetic.count())),
      prover_(prover),
      terms_(arithmetic.terms()) {
  PENDULUM_CHECK(arithmetic.count().sort() == terms_.bitvec_sort(count_width),
                 "iterations should be counted in {} bits", count_width);
}

void Feasibility::add(Term literal) {
  PENDULUM_CHECK(!iterations_.depends_on_unknown(literal), "the literal should have a closed form");
  if (!forms_.contains(literal, ClosedForm::Form::Delayed))
    return add_in({When::Before, arithmetic_}, literal);
  // The closed form of a Delayed variable is valid only after the first iteration, so the first iteration is
  // treated separately.
  conditions_.push_back(iterations_.at_start(literal));
  add_in({When::After, later_}, literal);
}

void Feasibility::require(const Range& range, Term condition) {
  PENDULUM_CHECK(condition.sort().is_bool(), "a condition should be a formula, not {}",
                 condition.to_string());
  const Term is_empty = terms_.mk_eq(range.arithmetic.count(), terms_.mk_bv(0, count_width));
  conditions_.push_back(range.when == When::Before ? condition : terms_.mk_or(is_empty, condition));
}

void Feasibility::add_in(const Range& range, Term literal) {
  const std::size_t before = range.arithmetic.premises().size();
  if (add_comparison(range, literal)) {
    const term::TermVector& premises = range.arithmetic.premises();
    for (std::size_t i = before; i < premises.size(); ++i) {
      require(range, premises[i]);
      is_exact_ = false;
    }
    return;
  }
  const Term iteration = terms_.mk_fresh("iteration", terms_.bitvec_sort(count_width));
  const Term body = iterations_.in_iteration(literal, iteration, range.when);
  // Soundness: add_comparison() may have added premises before it failed. They are removed here and may only
  // be used where they are required.
  const term::TermVector premises = range.arithmetic.take_premises(before);
  if (!contains_symbol(body, iteration)) return require(range, body);
  const Universal universal{iteration, range.arithmetic.count(), body};
  if (!contains_read(body)) {
    if (add_if_monotonic(range, universal, {})) return;
    if (!premises.empty() && add_if_monotonic(range, universal, premises)) return;
  }
  universals_.push_back(universal);
}

bool Feasibility::add_comparison(const Range& range, Term literal) {
  const bool is_negated = literal.kind() == Kind::Not;
  const Term atom = is_negated ? literal[0] : literal;
  const Kind kind = atom.kind();
  const bool is_order =
      kind == Kind::BvUlt || kind == Kind::BvUle || kind == Kind::BvSlt || kind == Kind::BvSle;
  if (!is_order && (kind != Kind::Eq || !atom[0].sort().is_bitvec())) return false;
  const auto a = forms_.polynomial(atom[0], range.when, range.arithmetic);
  const auto b = forms_.polynomial(atom[1], range.when, range.arithmetic);
  if (!a || !b) return false;
  if (kind == Kind::Eq) return is_negated ? add_disequality(range, *a, *b) : add_equality(range, *a, *b);
  const bool is_signed = kind == Kind::BvSlt || kind == Kind::BvSle;
  const bool is_strict = (kind == Kind::BvUlt || kind == Kind::BvSlt) != is_negated;
  // not (a < b) is equivalent to b <= a.
  return is_negated ? add_order(range, *b, *a, is_strict, is_signed)
                    : add_order(range, *a, *b, is_strict, is_signed);
}

bool Feasibility::add_order(const Range& range, const Polynomial& a, const Polynomial& b, bool is_strict,
                            bool is_signed) {
  PENDULUM_CHECK(a.width() == b.width(), "the sides of a comparison should have one width, not {} and {}",
                 a.width(), b.width());
  if (a.degree() > 1 || b.degree() > 1) return false;
  const Signedness signedness = is_signed ? Signedness::Signed : Signedness::Unsigned;
  const PolynomialArithmetic& arithmetic = range.arithmetic;
  const auto is_less = [&](Term left, Term right, bool is_signed_here) {
    if (is_signed_here) return is_strict ? terms_.mk_bvslt(left, right) : terms_.mk_bvsle(left, right);
    return is_strict ? terms_.mk_bvult(left, right) : terms_.mk_bvule(left, right);
  };
  require(range, is_less(a.c0, b.c0, is_signed));
  if (a.degree() == 0 && b.degree() == 0) return true;
  if (range.when == When::Before) add_exit(a, b, is_strict);
  // A side that moves towards a constant in steps of one cannot skip it. Therefore it violates a strict
  // comparison before it wraps around, and the number of iterations is at most the distance b - a. This
  // condition is exact; the other ones exclude iterations after a wrap-around.
  const bool rises = b.degree() == 0 && is_step(a.c1, 1);
  const bool falls = a.degree() == 0 && is_step(b.c1, -1);
  if (!is_strict || (!rises && !falls)) is_exact_ = false;
  const Term last = arithmetic.last();
  if (rises || falls) {
    require(range, arithmetic.is_within(is_strict ? arithmetic.count() : last, terms_.mk_bvsub(b.c0, a.c0)));
    return true;
  }
  require(range, arithmetic.never_wraps(a, signedness));
  require(range, arithmetic.never_wraps(b, signedness));
  if (moves_away(a, b)) return true;
  const std::uint32_t wide =
      std::max(PolynomialArithmetic::wide_width(a), PolynomialArithmetic::wide_width(b));
  require(range, is_less(arithmetic.wide_value(a, signedness, last, wide),
                         arithmetic.wide_value(b, signedness, last, wide), true));
  return true;
}

void Feasibility::add_exit(const Polynomial& a, const Polynomial& b, bool is_strict) {
  PENDULUM_CHECK(a.degree() <= 1 && b.degree() <= 1, "the sides of an exit condition should be linear");
  const Polynomial approach = arithmetic_.subtract(a, b);
  if (!approach.c1 || !approach.c1.is_value() || approach.c1.signed_value() <= 0) return;
  const Term one = terms_.mk_bv(1, approach.width());
  const Term distance = terms_.mk_bvsub(b.c0, a.c0);
  // The smallest n with n * stride >= distance if the comparison is strict, otherwise > distance.
  const Term before_last = is_strict ? terms_.mk_bvsub(distance, one) : distance;
  const Term count = approach.c1 == one
                         ? terms_.mk_bvadd(before_last, one)
                         : terms_.mk_bvadd(terms_.mk_bv_binary(Kind::BvUdiv, before_last, approach.c1), one);
  exit_counts_.push_back(resize(terms_, count, count_width));
}

bool Feasibility::add_disequality(const Range& range, const Polynomial& a, const Polynomial& b) {
  const PolynomialArithmetic& arithmetic = range.arithmetic;
  const Polynomial difference = arithmetic.subtract(a, b);
  const Term zero = terms_.mk_bv(0, difference.width());
  if (difference.degree() == 0) {
    require(range, terms_.mk_distinct(difference.c0, zero));
    return true;
  }
  if (difference.degree() == 1 && difference.c1.is_value()) {
    const Membership hit = find_iteration(arithmetic, difference, zero, arithmetic.count());
    // `is_member` is correct without the premise, which only ensures that `iteration` is the last solution.
    require(range, terms_.mk_not(hit.is_member));
    if (range.when == When::Before) exit_counts_.push_back(hit.iteration);
    return true;
  }
  if (difference.degree() > 1) return false;
  // [IMPULSE], Fig. 4: requires that one of the two orders holds in all iterations.
  is_exact_ = false;
  const std::uint32_t wide = PolynomialArithmetic::wide_width(difference);
  const Term first =
      arithmetic.wide_value(difference, Signedness::Signed, terms_.mk_bv(0, count_width), wide);
  const Term last = arithmetic.wide_value(difference, Signedness::Signed, arithmetic.last(), wide);
  const Term wide_zero = terms_.mk_bv(0, wide);
  require(range, arithmetic.never_wraps(difference, Signedness::Signed));
  require(range,
          terms_.mk_or(terms_.mk_and(terms_.mk_bvslt(first, wide_zero), terms_.mk_bvslt(last, wide_zero)),
                       terms_.mk_and(terms_.mk_bvslt(wide_zero, first), terms_.mk_bvslt(wide_zero, last))));
  return true;
}

bool Feasibility::add_equality(const Range& range, const Polynomial& a, const Polynomial& b) {
  const Polynomial difference = range.arithmetic.subtract(a, b);
  const Term zero = terms_.mk_bv(0, difference.width());
  if (difference.degree() > 1) return false;
  // The linear difference is zero in all iterations iff it is zero in the first one, and n = 1 or the
  // stride is zero.
  require(range, terms_.mk_eq(difference.c0, zero));
  if (difference.degree() == 0) return true;
  const Term is_single = terms_.mk_bvule(range.arithmetic.count(), terms_.mk_bv(1, count_width));
  require(range, terms_.mk_or(is_single, terms_.mk_eq(difference.c1, zero)));
  return true;
}

bool Feasibility::add_if_monotonic(const Range& range, const Universal& universal,
                                   const term::TermVector& premises) {
  const auto& [iteration, count, body] = universal;
  PENDULUM_DCHECK(!contains_read(body), "rule 5 should be applied to literals without array reads");
  PENDULUM_CHECK(count == range.arithmetic.count(),
                 "a literal should be required in all iterations of its range");
  const Term other = terms_.mk_fresh("iteration", terms_.bitvec_sort(count_width));
  const Term at_other = term::substitute(terms_, body, {{iteration, other}});
  const Term in_order = terms_.mk_and({terms_.mk_bvult(iteration, other), terms_.mk_bvult(other, count),
                                       terms_.mk_and(premises), terms_.mk_and(arithmetic_.premises()),
                                       terms_.mk_and(conditions_)});
  const auto instance = [&](Term at) {
    for (const Term premise : premises) require(range, premise);
    if (!premises.empty()) is_exact_ = false;
    require(range, term::substitute(terms_, body, {{iteration, at}}));
    return true;
  };
  // Proposition 1: if the body in an iteration implies the body in all earlier ones, the last one suffices.
  // In the opposite direction, the first one suffices.
  if (prover_.is_unsat(terms_.mk_and({in_order, at_other, terms_.mk_not(body)})))
    return instance(range.arithmetic.last());
  if (prover_.is_unsat(terms_.mk_and({in_order, body, terms_.mk_not(at_other)})))
    return instance(terms_.mk_bv(0, count_width));
  return false;
}

}  // namespace pendulum::acceleration
