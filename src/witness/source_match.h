// Matches source locations of a witness with locations of the program.
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::witness {

/// Are the file names (without directories), the lines and, if both are known, the columns equal?
bool matches(const program::SourceLocation& a, const program::SourceLocation& b);

/// The program locations at a source location. There are several if a function is inlined several times.
std::vector<program::LocationId> locations_at(const program::Program& program,
                                              const program::SourceLocation& where);

/// Assigns a value at entry to the variables that the conditions of a witness read, because a program must
/// not read a variable before it is assigned (verify_program). If the program does not assign a variable on
/// an edge from the entry, the edge gets an input with an arbitrary value for it.
class EntryHavoc {
 public:
  /// Adds the variables that occur in `term`. Requires: all symbols of `term` are program variables.
  void add(term::Term term);
  /// Adds the inputs and assignments to an edge that leaves the entry.
  void assign(program::Edge& edge, term::TermManager& terms) const;

 private:
  term::TermVector read_;
};

}  // namespace pendulum::witness
