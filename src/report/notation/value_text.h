// Values of an error path in the notation of C.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::report {

/// The interpretation of a value's bits by the program.
enum class Interpretation { Signed, Unsigned, Pointer, Floating };

/// Examples: "-3", "255", "120 ('x')", "4294967294 (0xfffffffe)", "0x1000" for a pointer, "1" for true,
/// "0.1" for a floating-point number. For
/// an array, the text lists the elements that differ from the default: "{[3] = 7, [5] = -1}" if the default
/// is 0, "{[3] = 7}, 255 elsewhere" otherwise. Requires: the term is a value.
std::string value_text(term::Term value, Interpretation interpretation);

}  // namespace pendulum::report
