// Elimination of arrays. Reads over writes are expanded to ites. Each read of an array symbol becomes a fresh
// symbol, with the constraint that two reads of one array are equal if their indices are (Ackermann
// expansion). The result contains no arrays, and the solvers' incremental SAT cores are much faster on it
// than their array procedures on the original formula.
//
// The expansion is exact. It needs one comparison per pair of a read and a write whose indices may be equal;
// pairs of constant indices are decided at once. It is therefore intended for short histories of writes, as
// in bounded unrollings.
//
// Divisions are not expanded. Replacing a division by a constant c by x = c * q + r with fresh q and r was
// tried: on the eca programs it made Z3 three times slower than Z3's own divider.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "smt/solver.h"
#include "term/forms/template.h"
#include "term/traverse.h"

namespace pendulum::smt {

/// Eliminates arrays from terms. All calls share the fresh symbols of the reads.
class Expander {
 public:
  /// When the constraints between two reads of one array symbol are created. Their number is quadratic in the
  /// number of reads.
  enum class Consistency {
    Eager,    ///< constraints() contains the constraints of all pairs
    OnDemand  ///< violated_constraints() returns the constraints that a model violates
  };
  explicit Expander(term::TermManager& manager, Consistency consistency = Consistency::Eager);

  /// Returns a term without Select that is equivalent to `term` under constraints(). Every model of the
  /// original symbols can be extended to a model of the constraints. Throws InternalError if `term` contains
  /// an equality of arrays.
  term::Term expand(term::Term term);
  term::TermManager& terms() const { return manager_; }
  /// Constraints on the fresh symbols. expand() may append to them.
  const term::TermVector& constraints() const { return constraints_; }
  /// For Consistency::OnDemand: returns constraints that are false in the model `value`. If there are none,
  /// the model corresponds to a model of the arrays. `value` may return null for terms on which the
  /// checked formula does not depend; their reads are ignored.
  term::TermVector violated_constraints(const std::function<term::Term(term::Term)>& value) const;

  /// A read of an array symbol: the fresh symbol `symbol` represents the element at `index`.
  struct Read {
    term::Term index;
    term::Term symbol;
  };
  /// The reads of an array symbol that expand() has encountered so far.
  const std::vector<Read>& reads(term::Term array) const;

  /// Defines the array symbol `array`: a read of it at j is expanded to `body` with j for the symbol `index`.
  /// Requires: expand() has not yet encountered a read of `array`.
  void define(term::Term array, term::Term index, term::Term body);

  /// The array symbols and writes that an element of an array term may originate from, through stores, ites
  /// and definitions.
  struct Sources {
    term::TermVector symbols;  ///< array symbols without definition
    term::TermVector written;  ///< indices of the stores
  };
  const Sources& sources(term::Term array);

  /// Makes `symbol` generic: an index that contains it represents many indices. A read of an array symbol at
  /// a generic index is expanded to the default element of the array, and writes are assumed to have other
  /// indices unless the indices are recognised as equal.
  /// Soundness: terms with such reads are not equivalent to the original terms. They are only hints for array
  /// models.
  /// Requires: no expanded term contains the symbol.
  void make_generic(term::Term symbol) { generic_.insert(symbol); }
  /// The symbol for the default element of an array symbol; null if the array was not read at a generic
  /// index.
  term::Term default_element(term::Term array) const;
  bool is_default_element(term::Term symbol) const { return default_symbols_.contains(symbol); }
  /// Returns the value of an array symbol in the model `value`: the values of its reads, and the default
  /// element (zero if there is none) at all other indices. `value` may return null for terms on which
  /// the checked formula does not depend.
  term::Term array_value(term::Term array, const std::function<term::Term(term::Term)>& value) const;

 private:
  using Pair = std::pair<term::Term, term::Term>;  ///< array, index

  term::Term expand_read(term::Term array, term::Term index);
  /// Returns the expansion of a read. If it depends on a read that has not been expanded yet, pushes that
  /// read on `open` and returns null.
  term::Term read_if_known(Pair pair, std::vector<Pair>& open);
  term::Term read_symbol(term::Term array, term::Term index);
  bool is_generic(term::Term index);

  /// Returns the constraint that two reads are equal if their indices are.
  term::Term agreement(const Read& a, const Read& b) const;

  term::TermManager& manager_;
  Consistency consistency_;
  term::Rewriter rewrite_;
  std::map<Pair, term::Term> known_;
  std::map<term::Term, std::vector<Read>> reads_;
  term::TermMap<term::Template> definitions_;  ///< by array symbol: elements, over the index
  term::TermMap<Sources> sources_;             ///< by array term
  term::TermSet generic_;
  term::TermMap<bool> is_generic_;      ///< by term: whether it contains a generic symbol
  term::TermMap<term::Term> defaults_;  ///< by array
  term::TermSet default_symbols_;
  term::TermVector constraints_;
};

/// Repeats solver.check(assumptions) and asserts violated constraints until the result is not Sat or the
/// model violates no constraint. For expanders with Consistency::OnDemand.
[[nodiscard]] SatResult check_with_reads(Solver& solver, const Expander& expander,
                                         std::span<const term::Term> assumptions);

/// Returns true if Expander supports these terms: no equalities between arrays, no arrays of arrays, no
/// quantifiers and no uninterpreted functions.
bool can_expand(std::span<const term::Term> terms);

/// Returns a decorator that eliminates arrays from all assertions and assumptions before it passes them to
/// `solver`.
std::unique_ptr<Solver> make_expanding_solver(std::unique_ptr<Solver> solver, term::TermManager& manager);

}  // namespace pendulum::smt
