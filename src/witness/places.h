// Is a place of a witness a place of the program?
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::witness {

/// Same file (directories do not count), line, and column as far as both know it.
bool is_same_place(const program::SourceLocation& a, const program::SourceLocation& b);

/// The locations of the program at that place; a function that is inlined several times has several.
std::vector<program::LocationId> locations_at(const program::Program& program,
                                              const program::SourceLocation& where);

/// Gives variables that conditions of a witness read a value at entry, since no one may be read before it has
/// one (verify_program): any value, by inputs of the first edges, where the program gives none.
class UnsetVariables {
 public:
  void add(term::Term condition);
  /// For an edge that leaves entry.
  void assign(program::Edge& edge, term::TermManager& terms) const;

 private:
  term::TermVector read_;
};

}  // namespace pendulum::witness
