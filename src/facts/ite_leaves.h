// The values that an update through nested ites can assign.
#pragma once

#include "term/term.h"

namespace pendulum::facts {

/// Calls `visit` for the terms below the ites of `value`, once for each term, until it returns false. Returns
/// true if all of them were visited and accepted, and false otherwise or if there are more than
/// `max_subterms` ites and leaves.
template <typename Visit>
bool visit_ite_leaves(term::Term value, std::size_t max_subterms, Visit visit) {
  term::TermVector open{value};
  term::TermSet seen{value};
  while (!open.empty()) {
    const term::Term term = open.back();
    open.pop_back();
    if (term.kind() == term::Kind::Ite) {
      for (const term::Term branch : {term[1], term[2]})
        if (seen.insert(branch).second) open.push_back(branch);
    } else if (!visit(term)) {
      return false;
    }
    if (seen.size() > max_subterms) return false;
  }
  return true;
}

}  // namespace pendulum::facts
