// Conditions under which pi^n is feasible ([IMPULSE], section 3.3). By Lemma 2, pi^n is feasible iff each
// literal of pi holds in each of the n iterations, that is, for all j in [0, n). Where possible, the
// quantifier over j is eliminated (section 4). The rules, from the least to the most expensive:
//   1. A literal that does not depend on j is required once.
//   2. Comparisons of linear polynomials. If neither side wraps around, both are linear over the integers.
//      The literal then holds in all iterations if it holds in the first and in the last one (a sharper form
//      of Proposition 1). The premise that nothing wraps around becomes part of the condition (section 3.4).
//   3. Disequalities a != b of polynomials with linear difference. If the stride is constant, the membership
//      test is exact modulo 2^w. Otherwise the disequality is split into a < b and a > b (Fig. 4), and the
//      condition is the disjunction of both results.
//   4. Equalities of polynomials with linear difference: the difference is zero in the first iteration, and
//      its stride is zero unless n = 1.
//   5. Other literals without array reads, if a solver call proves that they are monotonic in j
//      (Definition 1). Inputs count as reads, because their values are elements of arrays over iterations.
//   6. All other literals become Universals, which the search instantiates lazily.
#pragma once

#include "acceleration/iteration_terms.h"

namespace pendulum::acceleration {

/// The condition that `body` holds for all values of `iteration` below `count`.
struct Universal {
  term::Term iteration;  ///< a symbol of count_width bits
  term::Term count;
  term::Term body;
};

class Feasibility {
 public:
  /// The count of `arithmetic` is n. The conditions are correct for n >= 1. The arguments should outlive the
  /// object.
  Feasibility(const ClosedForms& forms, IterationTerms& iterations, PolynomialArithmetic& arithmetic,
              Prover& prover);

  /// Adds conditions under which the literal holds in all iterations. Requires: the literal does not depend
  /// on unknown values.
  void add(term::Term literal);

  /// Quantifier-free conditions. Together with universals() they imply that all literals hold in all
  /// iterations.
  const term::TermVector& conditions() const { return conditions_; }
  const std::vector<Universal>& universals() const { return universals_; }
  /// Returns whether this implication is an equivalence.
  bool is_exact() const { return is_exact_; }
  /// For some of the literals: the number of iterations after which the literal is false for the first time,
  /// over the state before the loop. The term is correct if no wrap-around occurs.
  const term::TermVector& exit_counts() const { return exit_counts_; }

 private:
  /// The iterations in which a literal is required: all n iterations (When::Before), or the n - 1 iterations
  /// after the first one, each as the state after its predecessor (When::After).
  struct Range {
    When when;
    PolynomialArithmetic& arithmetic;  ///< its count is the number of iterations in the range
  };
  void add_in(const Range& range, term::Term literal);
  // The following functions return false if the rule does not apply.
  bool add_comparison(const Range& range, term::Term literal);
  bool add_order(const Range& range, const Polynomial& a, const Polynomial& b, bool is_strict,
                 bool is_signed);
  bool add_disequality(const Range& range, const Polynomial& a, const Polynomial& b);
  bool add_equality(const Range& range, const Polynomial& a, const Polynomial& b);
  /// Requires `premises` and the body in the first or in the last iteration, if the body is monotonic under
  /// the premises.
  bool add_if_monotonic(const Range& range, const Universal& universal, const term::TermVector& premises);
  /// Adds the exit count of a < b (or a <= b). Requires: both sides are linear. The exit count is correct if
  /// the comparison holds in the first iteration.
  void add_exit(const Polynomial& a, const Polynomial& b, bool is_strict);
  /// Adds `condition`, which need not hold if the range is empty.
  void require(const Range& range, term::Term condition);

  const ClosedForms& forms_;
  IterationTerms& iterations_;
  PolynomialArithmetic& arithmetic_;
  PolynomialArithmetic later_;  ///< for the n - 1 iterations after the first one
  Prover& prover_;
  term::TermManager& terms_;
  term::TermVector conditions_;
  std::vector<Universal> universals_;
  term::TermVector exit_counts_;
  bool is_exact_ = true;
};

}  // namespace pendulum::acceleration
