// Candidates for facts about floating-point variables: bounds, constant values, and "is not NaN".
//
// A Program variable is a bit-vector; the operators that it, or its negation, is an operand of reveal that it
// is a floating-point number. The bounds of a variable come from the constants of its format in the program,
// from their negations, and from samples.
#pragma once

#include <map>
#include <set>

#include "facts/sampler.h"
#include "term/signature/float_format.h"

namespace pendulum::facts {

class FloatBounds {
 public:
  explicit FloatBounds(const program::Program& program);

  bool is_float(term::Term variable) const { return formats_.contains(variable); }
  /// Returns candidates for a variable that hold in all samples. Requires: is_float(variable); `states` is
  /// not empty.
  term::TermVector candidates(term::Term variable, const std::vector<term::Model>& states) const;

 private:
  void collect_operands(term::Term application);
  void collect(term::Term operand, term::FloatFormat format);

  term::TermManager& terms_;
  const program::Program& program_;
  std::map<term::Term, term::FloatFormat> formats_;              ///< of variables
  std::map<term::FloatFormat, std::set<term::Term>> constants_;  ///< numbers, no NaN
};

}  // namespace pendulum::facts
