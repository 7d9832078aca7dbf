// Traversal of term DAGs without recursion. Every function supports terms of depth 100,000 and visits each
// shared subterm once.
#pragma once

#include <functional>

#include "term/term_manager.h"

namespace pendulum::term {

/// Replaces symbols, or arbitrary subterms, by terms simultaneously. Results are cached, so the time for
/// several terms depends on the number of their distinct subterms. Requires: variables that a quantifier of a
/// term binds do not occur in the map.
class Substituter {
 public:
  /// Requires: each key has the same sort as its value.
  Substituter(TermManager& manager, const Substitution& map);
  Term operator()(Term term);

 private:
  void check_bound(Term quantifier);

  TermManager& manager_;
  Substitution cache_;
  TermVector mapped_;       ///< keys and values whose symbols are not in mapped_symbols_ yet
  TermSet mapped_symbols_;  ///< filled at the first quantifier
};

Term substitute(TermManager& manager, Term term, const Substitution& map);

/// Rebuilds terms bottom-up. `rule(original, new_children)` returns the new term, or null for the original
/// operator with the new children. Results are cached across calls.
class Rewriter {
 public:
  using Rule = std::function<Term(Term original, std::span<const Term> children)>;
  Rewriter(TermManager& manager, Rule rule) : manager_(manager), rule_(std::move(rule)) {}
  Term operator()(Term term);

 private:
  TermManager& manager_;
  Rule rule_;
  Substitution cache_;
};

/// Returns the free symbols, ordered by id.
TermVector symbols(Term term);
TermVector symbols(std::span<const Term> terms);
/// Returns every subterm once, children before parents.
TermVector subterms(std::span<const Term> terms);
/// Number of distinct subterms.
std::size_t dag_size(Term term);
/// Return the conjuncts or disjuncts of a term: the children of And or Or with nested ones flattened, or the
/// term itself.
TermVector conjuncts(Term term);
TermVector disjuncts(Term term);
/// Returns the atoms of a term, ordered by id: the Bool subterms that are neither truth values nor Boolean
/// connectives (and, or, not, =, ite). This includes atoms in conditions of ites of other sorts, but not
/// those below quantifiers.
TermVector atoms(Term term);

}  // namespace pendulum::term
