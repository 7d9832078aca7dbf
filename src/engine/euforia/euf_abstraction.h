// The EUF abstraction of terms (Definitions 3.1 to 3.4, arrays by Definition 4.3).
//
// Every sort other than Bool becomes an uninterpreted sort; every operation becomes an uninterpreted
// function, one per operation, parameters and argument sorts; values become constants. Boolean structure,
// equality and ite are kept. All other parts of the engine use concrete terms, so concretisation is the
// identity.
#pragma once

#include <unordered_set>

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
  /// The operands of the operation are sorted.
  static bool is_commutative_kind(term::Kind kind);
  /// The application is one of a commutative operation's function.
  bool is_commutative(term::Term abstract) const {
    return abstract.kind() == term::Kind::Apply && commutative_.contains(&abstract.function());
  }
  /// Other forms of the application of a commutative operation, which EufSolver asserts to be equal, because
  /// sorting the operands does not suffice for congruence: x + y and x' + y' may be sorted differently.
  ///
  ///   f(a, b), b not a constant:   f(b, a)
  ///   a sum or product of three or more operands, which is a chain of binary applications f(f(a, b), c):
  ///                                f(f(a, c), b), f(f(b, c), a), as far as max_regrouped allows
  const term::TermVector& equal_forms(term::Term abstract) const {
    static const term::TermVector none;
    const auto found = equal_forms_.find(abstract);
    return found == equal_forms_.end() ? none : found->second;
  }

 private:
  term::Term abstract_node(term::Term term);
  /// Applies the uninterpreted function for `kind` with the parameters and sorts of `term`.
  term::Term application(term::Kind kind, term::Term term, term::TermVector children);
  /// Applies the function of a commutative operation to two operands.
  term::Term commutative_application(const term::Function& function, term::Term a, term::Term b);
  /// The chain for three or more sorted operands of an associative and commutative operation.
  term::Term chain(const term::Function& function, const term::TermVector& operands);
  /// Constants are the last operands.
  void sort_operands(term::TermVector& operands) const;
  term::Sort sort(term::Sort concrete);
  /// The operation stays interpreted.
  bool keeps_kind(term::Term term) const;

  term::TermManager& terms_;
  Arrays arrays_;
  term::Substitution cache_;
  term::TermMap<term::TermVector> equal_forms_;
  std::unordered_set<const term::Function*> functions_, commutative_;  ///< those of abstract terms
  term::TermSet constants_;
};

}  // namespace pendulum::engine::euforia
