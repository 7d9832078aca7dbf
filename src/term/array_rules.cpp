// Simplifications of arrays: reads over writes, and writes over writes.
#include "term/array_rules.h"

#include "term/core_rules.h"

namespace pendulum::term {

namespace {

/// Maximum number of stores that a select is moved over, so that n selects over n stores do not take O(n^2)
/// time.
constexpr int look_through = 256;

}  // namespace

Term ArrayRules::select(Term array, Term index) {
  const Term original = array;
  for (int i = 0;; ++i) {
    if (i == look_through) {
      array = original;  // keep the original, so that rebuilding the result returns the same term
      break;
    }
    if (array.kind() == Kind::ConstArray) return array[0];
    if (array.kind() != Kind::Store) break;
    if (array[1] == index) return array[2];
    if (!are_distinct(array[1], index)) break;
    array = array[0];
  }
  return table_.make(Kind::Select, array.sort().element(), {array, index});
}

Term ArrayRules::store(Term array, Term index, Term element) {
  if (element.kind() == Kind::Select && element[0] == array && element[1] == index) return array;
  if (array.kind() == Kind::ConstArray && array[0] == element) return array;
  if (array.kind() == Kind::Store && array[1] == index) return store(array[0], index, element);
  return table_.make(Kind::Store, array.sort(), {array, index, element});
}

}  // namespace pendulum::term
