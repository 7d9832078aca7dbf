// Widths of the columns in which traces and proofs are printed.
#pragma once

#include <string>

namespace pendulum::report {

/// Maximum width of a source line in a table.
constexpr std::size_t max_source_width = 56;

/// The text, shortened to at most `width` bytes; characters of UTF-8 stay whole.
inline std::string cut(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  std::size_t end = width - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

}  // namespace pendulum::report
