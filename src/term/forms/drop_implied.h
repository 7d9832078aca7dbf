// Removal of redundant conjuncts.
#pragma once

#include "term/term.h"

namespace pendulum::term {

/// The conjuncts without those that the others imply. `is_implied(others, conjunct)` decides whether `others`
/// imply `conjunct`; it may return false if it does not know. Later conjuncts are tried first.
template <typename IsImplied>
TermVector drop_implied(TermVector conjuncts, IsImplied is_implied) {
  for (std::size_t i = conjuncts.size(); i-- > 0;) {
    TermVector others = conjuncts;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_implied(others, conjuncts[i])) conjuncts = std::move(others);
  }
  return conjuncts;
}

}  // namespace pendulum::term
