#include "term/bitvec_comparison_rules.h"

#include <algorithm>

#include "term/bitvec_fold.h"
#include "term/core_rules.h"

namespace pendulum::term {

namespace {

mpz_class smallest(std::uint32_t width) {
  return -power_of_two(width - 1);
}
mpz_class largest(std::uint32_t width) {
  return power_of_two(width - 1) - 1;
}

/// Returns a width that can represent the signed value of the term in every model.
std::uint32_t signed_width(Term term) {
  const std::uint32_t width = term.sort().width();
  if (term.kind() == Kind::BvSignExtend) return term[0].sort().width();
  if (term.kind() == Kind::BvZeroExtend) return std::min(width, term[0].sort().width() + 1);
  if (term.is_value()) {
    const mpz_class value = term.signed_value();
    const mpz_class magnitude = value < 0 ? mpz_class(-value - 1) : value;
    return magnitude == 0 ? 1 : static_cast<std::uint32_t>(mpz_sizeinbase(magnitude.get_mpz_t(), 2)) + 1;
  }
  return width;
}

}  // namespace

Term BitVecComparisonRules::unsigned_comparison(Kind kind, Term a, Term b) {
  const bool strict = is_strict_comparison(kind);
  if (a == b) return manager_.mk_bool(!strict);
  if (strict) {
    if (is_zero(b) || is_ones(a)) return manager_.mk_false();
    if (is_zero(a)) return manager_.mk_distinct(a, b);
    if (is_one(b)) return manager_.mk_eq(a, zero(a));
    if (is_ones(b)) return manager_.mk_distinct(a, b);
  } else {
    if (is_zero(a) || is_ones(b)) return manager_.mk_true();
    if (is_zero(b) || is_ones(a)) return manager_.mk_eq(a, b);
  }
  return comparison_of_extensions(kind, a, b);
}

Term BitVecComparisonRules::signed_comparison(Kind kind, Term a, Term b) {
  const bool strict = is_strict_comparison(kind);
  if (a == b) return manager_.mk_bool(!strict);
  const std::uint32_t width = a.sort().width();
  const auto is = [&](Term t, const mpz_class& value) { return t.is_value() && t.signed_value() == value; };
  if (a.is_value() || b.is_value()) {
    const mpz_class min = smallest(width);
    const mpz_class max = largest(width);
    if (strict && (is(b, min) || is(a, max))) return manager_.mk_false();
    if (strict && (is(a, min) || is(b, max))) return manager_.mk_distinct(a, b);
    if (!strict && (is(a, min) || is(b, max))) return manager_.mk_true();
    if (!strict && (is(b, min) || is(a, max))) return manager_.mk_eq(a, b);
    // x < min + 1 is x = min, and max - 1 < x is x = max.
    if (strict && is(b, min + 1)) return manager_.mk_eq(a, manager_.mk_bv(min, width));
    if (strict && is(a, max - 1)) return manager_.mk_eq(b, manager_.mk_bv(max, width));
  }
  return comparison_of_extensions(kind, a, b);
}

/// Both kinds of extension preserve the unsigned order of their arguments, and sign extension also preserves
/// the signed order. Zero extensions are not negative, so the signed and the unsigned order agree on them.
Term BitVecComparisonRules::comparison_of_extensions(Kind kind, Term a, Term b) {
  const bool is_signed = is_signed_comparison(kind);
  if (is_extension(a.kind()) && b.kind() == a.kind() && a[0].sort() == b[0].sort()) {
    if (is_signed && a.kind() == Kind::BvZeroExtend)
      kind = is_strict_comparison(kind) ? Kind::BvUlt : Kind::BvUle;
    return terms_.binary(kind, a[0], b[0]);
  }
  const bool has_value = (is_extension(a.kind()) && b.is_value()) || (a.is_value() && is_extension(b.kind()));
  return has_value ? extension_with_value(kind, a, b) : Term();
}

/// One side is an extension of x, the other one a value. Decides the comparison if the value is out of the
/// range of the extension; otherwise compares x with the truncated value.
Term BitVecComparisonRules::extension_with_value(Kind kind, Term a, Term b) {
  PENDULUM_DCHECK(a.is_value() != b.is_value(), "one side should be a value, the other one an extension");
  const bool is_signed = is_signed_comparison(kind);
  const bool value_first = a.is_value();
  const Term extension = value_first ? b : a;
  const bool zero_extended = extension.kind() == Kind::BvZeroExtend;
  if (!zero_extended && !is_signed) return Term();  // the unsigned range of a sign extension has a gap
  const mpz_class value =
      is_signed ? (value_first ? a : b).signed_value() : (value_first ? a : b).integer_value();
  const std::uint32_t inner = extension[0].sort().width();
  const mpz_class low = zero_extended ? mpz_class(0) : smallest(inner);
  const mpz_class high = zero_extended ? mpz_class(power_of_two(inner) - 1) : largest(inner);
  if (value < low) return manager_.mk_bool(value_first);    // value < x
  if (value > high) return manager_.mk_bool(!value_first);  // x < value
  if (zero_extended) kind = is_strict_comparison(kind) ? Kind::BvUlt : Kind::BvUle;
  const Term narrow = manager_.mk_bv(value, inner);
  return value_first ? terms_.binary(kind, narrow, extension[0]) : terms_.binary(kind, extension[0], narrow);
}

Term BitVecComparisonRules::overflow(Kind kind, Term a, Term b) {
  PENDULUM_DCHECK(is_bitvec_overflow(kind), "'{}' should be an overflow predicate", name_of(kind));
  const std::uint32_t width = a.sort().width();
  const std::uint32_t width_a = signed_width(a);
  const std::uint32_t width_b = signed_width(b);
  // For operands of m and n bits, sum and difference fit in max(m, n) + 1 bits, and the product fits in m + n
  // bits.
  const std::uint32_t needed = kind == Kind::BvSmulo ? width_a + width_b : std::max(width_a, width_b) + 1;
  if (needed <= width) return manager_.mk_false();
  if (kind == Kind::BvSsubo && a == b) return manager_.mk_false();
  if (b.is_value()) return overflow_with_value(kind, a, b.signed_value());
  if (kind == Kind::BvSsubo && a.is_value()) return difference_overflow_of_value(a.signed_value(), b);
  return Term();
}

/// Rewrites overflow for a value b to a condition on a; null for products with factors except -1, 0 and 1.
Term BitVecComparisonRules::overflow_with_value(Kind kind, Term a, const mpz_class& b) {
  const std::uint32_t width = a.sort().width();
  const auto above = [&](const mpz_class& limit) {
    return manager_.mk_bvslt(manager_.mk_bv(limit, width), a);
  };
  const auto below = [&](const mpz_class& limit) {
    return manager_.mk_bvslt(a, manager_.mk_bv(limit, width));
  };
  if (b == 0) return manager_.mk_false();
  if (kind == Kind::BvSaddo) return b > 0 ? above(largest(width) - b) : below(smallest(width) - b);
  if (kind == Kind::BvSsubo) return b > 0 ? below(smallest(width) + b) : above(largest(width) + b);
  if (b == 1) return manager_.mk_false();
  if (b == -1) return manager_.mk_eq(a, manager_.mk_bv(smallest(width), width));
  return Term();
}

/// Overflow of a - b for a value a: the result can only be too large if a >= 0 (b < a - max), and only too
/// small if a < 0 (a - min < b).
Term BitVecComparisonRules::difference_overflow_of_value(const mpz_class& a, Term b) {
  const std::uint32_t width = b.sort().width();
  if (a >= 0) return manager_.mk_bvslt(b, manager_.mk_bv(mpz_class(a - largest(width)), width));
  return manager_.mk_bvslt(manager_.mk_bv(mpz_class(a - smallest(width)), width), b);
}

/// Returns a term of width `width` whose sign extension is `term`; null if no simple one is found.
Term BitVecComparisonRules::narrowed(Term term, std::uint32_t width) {
  const std::uint32_t added = term.sort().width() - width;
  if (term.kind() == Kind::BvSignExtend && term.parameter(0) >= added) {
    return terms_.sign_extend(term[0], term.parameter(0) - added);
  }
  if (term.kind() == Kind::BvZeroExtend && term.parameter(0) > added) {
    return terms_.zero_extend(term[0], term.parameter(0) - added);
  }
  if (term.is_value() && signed_width(term) <= width) return terms_.extract(term, width - 1, 0);
  if (is_ite_of_values(term) && signed_width(term[1]) <= width && signed_width(term[2]) <= width) {
    return terms_.extract(term, width - 1, 0);
  }
  return Term();
}

/// Recognises negated overflow predicates in the form in which they are printed: exact = sign_extend(low bits
/// of exact), where `exact` is a sum, difference or product of sign extensions with enough bits for the exact
/// result.
Term BitVecComparisonRules::no_overflow(Term exact, Term back) {
  if (back.kind() != Kind::BvSignExtend || back[0].kind() != Kind::BvExtract || back[0][0] != exact ||
      back[0].parameter(1) != 0) {
    return Term();
  }
  const std::uint32_t width = back[0].sort().width();
  const bool is_product = exact.kind() == Kind::BvMul;
  if (!is_product && exact.kind() != Kind::BvAdd && exact.kind() != Kind::BvSub) return Term();
  if (is_product && back.parameter(0) < width) return Term();
  const Term a = narrowed(exact[0], width);
  const Term b = narrowed(exact[1], width);
  if (a.is_null() || b.is_null()) return Term();
  const Kind kind = is_product ? Kind::BvSmulo : exact.kind() == Kind::BvAdd ? Kind::BvSaddo : Kind::BvSsubo;
  return manager_.mk_not(terms_.binary(kind, a, b));
}

Term BitVecComparisonRules::equality(Term a, Term b) {
  PENDULUM_DCHECK(a.sort() == b.sort() && !a.is_value(), "only the second side should be a value");
  if (b.is_value()) return equality_with_value(a, b);
  if (const Term found = no_overflow(a, b)) return found;
  if (const Term found = no_overflow(b, a)) return found;
  if (is_extension(a.kind()) && is_extension(b.kind())) return equality_of_extensions(a, b);
  // x + y = x + z is y = z, and x = x + z is z = 0.
  const auto rest = [](Term sum, Term x) {
    return sum.kind() != Kind::BvAdd ? Term() : sum[0] == x ? sum[1] : sum[1] == x ? sum[0] : Term();
  };
  if (const Term r = rest(a, b)) return manager_.mk_eq(r, zero(a));
  if (const Term r = rest(b, a)) return manager_.mk_eq(r, zero(a));
  if (a.kind() == Kind::BvAdd && b.kind() == Kind::BvAdd) {
    if (const Term r = rest(b, a[0])) return manager_.mk_eq(a[1], r);
    if (const Term r = rest(b, a[1])) return manager_.mk_eq(a[0], r);
  }
  if (a.kind() == b.kind() && (a.kind() == Kind::BvNot || a.kind() == Kind::BvNeg)) {
    return manager_.mk_eq(a[0], b[0]);
  }
  return Term();
}

Term BitVecComparisonRules::equality_of_extensions(Term a, Term b) {
  if (a.kind() == b.kind() && a[0].sort() == b[0].sort()) return manager_.mk_eq(a[0], b[0]);
  if (a.kind() == Kind::BvZeroExtend && b.kind() == Kind::BvZeroExtend) {
    if (a.parameter(0) < b.parameter(0)) std::swap(a, b);
    // Compare the wider argument with the narrower one, extended to the same width.
    return manager_.mk_eq(terms_.zero_extend(a[0], a.parameter(0) - b.parameter(0)), b[0]);
  }
  return Term();
}

/// Solves a = value for the argument of `a` if the operator of `a` is invertible.
Term BitVecComparisonRules::equality_with_value(Term a, Term value) {
  if (is_extension(a.kind())) {
    const std::uint32_t inner = a[0].sort().width();
    const Term narrow = terms_.extract(value, inner - 1, 0);
    const std::uint32_t added = a.parameter(0);
    const Term back = a.kind() == Kind::BvZeroExtend ? terms_.zero_extend(narrow, added)
                                                     : terms_.sign_extend(narrow, added);
    return back == value ? manager_.mk_eq(a[0], narrow) : manager_.mk_false();
  }
  if (a.kind() == Kind::BvNot) return manager_.mk_eq(a[0], terms_.complement(value));
  if (a.kind() == Kind::BvNeg) return manager_.mk_eq(a[0], terms_.negation(value));
  if (a.kind() == Kind::BvAdd && a[1].is_value())
    return manager_.mk_eq(a[0], terms_.fold(Kind::BvSub, value, a[1]));
  if (a.kind() == Kind::BvXor && a[1].is_value())
    return manager_.mk_eq(a[0], terms_.fold(Kind::BvXor, value, a[1]));
  if (a.kind() == Kind::BvSub && a[0].is_value())
    return manager_.mk_eq(a[1], terms_.fold(Kind::BvSub, a[0], value));
  if (a.kind() == Kind::BvSub && is_zero(value)) return manager_.mk_eq(a[0], a[1]);
  return Term();
}

}  // namespace pendulum::term
