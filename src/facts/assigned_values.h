// The values of flags: variables that are assigned only constants or the values of other flags. State
// machines, schedulers and drivers depend on them.
#pragma once

#include "program/program.h"

namespace pendulum::facts {

/// Variable -> the constants that it may hold, ordered by id. Contains only variables that hold no other
/// values.
using AssignedValues = term::TermMap<term::TermVector>;

/// Returns the values of the program's flags.
/// Soundness: a variable that is not live at entry is assigned on every path to a location at which it is
/// live (a path without an assignment would make it live at entry). So it holds one of the values wherever it
/// is live.
AssignedValues assigned_values(const program::Program& program);

/// Returns the formula that `variable` has one of the values: x = 1 or x = 4 or ...
/// Requires: `values` is not empty.
term::Term one_of(term::TermManager& terms, term::Term variable, const term::TermVector& values);

}  // namespace pendulum::facts
