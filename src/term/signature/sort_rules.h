// Internal: the SortRule of an operator as code. The functions are templates over the type of the children,
// which have a sort(), because this folder does not know terms. They are inline: most callers pass a constant
// kind and a fixed number of children, for which only the comparisons of sorts remain.
#pragma once

#include <span>

#include "base/check.h"
#include "term/signature/float_format.h"
#include "term/signature/kind_info.h"
#include "term/signature/sort_table.h"

namespace pendulum::term {

namespace sort_rules {

inline void check_sort(Sort sort, bool is_right, const char* wanted) {
  PENDULUM_CHECK(is_right, "the sort of the argument should be {}, not {}", wanted, sort.to_string());
}

inline void check_bool(Sort sort) {
  check_sort(sort, sort.is_bool(), "Bool");
}
inline void check_bitvec(Sort sort) {
  check_sort(sort, sort.is_bitvec(), "a bit-vector");
}
inline void check_int(Sort sort) {
  check_sort(sort, sort.is_int(), "Int");
}
inline void check_real(Sort sort) {
  check_sort(sort, sort.is_real(), "Real");
}
inline void check_number(Sort sort) {
  check_sort(sort, sort.is_int() || sort.is_real(), "Int or Real");
}
inline void check_array(Sort sort) {
  check_sort(sort, sort.is_array(), "an array");
}
inline void check_same(Sort a, Sort b) {
  PENDULUM_CHECK(a == b, "the sorts {} and {} should be the same", a.to_string(), b.to_string());
}

inline void check_width(Sort sort, std::uint32_t width) {
  check_bitvec(sort);
  PENDULUM_CHECK(sort.width() == width, "the argument should have {} bits, not {}", width, sort.width());
}
inline void check_rounding_mode(Sort sort) {
  check_width(sort, rounding_mode_width);
}

/// Checks that all children are encodings of numbers of the format with this code.
template <typename Child>
void check_format(std::span<const Child> children, std::uint32_t code) {
  for (const Child& child : children) check_width(child.sort(), FloatFormat::from_code(code).width());
}

template <typename Child>
void check_all(void (*check)(Sort), std::span<const Child> children) {
  for (const Child& child : children) check(child.sort());
}

template <typename Child>
void check_all_same(std::span<const Child> children) {
  for (const Child& child : children.subspan(1)) check_same(children[0].sort(), child.sort());
}

}  // namespace sort_rules

/// Throws InternalError if the sorts of the children do not fit the operator. Requires: the operator has a
/// rule (not SortRule::Given), and it has a child unless the rule is SortRule::Bools. The parameters matter
/// only for operators on floating-point numbers.
template <typename Child>
inline void check_sorts(Kind kind, std::span<const Child> c, std::uint32_t parameter0 = 0,
                        std::uint32_t parameter1 = 0) {
  using namespace sort_rules;
  switch (sort_rule(kind)) {
    case SortRule::Bools:
      return check_all(check_bool, c);
    case SortRule::SameToBool:
      return check_all_same(c);
    case SortRule::Ite:
      check_bool(c[0].sort());
      return check_all_same(c.subspan(1));
    case SortRule::BitVecs:
    case SortRule::BitVecsToBool:
      check_bitvec(c[0].sort());
      return check_all_same(c);
    case SortRule::Concat:
    case SortRule::Extract:
    case SortRule::Extend:
    case SortRule::BitVecToInt:
      return check_all(check_bitvec, c);
    case SortRule::Floats:
      check_rounding_mode(c[0].sort());
      return check_format(c.subspan(1), parameter0);
    case SortRule::FloatsToBool:
      return check_format(c, parameter0);
    case SortRule::FloatToFloat:
      PENDULUM_CHECK(FloatFormat::is_code(parameter1), "{} should be the code of a format", parameter1);
      check_rounding_mode(c[0].sort());
      return check_format(c.subspan(1), parameter0);
    case SortRule::BitVecToFloat:
      PENDULUM_CHECK(FloatFormat::is_code(parameter0), "{} should be the code of a format", parameter0);
      check_rounding_mode(c[0].sort());
      return check_bitvec(c[1].sort());
    case SortRule::FloatToBitVec:
      PENDULUM_CHECK(parameter1 >= 1, "the result should have at least one bit");
      check_rounding_mode(c[0].sort());
      return check_format(c.subspan(1), parameter0);
    case SortRule::Numbers:
    case SortRule::NumbersToBool:
      check_number(c[0].sort());
      return check_all_same(c);
    case SortRule::Ints:
    case SortRule::IntToReal:
    case SortRule::IntToBitVec:
      return check_all(check_int, c);
    case SortRule::Reals:
    case SortRule::RealToInt:
      return check_all(check_real, c);
    case SortRule::Select:
    case SortRule::Store:
      check_array(c[0].sort());
      check_same(c[0].sort().index(), c[1].sort());
      if (c.size() == 3) check_same(c[0].sort().element(), c[2].sort());
      return;
    case SortRule::ConstArray:
      return;  // the array sort is not known here
    case SortRule::Quantifier:
      return check_bool(c.back().sort());
    case SortRule::Given:
      break;
  }
  PENDULUM_CHECK(false, "{} should have a rule for its sorts", name_of(kind));
}

/// Returns the sort of an application. Requires: check_sorts(kind, children) has returned, and the sort
/// follows from the children and the parameters (not SortRule::ConstArray).
template <typename Child>
Sort result_sort(SortTable& sorts, Kind kind, std::span<const Child> c, std::uint32_t parameter0,
                 std::uint32_t parameter1) {
  switch (sort_rule(kind)) {
    case SortRule::Bools:
    case SortRule::SameToBool:
    case SortRule::BitVecsToBool:
    case SortRule::NumbersToBool:
    case SortRule::FloatsToBool:
    case SortRule::Quantifier:
      return sorts.boolean();
    case SortRule::Ite:
      return c[1].sort();
    case SortRule::BitVecs:
    case SortRule::Numbers:
    case SortRule::Ints:
    case SortRule::Reals:
    case SortRule::Store:
      return c[0].sort();
    case SortRule::Concat:
      return sorts.bitvec(c[0].sort().width() + c[1].sort().width());
    case SortRule::Extract:
      return sorts.bitvec(parameter0 - parameter1 + 1);
    case SortRule::Floats:
    case SortRule::BitVecToFloat:
      return sorts.bitvec(FloatFormat::from_code(parameter0).width());
    case SortRule::FloatToFloat:
      return sorts.bitvec(FloatFormat::from_code(parameter1).width());
    case SortRule::FloatToBitVec:
      return sorts.bitvec(parameter1);
    case SortRule::Extend:
      return sorts.bitvec(c[0].sort().width() + parameter0);
    case SortRule::IntToReal:
      return sorts.real();
    case SortRule::RealToInt:
    case SortRule::BitVecToInt:
      return sorts.integer();
    case SortRule::IntToBitVec:
      return sorts.bitvec(parameter0);
    case SortRule::Select:
      return c[0].sort().element();
    case SortRule::ConstArray:
    case SortRule::Given:
      break;
  }
  PENDULUM_CHECK(false, "the sort of {} should follow from its children", name_of(kind));
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::term
