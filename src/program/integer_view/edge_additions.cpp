#include "program/integer_view/edge_additions.h"

#include "base/check.h"

namespace pendulum::program {

using term::Kind;
using term::Term;

Term EdgeAdditions::fresh(const std::string& name, term::Sort sort) {
  const Term symbol = terms_.mk_fresh(name, sort);
  inputs_.push_back({symbol, {InputOrigin::Kind::Internal, name, 0, where_, 0}});
  return symbol;
}

void EdgeAdditions::require_range(const IntegerValue& value) {
  PENDULUM_CHECK(value.lo <= value.hi, "the range {} ... {} of an input should not be empty",
                 value.lo.get_str(), value.hi.get_str());
  require(terms_.mk_le(terms_.mk_int(value.lo), value.term));
  require(terms_.mk_le(value.term, terms_.mk_int(value.hi)));
}

// Soundness: the input may have any value of the range, so the edge has at least the steps of the original.
IntegerValue EdgeAdditions::unknown(Term t, Reading reading) {
  PENDULUM_CHECK(t.sort().is_bitvec(), "{} should be a bit-vector", t.to_string());
  const std::string name(t.kind() == Kind::Apply ? t.function().name : term::name_of(t.kind()));
  add_approximation(name);
  count_wrap();
  IntegerValue value = range_of(reading, t.sort().width());
  value.term = fresh(name, terms_.int_sort());
  require_range(value);
  return value;
}

void EdgeAdditions::add_approximation(const std::string& name) {
  PENDULUM_CHECK(!name.empty(), "an operator should have a name");
  approximations_.insert(name + " at " + where_.to_string());
}

}  // namespace pendulum::program
