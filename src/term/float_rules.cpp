// Simplifications of operators on floating-point numbers. Few laws of the real numbers hold for them: x * 1
// is not x if x is another NaN than computed_nan(); -0 + 0 is 0; not (x < y) is not y <= x; sums are not
// associative.
#include "term/float_rules.h"

#include <algorithm>

#include "term/core_rules.h"
#include "term/ieee754/evaluate_float.h"
#include "term/ieee754/float_arithmetic.h"
#include "term/ieee754/rounding.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

/// Returns true if every number of `narrow` is a number of `wide`.
bool contains_format(FloatFormat wide, FloatFormat narrow) {
  return narrow.exponent_bits <= wide.exponent_bits && narrow.significand_bits <= wide.significand_bits;
}

/// Returns true for conversions that need no rounding.
bool is_widening(Term term) {
  return term.kind() == Kind::FloatToFloat && contains_format(FloatFormat::from_code(term.parameter(1)),
                                                              FloatFormat::from_code(term.parameter(0)));
}

/// Returns true for operators whose results are numbers: their NaN is computed_nan().
bool has_computed_nan(Kind kind) {
  return is_float_operator(kind) && !is_float_comparison(kind) && kind != Kind::FloatToSigned &&
         kind != Kind::FloatToUnsigned;
}

/// Orders the operands of commutative operators as BitVecRules::binary does: a value is the second one. The
/// rounding mode remains the first child.
void order_operands(Kind kind, TermVector& children) {
  const bool is_ordered =
      kind == Kind::FloatAdd || kind == Kind::FloatMul || kind == Kind::FloatFma || kind == Kind::FloatEq;
  if (!is_ordered) return;
  Term& a = children[kind == Kind::FloatEq ? 0 : 1];
  Term& b = children[kind == Kind::FloatEq ? 1 : 2];
  if (a.is_value() ? !b.is_value() || b < a : !b.is_value() && b < a) std::swap(a, b);
}

}  // namespace

Term FloatRules::make(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t parameter0,
                      std::uint32_t parameter1) {
  Application application{kind, sort, TermVector(children.begin(), children.end()), parameter0, parameter1};
  order_operands(kind, application.children);
  normalize_mode(application);
  Term result = folded(application);
  if (!result) result = over_ite(application);
  if (!result) result = simpler(application);
  return result ? result : table_.make(kind, sort, application.children, parameter0, parameter1);
}

/// A conversion that needs no rounding, and the modes 5, 6 and 7, get the mode NearestEven.
void FloatRules::normalize_mode(Application& application) {
  if (is_float_comparison(application.kind)) return;
  Term& mode = application.children[0];
  const Term nearest =
      manager_.mk_bv(static_cast<std::int64_t>(RoundingMode::NearestEven), rounding_mode_width);
  const bool is_exact = application.kind == Kind::FloatToFloat &&
                        contains_format(application.result_format(), application.format());
  const auto is_nearest = [&] {
    return rounding_mode(mode.integer_value().get_ui()) == RoundingMode::NearestEven;
  };
  if (is_exact || (mode.is_value() && is_nearest())) mode = nearest;
}

Term FloatRules::folded(const Application& application) {
  std::vector<mpz_class> operands;
  for (const Term child : application.children) {
    if (!child.is_value()) return Term();
    operands.push_back(child.integer_value());
  }
  const std::uint32_t integer_width = application.children.back().sort().width();
  const mpz_class value = evaluate_float(
      {application.kind, application.parameter0, application.parameter1, integer_width}, operands);
  return application.sort.is_bool() ? manager_.mk_bool(value != 0)
                                    : manager_.mk_bv(value, application.sort.width());
}

/// Moves an operator on values and one ite of values into the ite, where its operands are values.
Term FloatRules::over_ite(const Application& application) {
  const auto is_open = [](Term child) { return !child.is_value(); };
  const auto open = std::ranges::find_if(application.children, is_open);
  if (open == application.children.end() || !is_ite_of_values(*open)) return Term();
  if (std::ranges::count_if(application.children, is_open) != 1) return Term();
  const auto branch = [&](std::size_t child) {
    Application result = application;
    result.children[static_cast<std::size_t>(open - application.children.begin())] = (*open)[child];
    return folded(result);
  };
  return manager_.mk_ite((*open)[0], branch(1), branch(2));
}

Term FloatRules::simpler(const Application& application) {
  if (const Term result = without_nan(application)) return result;
  if (is_float_comparison(application.kind)) return comparison(application);
  if (application.kind == Kind::FloatToFloat) return conversion(application);
  if (application.kind == Kind::FloatAdd) return sum(application);
  if (application.kind == Kind::FloatMul || application.kind == Kind::FloatDiv) return product(application);
  return Term();
}

/// op(ite(c, NaN, x), ...)          ->  ite(c, computed_nan, op(x, ...)), and op(x, ...) if c is is_nan(x)
/// compare(ite(c, NaN, x), y)       ->  not c and compare(x, y), and compare(x, y) if c is is_nan(x)
Term FloatRules::without_nan(const Application& application) {
  const bool is_comparison = is_float_comparison(application.kind);
  if (!is_comparison && !has_computed_nan(application.kind)) return Term();
  if (application.kind == Kind::FloatFromSigned || application.kind == Kind::FloatFromUnsigned) return Term();
  const FloatFormat format = application.format();
  const auto is_nan_value = [&](Term term) {
    return term.is_value() && term::is_nan(format, term.integer_value());
  };
  for (std::size_t i = is_comparison ? 0 : 1; i < application.children.size(); ++i) {
    const Term operand = application.children[i];
    if (operand.kind() != Kind::Ite || !(is_nan_value(operand[1]) || is_nan_value(operand[2]))) continue;
    const bool is_first = is_nan_value(operand[1]);
    const Term otherwise = operand[is_first ? 2 : 1];
    const Term condition = is_first ? operand[0] : manager_.mk_not(operand[0]);
    TermVector children = application.children;
    children[i] = otherwise;
    const Term result =
        manager_.mk_float(application.kind, children, application.parameter0, application.parameter1);
    if (condition == is_nan(format, otherwise)) return result;
    if (is_comparison) return manager_.mk_and(manager_.mk_not(condition), result);
    const FloatFormat of_result =
        application.kind == Kind::FloatToFloat ? application.result_format() : format;
    return manager_.mk_ite(condition, number(of_result, of_result.computed_nan()), result);
  }
  return Term();
}

/// With a known rounding mode, where N is the zero that is neutral (0 if the mode is Downward, otherwise -0),
/// Z the other zero, and S a zero whose sign is not known:
///   x + N   ->  x, and computed_nan for NaN
///   x + Z   ->  Z if x is N, otherwise as x + N
///   x + S   ->  the sum of the zeros if x is a zero, otherwise as x + N
///   x + -x  ->  Z if x is finite, otherwise computed_nan
Term FloatRules::sum(const Application& application) {
  const Term mode = application.children[0];
  if (!mode.is_value()) return Term();
  const bool is_downward = rounding_mode(mode.integer_value().get_ui()) == RoundingMode::Downward;
  const FloatFormat format = application.format();
  const Term zero = number(format, 0);
  const Term minus_zero = number(format, format.sign_bit());
  const Term neutral = is_downward ? zero : minus_zero;
  const Term other = is_downward ? minus_zero : zero;
  for (const std::size_t i : {1, 2}) {
    const Term x = application.children[i];
    const Term y = application.children[3 - i];
    if (y == neutral) return with_computed_nan(format, x);
    if (y == other) return if_nan(format, x, manager_.mk_ite(manager_.mk_eq(x, neutral), other, x));
    if (is_zero(format, y)) {
      const Term both = manager_.mk_bv_binary(is_downward ? Kind::BvOr : Kind::BvAnd, x, y);
      return if_nan(format, x, manager_.mk_ite(manager_.mk_eq(magnitude(format, x), zero), both, x));
    }
    if (y == negate(format, x)) {
      const Term is_finite = manager_.mk_bvult(magnitude(format, x), number(format, format.infinity()));
      return manager_.mk_ite(is_finite, other, number(format, format.computed_nan()));
    }
  }
  return Term();
}

/// x * 1, x / 1    ->  x, and computed_nan for NaN
/// x * -1, x / -1  ->  -x, and computed_nan for NaN
/// x * 0, x * -0   ->  computed_nan if x is not finite, otherwise the zero with the sign of the product
Term FloatRules::product(const Application& application) {
  const Term x = application.children[1];
  const Term factor = application.children[2];
  if (!factor.is_value() || x.is_value()) return Term();
  const FloatFormat format = application.format();
  const mpz_class one = mpz_class((1U << (format.exponent_bits - 1)) - 1) << format.fraction_bits();
  const mpz_class& value = factor.integer_value();
  if (value == one) return with_computed_nan(format, x);
  if (value == one + format.sign_bit()) return if_nan(format, x, negate(format, x));
  if (application.kind == Kind::FloatDiv || !term::is_zero(format, value)) return Term();
  const Term is_finite = manager_.mk_bvult(magnitude(format, x), number(format, format.infinity()));
  const Term product = manager_.mk_bv_binary(Kind::BvXor, x, factor);
  const Term zero = manager_.mk_bv_binary(Kind::BvAnd, product, number(format, format.sign_bit()));
  return manager_.mk_ite(is_finite, zero, number(format, format.computed_nan()));
}

Term FloatRules::with_computed_nan(FloatFormat format, Term x) {
  return has_computed_nan(x.kind()) ? x : if_nan(format, x, x);
}

Term FloatRules::if_nan(FloatFormat format, Term x, Term otherwise) {
  return manager_.mk_ite(is_nan(format, x), number(format, format.computed_nan()), otherwise);
}

Term FloatRules::negate(FloatFormat format, Term x) {
  return manager_.mk_bv_binary(Kind::BvXor, x, number(format, format.sign_bit()));
}

bool FloatRules::is_zero(FloatFormat format, Term term, unsigned depth) {
  if (term.is_value()) return term::is_zero(format, term.integer_value());
  if (term.kind() == Kind::Ite)
    return depth > 0 && is_zero(format, term[1], depth - 1) && is_zero(format, term[2], depth - 1);
  return term.kind() == Kind::BvAnd && std::ranges::any_of(term.children(), [&](Term part) {
           return part.is_value() && part.integer_value() == format.sign_bit();
         });
}

/// to_float(x), to the format of x       ->  ite(is_nan(x), computed_nan, x)
/// to_float(to_float(x)), inner widening ->  to_float(x), rounded by the outer mode
Term FloatRules::conversion(const Application& application) {
  const Term mode = application.children[0];
  const Term operand = application.children[1];
  const FloatFormat format = application.format();
  if (format == application.result_format()) {
    return manager_.mk_ite(is_nan(format, operand), number(format, format.computed_nan()), operand);
  }
  if (!is_widening(operand)) return Term();
  return manager_.mk_float(Kind::FloatToFloat, TermVector{mode, operand[1]}, operand.parameter(0),
                           application.parameter1);
}

/// x < x                 ->  false
/// x = x, x <= x         ->  not is_nan(x)
Term FloatRules::comparison(const Application& application) {
  const Term a = application.children[0];
  const Term b = application.children[1];
  if (a == b) {
    if (application.kind == Kind::FloatLt) return manager_.mk_false();
    return manager_.mk_not(is_nan(application.format(), a));
  }
  Term result = comparison_of_widened(application);
  if (!result && (a.is_value() || b.is_value())) result = comparison_with_value(application);
  return result;
}

/// Each comparison with NaN     ->  false
/// x = 0                        ->  the magnitude of x is 0
/// x = c, c is not 0            ->  x and c have the same bits
/// x < -infinity, infinity < x  ->  false
Term FloatRules::comparison_with_value(const Application& application) {
  const FloatFormat format = application.format();
  const Term a = application.children[0];
  const Term b = application.children[1];
  const mpz_class& value = (a.is_value() ? a : b).integer_value();
  if (term::is_nan(format, value)) return manager_.mk_false();
  if (application.kind == Kind::FloatEq) {
    if (term::is_zero(format, value))
      return manager_.mk_eq(magnitude(format, a), manager_.mk_bv(0, format.width()));
    return manager_.mk_eq(a, b);
  }
  if (application.kind == Kind::FloatLt && is_infinite(format, value)) {
    const bool is_outside = is_negative(format, value) == b.is_value();
    if (is_outside) return manager_.mk_false();
  }
  return Term();
}

/// With numbers x, y of the same narrower format, where up and down are the neighbours of c there:
///   widened(x) < widened(y)  ->  x < y, and the same for = and <=
///   widened(x) = c           ->  x = c; false if c is not a number of the narrower format
///   widened(x) < c           ->  x < up(c)      widened(x) <= c  ->  x <= down(c)
///   c < widened(x)           ->  down(c) < x    c <= widened(x)  ->  up(c) <= x
/// up(c) = down(c) = c if c is a number of the narrower format. up is infinite if c is larger than all finite
/// numbers, and down is the largest one of them. A zero may have either sign.
Term FloatRules::comparison_of_widened(const Application& application) {
  const Term a = application.children[0];
  const Term b = application.children[1];
  const Kind kind = application.kind;
  const Term widened = is_widening(a) ? a : b;
  if (!is_widening(widened)) return Term();
  const FloatFormat narrow = FloatFormat::from_code(widened.parameter(0));
  const Term other = widened == a ? b : a;
  if (is_widening(other) && other.parameter(0) == widened.parameter(0))
    return compare(kind, narrow, a[1], b[1]);
  if (!other.is_value()) return Term();
  const mpz_class& value = other.integer_value();
  const auto narrowed = [&](RoundingMode mode) {
    return FloatArithmetic(narrow, mode).from_float(application.format(), value);
  };
  if (kind == Kind::FloatEq) {
    const mpz_class result = narrowed(RoundingMode::TowardZero);
    const mpz_class back =
        FloatArithmetic(application.format(), RoundingMode::TowardZero).from_float(narrow, result);
    if (!float_eq(application.format(), back, value)) return manager_.mk_false();
    return compare(kind, narrow, widened[1], number(narrow, result));
  }
  const bool is_up = (kind == Kind::FloatLt) == (other == b);
  const Term bound = number(narrow, narrowed(is_up ? RoundingMode::Upward : RoundingMode::Downward));
  return other == b ? compare(kind, narrow, widened[1], bound) : compare(kind, narrow, bound, widened[1]);
}

Term FloatRules::compare(Kind kind, FloatFormat format, Term a, Term b) {
  return manager_.mk_float(kind, TermVector{a, b}, format.code());
}

Term FloatRules::is_nan(FloatFormat format, Term a) {
  return manager_.mk_bvult(number(format, format.infinity()), magnitude(format, a));
}

Term FloatRules::magnitude(FloatFormat format, Term a) {
  return manager_.mk_bv_binary(Kind::BvAnd, a, number(format, format.sign_bit() - 1));
}

Term FloatRules::number(FloatFormat format, const mpz_class& encoding) {
  return manager_.mk_bv(encoding, format.width());
}

}  // namespace pendulum::term
