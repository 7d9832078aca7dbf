// Facts per location that are known before IC3 starts: inductive on their own, so they may be taken for
// granted in every step query and belong to the invariant in the end.
//
// They carry the arithmetic that neither uninterpreted functions nor predicates of guards find by themselves:
// equations between counters, bounds. Not part of the theses that the engines follow; off by option.
#pragma once

#include "engine/ic3/control_split.h"
#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine::ic3 {

/// Where candidates come from. Guesses: linear invariants of abstract interpretation, then samples and syntax
/// (facts/). Acceleration: the closed forms of loop paths (acceleration_facts.h), then the guesses.
enum class FactSource { None, Guesses, Acceleration };

/// The candidates that are inductive together. Takes a share of the time that is left.
facts::Facts find_facts(const PreparedProgram& prepared, const ControlSplit& split, FactSource source,
                        const std::string& prefix, Env& env);

/// "on", "off", "acceleration", or "auto": for programs over integers and for transition systems. Measured: for C programs
/// over bit-vectors, on control properties, looking for facts costs several times what the search does.
/// `program` is in small blocks.
FactSource fact_source(const program::Program& program, const std::string& option);

}  // namespace pendulum::engine::ic3
