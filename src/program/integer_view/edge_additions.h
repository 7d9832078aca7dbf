// Internal: what the integer view adds to the image of an edge: internal inputs, side conditions of the
// guard, and the record of operations that may wrap around or are over-approximated.
//
// Soundness: the side conditions of internal inputs can be satisfied in every state, by exactly one value if
// the translation is exact. So the conjunction of the guard with all side conditions permits the same steps
// as the guard, even if the operator occurs in a branch of an ite or under a negation.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/integer_view/integer_value.h"
#include "program/program.h"

namespace pendulum::program {

class EdgeAdditions {
 public:
  /// `where`: the source location of the edge. Requires: `terms` and `where` outlive this object.
  EdgeAdditions(term::TermManager& terms, const SourceLocation& where) : terms_(terms), where_(where) {}

  /// Adds an internal input.
  term::Term fresh(const std::string& name, term::Sort sort);
  /// Over-approximates the bit-vector `t` by an internal input within the range of the reading.
  IntegerValue unknown(term::Term t, Reading reading);
  /// Adds a side condition.
  void require(term::Term condition) { conditions_.push_back(condition); }
  /// Adds the side conditions lo <= term and term <= hi.
  void require_range(const IntegerValue& value);
  /// Records that the operator `name` is over-approximated.
  void add_approximation(const std::string& name);
  /// Records an operation that may wrap around.
  void count_wrap() { ++num_wraps_; }

  const std::vector<Input>& inputs() const { return inputs_; }
  const term::TermVector& conditions() const { return conditions_; }
  /// Operators that are over-approximated, with the source location of the edge.
  const std::set<std::string>& approximations() const { return approximations_; }
  /// Number of operations that may wrap around or are over-approximated.
  unsigned num_wraps() const { return num_wraps_; }

 private:
  term::TermManager& terms_;
  const SourceLocation& where_;
  std::vector<Input> inputs_;
  term::TermVector conditions_;
  std::set<std::string> approximations_;
  unsigned num_wraps_ = 0;
};

}  // namespace pendulum::program
