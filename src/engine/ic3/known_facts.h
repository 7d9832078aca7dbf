// Facts per location that are known before IC3 starts. They are inductive on their own, so every step query
// may assume them, and they become part of the invariant.
//
// They provide the arithmetic that neither uninterpreted functions nor predicates of guards yield: equations
// between counters, and bounds. Not part of the theses that the engines follow; an option turns them off.
#pragma once

#include "engine/ic3/control_split.h"
#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine::ic3 {

/// The source of candidates. Guesses: linear invariants of abstract interpretation, then samples and syntax
/// (facts/). Acceleration: the closed forms of loop paths (acceleration_facts.h), then the guesses. Flags:
/// the reachable values of flags and their relation (flag_facts.h), without the guesses.
enum class FactSource { None, Guesses, Acceleration, Flags };

/// The candidates that are inductive together, for each location of split.program(). Takes a share of the
/// remaining time.
facts::Facts find_facts(const PreparedProgram& prepared, const ControlSplit& split, FactSource source,
                        const std::string& prefix, Env& env);

/// `option` is "on", "off", "acceleration", "flags", or "auto", which selects guesses for programs over
/// integers and for transition systems. Measured: for C programs over bit-vectors with control properties,
/// finding facts takes several times as long as the search. `program` is in small blocks.
FactSource fact_source(const program::Program& program, const std::string& option);

}  // namespace pendulum::engine::ic3
