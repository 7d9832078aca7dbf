// Simplifications of bit-vector arithmetic, bitwise operators and shifts. Each rule is an equivalence for
// every width, including width 1, where 1 = -1.
#include "term/bitvec_rules.h"

#include <algorithm>

#include "term/bitvec_comparison_rules.h"
#include "term/bitvec_fold.h"
#include "term/core_rules.h"

namespace pendulum::term {

bool is_zero(Term term) {
  return term.kind() == Kind::BitVecValue && term.integer_value() == 0;
}
bool is_one(Term term) {
  return term.kind() == Kind::BitVecValue && term.integer_value() == 1;
}
bool is_ones(Term term) {
  return term.kind() == Kind::BitVecValue &&
         mpz_popcount(term.integer_value().get_mpz_t()) == term.sort().width();
}

namespace {

/// Returns true if one of a and b is the operator `unary` applied to the other one.
bool is_inverse(Kind unary, Term a, Term b) {
  return (a.kind() == unary && a[0] == b) || (b.kind() == unary && b[0] == a);
}

/// Returns true if `a` is (kind x c1) with a value c1, as the rules for (kind (kind x c1) c2) require.
bool has_value_last(Kind kind, Term a) {
  return a.kind() == kind && a[1].is_value();
}

/// Returns a number n such that the term is visibly the sign extension of its lowest n bits.
std::uint32_t visible_signed_width(Term term) {
  const std::uint32_t width = term.sort().width();
  if (term.kind() == Kind::BvSignExtend) return width - term.parameter(0);
  if (term.kind() == Kind::BvZeroExtend) return width - term.parameter(0) + 1;
  if (!term.is_value()) return width;
  const mpz_class value = term.signed_value();
  return static_cast<std::uint32_t>(mpz_sizeinbase(mpz_class(value < 0 ? ~value : value).get_mpz_t(), 2)) + 1;
}

/// Returns a number n such that the term is visibly the zero extension of its lowest n bits.
std::uint32_t visible_unsigned_width(Term term) {
  if (term.kind() == Kind::BvZeroExtend) return term.sort().width() - term.parameter(0);
  if (!term.is_value()) return term.sort().width();
  return static_cast<std::uint32_t>(mpz_sizeinbase(term.integer_value().get_mpz_t(), 2));
}

}  // namespace

Term BitVecRules::zero(Term like) {
  return manager_.mk_bv(0, like.sort().width());
}
Term BitVecRules::ones(Term like) {
  return manager_.mk_bv(-1, like.sort().width());
}

Term BitVecRules::complement(Term a) {
  const std::uint32_t width = a.sort().width();
  if (a.is_value()) return manager_.mk_bv(mpz_class(~a.integer_value()), width);
  if (a.kind() == Kind::BvNot) return a[0];
  if (is_ite_of_values(a)) return manager_.mk_ite(a[0], complement(a[1]), complement(a[2]));
  return table_.make(Kind::BvNot, a.sort(), {a});
}

Term BitVecRules::negation(Term a) {
  const std::uint32_t width = a.sort().width();
  if (a.is_value()) return manager_.mk_bv(mpz_class(-a.integer_value()), width);
  if (a.kind() == Kind::BvNeg) return a[0];
  if (a.kind() == Kind::BvSub) return manager_.mk_bvsub(a[1], a[0]);
  if (has_value_last(Kind::BvAdd, a)) return manager_.mk_bvsub(negation(a[1]), a[0]);
  if (has_value_last(Kind::BvMul, a)) return manager_.mk_bvmul(a[0], negation(a[1]));
  if (is_ite_of_values(a)) return manager_.mk_ite(a[0], negation(a[1]), negation(a[2]));
  return table_.make(Kind::BvNeg, a.sort(), {a});
}

Term BitVecRules::fold(Kind kind, Term a, Term b) {
  PENDULUM_DCHECK(is_bitvec_binary(kind) && a.sort() == b.sort(), "'{}' should be folded for one width",
                  name_of(kind));
  const std::uint32_t width = a.sort().width();
  if (width <= word_width) {
    const std::uint64_t result =
        fold_word(kind, a.integer_value().get_ui(), b.integer_value().get_ui(), width);
    if (is_bitvec_predicate(kind)) return manager_.mk_bool(result != 0);
    return table_.make_unsigned(Kind::BitVecValue, a.sort(), result);
  }
  // The reduction modulo 2^width does not change the results 0 and 1 of a predicate.
  const mpz_class result = fold_wide(kind, a.integer_value(), b.integer_value(), width);
  if (is_bitvec_predicate(kind)) return manager_.mk_bool(result != 0);
  return manager_.mk_bv(result, width);
}

Term BitVecRules::make(Kind kind, Term a, Term b) {
  if (kind == Kind::BvConcat) {
    return table_.make(kind, manager_.bitvec_sort(a.sort().width() + b.sort().width()), {a, b});
  }
  return table_.make(kind, is_bitvec_predicate(kind) ? manager_.bool_sort() : a.sort(), {a, b});
}

Term BitVecRules::binary(Kind kind, Term a, Term b) {
  if (kind != Kind::BvConcat && a.is_value() && b.is_value()) return fold(kind, a, b);
  // Order the operands of commutative operators: values last, other terms by id.
  if (is_commutative(kind) && (a.is_value() || (!b.is_value() && b < a))) std::swap(a, b);
  Term result = simpler(kind, a, b);
  if (result.is_null() && kind != Kind::BvConcat) result = over_ite(kind, a, b);
  return result.is_null() ? make(kind, a, b) : result;
}

/// Moves an operator on a value and an ite of values into the ite, where its operands are values.
Term BitVecRules::over_ite(Kind kind, Term a, Term b) {
  if (is_ite_of_values(a) && b.is_value())
    return manager_.mk_ite(a[0], fold(kind, a[1], b), fold(kind, a[2], b));
  if (a.is_value() && is_ite_of_values(b))
    return manager_.mk_ite(b[0], fold(kind, a, b[1]), fold(kind, a, b[2]));
  return Term();
}

Term BitVecRules::simpler(Kind kind, Term a, Term b) {
  if (is_bitvec_comparison(kind)) {
    BitVecComparisonRules comparisons(manager_, *this);
    return is_signed_comparison(kind) ? comparisons.signed_comparison(kind, a, b)
                                      : comparisons.unsigned_comparison(kind, a, b);
  }
  if (is_bitvec_overflow(kind)) return BitVecComparisonRules(manager_, *this).overflow(kind, a, b);
  if (kind == Kind::BvAdd) return add(a, b);
  if (kind == Kind::BvSub) return sub(a, b);
  if (kind == Kind::BvMul) return mul(a, b);
  if (kind == Kind::BvAnd || kind == Kind::BvOr || kind == Kind::BvXor) return bitwise(kind, a, b);
  if (kind == Kind::BvShl || kind == Kind::BvLshr || kind == Kind::BvAshr) return shift(kind, a, b);
  if (is_bitvec_division(kind)) return division(kind, a, b);
  return kind == Kind::BvConcat ? concat(a, b) : Term();
}

Term BitVecRules::add(Term a, Term b) {
  if (is_zero(b)) return a;
  if (b.is_value() && has_value_last(Kind::BvAdd, a)) {
    return manager_.mk_bvadd(a[0], fold(Kind::BvAdd, a[1], b));
  }
  // c1 - x + c2
  if (b.is_value() && a.kind() == Kind::BvSub && a[0].is_value()) {
    return manager_.mk_bvsub(fold(Kind::BvAdd, a[0], b), a[1]);
  }
  if (is_inverse(Kind::BvNeg, a, b)) return zero(a);
  if (is_inverse(Kind::BvNot, a, b)) return ones(a);
  if (a.kind() == Kind::BvSub && a[1] == b) return a[0];
  if (b.kind() == Kind::BvSub && b[1] == a) return b[0];
  if (b.kind() == Kind::BvNeg) return manager_.mk_bvsub(a, b[0]);
  if (a.kind() == Kind::BvNeg) return manager_.mk_bvsub(b, a[0]);
  return Term();
}

Term BitVecRules::sub(Term a, Term b) {
  if (a == b) return zero(a);
  if (b.is_value()) return manager_.mk_bvadd(a, negation(b));
  if (is_zero(a)) return negation(b);
  if (b.kind() == Kind::BvNeg) return manager_.mk_bvadd(a, b[0]);
  if (a.kind() == Kind::BvAdd && a[0] == b) return a[1];
  if (a.kind() == Kind::BvAdd && a[1] == b) return a[0];
  if (b.kind() == Kind::BvAdd && b[0] == a) return negation(b[1]);
  if (b.kind() == Kind::BvAdd && b[1] == a) return negation(b[0]);
  // (x + c1) - (x + c2)
  if (has_value_last(Kind::BvAdd, a) && has_value_last(Kind::BvAdd, b) && a[0] == b[0]) {
    return fold(Kind::BvSub, a[1], b[1]);
  }
  // c1 - (x + c2)
  if (a.is_value() && has_value_last(Kind::BvAdd, b))
    return manager_.mk_bvsub(fold(Kind::BvSub, a, b[1]), b[0]);
  return Term();
}

Term BitVecRules::mul(Term a, Term b) {
  if (is_zero(b)) return b;
  if (is_one(b)) return a;
  if (is_ones(b)) return negation(a);
  if (b.is_value() && has_value_last(Kind::BvMul, a)) {
    return manager_.mk_bvmul(a[0], fold(Kind::BvMul, a[1], b));
  }
  if (b.is_value() && a.kind() == Kind::BvNeg) return manager_.mk_bvmul(a[0], negation(b));
  return Term();
}

Term BitVecRules::division(Kind kind, Term a, Term b) {
  const bool is_remainder = kind == Kind::BvUrem || kind == Kind::BvSrem;
  const bool is_signed = kind == Kind::BvSdiv || kind == Kind::BvSrem;
  // x rem x = 0 and 0 rem x = 0 also for x = 0, since x rem 0 = x.
  if (is_remainder && (a == b || is_zero(a))) return zero(a);
  if (is_remainder && is_zero(b)) return a;
  if (kind == Kind::BvUdiv && is_zero(b)) return ones(a);
  if (is_signed && is_ones(b)) return is_remainder ? zero(a) : negation(a);
  if (is_one(b)) return is_remainder ? zero(a) : a;
  return is_signed ? narrow_signed_division(kind, a, b) : narrow_unsigned_division(kind, a, b);
}

/// Narrows a signed division. C promotes the operands of a division, and the size of a divider circuit is
/// quadratic in the width. The narrow width has one bit more than the operands, for the quotient of the
/// smallest number and -1.
Term BitVecRules::narrow_signed_division(Kind kind, Term a, Term b) {
  const std::uint32_t full = a.sort().width();
  const std::uint32_t width = std::max(visible_signed_width(a), visible_signed_width(b)) + 1;
  if (width >= full) return Term();
  return sign_extend(binary(kind, extract(a, width - 1, 0), extract(b, width - 1, 0)), full - width);
}

/// Narrows an unsigned division. The quotient x udiv 0 is all ones and does not fit into the narrow width, so
/// BvUdiv is only narrowed if the divisor is a value (a zero value has been handled before).
Term BitVecRules::narrow_unsigned_division(Kind kind, Term a, Term b) {
  if (kind == Kind::BvUdiv && !b.is_value()) return Term();
  const std::uint32_t full = a.sort().width();
  const std::uint32_t width = std::max(visible_unsigned_width(a), visible_unsigned_width(b));
  if (width >= full) return Term();
  return zero_extend(binary(kind, extract(a, width - 1, 0), extract(b, width - 1, 0)), full - width);
}

Term BitVecRules::bitwise(Kind kind, Term a, Term b) {
  if (a == b) return kind == Kind::BvXor ? zero(a) : a;
  if (is_inverse(Kind::BvNot, a, b)) return kind == Kind::BvAnd ? zero(a) : ones(a);
  if (is_zero(b)) return kind == Kind::BvAnd ? b : a;
  if (is_ones(b)) return kind == Kind::BvAnd ? a : kind == Kind::BvOr ? b : complement(a);
  if (b.is_value() && has_value_last(kind, a)) return binary(kind, a[0], fold(kind, a[1], b));
  if (kind != Kind::BvXor && ((a.kind() == kind && (a[0] == b || a[1] == b)))) return a;
  if (kind != Kind::BvXor && ((b.kind() == kind && (b[0] == a || b[1] == a)))) return b;
  return Term();
}

Term BitVecRules::shift(Kind kind, Term a, Term b) {
  const std::uint32_t width = a.sort().width();
  if (is_zero(b) || is_zero(a)) return a;
  if (kind == Kind::BvAshr && is_ones(a)) return a;
  if (!b.is_value()) return Term();
  if (b.integer_value() >= width && kind != Kind::BvAshr) return zero(a);
  if (b.integer_value() > width - 1) return binary(kind, a, manager_.mk_bv(width - 1, width));
  if (has_value_last(kind, a)) {
    const mpz_class sum = a[1].integer_value() + b.integer_value();
    if (sum >= width)
      return kind == Kind::BvAshr ? binary(kind, a[0], manager_.mk_bv(width - 1, width)) : zero(a);
    return binary(kind, a[0], manager_.mk_bv(sum, width));
  }
  return Term();
}

}  // namespace pendulum::term
