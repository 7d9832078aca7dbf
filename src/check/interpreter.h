// Runs a Program on concrete inputs, with term::evaluate and no solver. Repeated segments of a path are run
// by code that is compiled from the edges' terms (compiled_segment.h); their first and last repetitions, and
// everything else, by term::Evaluator, the meaning of terms.
#pragma once

#include "certificate/certificate.h"
#include "check/judgement.h"
#include "program/passes.h"

namespace pendulum::check {

/// A consumed input.
struct ConsumedInput {
  program::Input input;
  term::Term value;         ///< in a block that is repeated maybe over certificate::iteration
  term::Term address = {};  ///< of what the input is the content; null: of nothing that has one
};

/// Inputs in the order of execution that are consumed `count` times in a row.
struct ConsumedBlock {
  std::vector<ConsumedInput> inputs;
  std::uint64_t count = 1;
  std::size_t segment = 0;  ///< of the path; execute: 0
};

struct Run {
  bool reached_error = false;
  std::uint64_t steps = 0;   ///< edges taken
  std::string stuck_reason;  ///< when the error was not reached
  program::LocationId last = 0;
  term::Model state;        ///< values of all variables at the end, but for
  term::WordArrays arrays;  ///< those of arrays that WordArray::fits
  /// Changes of memory that leave it alone are left out.
  std::vector<ConsumedBlock> inputs;
};

/// Follows exactly the edges of the path; stops at the first whose guard is false.
Run follow(const program::Program& program, const certificate::ErrorPath& path);

/// All consumed inputs, in the order of execution.
std::vector<ConsumedInput> expanded(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks);

/// Runs freely: at each location takes the first edge whose guard holds; `next_value(input)` supplies
/// inputs (null: zero). Stops at the error, where no edge can be taken, and after `max_steps`.
using InputSource = std::function<term::Term(const program::Input& input)>;
Run execute(const program::Program& program, const InputSource& next_value, std::size_t max_steps);

/// A run of the original for a path of a transformed program (see program/passes.h): executes the original
/// between the locations that the coarse path visits, with the coarse steps' input values (renamed inputs by
/// Transformed::original_input). Nothing if the original does not follow.
std::optional<certificate::ErrorPath> concretise_path(const program::Program& original,
                                                      const program::Transformed& transformed,
                                                      const certificate::ErrorPath& path);

}  // namespace pendulum::check
