// Graphviz output of programs, and the treatment of labels that other graphs share.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "program/program.h"

namespace pendulum::program {

/// The labels of edges show guard and updates, each shortened to `max_label` characters.
void print_dot(std::ostream& out, const Program& program, std::size_t max_label = 120);

/// Escapes `text` for a quoted string in Graphviz.
std::string dot_escape(std::string_view text);

/// Shortens `text` to at most `length` bytes and marks the cut by dots. Never cuts within a UTF-8 character.
/// Requires: length >= 3, the number of dots.
std::string shorten(std::string text, std::size_t length);

}  // namespace pendulum::program
