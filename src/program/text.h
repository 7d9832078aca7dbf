// A readable text form that parses back: print(parse(text)) == text for every text that print has made, if
// both use one manager. Another manager may order the operands of commutative operators differently, because
// it makes the terms in another order; the program means the same. text_words.h shows the form.
#pragma once

#include <iosfwd>
#include <string_view>

#include "program/program.h"

namespace pendulum::program {

void print(std::ostream& out, const Program& program);
/// Errors are InputErrors "<origin>:line: what was expected".
Program parse(term::TermManager& terms, std::string_view text, std::string_view origin = "<text>");
/// Graphviz. Edges show guard and updates, shortened to `max_label` characters.
void print_dot(std::ostream& out, const Program& program, std::size_t max_label = 120);

}  // namespace pendulum::program
