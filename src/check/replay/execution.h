// The data of one concrete execution of a Program: the inputs that it consumed and the state in which it
// ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "term/evaluation/evaluate.h"

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

}  // namespace pendulum::check
