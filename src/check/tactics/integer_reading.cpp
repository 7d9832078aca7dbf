#include "check/tactics/integer_reading.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "term/signature/kind_info.h"

namespace pendulum::check {

using term::Kind;
using term::Term;

namespace {

/// Maximum distance between the bounds of a number, in multiples of 2^n. A number with wider bounds is
/// brought into the range of its width. A few multiples cost less than the ite or the symbol that removes
/// them.
constexpr unsigned max_bound_factor = 4;

/// Maximum number of remainders by variables with lemmas: n remainders have about n^3 / 2.
constexpr std::size_t max_remainders = 12;

/// The sort with each BitVec, also inside array sorts, replaced by Int.
term::Sort integer_sort(term::TermManager& terms, term::Sort sort) {
  if (sort.is_bitvec()) return terms.int_sort();
  if (!sort.is_array()) return sort;
  return terms.array_sort(integer_sort(terms, sort.index()), integer_sort(terms, sort.element()));
}

/// Does the operator depend on the signed (1) or on the unsigned (-1) value of its operands? 0: it depends
/// only on their values modulo 2^n, or on neither in particular.
int sign_of(Kind kind) {
  static const std::set<Kind> of_signed{Kind::BvSlt,   Kind::BvSle,   Kind::BvSdiv,
                                        Kind::BvSrem,  Kind::BvAshr,  Kind::BvSaddo,
                                        Kind::BvSsubo, Kind::BvSmulo, Kind::BvSignExtend};
  static const std::set<Kind> of_unsigned{Kind::BvUlt,  Kind::BvUle,        Kind::BvUdiv,   Kind::BvUrem,
                                          Kind::BvLshr, Kind::BvZeroExtend, Kind::BvConcat, Kind::Select,
                                          Kind::Store,  Kind::Bv2Nat};
  return of_signed.contains(kind) ? 1 : of_unsigned.contains(kind) ? -1 : 0;
}

}  // namespace

IntegerReading::IntegerReading(term::TermManager& terms, std::span<const Term> formulas)
    : terms_(terms), arithmetic_(terms), remainders_(terms) {
  vote(formulas);
}

/// Soundness (arrays): the integer array that represents an array has additional elements, at integers that
/// are not indices. Without constant arrays these elements can be assumed to be 0, so equal arrays are
/// represented by equal integer arrays. Hence a formula must not have both array equalities and constant
/// arrays.
bool IntegerReading::can_translate(std::span<const Term> formulas) {
  bool has_equal_arrays = false, has_constant_arrays = false;
  for (const Term t : term::subterms(formulas)) {
    if (t.has_quantifier() || t.kind() == Kind::Apply || t.kind() == Kind::Int2Bv) return false;
    has_equal_arrays |= t.kind() == Kind::Eq && t[0].sort().is_array();
    has_constant_arrays |= t.kind() == Kind::ConstArray;
  }
  return !has_equal_arrays || !has_constant_arrays;
}

/// Computes votes_ from the operators that depend on the sign. Visits parents before children, so that
/// operators that depend only on the value modulo 2^n pass the majority of their own votes to their operands.
void IntegerReading::vote(std::span<const Term> formulas) {
  const term::TermVector all = term::subterms(formulas);
  for (auto t = all.rbegin(); t != all.rend(); ++t) {
    int sign = sign_of(t->kind());
    if (sign == 0 && t->sort().is_bitvec()) sign = std::clamp(votes_[*t], -1, 1);
    for (const Term child : t->children())
      if (child.sort().is_bitvec()) votes_[child] += sign;
  }
}

Term IntegerReading::translate(Term formula) {
  PENDULUM_CHECK(formula.sort().is_bool(), "a translated formula should have sort Bool");
  for (const Term t : term::subterms({&formula, 1})) translate_one(t);
  return others_.at(formula);
}

void IntegerReading::translate_one(Term t) {
  if (t.sort().is_bitvec()) {
    if (numbers_.contains(t)) return;
    const BoundedNumber number = translate_bits(t);
    PENDULUM_CHECK(number.term.sort().is_int() && number.lo <= number.hi,
                   "the translation of {} should be an integer with bounds", term::name_of(t.kind()));
    numbers_.emplace(t, number);
  } else if (!others_.contains(t)) {
    const Term other = translate_other(t);
    PENDULUM_CHECK(other.sort() == integer_sort(terms_, t.sort()),
                   "the translation of {} should have sort {}", term::name_of(t.kind()),
                   integer_sort(terms_, t.sort()).to_string());
    others_.emplace(t, other);
  }
}

Term IntegerReading::translate_other(Term t) {
  using enum Kind;
  const Kind kind = t.kind();
  if (kind == Symbol) {
    const term::Sort sort = integer_sort(terms_, t.sort());
    return sort == t.sort() ? t : terms_.mk_fresh(t.name() + ".int", sort);
  }
  if (kind == Eq) return translate_equality(t);
  if (kind == BvUlt || kind == BvUle || kind == BvSlt || kind == BvSle) return translate_comparison(t);
  if (kind == BvSaddo || kind == BvSsubo || kind == BvSmulo) return translate_overflow(t);
  if (kind == Bv2Nat) return read(t[0], Sign::Unsigned).term;
  if (kind == Select || kind == Store || kind == ConstArray) return translate_array(t);
  // Soundness: the result of a floating-point operator is arbitrary; equal applications have equal results.
  if (term::is_float_comparison(kind)) return terms_.mk_fresh(term::name_of(kind), t.sort());
  term::TermVector children;
  for (const Term child : t.children()) children.push_back(others_.at(child));
  return children.empty() ? t : terms_.mk_like(t, children);
}

/// The elements and indices of translated arrays are unsigned values.
Term IntegerReading::translate_array(Term t) {
  const auto cell = [&](Term part) {
    return part.sort().is_bitvec() ? read(part, Sign::Unsigned).term : others_.at(part);
  };
  if (t.kind() == Kind::ConstArray) return terms_.mk_const_array(integer_sort(terms_, t.sort()), cell(t[0]));
  if (t.kind() == Kind::Store) return terms_.mk_store(others_.at(t[0]), cell(t[1]), cell(t[2]));
  return terms_.mk_select(others_.at(t[0]), cell(t[1]));
}

Term IntegerReading::translate_comparison(Term t) {
  const Sign sign = t.kind() == Kind::BvSlt || t.kind() == Kind::BvSle ? Sign::Signed : Sign::Unsigned;
  const BoundedNumber a = read(t[0], sign), b = read(t[1], sign);
  const mpz_class gap = t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt ? 1 : 0;
  if (a.hi + gap <= b.lo) return terms_.mk_true();
  if (a.lo + gap > b.hi) return terms_.mk_false();
  return gap == 1 ? terms_.mk_lt(a.term, b.term) : terms_.mk_le(a.term, b.term);
}

Term IntegerReading::translate_equality(Term t) {
  if (!t[0].sort().is_bitvec()) return terms_.mk_eq(others_.at(t[0]), others_.at(t[1]));
  const std::uint32_t width = t[0].sort().width();

  const BoundedNumber &a = numbers_.at(t[0]), &b = numbers_.at(t[1]);
  // Congruent numbers that are less than 2^n apart are equal.
  const mpz_class modulus = power_of_two(width);
  if (a.hi - b.lo < modulus && b.hi - a.lo < modulus) return terms_.mk_eq(a.term, b.term);
  for (const Sign sign : {Sign::Signed, Sign::Unsigned})
    if (is_within(a, range_of(sign, width)) || is_within(b, range_of(sign, width)))
      return terms_.mk_eq(read(t[0], sign).term, read(t[1], sign).term);
  return terms_.mk_eq(arithmetic_.normalized(arithmetic_.difference(a, b), width, Sign::Signed).term,
                      terms_.mk_int(0));
}

Term IntegerReading::translate_overflow(Term t) {
  const BoundedNumber a = read(t[0], Sign::Signed), b = read(t[1], Sign::Signed);
  const BoundedNumber result = t.kind() == Kind::BvSaddo   ? arithmetic_.sum(a, b)
                               : t.kind() == Kind::BvSsubo ? arithmetic_.difference(a, b)
                                                           : arithmetic_.product(a, b);
  const BoundedNumber range = range_of(Sign::Signed, t[0].sort().width());
  if (is_within(result, range)) return terms_.mk_false();
  return terms_.mk_not(arithmetic_.between(range.lo, result.term, range.hi));
}

BoundedNumber IntegerReading::translate_bits(Term t) {
  using enum Kind;
  const Kind kind = t.kind();
  if (kind == BitVecValue) return arithmetic_.constant(votes_[t] < 0 ? t.integer_value() : t.signed_value());
  if (kind == Symbol) return symbol(t);
  if (kind == BvAdd || kind == BvSub || kind == BvNeg || kind == BvNot) return linear(t);
  if (kind == BvMul) return arithmetic_.product(operand(t[0]), operand(t[1]));
  if (kind == BvUdiv || kind == BvUrem) return unsigned_division(t);
  if (kind == BvSdiv || kind == BvSrem) return signed_division(t);
  if (kind == BvShl || kind == BvLshr || kind == BvAshr) return shift(t);
  if (kind == BvAnd || kind == BvOr || kind == BvXor) return bitwise(t);
  if (kind == BvConcat) return concatenation(t);
  if (kind == BvExtract) return extract(t);
  if (kind == BvZeroExtend) return read(t[0], Sign::Unsigned);
  if (kind == BvSignExtend) return read(t[0], Sign::Signed);
  if (kind == Ite) return choice(t);
  if (term::is_float_operator(kind))
    return arithmetic_.unknown(term::name_of(kind), range_of(Sign::Unsigned, t.sort().width()));
  PENDULUM_CHECK(kind == Select, "the bit-vector operator {} should be known", term::name_of(kind));
  BoundedNumber value = range_of(Sign::Unsigned, t.sort().width());
  value.term = translate_array(t);
  arithmetic_.require(arithmetic_.between(value.lo, value.term, value.hi));
  return value;
}

BoundedNumber IntegerReading::symbol(Term t) {
  return arithmetic_.unknown(t.name(),
                             range_of(votes_[t] < 0 ? Sign::Unsigned : Sign::Signed, t.sort().width()));
}

BoundedNumber IntegerReading::linear(Term t) {
  const BoundedNumber a = operand(t[0]);
  if (t.kind() == Kind::BvNeg) return arithmetic_.difference(arithmetic_.constant(0), a);
  if (t.kind() == Kind::BvNot) return arithmetic_.difference(arithmetic_.constant(-1), a);
  return t.kind() == Kind::BvSub ? arithmetic_.difference(a, operand(t[1]))
                                 : arithmetic_.sum(a, operand(t[1]));
}

BoundedNumber IntegerReading::unsigned_division(Term t) {
  const bool is_remainder = t.kind() == Kind::BvUrem;
  const BoundedNumber a = read(t[0], Sign::Unsigned), b = read(t[1], Sign::Unsigned);
  if (b.lo == b.hi && b.lo > 0) {
    if (is_remainder) return {terms_.mk_int_mod(a.term, b.term), 0, b.lo - 1};
    return {terms_.mk_int_div(a.term, b.term), floor_quotient(a.lo, b.lo), floor_quotient(a.hi, b.lo)};
  }
  // SMT-LIB: the quotient of a division by zero is all ones, its remainder is the dividend.
  const BoundedNumber result =
      arithmetic_.unknown(term::name_of(t.kind()), range_of(Sign::Unsigned, t.sort().width()));
  const Term is_zero = terms_.mk_eq(b.term, terms_.mk_int(0));
  const Term is_below = terms_.mk_le(result.term, a.term);
  arithmetic_.require(is_remainder ? is_below : terms_.mk_or(is_zero, is_below));
  if (is_remainder) {
    arithmetic_.require(terms_.mk_or(is_zero, terms_.mk_lt(result.term, b.term)));
    if (const Term remainder = remainder_of(a.term, b.term); !remainder.is_null())
      arithmetic_.require(terms_.mk_or(is_zero, terms_.mk_eq(result.term, remainder)));
  }
  return result;
}

/// `dividend` mod `divisor` for a divisor that is not constant, described by lemmas. Null if there are
/// already many.
Term IntegerReading::remainder_of(Term dividend, Term divisor) {
  const std::size_t known = remainders_.size();
  if (known >= max_remainders) return {};
  const Term result = remainders_.symbol_of(dividend, divisor);
  for (const Term lemma : remainders_.lemmas(known)) arithmetic_.require(lemma);
  return result;
}

/// Requires that `result` is the remainder with the sign of the dividend, if the divisor is positive.
void IntegerReading::describe_remainder(Term result, Term dividend, Term divisor) {
  const Term natural = remainder_of(dividend, divisor);
  if (natural.is_null()) return;
  const Term zero = terms_.mk_int(0);
  const Term is_natural = terms_.mk_or(terms_.mk_le(zero, dividend), terms_.mk_eq(natural, zero));
  const Term value = terms_.mk_ite(is_natural, natural, terms_.mk_sub(natural, divisor));
  arithmetic_.require(
      terms_.mk_implies(terms_.mk_le(terms_.mk_int(1), divisor), terms_.mk_eq(result, value)));
}

/// The quotient is rounded towards zero; the remainder has the sign of the dividend.
BoundedNumber IntegerReading::signed_division(Term t) {
  const BoundedNumber a = read(t[0], Sign::Signed), b = read(t[1], Sign::Signed);
  if (b.lo != b.hi || b.lo == 0) {
    const BoundedNumber result =
        arithmetic_.unknown(term::name_of(t.kind()), range_of(Sign::Signed, t.sort().width()));
    if (t.kind() == Kind::BvSrem) describe_remainder(result.term, a.term, b.term);
    return result;
  }
  const mpz_class divisor = abs(b.lo);
  const Term d = terms_.mk_int(divisor), negated = terms_.mk_neg(a.term);
  const Term is_natural = terms_.mk_le(terms_.mk_int(0), a.term);
  if (t.kind() == Kind::BvSrem)
    return {
        terms_.mk_ite(is_natural, terms_.mk_int_mod(a.term, d), terms_.mk_neg(terms_.mk_int_mod(negated, d))),
        1 - divisor, divisor - 1};
  const mpz_class largest = std::max(mpz_class(abs(a.lo)), mpz_class(abs(a.hi)));
  const mpz_class bound = floor_quotient(largest, divisor);
  const Term towards_zero =
      terms_.mk_ite(is_natural, terms_.mk_int_div(a.term, d), terms_.mk_neg(terms_.mk_int_div(negated, d)));
  return {b.lo < 0 ? terms_.mk_neg(towards_zero) : towards_zero, -bound, bound};
}

BoundedNumber IntegerReading::shift(Term t) {
  const std::uint32_t width = t.sort().width();
  if (!t[1].is_value()) return arithmetic_.unknown(term::name_of(t.kind()), range_of(Sign::Unsigned, width));
  const mpz_class& amount = t[1].integer_value();
  if (t.kind() == Kind::BvAshr)
    return arithmetic_.shifted_right(read(t[0], Sign::Signed), amount < width ? amount.get_ui() : width - 1);
  if (amount >= width) return arithmetic_.constant(0);
  if (t.kind() == Kind::BvLshr) return arithmetic_.shifted_right(read(t[0], Sign::Unsigned), amount.get_ui());
  return arithmetic_.product(arithmetic_.constant(power_of_two(amount.get_ui())), operand(t[0]));
}

BoundedNumber IntegerReading::bitwise(Term t) {
  for (const auto& [mask, other] : {std::pair(t[0], t[1]), std::pair(t[1], t[0])}) {
    if (t.kind() != Kind::BvAnd || !mask.is_value()) continue;
    const mpz_class next = mask.integer_value() + 1;
    const std::size_t bits = mpz_scan1(next.get_mpz_t(), 0);
    if (bits > 0 && next == power_of_two(bits))
      return arithmetic_.normalized(numbers_.at(other), static_cast<std::uint32_t>(bits), Sign::Unsigned);
  }
  const BoundedNumber a = read(t[0], Sign::Unsigned), b = read(t[1], Sign::Unsigned);
  const Term zero = terms_.mk_int(0), one = terms_.mk_int(1);
  if (a.hi <= 1 && b.hi <= 1) {
    const Term is_one = terms_.mk_eq(a.term, one);
    return {t.kind() == Kind::BvAnd  ? terms_.mk_ite(is_one, b.term, zero)
            : t.kind() == Kind::BvOr ? terms_.mk_ite(is_one, one, b.term)
                                     : terms_.mk_ite(is_one, terms_.mk_sub(one, b.term), b.term),
            0, 1};
  }
  const BoundedNumber result =
      arithmetic_.unknown(term::name_of(t.kind()), range_of(Sign::Unsigned, t.sort().width()));
  const auto is_at_most = [&](Term x, Term y) { arithmetic_.require(terms_.mk_le(x, y)); };
  if (t.kind() == Kind::BvAnd)
    for (const Term operand : {a.term, b.term}) is_at_most(result.term, operand);
  else
    is_at_most(result.term, terms_.mk_add(a.term, b.term));
  if (t.kind() == Kind::BvOr)
    for (const Term operand : {a.term, b.term}) is_at_most(operand, result.term);
  return result;
}

BoundedNumber IntegerReading::concatenation(Term t) {
  const BoundedNumber factor = arithmetic_.constant(power_of_two(t[1].sort().width()));
  return arithmetic_.sum(arithmetic_.product(factor, operand(t[0])), read(t[1], Sign::Unsigned));
}

/// The result only has to be congruent to the extracted bits modulo 2^(high - low + 1), so higher bits may
/// remain in it. A multiple of 2^n in the operand becomes a multiple of 2^(n - low), which does not change
/// the residue, because high < n.
BoundedNumber IntegerReading::extract(Term t) {
  return arithmetic_.shifted_right(operand(t[0]), t.parameter(1));
}

BoundedNumber IntegerReading::choice(Term t) {
  const BoundedNumber a = operand(t[1]), b = operand(t[2]);
  return {terms_.mk_ite(others_.at(t[0]), a.term, b.term), std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

/// A number that is congruent to `t`. If its bounds are wide, it is brought into range, so that bounds do not
/// grow without limit along chains of operators.
BoundedNumber IntegerReading::operand(Term t) {
  const BoundedNumber& number = numbers_.at(t);
  const bool is_wide = number.hi - number.lo > max_bound_factor * power_of_two(t.sort().width());
  return is_wide ? read(t, votes_[t] < 0 ? Sign::Unsigned : Sign::Signed) : number;
}

BoundedNumber IntegerReading::read(Term t, Sign sign) {
  auto& known = sign == Sign::Signed ? signed_ : unsigned_;
  const auto found = known.find(t);
  if (found != known.end()) return found->second;
  return known.emplace(t, arithmetic_.normalized(numbers_.at(t), t.sort().width(), sign)).first->second;
}

}  // namespace pendulum::check
