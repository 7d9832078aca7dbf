// The values of flags: variables that get only constants, or what other such variables hold. State machines,
// schedulers and drivers live on them.
#pragma once

#include "program/program.h"

namespace pendulum::facts {

/// For a variable: the constants that it may hold, ordered by id; nothing for variables that may hold others.
using AssignedValues = term::TermMap<term::TermVector>;

/// Soundness: a variable that is not live at entry was assigned on every way to a location where it is live
/// (a way without an assignment would make it live at entry). So, where it is live, it holds one of the
/// values.
AssignedValues assigned_values(const program::Program& program);

/// The values as a formula: x = 1 or x = 4 or ...
term::Term one_of(term::TermManager& terms, term::Term variable, const term::TermVector& values);

}  // namespace pendulum::facts
