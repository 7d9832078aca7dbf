// Readable formulas: infix notation, with source names of variables if they are unique, limited in length.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::report {

class FormulaText {
 public:
  /// `max_length`: approximate maximum number of characters of a formula; the text marks where it is cut.
  FormulaText(const program::Program& program, std::size_t max_length);

  /// Gives a name to a term, for example to an element of an array that represents a field of a struct.
  void set_name(term::Term term, std::string name) { names_.insert_or_assign(term, std::move(name)); }

  /// Unsigned comparisons, divisions and shifts of bit-vectors are marked by a u: x <u 3.
  std::string operator()(term::Term term) const;
  /// Guard and assignments: "[x < 3]", then "x := x + 1", one line each.
  std::string operator()(const program::Edge& edge) const;

 private:
  std::string name_of(term::Term symbol) const;

  std::size_t max_length_;
  term::TermMap<std::string> names_;  ///< of variables whose source name is unique, and of other terms
};

}  // namespace pendulum::report
