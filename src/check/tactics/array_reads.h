// Simplifies the terms of counters and arrays that an unrolling produces. It applies three equivalences,
// none of which adds constraints:
//
// (1) A bit-vector that is one of a few constants, such as a counter after a loop, is a choice: a set of
// values with conditions, exactly one of which holds. Operations on choices are computed value by value:
// ite(c, 1, 2) + 1 becomes ite(c, 2, 3), and ite(c, 1, 2) < 5 becomes true.
//
// (2) A read at a choice of indices becomes a choice of reads at constant indices.
//
// (3) A read is pushed through the stores and ites that built the array: select(store(a, i, x), j) becomes x
// if i = j and select(a, j) otherwise; select(ite(c, a, b), j) becomes ite(c, select(a, j), select(b, j)).
// Only reads of other array terms, usually symbols, remain.
//
// The cost is the number of stores times the number of read indices, and at most `max_pairs` folded
// operations per term.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/check.h"
#include "certificate/certificate.h"
#include "check/kernel/path_encoder.h"
#include "term/traverse.h"

namespace pendulum::check {

class ArrayReads {
 public:
  explicit ArrayReads(term::TermManager& terms);

  /// Returns a simplified term that is equivalent to `term`.
  term::Term operator()(term::Term term) {
    const term::Term result = rewrite_(term);
    PENDULUM_CHECK(result.sort() == term.sort(), "an equivalent term should have the same sort");
    return result;
  }

 private:
  /// Value -> condition. Exactly one of the conditions holds in each model.
  using Choice = std::map<term::Term, term::Term>;

  term::Term simplify(term::Term original, std::span<const term::Term> children);
  /// The choice of a term; nothing if the term is not known to be one of a few values.
  std::optional<Choice> choice(term::Term term) const;
  /// The choice that results if the operation of `original` is applied to the choices of `children`. Nothing
  /// if there are too many combinations or a result does not fold to a constant.
  std::optional<Choice> apply(term::Term original, std::span<const term::Term> children) const;
  std::optional<Choice> choose(term::Term condition, term::Term yes, term::Term no) const;
  term::Term add(Choice choice);
  void insert(Choice& choice, term::Term value, term::Term condition) const;

  term::Term read_chosen(term::Term array, term::Term index);
  term::Term read(term::Term array, term::Term index);
  /// The element of `array` at `index` if the elements of its subterms are in `elements_`. Otherwise null,
  /// and the subterms that have to be read first are appended to `open`.
  term::Term read_at_once(term::Term array, term::Term index, term::TermVector& open) const;
  term::Term equal(term::Term index, term::Term other) const;

  term::TermManager& terms_;
  term::Rewriter rewrite_;
  std::map<term::Term, Choice> choices_;                              ///< choices of the terms made by `add`
  std::map<std::pair<term::Term, term::Term>, term::Term> elements_;  ///< (array, index) -> element
};

/// The simplification that the judge applies to the values in a complete unrolling. Empty if it would have no
/// effect on the obligations of the certificate, or would cost more than it saves.
Simplification array_simplification(const program::Program& program,
                                    const certificate::Certificate& certificate);

}  // namespace pendulum::check
