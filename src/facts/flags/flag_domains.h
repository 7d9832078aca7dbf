// The values of a flag that the relation between flags distinguishes.
//
// If the sets of flag_values.h are finite wherever the variable is live, its values are their union.
// Otherwise the variable may hold other values as well, and the listed ones are a heuristic choice: constants
// that it is assigned, directly, as copies of other flags or by operations on them, and constants that guards
// compare it with.
#pragma once

#include "facts/flags/flag_values.h"

namespace pendulum::facts {

struct FlagDomain {
  term::TermVector values;  ///< ordered by id, not empty
  bool has_other = false;   ///< the variable may have other values where it is live
};

/// Requires: `values` is flag_values(program). Does not contain variables with too many values or none.
/// Soundness: a variable without other values holds one of `values` at each location where it is live.
std::map<term::Term, FlagDomain> flag_domains(const program::Program& program, const LocationValues& values);

}  // namespace pendulum::facts
