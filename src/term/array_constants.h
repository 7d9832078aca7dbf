// Array values in terms, replaced by symbols: a read of a table with thousands of elements then costs one
// access of a WordArray in compiled code, instead of one comparison per element.
#pragma once

#include "term/traverse.h"
#include "term/word_array.h"

namespace pendulum::term {

class ArrayConstants {
 public:
  explicit ArrayConstants(TermManager& manager);
  /// `term` with a symbol in place of each array value that it reads.
  Term operator()(Term term) { return rewrite_(term); }
  /// The symbols made so far and what they stand for, in the order of their making.
  const std::vector<std::pair<Term, WordArray>>& constants() const { return constants_; }

 private:
  Term symbol_of(Term value);

  TermManager& manager_;
  Rewriter rewrite_;
  Substitution symbols_;  ///< array value -> symbol
  std::vector<std::pair<Term, WordArray>> constants_;
};

/// Is the term a chain of Store with constant operands over a constant array?
bool is_array_value(Term term);

}  // namespace pendulum::term
