// Array values and their normal form. Two array values of one manager denote the same array iff their normal
// forms are identical terms.
#include "term/evaluation/array_value.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/check.h"

namespace pendulum::term {

namespace {

/// Orders numbers by value and all other terms by id. The order of numbers does not depend on when they were
/// made.
struct ValueLess {
  bool operator()(Term a, Term b) const {
    if (a.kind() != b.kind()) return a < b;
    if (a.kind() == Kind::BitVecValue || a.kind() == Kind::IntValue)
      return a.integer_value() < b.integer_value();
    if (a.kind() == Kind::RealValue) return a.rational_value() < b.rational_value();
    return a < b;
  }
};

using Entries = std::map<Term, Term, ValueLess>;

/// Returns the number of indices of a sort, or no value if it is infinite or much larger than any number of
/// stores.
std::optional<std::uint64_t> index_count(Sort index) {
  if (index.is_bool()) return 2;
  if (index.is_bitvec() && index.width() < 40) return std::uint64_t{1} << index.width();
  return std::nullopt;
}

/// Makes the default element of an array with finitely many indices unique. Without this, an array could have
/// several representations: a default element that no index has could be replaced by any other, and different
/// defaults with different stores can describe the same array. The function chooses the most frequent
/// element, and the smallest one of several. If fewer than half of the indices are stored, this is the
/// current default.
void choose_default(TermManager& manager, Sort index, Entries& entries, Term& default_element) {
  const std::optional<std::uint64_t> count = index_count(index);
  if (!count || entries.size() < *count / 2) return;
  std::map<Term, std::uint64_t, ValueLess> frequency;
  frequency[default_element] = *count - entries.size();
  for (const auto& [i, element] : entries) ++frequency[element];
  const Term best = std::max_element(frequency.begin(), frequency.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
  if (best == default_element) return;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const Term key = index.is_bool() ? manager.mk_bool(i != 0)
                                     : manager.mk_bv(static_cast<std::int64_t>(i), index.width());
    entries.emplace(key, default_element);  // no effect for stored indices
  }
  std::erase_if(entries, [&](const auto& entry) { return entry.second == best; });
  default_element = best;
}

}  // namespace

Term select_value(Term array, Term index) {
  while (array.kind() == Kind::Store) {
    if (array[1] == index) return array[2];
    array = array[0];
  }
  PENDULUM_CHECK(array.kind() == Kind::ConstArray, "an array value should be stores over a constant array");
  return array[0];
}

Term normalize_array_value(TermManager& manager, Term value) {
  PENDULUM_CHECK(value.sort().is_array(), "normalize_array_value should be called only for arrays");
  const auto normal = [&](Term t) { return t.sort().is_array() ? normalize_array_value(manager, t) : t; };
  Entries entries;
  Term base = value;
  for (; base.kind() == Kind::Store; base = base[0]) {
    const Term index = normal(base[1]);
    const Term element = normal(base[2]);
    PENDULUM_CHECK(
        (index.is_value() || index.sort().is_array()) && (element.is_value() || element.sort().is_array()),
        "indices and elements of an array value should be values");
    entries.emplace(index, element);  // no effect if an outer store has written this index
  }
  PENDULUM_CHECK(base.kind() == Kind::ConstArray, "an array value should be stores over a constant array");
  Term default_element = normal(base[0]);
  std::erase_if(entries, [&](const auto& entry) { return entry.second == default_element; });
  choose_default(manager, value.sort().index(), entries, default_element);
  Term result = manager.mk_const_array(value.sort(), default_element);
  for (const auto& [index, element] : entries) result = manager.mk_store(result, index, element);
  return result;
}

}  // namespace pendulum::term
