// Executes a Program on concrete inputs, without a solver. term::Evaluator, which defines the meaning of
// terms, evaluates the edges. The only exception are the repetitions of a repeated segment between the first
// and the last one: code that is compiled from the edges' terms executes them (compiled_segment.h).
#pragma once

#include <functional>

#include "certificate/certificate.h"
#include "check/replay/execution.h"

namespace pendulum::check {

/// Takes exactly the edges of the path. Stops at the first edge whose guard is false.
Run follow(const program::Program& program, const certificate::ErrorPath& path);

/// All consumed inputs in the order of execution, with repeated blocks written out.
std::vector<ConsumedInput> expanded(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks);

/// Executes the program without a given path: takes the first edge whose guard holds at each location.
/// `next_value(input)` supplies the inputs; null means the default value (see Supply in machine.h). Stops at
/// the error, at a location where no edge can be taken, or after `max_steps` steps.
using InputSource = std::function<term::Term(const program::Input& input)>;
Run execute(const program::Program& program, const InputSource& next_value, std::size_t max_steps);

}  // namespace pendulum::check
