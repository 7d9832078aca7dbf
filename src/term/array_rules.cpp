// Simplifications of arrays: read over write, write over write.
#include "term/array_rules.h"

#include "term/core_rules.h"

namespace pendulum::term {

namespace {

/// Stores that a select looks through, so that n selects over n stores stay far from n^2.
constexpr int look_through = 256;

}  // namespace

Term ArrayRules::select(Term array, Term index) {
  const Term original = array;
  for (int i = 0;; ++i) {
    if (i == look_through) {
      array = original;  // all or nothing, so that building the result again gives the same term
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
