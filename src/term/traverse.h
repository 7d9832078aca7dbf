// Walks over term DAGs without recursion: every function here works on terms 100,000 deep and visits each
// shared subterm once.
#pragma once

#include <functional>

#include "term/term_manager.h"

namespace pendulum::term {

/// Replaces symbols (or any subterms) by terms, simultaneously. Keeps a cache: substituting into several
/// terms that share subterms costs the size of their union. Bound variables should not occur in the map.
class Substituter {
 public:
  /// Requires: each key and its value have one sort.
  Substituter(TermManager& manager, const Substitution& map);
  Term operator()(Term term);

 private:
  void check_bound(Term quantifier);

  TermManager& manager_;
  Substitution cache_;
  TermVector mapped_;        ///< keys and values whose symbols are not in mapped_symbols_ yet
  TermSet mapped_symbols_;   ///< filled when the first quantifier is met
};

Term substitute(TermManager& manager, Term term, const Substitution& map);

/// Rebuilds a term bottom up: `rule(original, new_children)` gives the new term (null: mk_like).
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

/// The free symbols, ordered by id.
TermVector symbols(Term term);
TermVector symbols(std::span<const Term> terms);
/// Every subterm once, children before parents.
TermVector subterms(std::span<const Term> terms);
/// Number of distinct subterms.
std::size_t dag_size(Term term);
/// The conjuncts of a term: itself, or the children of And (nested ones flattened).
TermVector conjuncts(Term term);
TermVector disjuncts(Term term);
/// The Bool subterms that are neither truth values nor Boolean connectives (and, or, not, =, ite), ordered
/// by id: also those in conditions of an ite of another sort; not those below quantifiers.
TermVector atoms(Term term);

}  // namespace pendulum::term
