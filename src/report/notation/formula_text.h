// Readable formulas: infix notation, with source names of variables if they are unique, limited in length.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::report {

class FormulaText {
 public:
  /// `max_length`: approximate maximum number of characters of a formula; the text marks where it is cut.
  FormulaText(const program::Program& program, std::size_t max_length);

  /// Unsigned comparisons, divisions and shifts of bit-vectors are marked by a u: x <u 3.
  std::string operator()(term::Term term) const;
  /// Guard and assignments: "[x < 3]", then "x := x + 1", one line each.
  std::string operator()(const program::Edge& edge) const;

 private:
  std::string name_of(term::Term symbol) const;

  std::size_t max_length_;
  term::TermMap<std::string> names_;  ///< variables whose source name is unique
};

}  // namespace pendulum::report
