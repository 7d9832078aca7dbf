// Widths of the columns in which traces and proofs are printed.
#pragma once

#include <string>

namespace pendulum::report {

/// Maximum width of a source line in a table.
constexpr std::size_t max_source_width = 48;

/// The text, shortened to `width` characters.
inline std::string cut(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

}  // namespace pendulum::report
