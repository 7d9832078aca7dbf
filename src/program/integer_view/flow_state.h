// Internal: facts that hold at a location, computed by FlowRanges.
#pragma once

#include <map>

#include "term/term.h"

namespace pendulum::program {

struct Range {
  mpz_class lo;
  mpz_class hi;
  friend bool operator==(const Range&, const Range&) = default;
};

struct FlowState {
  std::map<term::Term, Range> ranges;            ///< by variable, in its reading; absent: full range
  std::map<term::Term, term::Term> definitions;  ///< Boolean variable -> its value, over other variables
};

}  // namespace pendulum::program
