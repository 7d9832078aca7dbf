#include "engine/euforia/model_extension.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using term::Kind;
using term::Term;
using term::TermVector;

void ModelExtension::clear() {
  is_new_.clear();
  values_.clear();
  new_elements_.clear();
  old_elements_.clear();
}

bool ModelExtension::is_new(Term abstract, const term::TermSet& seen) {
  TermVector stack{abstract};
  while (!stack.empty()) {
    const Term top = stack.back();
    if (is_new_.contains(top)) {
      stack.pop_back();
      continue;
    }
    bool is_ready = true, result = false;
    if (!seen.contains(top)) {
      result = abstraction_.is_constant(top);
      for (const Term child : top.children()) {
        const auto found = is_new_.find(child);
        if (found == is_new_.end()) {
          stack.push_back(child);
          is_ready = false;
        } else {
          result = result || found->second;
        }
      }
    }
    if (!is_ready) continue;
    is_new_.emplace(top, result);
    stack.pop_back();
  }
  return is_new_.at(abstract);
}

Term ModelExtension::representative(Term old) {
  for (const Term element : old_elements_[old.sort()]) {
    const Term equal = model_.value(terms_.mk_eq(old, element));
    if (!equal.is_null() && equal.is_true()) return element;
  }
  old_elements_[old.sort()].push_back(old);
  return old;
}

Term ModelExtension::value(Term term) {
  const auto known = values_.find(term);
  if (known != values_.end()) return known->second;
  Term result;
  if (term.sort().is_bool()) {
    const Term truth = model_.value(term);
    result = terms_.mk_bool(!truth.is_null() && truth.is_true());
  } else {
    result = representative(term);
  }
  values_.emplace(term, result);
  return result;
}

/// Reads an element of an interpreted array through the stores that made it.
Term ModelExtension::read(Term select) {
  Term array = value(select[0]);
  const Term index = value(select[1]);
  for (; array.kind() == Kind::Store; array = value(array[0]))
    if (value(array[1]) == index) return value(array[2]);
  if (array.kind() == Kind::ConstArray) return value(array[0]);
  return apply(select, {array, index});
}

/// The function value at a tuple of elements.
Term ModelExtension::apply(Term term, TermVector arguments) {
  if (abstraction_.is_commutative(term))
    std::ranges::sort(arguments, {}, [&](Term a) { return std::pair(abstraction_.is_constant(a), a); });
  const bool has_new =
      std::ranges::any_of(arguments, [&](Term argument) { return new_elements_.contains(argument); });
  const Term application = terms_.mk_like(term, arguments);
  if (!has_new) return value(application);
  if (term.sort().is_bool()) return terms_.mk_false();
  new_elements_.insert(application);
  values_.emplace(application, application);
  return application;
}

Term ModelExtension::extend(Term term) {
  if (abstraction_.is_constant(term)) {
    new_elements_.insert(term);
    return term;
  }
  if (term.kind() == Kind::Ite) return value(term[value(term[0]).is_true() ? 1 : 2]);
  if (term.kind() == Kind::Select) return read(term);
  TermVector arguments;
  for (const Term child : term.children()) arguments.push_back(value(child));
  if (term.kind() == Kind::Eq) return terms_.mk_bool(arguments[0] == arguments[1]);
  if (term.kind() == Kind::Apply || term.kind() == Kind::Store || term.kind() == Kind::ConstArray)
    return apply(term, std::move(arguments));
  PENDULUM_CHECK(term.sort().is_bool(), "{} should be a formula", term.to_string());
  return terms_.mk_like(term, arguments);
}

bool ModelExtension::holds(Term formula, const term::TermSet& seen) {
  PENDULUM_CHECK(formula.sort().is_bool(), "only formulas should be evaluated in a model");
  for (const Term part : term::subterms(std::span(&formula, 1)))
    if (is_new(part, seen) && !values_.contains(part)) values_.emplace(part, extend(part));
  const Term result = value(formula);
  PENDULUM_CHECK(result.is_true() || result.is_false(), "{} should have a truth value", formula.to_string());
  return result.is_true();
}

}  // namespace pendulum::engine::euforia
