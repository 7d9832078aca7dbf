// A readable text format for programs. For every text that print has produced, print(parse(text)) == text if
// both use the same term manager. Another term manager may order the operands of commutative operators
// differently, because it creates the terms in another order; the meaning of the program is the same.
// words.h shows the format.
#pragma once

#include <iosfwd>
#include <string_view>

#include "program/program.h"

namespace pendulum::program {

void print(std::ostream& out, const Program& program);
/// Throws InputError "<origin>:line: what was expected".
Program parse(term::TermManager& terms, std::string_view text, std::string_view origin = "<text>");

}  // namespace pendulum::program
