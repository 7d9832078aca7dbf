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
  /// Alignment of the output in its field. The values are those of models/c/format.c.
  enum class Alignment { Right = 0, Left = 1, RightWithZeros = 2 };
  char conversion = 0;  ///< s, c, d, u, o, x, X; 0: literal text
  std::string text;     ///< for literal text
  std::string length;   ///< length modifier as take_length returns it
  Alignment alignment = Alignment::Right;
  char sign = 0;                        ///< printed before numbers that are not negative: '+', ' ' or nothing
  bool has_prefix = false;              ///< 0x before hexadecimal numbers
  unsigned width = 0;                   ///< minimum field width
  std::optional<unsigned> precision;    ///< maximum length for s, minimum number of digits for numbers
  bool has_width_argument = false;      ///< an argument is the width (`*`)
  bool has_precision_argument = false;  ///< an argument is the precision (`.*`)

  /// Number of arguments before the one that is printed.
  unsigned lead_arguments() const {
    return (has_width_argument ? 1U : 0U) + (has_precision_argument ? 1U : 0U);
  }
};
/// Splits a format into directives. Unset if the format contains a conversion that is not modelled.
std::optional<std::vector<Directive>> parse_format(std::string_view format);

/// Expands all such calls. Returns the names of the functions whose calls were expanded.
std::set<std::string> expand_formats(llvm::Module& module);

}  // namespace pendulum::frontend
