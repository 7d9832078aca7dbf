// The EUF abstraction of terms (Definitions 3.1 to 3.4, arrays by Definition 4.3).
//
// Sorts other than Bool become uninterpreted sorts, one per sort; operations become uninterpreted functions,
// one per operation, parameters and argument sorts; values become constants; Boolean structure, equality and
// ite stay. Terms of the engine remain concrete everywhere else, so concretisation is the identity.
#pragma once

#include "term/term_manager.h"

namespace pendulum::engine::euforia {

enum class Arrays { Abstract, Interpreted };  ///< Interpreted: select and store keep their meaning

class EufAbstraction {
 public:
  EufAbstraction(term::TermManager& terms, Arrays arrays) : terms_(terms), arrays_(arrays) {}

  /// The abstraction of a quantifier-free term. The same term always gives the same abstraction; that of an
  /// abstract term is the term itself, so formulas may mix both.
  term::Term operator()(term::Term term);

  /// Is it the constant of a value? Different values of a sort are different: the abstraction adds that
  /// (Figure 3.4, line 10) for those that a solver sees.
  bool is_constant(term::Term abstract) const { return constants_.contains(abstract); }
  /// f(b, a) for f(a, b) of a commutative operation; null for other terms. Constants come last, otherwise the
  /// order says nothing: x + y and x' + y' have to be congruent, so a solver is told that both are equal.
  term::Term commuted(term::Term abstract) const {
    const auto found = commuted_.find(abstract);
    return found == commuted_.end() ? term::Term() : found->second;
  }

 private:
  term::Term abstract_node(term::Term term);
  /// The function for `kind` with the parameters and sorts of `term`.
  term::Term application(term::Kind kind, term::Term term, term::TermVector children);
  term::Sort sort(term::Sort concrete);
  bool keeps_kind(term::Term term) const;

  term::TermManager& terms_;
  Arrays arrays_;
  term::Substitution cache_, commuted_;
  term::TermSet constants_;
};

}  // namespace pendulum::engine::euforia
