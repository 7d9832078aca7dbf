// Executes a Program on concrete inputs, without a solver. term::Evaluator, which defines the meaning of
// terms, evaluates the edges. The only exception are the repetitions of a repeated segment between the first
// and the last one: code that is compiled from the edges' terms executes them (compiled_segment.h).
#pragma once

#include "certificate/certificate.h"
#include "check/judgement.h"
#include "program/passes.h"

namespace pendulum::check {

/// An input that an execution read, with its value.
struct ConsumedInput {
  program::Input input;
  term::Term value;         ///< a constant; in a repeated block a term over certificate::iteration
  term::Term address = {};  ///< address whose content the input is; null if it has no address
};

/// Inputs, in the order of execution, that are consumed `count` times in a row.
struct ConsumedBlock {
  std::vector<ConsumedInput> inputs;
  std::uint64_t count = 1;
  std::size_t segment = 0;  ///< index of the segment in the path; 0 for `execute`
};

/// The result of an execution.
struct Run {
  bool reached_error = false;
  std::uint64_t steps = 0;   ///< number of edges taken
  std::string stuck_reason;  ///< why the error was not reached; empty if it was
  program::LocationId last = 0;
  term::Model state;        ///< final values of all variables except for those in `arrays`
  term::WordArrays arrays;  ///< final values of the variables whose sort WordArray::fits
  /// All consumed inputs, except for havocked inputs without a given value.
  std::vector<ConsumedBlock> inputs;
};

/// Takes exactly the edges of the path. Stops at the first edge whose guard is false.
Run follow(const program::Program& program, const certificate::ErrorPath& path);

/// All consumed inputs in the order of execution, with repeated blocks written out.
std::vector<ConsumedInput> expanded(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks);

/// Executes the program without a given path: takes the first edge whose guard holds at each location.
/// `next_value(input)` supplies the inputs; null means the default value (see Supply in machine.h). Stops at
/// the error, at a location where no edge can be taken, or after `max_steps` steps.
using InputSource = std::function<term::Term(const program::Input& input)>;
Run execute(const program::Program& program, const InputSource& next_value, std::size_t max_steps);

/// Concretises a path of a transformed program (see program/passes.h): returns the path of the original
/// program that visits the same locations of the transformed program with the same input values. Renamed
/// inputs are mapped back by Transformed::original_input. Nothing if the search finds no such path.
std::optional<certificate::ErrorPath> concretise_path(const program::Program& original,
                                                      const program::Transformed& transformed,
                                                      const certificate::ErrorPath& path);

}  // namespace pendulum::check
