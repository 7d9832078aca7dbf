// When is pi^n feasible ([IMPULSE], section 3.3)? Lemma 2: iff each literal of pi holds in each of the n
// iterations, that is, for all j in [0, n). This file removes the quantifier where it can (section 4).
//
// Cheapest first:
//   1. A literal that does not depend on j is asked once.
//   2. Comparisons of linear polynomials that do not wrap around: both sides are linear over the integers, so
//   the
//      literal holds in between if it holds at both ends (a sharper form of Proposition 1). The premise that
//      nothing wraps around is part of the condition (section 3.4).
//   3. a != b with a linear difference of constant stride: the membership test, exact modulo 2^w. With
//   another
//      stride the disequality is split into a < b and a > b (Fig. 4); the condition is their disjunction.
//   4. Other literals without arrays and inputs: monotonic in j (Definition 1) if one query shows it.
//   5. What remains stays a Universal, to be instantiated lazily.
#pragma once

#include "acceleration/iteration_terms.h"

namespace pendulum::acceleration {

/// For all `iteration` < `count`: body.
struct Universal {
  term::Term iteration;  ///< a symbol of count_width bits
  term::Term count;
  term::Term body;
};

class Feasibility {
 public:
  /// `count` is n; it is assumed to be at least 1.
  Feasibility(const ClosedForms& forms, IterationTerms& iterations, PolynomialArithmetic& arithmetic,
              Prover& prover);

  /// Requires that the literal does not depend on unknown values.
  void add(term::Term literal);

  /// Without quantifiers; with `universals` it implies that all literals hold in all iterations.
  const term::TermVector& conditions() const { return conditions_; }
  const std::vector<Universal>& universals() const { return universals_; }
  /// Is the implication an equivalence?
  bool is_exact() const { return is_exact_; }
  /// Numbers of iterations, over the state before the loop, after which a literal is violated for the first
  /// time, provided that nothing wraps around. Literals without such a term are left out.
  const term::TermVector& exit_counts() const { return exit_counts_; }

 private:
  struct Range {
    When when;
    PolynomialArithmetic& arithmetic;  ///< counts the iterations of the range
  };
  void add_in(const Range& range, term::Term literal);
  bool add_comparison(const Range& range, term::Term literal);
  bool add_order(const Range& range, const Polynomial& a, const Polynomial& b, bool is_strict,
                 bool is_signed);
  bool add_disequality(const Range& range, const Polynomial& a, const Polynomial& b);
  bool add_equality(const Range& range, const Polynomial& a, const Polynomial& b);
  bool add_if_monotonic(const Range& range, const Universal& universal, const term::TermVector& premises);
  /// Requires that the sides are linear and a < b (or a <= b) holds in the first iteration of the loop.
  void add_exit(const Polynomial& a, const Polynomial& b, bool is_strict);
  /// `condition`, unless the range is empty.
  void require(const Range& range, term::Term condition);

  const ClosedForms& forms_;
  IterationTerms& iterations_;
  PolynomialArithmetic& arithmetic_;
  PolynomialArithmetic later_;  ///< of the iterations after the first one
  Prover& prover_;
  term::TermManager& terms_;
  term::TermVector conditions_;
  std::vector<Universal> universals_;
  term::TermVector exit_counts_;
  bool is_exact_ = true;
};

}  // namespace pendulum::acceleration
