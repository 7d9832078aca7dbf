// Locations in the user's source files.
#pragma once

#include <compare>
#include <string>

namespace pendulum::program {

struct SourceLocation {
  std::string file;      ///< as the user named it; empty: unknown
  unsigned line = 0;     ///< from 1; 0: unknown
  unsigned column = 0;   ///< from 1; 0: unknown
  std::string function;  ///< empty: unknown

  bool is_known() const { return line != 0; }
  /// "file:line", or "unknown location".
  std::string to_string() const;
  auto operator<=>(const SourceLocation&) const = default;
};

}  // namespace pendulum::program
