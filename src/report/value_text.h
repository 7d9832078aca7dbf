// Values of an error path in the notation of C.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::report {

/// How the program reads the bits of a value.
enum class Reading { Signed, Unsigned, Pointer };

/// "-3", "255", "120 ('x')", "4294967294 (0xfffffffe)", "0x1000" for a pointer, "1" for a truth value, and
/// for an array the elements that differ from the others: "{[3] = 7, [5] = -1}", where the others are 0, or
/// "{[3] = 7}, 255 elsewhere". Requires: the term is a value.
std::string value_text(term::Term value, Reading reading);

}  // namespace pendulum::report
