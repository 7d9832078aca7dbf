// Internal: derives intervals of symbols, and the absence of overflows, from the guard of an edge and from
// facts that are known at its source.
#pragma once

#include "program/integer_view/edge_additions.h"
#include "program/integer_view/flow_state.h"

namespace pendulum::program {

class GuardBounds {
 public:
  /// A bit-vector variable or input of the edge.
  struct Symbol {
    IntegerValue value;  ///< its image and interval under `reading`
    Reading reading = Reading::Signed;
  };

  /// `before`: facts at the edge's source; null if none are known. Requires: the arguments outlive this
  /// object.
  GuardBounds(const IntegerSymbols& symbols, const Edge& edge, const FlowState* before);

  /// Adds an input of the edge, or a variable, with its interval at the edge's source.
  const Symbol& add(term::Term symbol, term::Term image, Reading reading);
  /// Adds the variables of the edge, derives intervals of the symbols, and makes those that are smaller than
  /// the full range side conditions. Requires: all inputs have been added.
  void derive(EdgeAdditions& additions);

  /// The bit-vector symbols of the edge.
  const term::TermMap<Symbol>& symbols() const { return found_; }
  /// After derive(): true if the intervals show that no state satisfies the guard.
  bool is_impossible() const { return is_impossible_; }
  /// After derive(): true if the signed overflow of a sum, difference or product is impossible or excluded by
  /// a conjunct of the guard. `kind`: BvSaddo, BvSsubo or BvSmulo.
  bool excludes_overflow(term::Kind kind, term::Term a, term::Term b) const;

 private:
  using Term = term::Term;

  /// The definitions, as far as they are known, of the Boolean variables that are conjuncts of the guard.
  term::TermVector defined_facts() const;
  /// Tightens intervals of symbols by a conjunct of the guard.
  void bound(Term conjunct);
  void bound_above(Term symbol, Reading reading, const mpz_class& limit);
  void bound_below(Term symbol, Reading reading, const mpz_class& limit);
  /// The interval of a symbol or value under a reading; the full range for other terms.
  IntegerValue simple_range(Term t, Reading reading) const;
  /// Makes intervals that are smaller than the full range side conditions.
  void require_intervals(const term::TermVector& symbols, EdgeAdditions& additions);

  const IntegerSymbols& symbols_;
  term::TermManager& terms_;
  const Edge& edge_;
  const FlowState* before_;
  term::TermMap<Symbol> found_;
  term::TermSet facts_;  ///< conjuncts of the guard
  bool is_impossible_ = false;
};

}  // namespace pendulum::program
