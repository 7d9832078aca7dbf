#include "witness/expression/constant_bounds.h"

#include <algorithm>

namespace pendulum::witness {

using term::Kind;
using term::Term;

namespace {

mpz_class half_range(Term number) {
  return mpz_class(1) << (number.sort().width() - 1);
}

bool is_number(Term term) {
  return term.sort().is_bitvec() && !term.is_value();
}

}  // namespace

/// A sign-extended number has the same value as the number itself.
void ConstantBounds::restrict(Term number, const mpz_class& low, const mpz_class& high) {
  while (number.kind() == Kind::BvSignExtend) number = number[0];
  const mpz_class half = half_range(number);
  Interval& interval = intervals_.try_emplace(number, Interval{-half, half - 1}).first->second;
  interval.low = std::max(interval.low, low);
  interval.high = std::min(interval.high, high);
}

bool ConstantBounds::take(Term conjunct) {
  const Kind kind = conjunct.kind();
  if (kind == Kind::BvSle || kind == Kind::BvSlt) {
    const int strict = kind == Kind::BvSlt ? 1 : 0;
    const Term a = conjunct[0], b = conjunct[1];
    if (is_number(a) && b.is_value()) return restrict(a, -half_range(a), b.signed_value() - strict), true;
    if (a.is_value() && is_number(b)) return restrict(b, a.signed_value() + strict, half_range(b) - 1), true;
    return false;
  }
  if (kind == Kind::Eq && conjunct[0].sort().is_bitvec() &&
      conjunct[0].is_value() != conjunct[1].is_value()) {
    const Term value = conjunct[0].is_value() ? conjunct[0] : conjunct[1];
    const Term number = conjunct[0].is_value() ? conjunct[1] : conjunct[0];
    return restrict(number, value.signed_value(), value.signed_value()), true;
  }
  if ((kind != Kind::BvUle && kind != Kind::BvUlt) || !conjunct[1].is_value()) return false;
  // x + c <u d is the interval from -c to d - c - 1, unless it contains the step from the largest to the
  // smallest number.
  Term number = conjunct[0];
  mpz_class offset = 0;
  if (number.kind() == Kind::BvAdd && number.num_children() == 2) {
    const std::size_t constant = number[0].is_value() ? 0 : 1;
    if (!number[constant].is_value()) return false;
    offset = number[constant].signed_value();
    number = number[1 - constant];
  }
  const mpz_class size = conjunct[1].integer_value() + (kind == Kind::BvUlt ? 0 : 1);
  const mpz_class half = half_range(number), low = -offset, high = low + size - 1;
  if (number.is_value() || size == 0 || low < -half || high >= half) return false;
  restrict(number, low, high);
  return true;
}

bool ConstantBounds::imply(Term conjunct) const {
  const bool is_negated = conjunct.kind() == Kind::Not;
  const Term inner = is_negated ? conjunct[0] : conjunct;
  const auto interval_of = [&](Term equality) {
    if (equality.kind() != Kind::Eq || equality[0].is_value() == equality[1].is_value())
      return intervals_.end();
    return intervals_.find(equality[0].is_value() ? equality[1] : equality[0]);
  };
  const auto value_of = [](Term equality) {
    return (equality[0].is_value() ? equality[0] : equality[1]).signed_value();
  };
  if (is_negated) {
    const auto found = interval_of(inner);
    return found != intervals_.end() &&
           (value_of(inner) < found->second.low || value_of(inner) > found->second.high);
  }
  if (inner.kind() != Kind::Or) return false;
  mpz_class number_of_values = 0;  // values in the interval; the equalities are distinct terms
  const auto first = interval_of(inner[0]);
  if (first == intervals_.end()) return false;
  for (const Term child : inner.children()) {
    if (interval_of(child) != first) return false;
    const mpz_class value = value_of(child);
    if (value >= first->second.low && value <= first->second.high) ++number_of_values;
  }
  return number_of_values == first->second.high - first->second.low + 1;
}

std::vector<ConstantBounds::Bound> ConstantBounds::bounds() const {
  std::vector<Bound> result;
  for (const auto& [number, interval] : intervals_) {
    Bound& bound = result.emplace_back();
    if (interval.low > interval.high) {
      bound.as_signed = {terms_.mk_false()};
      continue;
    }
    const std::uint32_t width = number.sort().width();
    const mpz_class half = half_range(number);
    const Term low = terms_.mk_bv(interval.low, width), high = terms_.mk_bv(interval.high, width);
    if (interval.low == interval.high) {
      bound.as_signed = {terms_.mk_eq(number, low)};
      continue;
    }
    if (interval.low > -half) bound.as_signed.push_back(terms_.mk_bvsle(low, number));
    if (interval.high < half - 1) bound.as_signed.push_back(terms_.mk_bvsle(number, high));
    if (interval.low < 0) continue;
    if (interval.low > 0) bound.as_unsigned.push_back(terms_.mk_bvule(low, number));
    bound.as_unsigned.push_back(terms_.mk_bvule(number, high));
  }
  return result;
}

}  // namespace pendulum::witness
