#include "abstraction/predicates.h"

#include <set>

#include "term/traverse.h"

namespace pendulum::abstraction {

using term::Kind;
using term::Term;

namespace {

/// Maps a predicate and its negation to the same predicate.
Term without_sign(term::TermManager& terms, Term predicate) {
  const Kind kind = predicate.kind();
  if (kind == Kind::Not) return predicate[0];
  if (kind == Kind::Lt) return terms.mk_le(predicate[1], predicate[0]);
  if (kind == Kind::BvUlt) return terms.mk_bvule(predicate[1], predicate[0]);
  if (kind == Kind::BvSlt) return terms.mk_bvsle(predicate[1], predicate[0]);
  return predicate;
}

}  // namespace

term::TermVector predicates_of(term::TermManager& terms, Term formula, Precision precision) {
  std::set<Term> found;
  for (const Term atom : term::atoms(formula)) found.insert(without_sign(terms, atom));
  if (precision == Precision::Cartesian)
    for (const Term conjunct : term::conjuncts(formula))
      if (!conjunct.is_value()) found.insert(without_sign(terms, conjunct));
  return {found.begin(), found.end()};
}

}  // namespace pendulum::abstraction
