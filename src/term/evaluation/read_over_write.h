// Rewrites reads over writes, so that all remaining selects read array symbols:
//   select(store(a, i, x), j)  ->  ite(i = j, x, select(a, j))
//   select(ite(c, a, b), j)    ->  ite(c, select(a, j), select(b, j))
//   select(const(x), j)        ->  x
// The size of the result is at most proportional to the number of writes times the number of indices that are
// read.
#pragma once

#include "term/traverse.h"

namespace pendulum::term {

class ReadOverWrite {
 public:
  explicit ReadOverWrite(TermManager& manager);
  /// Returns an equivalent term. Array terms outside of selects are kept, with rewritten operands.
  Term operator()(Term term) { return rewrite_(term); }

 private:
  Term read(Term array, Term index);

  TermManager& manager_;
  Rewriter rewrite_;
  TermMap<Substitution> elements_;  ///< index -> array -> element
};

}  // namespace pendulum::term
