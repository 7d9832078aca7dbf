// The part of a harness that makes argv and envp for main.
#pragma once

#include <string>

#include "check/harness_values.h"

namespace pendulum::check {

/// C code that defines `static char **<name>(void)`, which returns an array of `count` strings followed by
/// null. The array and each string are objects of their own for AddressSanitizer. Requires: the types and
/// functions of argument_prelude() stand before it.
std::string argument_vector(const std::string& name, std::uint64_t count, const ArgumentStrings& strings);
std::string argument_prelude();

}  // namespace pendulum::check
