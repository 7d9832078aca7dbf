// The EUF abstraction of terms (Definitions 3.1 to 3.4, arrays by Definition 4.3).
//
// Every sort other than Bool becomes an uninterpreted sort; every operation becomes an uninterpreted
// function, one per operation, parameters and argument sorts; values become constants. Boolean structure,
// equality and ite are kept. All other parts of the engine use concrete terms, so concretisation is the
// identity.
#pragma once

#include "term/term_manager.h"

namespace pendulum::engine::euforia {

/// Interpreted: select and store keep their meaning.
enum class Arrays { Abstract, Interpreted };

class EufAbstraction {
 public:
  EufAbstraction(term::TermManager& terms, Arrays arrays) : terms_(terms), arrays_(arrays) {}

  /// Abstracts a quantifier-free term. The same term always has the same abstraction. The abstraction of an
  /// abstract term is the term itself, so formulas may mix concrete and abstract terms.
  term::Term operator()(term::Term term);

  /// The abstract term is the constant of a value. EufSolver asserts that different values of a sort are
  /// different (Figure 3.4, line 10), for all values that occur in its formulas.
  bool is_constant(term::Term abstract) const { return constants_.contains(abstract); }
  /// f(b, a) if `abstract` is f(a, b) for a commutative operation f; null otherwise, or if b is a constant
  /// (arguments are sorted, constants last). EufSolver asserts that both are equal, because sorting does not
  /// suffice for congruence: x + y and x' + y' may be sorted differently.
  term::Term commuted(term::Term abstract) const {
    const auto found = commuted_.find(abstract);
    return found == commuted_.end() ? term::Term() : found->second;
  }

 private:
  term::Term abstract_node(term::Term term);
  /// Applies the uninterpreted function for `kind` with the parameters and sorts of `term`.
  term::Term application(term::Kind kind, term::Term term, term::TermVector children);
  term::Sort sort(term::Sort concrete);
  /// The operation stays interpreted.
  bool keeps_kind(term::Term term) const;

  term::TermManager& terms_;
  Arrays arrays_;
  term::Substitution cache_, commuted_;
  term::TermSet constants_;
};

}  // namespace pendulum::engine::euforia
