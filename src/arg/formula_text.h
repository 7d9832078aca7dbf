// Formulas for people: infix, with the names of the source where they are unique, cut at a length.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::arg {

class FormulaText {
 public:
  /// At most about `max_length` characters per formula; what is cut off is marked.
  FormulaText(const program::Program& program, std::size_t max_length);

  /// Unsigned comparisons, divisions and shifts of bit-vectors are marked by a u: x <u 3.
  std::string operator()(term::Term term) const;
  /// Guard and assignments: "[x < 3]", then "x := x + 1", a line each.
  std::string operator()(const program::Edge& edge) const;

 private:
  std::string name_of(term::Term symbol) const;

  std::size_t max_length_;
  term::TermMap<std::string> names_;  ///< of variables, where the source's name is unique
};

}  // namespace pendulum::arg
