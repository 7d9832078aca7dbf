#include "abstraction/decision_tree.h"

#include <map>

#include "base/check.h"

namespace pendulum::abstraction {

using term::Term;
using term::TermVector;

Term decision_tree(term::TermManager& terms, const TermVector& predicates,
                   const std::set<Assignment>& assignments) {
  PENDULUM_CHECK(!assignments.empty(), "a decision tree should have an assignment");
  std::map<Assignment, Term> level;  // prefix of assignments -> formula over the other predicates
  for (const Assignment& assignment : assignments) level.emplace(assignment, terms.mk_true());
  for (std::size_t i = predicates.size(); i-- > 0;) {
    std::map<Assignment, std::pair<Term, Term>> branches;  // if the predicate is false, if it is true
    for (const auto& [prefix, rest] : level) {
      const Assignment shorter(prefix.begin(), prefix.end() - 1);
      auto& pair = branches.try_emplace(shorter, terms.mk_false(), terms.mk_false()).first->second;
      (prefix.back() ? pair.second : pair.first) = rest;
    }
    level.clear();
    for (const auto& [prefix, pair] : branches)
      level.emplace(prefix, terms.mk_ite(predicates[i], pair.second, pair.first));
  }
  PENDULUM_CHECK(level.size() == 1 && level.begin()->first.empty(), "a decision tree should have one root");
  return level.begin()->second;
}

}  // namespace pendulum::abstraction
