// Expands calls of sprintf, snprintf and asprintf with a literal format into calls of parts of their model
// (models/c/format.c), one for each directive of the format. Calls whose format is not a literal, or contains
// conversions that the parts do not support, remain unchanged.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// A conversion of a format, or a piece of text between conversions.
struct Directive {
  enum class Justification { Right = 0, Left = 1, WithZeros = 2 };  // same values as in models/c/format.c
  char conversion = 0;                                              ///< s, c, d, u, x, X; 0: literal text
  std::string text;
  std::string length;  ///< a result of take_length
  Justification justification = Justification::Right;
  unsigned width = 0;
  std::optional<unsigned> precision;  ///< maximum length for s
};
/// Splits a format into directives. Unset if the format contains a conversion that is not modelled.
std::optional<std::vector<Directive>> parse_format(std::string_view format);

/// Expands all such calls. Returns the names of the functions whose calls were expanded.
std::set<std::string> expand_formats(llvm::Module& module);

}  // namespace pendulum::frontend
