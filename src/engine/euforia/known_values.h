// Values of the program and of lemmas, the constants that the abstraction has.
//
// Folding turns x + 3 = 7 into x = 4; a loop walked backwards would bring new values for ever, while the
// thesis's cubes are over terms of T and lemmas alone (Theorem 3.2). So literals with other values are
// dropped, until refinement fails for lack of them.
#pragma once

#include <algorithm>
#include <utility>

#include "term/traverse.h"

namespace pendulum::engine::euforia {

class KnownValues {
 public:
  void add(term::Term term) {
    if (!looked_at_.insert(term).second) return;
    for (const term::Term sub : term::subterms(std::span(&term, 1)))
      if (sub.is_value()) values_.insert(sub);
  }
  /// Are all values in the term known?
  bool cover(term::Term term) const {
    if (is_everything_known_) return true;
    const term::TermVector all = term::subterms(std::span(&term, 1));
    return std::ranges::all_of(all, [&](term::Term sub) {
      return !sub.is_value() || sub.sort().is_bool() || values_.contains(sub);
    });
  }
  /// From now on all are; false: they were already.
  bool admit_all() { return !std::exchange(is_everything_known_, true); }

 private:
  term::TermSet values_, looked_at_;
  bool is_everything_known_ = false;
};

}  // namespace pendulum::engine::euforia
