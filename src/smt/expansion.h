// Arrays without the theory of arrays: reads are expanded over writes into ites, and reads of array symbols
// become symbols of their own that agree where their indices do (Ackermann). What is left are bit-vectors,
// for which the solvers' incremental SAT cores are far stronger than their array procedures.
//
// The expansion is exact. It costs one comparison per pair of a read and a write that may meet (constant
// indices decide at once), so it is for short histories of writes, as in bounded unrollings.
// Tried and dropped: x = c * q + r with fresh q and r for division by a constant c; three times slower for Z3
// on the eca programs than its own divider.
#pragma once

#include <map>
#include <vector>

#include "smt/solver.h"
#include "term/traverse.h"

namespace pendulum::smt {

/// Rewrites terms; keeps what it learnt about reads across calls.
class Expander {
 public:
  explicit Expander(term::TermManager& manager);

  /// Equivalent to `term` under constraints(), which can always be satisfied; free of Select. Refuses
  /// equality of arrays (InternalError).
  term::Term expand(term::Term term);
  term::TermManager& terms() const { return manager_; }
  /// Grows with each expand.
  const term::TermVector& constraints() const { return constraints_; }

  struct Read {
    term::Term index;
    term::Term symbol;
  };
  /// The reads of an array symbol so far; empty when there are none.
  const std::vector<Read>& reads(term::Term array) const;

 private:
  using Pair = std::pair<term::Term, term::Term>;  ///< array, index

  term::Term expand_read(term::Term array, term::Term index);
  /// Null when another pair has to be known first; that one is pushed on `open`.
  term::Term read_if_known(Pair pair, std::vector<Pair>& open);
  term::Term read_symbol(term::Term array, term::Term index);

  term::TermManager& manager_;
  term::Rewriter rewrite_;
  std::map<Pair, term::Term> known_;
  std::map<term::Term, std::vector<Read>> reads_;
  term::TermVector constraints_;
};

/// Is every use of arrays in these terms a read, a write or a choice, so that Expander takes them?
bool can_expand(std::span<const term::Term> terms);

/// The decorator that applies it to everything that `solver` gets.
std::unique_ptr<Solver> make_expanding_solver(std::unique_ptr<Solver> solver, term::TermManager& manager);

}  // namespace pendulum::smt
