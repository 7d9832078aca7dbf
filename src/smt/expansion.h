// Arrays without the theory of arrays: reads are expanded over writes into ites, and reads of array symbols
// become symbols of their own that agree where their indices do (Ackermann). What is left are bit-vectors,
// for which the solvers' incremental SAT cores are far stronger than their array procedures.
//
// The expansion is exact. It costs one comparison per pair of a read and a write that may meet (constant
// indices decide at once), so it is for short histories of writes, as in bounded unrollings.
// Tried and dropped: x = c * q + r with fresh q and r for division by a constant c; three times slower for Z3
// on the eca programs than its own divider.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "smt/solver.h"
#include "term/traverse.h"

namespace pendulum::smt {

/// Rewrites terms; keeps what it learnt about reads across calls.
class Expander {
 public:
  /// How two reads of an array symbol are made to agree where their indices do. The number of pairs is
  /// quadratic.
  enum class Consistency {
    Eager,    ///< constraints() has all pairs
    OnDemand  ///< violated_constraints() finds the pairs that a model violates
  };
  explicit Expander(term::TermManager& manager, Consistency consistency = Consistency::Eager);

  /// Equivalent to `term` under constraints(), which can always be satisfied; free of Select. Refuses
  /// equality of arrays (InternalError).
  term::Term expand(term::Term term);
  term::TermManager& terms() const { return manager_; }
  /// Grows with each expand.
  const term::TermVector& constraints() const { return constraints_; }
  /// With Consistency::OnDemand: constraints that are false under `value`, which may give null for terms that
  /// no constraint mentions. Empty: the model is one of arrays.
  term::TermVector violated_constraints(const std::function<term::Term(term::Term)>& value) const;

  struct Read {
    term::Term index;
    term::Term symbol;
  };
  /// The reads of an array symbol so far; empty when there are none.
  const std::vector<Read>& reads(term::Term array) const;

  /// From now on reads of the symbol `array` give `body` with the read's index for the symbol `index`. To be
  /// called before `array` is read.
  void define(term::Term array, term::Term index, term::Term body);

  /// Where the elements of an array term come from, through writes, choices and definitions.
  struct Sources {
    term::TermVector symbols;  ///< arrays without definition
    term::TermVector written;  ///< indices
  };
  const Sources& sources(term::Term array);

  /// An index that contains `symbol` stands for many indices. Reads of an array symbol there give its default
  /// element, and writes elsewhere are taken to be at other places. Terms with such reads are hints for
  /// models of arrays, not equivalent to what they were.
  void make_generic(term::Term symbol) { generic_.insert(symbol); }
  /// The symbol for the default element of an array symbol; null if no generic index was read.
  term::Term default_element(term::Term array) const;
  bool is_default_element(term::Term symbol) const { return default_symbols_.contains(symbol); }
  /// The value of an array symbol under `value`, which may give null for terms that no constraint mentions:
  /// what the reads give, elsewhere the default element, or zero if there is none.
  term::Term array_value(term::Term array, const std::function<term::Term(term::Term)>& value) const;

 private:
  using Pair = std::pair<term::Term, term::Term>;  ///< array, index

  term::Term expand_read(term::Term array, term::Term index);
  /// Null when another pair has to be known first; that one is pushed on `open`.
  term::Term read_if_known(Pair pair, std::vector<Pair>& open);
  term::Term read_symbol(term::Term array, term::Term index);
  bool is_generic(term::Term index);

  term::Term agreement(const Read& a, const Read& b) const;

  term::TermManager& manager_;
  Consistency consistency_;
  term::Rewriter rewrite_;
  std::map<Pair, term::Term> known_;
  std::map<term::Term, std::vector<Read>> reads_;
  struct Definition {
    term::Term index;
    term::Term body;
  };
  term::TermMap<Definition> definitions_;
  term::TermMap<Sources> sources_;  ///< by array term
  term::TermSet generic_;
  term::TermMap<bool> is_generic_;      ///< by index
  term::TermMap<term::Term> defaults_;  ///< by array
  term::TermSet default_symbols_;
  term::TermVector constraints_;
};

/// solver.check(assumptions) where the expander's reads, with Consistency::OnDemand, agree in the model.
[[nodiscard]] SatResult check_with_reads(Solver& solver, const Expander& expander,
                                         std::span<const term::Term> assumptions);

/// Is every use of arrays in these terms a read, a write or a choice, so that Expander takes them?
bool can_expand(std::span<const term::Term> terms);

/// The decorator that applies it to everything that `solver` gets.
std::unique_ptr<Solver> make_expanding_solver(std::unique_ptr<Solver> solver, term::TermManager& manager);

}  // namespace pendulum::smt
