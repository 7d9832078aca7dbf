// The values that occur in the program and in lemmas: the constants of the abstraction.
//
// Simplification turns x + 3 = 7 into x = 4, so a backward traversal of a loop could introduce new values
// forever, whereas the cubes of the thesis consist of terms of T and of lemmas only (Theorem 3.2). So
// literals with other values are dropped, until refinement fails without them.
#pragma once

#include <algorithm>
#include <utility>

#include "term/traverse.h"

namespace pendulum::engine::euforia {

class KnownValues {
 public:
  /// Adds the values that occur in the term.
  void add(term::Term term) {
    if (!looked_at_.insert(term).second) return;
    for (const term::Term sub : term::subterms(std::span(&term, 1)))
      if (sub.is_value()) values_.insert(sub);
  }
  /// All values in the term are known.
  bool cover(term::Term term) const {
    if (is_everything_known_) return true;
    const term::TermVector all = term::subterms(std::span(&term, 1));
    return std::ranges::all_of(all, [&](term::Term sub) {
      return !sub.is_value() || sub.sort().is_bool() || values_.contains(sub);
    });
  }
  /// From now on, all values count as known. Returns false if they did already.
  bool admit_all() { return !std::exchange(is_everything_known_, true); }

 private:
  term::TermSet values_, looked_at_;
  bool is_everything_known_ = false;
};

}  // namespace pendulum::engine::euforia
