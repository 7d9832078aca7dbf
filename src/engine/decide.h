// Decides programs that contain constructs which are not modelled.
//
// Such a construct is an edge into the error location that is_unsupported. A proof shows that the edge is
// unreachable, as for an error, so TRUE needs no special treatment. A path into the edge is not a
// counterexample. If one is found, the engine runs once more on the program without these edges, except those
// that name a property: these become ordinary errors, which the native replay has to confirm. The executions
// of that program are executions of the original, so FALSE carries over to the original; TRUE does not.
#pragma once

#include "engine/engine.h"
#include "program/passes/passes.h"

namespace pendulum::engine {

/// The path of the original program that corresponds to a path of the part.
certificate::ErrorPath lift(const certificate::ErrorPath& path, const program::SupportedPart& part);

/// Makes the judge for another program that was translated from the same source.
using JudgeMaker = std::function<std::unique_ptr<check::Judge>(const program::Program& program)>;

/// Calls run_and_judge, and runs the engine a second time if it reached an unsupported edge. Evidence in the
/// result is over task.program and was accepted by env.judge.
JudgedResult decide(const Descriptor& descriptor, const Task& task, Env& env, const JudgeMaker& make_judge);

}  // namespace pendulum::engine
