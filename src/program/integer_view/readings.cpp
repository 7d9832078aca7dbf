// Converts integers that are congruent to a bit-vector to the number that the bit-vector represents under a
// reading, and creates the internal inputs for this.
#include "base/check.h"
#include "base/integer_math.h"
#include "program/integer_view/integer_view_edge.h"

namespace pendulum::program {

using term::Kind;
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

IntegerValue IntegerEdge::constant(const mpz_class& value) {
  return {terms_.mk_int(value), value, value};
}

Term IntegerEdge::fresh(const std::string& name, term::Sort sort) {
  const Term symbol = terms_.mk_fresh(name, sort);
  result_.inputs.push_back({symbol, {InputOrigin::Kind::Internal, name, 0, edge_.where, 0}});
  return symbol;
}

void IntegerEdge::require_range(const IntegerValue& value) {
  PENDULUM_CHECK(value.lo <= value.hi, "the range {} ... {} of an input should not be empty",
                 value.lo.get_str(), value.hi.get_str());
  require(terms_.mk_le(terms_.mk_int(value.lo), value.term));
  require(terms_.mk_le(value.term, terms_.mk_int(value.hi)));
}

// Soundness: the input may have any value of the range, so the edge has at least the steps of the original.
IntegerValue IntegerEdge::unknown(Term t, Reading reading) {
  const std::string name(t.kind() == Kind::Apply ? t.function().name : term::name_of(t.kind()));
  approximations_.insert(name + " at " + edge_.where.to_string());
  ++num_wraps_;
  IntegerValue value = range_of(reading, t.sort().width());
  value.term = fresh(name, terms_.int_sort());
  require_range(value);
  return value;
}

IntegerValue IntegerEdge::read(Term t, Reading reading) {
  PENDULUM_CHECK(t.sort().is_bitvec(), "only bit-vectors should have a reading, not {}", t.to_string());
  auto& cache = reading == Reading::Signed ? signed_ : unsigned_;
  const auto found = cache.find(t);
  if (found != cache.end()) return found->second;
  IntegerValue value = normalized(loose(t), t.sort().width(), reading);
  cache.emplace(t, value);
  return value;
}

IntegerValue IntegerEdge::normalized(const IntegerValue& value, std::uint32_t width, Reading reading) {
  IntegerValue result = range_of(reading, width);
  if (result.lo <= value.lo && value.hi <= result.hi) return value;
  ++num_wraps_;
  const mpz_class modulus = base::power_of_two(width);
  const auto multiple = [&](const mpz_class& x) { return base::floor_quotient(x - result.lo, modulus); };
  const mpz_class first = multiple(value.lo), last = multiple(value.hi);
  const auto without = [&](Term k) {
    return terms_.mk_sub(value.term, terms_.mk_mul(terms_.mk_int(modulus), k));
  };
  if (last - first > max_split_multiples) {
    const Term k = fresh("wrap", terms_.int_sort());
    require_range({k, first, last});
    result.term = without(k);
    require_range(result);
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

bool IntegerEdge::fits(Term t, Reading reading) const {
  const IntegerValue& value = bits_.at(t);
  const IntegerValue range = range_of(reading, t.sort().width());
  return range.lo <= value.lo && value.hi <= range.hi;
}

Reading IntegerEdge::cheap_reading(Term t) const {
  return !fits(t, Reading::Signed) && fits(t, Reading::Unsigned) ? Reading::Unsigned : Reading::Signed;
}

IntegerValue IntegerEdge::operand(Term t) {
  const IntegerValue value = loose(t);
  const bool is_wide = value.hi - value.lo > max_loose_multiples * base::power_of_two(t.sort().width());
  return is_wide ? read(t, cheap_reading(t)) : value;
}

}  // namespace pendulum::program
