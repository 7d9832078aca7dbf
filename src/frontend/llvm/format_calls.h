// sprintf, snprintf and asprintf with a literal format become calls of the parts of their model
// (models/format.c), one for each piece of the format. Formats that the parts cannot say, and those that are no literals, stay as
// they are.
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

/// A piece of a format.
struct Directive {
  enum class Place { Right = 0, Left = 1, WithZeros = 2 };  // as in models/format.c
  char conversion = 0;                                      ///< s, c, d, u, x, X; 0: the text as it is
  std::string text;
  std::string length;  ///< as take_length gives it
  Place place = Place::Right;
  unsigned width = 0;
  std::optional<unsigned> precision;  ///< of s
};
/// Nothing: the format has something that is not modelled.
std::optional<std::vector<Directive>> parse_format(std::string_view format);

/// Returns the names of the functions that were expanded.
std::set<std::string> expand_formats(llvm::Module& module);

}  // namespace pendulum::frontend
