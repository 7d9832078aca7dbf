// The whole way to a verdict for programs that have parts which are not modelled.
//
// Such a part is an edge into the error location that is_unsupported. A proof excludes it like an error, so
// TRUE needs no special care. A path into it is no bug: then the engine runs once more on the program without
// these edges (those that name a property, which only a native run can confirm, are errors then). What it
// finds there are runs of the original too, so FALSE counts; TRUE does not.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine {

/// A program without its unsupported edges; locations and input symbols are the same.
struct SupportedPart {
  program::Program program;
  std::vector<program::EdgeId> origin;  ///< for each edge the one of the original
};

SupportedPart supported_part(const program::Program& program);
/// A path of the part as a path of the original.
certificate::ErrorPath lift(const certificate::ErrorPath& path, const SupportedPart& part);

/// Makes the judge for another program that comes from the same source.
using JudgeMaker = std::function<std::unique_ptr<check::Judge>(const program::Program& program)>;

/// run_and_judge, and the second run when it is needed. Evidence in the result is over task.program and was
/// accepted by env.judge.
JudgedResult decide(const Descriptor& descriptor, const Task& task, Env& env, const JudgeMaker& make_judge);

}  // namespace pendulum::engine
