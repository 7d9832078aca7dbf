// The part of a harness that creates argv and envp for main.
#pragma once

#include <string>

#include "check/replay/harness_values.h"

namespace pendulum::check {

/// C code that defines `static char **<name>(void)`, which returns an array of `count` strings followed by a
/// null pointer. AddressSanitizer treats the array and each string as separate objects. Requires: the code of
/// argument_prelude() precedes it.
std::string argument_vector(const std::string& name, std::uint64_t count, const ArgumentStrings& strings);
/// C code with the types and functions that argument_vector uses.
std::string argument_prelude();

}  // namespace pendulum::check
