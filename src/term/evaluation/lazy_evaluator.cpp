#include "term/evaluation/lazy_evaluator.h"

#include "base/check.h"

namespace pendulum::term {

/// The evaluator looks a symbol up only once, so its value is in the model before a term contains it.
Term LazyEvaluator::operator()(Term term) {
  TermVector open{term};
  while (!open.empty()) {
    const Term current = open.back();
    open.pop_back();
    if (!seen_.insert(current).second) continue;
    if (current.is_symbol()) {
      const Term value = symbol_value_(current);
      PENDULUM_CHECK(value && value.sort() == current.sort(), "'{}' should have a value of its sort",
                     current.name());
      model_.emplace(current, value);
    }
    const auto children = current.children();
    open.insert(open.end(), children.begin(), children.end());
  }
  return evaluator_(term);
}

}  // namespace pendulum::term
