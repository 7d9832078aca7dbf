// Prints source locations.
#include "program/source.h"

#include <fmt/format.h>

namespace pendulum::program {

std::string SourceLocation::to_string() const {
  if (!is_known()) return "unknown location";
  return fmt::format("{}:{}", file, line);
}

}  // namespace pendulum::program
