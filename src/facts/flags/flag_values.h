// The values of flags at each location: a finite set of constants for each live variable that can hold only
// few values there. In contrast to assigned_values.h, the sets depend on the location, guards filter them,
// and updates are evaluated, so that x := x + 1 below a guard x < 5 gives a bounded counter.
//
// A forward analysis in the domain of finite sets per variable, without relations between variables (those
// are in flag_relation.h).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "program/program.h"

namespace pendulum::facts {

/// Variable -> its possible values, ordered by id and not empty. A variable without entry may have any value.
using ValueSets = std::map<term::Term, term::TermVector>;

/// By location: the values of live variables; nothing for locations that the analysis finds unreachable.
using LocationValues = std::vector<std::optional<ValueSets>>;

/// True for the sorts of flags: Bool, BitVec and Int.
bool is_scalar(term::Sort sort);

/// Throws Stopped after `stop` has stopped.
/// Ensures: the sets are inductive: for every edge s -> t and all states in values(s) that satisfy the guard,
/// the state after the updates is in values(t). Entry has no sets.
LocationValues flag_values(const program::Program& program, const base::StopToken& stop);

}  // namespace pendulum::facts
