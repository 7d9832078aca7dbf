// The generated C code that feeds the recorded inputs of an execution to the compiled program.
#pragma once

#include <string>
#include <vector>

#include "check/replay/execution.h"
#include "program/native_source.h"

namespace pendulum::check {

/// The C code of the harness. It defines the functions without body and the external objects of the program
/// such that they return or contain the values of `inputs` in order. The size of the harness does not depend
/// on the number of repetitions of a block.
std::string make_harness(term::TermManager& terms, const program::NativeSource& source,
                         const std::vector<ConsumedBlock>& inputs);

}  // namespace pendulum::check
