// Replaces array values in terms by symbols. A read of a table with thousands of elements then needs one
// access to a WordArray in compiled code (word_code.h), instead of one comparison per element.
#pragma once

#include "term/evaluation/word_array.h"
#include "term/traverse.h"

namespace pendulum::term {

class ArrayConstants {
 public:
  explicit ArrayConstants(TermManager& manager);
  /// Returns `term` with a symbol in place of each array value that it reads.
  Term operator()(Term term) { return rewrite_(term); }
  /// The symbols made so far and their values, in the order in which they were made.
  const std::vector<std::pair<Term, WordArray>>& constants() const { return constants_; }

 private:
  Term symbol_of(Term value);

  TermManager& manager_;
  Rewriter rewrite_;
  Substitution symbols_;  ///< array value -> symbol
  std::vector<std::pair<Term, WordArray>> constants_;
};

/// Returns true if the term is a chain of Store with constant operands over a constant array.
bool is_array_value(Term term);

}  // namespace pendulum::term
