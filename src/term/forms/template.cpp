#include "term/forms/template.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::term {

Template::Template(Term body, Term parameter) : body_(body), parameter_(parameter) {
  PENDULUM_CHECK(parameter.is_symbol(), "the parameter of a template should be a symbol");
  const std::array roots{body};
  TermSet found{parameter};
  for (const Term term : subterms(roots)) {
    PENDULUM_CHECK(term.kind() != Kind::Forall && term.kind() != Kind::Exists,
                   "a template should contain no quantifiers");
    if (std::ranges::none_of(term.children(), [&](Term child) { return found.contains(child); })) continue;
    found.insert(term);
    dependent_.push_back(term);
  }
}

Term Template::operator()(TermManager& manager, Term argument) const {
  PENDULUM_CHECK(argument.sort() == parameter_.sort(), "parameter and argument should have one sort");
  Substitution instance{{parameter_, argument}};
  TermVector children;
  for (const Term term : dependent_) {
    children.clear();
    for (const Term child : term.children()) {
      const auto found = instance.find(child);
      children.push_back(found == instance.end() ? child : found->second);
    }
    instance.emplace(term, manager.mk_like(term, children));
  }
  const auto found = instance.find(body_);
  return found == instance.end() ? body_ : found->second;
}

}  // namespace pendulum::term
