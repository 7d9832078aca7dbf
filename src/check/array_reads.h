// Simplifies what an unwinding makes of counters and arrays. Three equivalences, which need no constraints:
//
// A bit-vector that is one of a few constants, as counters are after a loop, is a choice: values with
// conditions of which exactly one holds. Operations on choices are done value by value: ite(c, 1, 2) + 1 is
// ite(c, 2, 3), and ite(c, 1, 2) < 5 is true.
//
// A read at a choice of indices is a choice of reads at constants.
//
// A read is seen through the writes and choices that made the array: read(write(a, i, x), j) is x where i is
// j, and read(a, j) elsewhere; read(c ? a : b, j) is c ? read(a, j) : read(b, j). Only reads of symbols are
// left.
//
// They cost the number of writes times the number of indices that are read, and at most `max_pairs` folded
// operations per term.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "term/traverse.h"

namespace pendulum::check {

class ArrayReads {
 public:
  explicit ArrayReads(term::TermManager& terms);

  /// An equivalent term.
  term::Term operator()(term::Term term) { return rewrite_(term); }

 private:
  /// Value -> condition. Exactly one of the conditions holds in each model.
  using Choice = std::map<term::Term, term::Term>;

  term::Term simplify(term::Term original, std::span<const term::Term> children);
  /// Nothing when the term is not known to be one of a few values.
  std::optional<Choice> choice(term::Term term) const;
  /// Nothing when the values are too many, or do not fold.
  std::optional<Choice> apply(term::Term original, std::span<const term::Term> children) const;
  std::optional<Choice> choose(term::Term condition, term::Term yes, term::Term no) const;
  term::Term add(Choice choice);
  void insert(Choice& choice, term::Term value, term::Term condition) const;

  term::Term read_chosen(term::Term array, term::Term index);
  term::Term read(term::Term array, term::Term index);
  /// Null, with what has to be known before at the end of `open`, or the element.
  term::Term read_at_once(term::Term array, term::Term index, term::TermVector& open) const;
  term::Term equal(term::Term index, term::Term other) const;

  term::TermManager& terms_;
  term::Rewriter rewrite_;
  std::map<term::Term, Choice> choices_;                              ///< the terms that `add` has made
  std::map<std::pair<term::Term, term::Term>, term::Term> elements_;  ///< (array, index) -> element
};

}  // namespace pendulum::check
