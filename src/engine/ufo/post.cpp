#include "engine/ufo/post.h"

#include "term/traverse.h"

namespace pendulum::engine::ufo {

using term::Kind;
using term::Term;

namespace {

/// The same for a predicate and its negation.
Term without_sign(term::TermManager& terms, Term predicate) {
  const Kind kind = predicate.kind();
  if (kind == Kind::Not) return predicate[0];
  if (kind == Kind::Lt) return terms.mk_le(predicate[1], predicate[0]);
  if (kind == Kind::BvUlt) return terms.mk_bvule(predicate[1], predicate[0]);
  if (kind == Kind::BvSlt) return terms.mk_bvsle(predicate[1], predicate[0]);
  return predicate;
}

}  // namespace

term::TermVector Predicates::learn(program::LocationId location, Term label) {
  term::TermVector added;
  if (kind_ == PostKind::True) return added;
  for (const Term atom : term::atoms(label)) add(location, atom, added);
  if (kind_ == PostKind::Cartesian)
    for (const Term conjunct : term::conjuncts(label)) add(location, conjunct, added);
  return added;
}

void Predicates::add(program::LocationId location, Term predicate, term::TermVector& added) {
  if (predicate.is_value()) return;
  predicate = without_sign(terms_, predicate);
  if (!seen_[location].insert(predicate).second) return;
  at_[location].push_back(predicate);
  added.push_back(predicate);
  ++size_;
}

Term Post::operator()(Term source, program::EdgeId edge) {
  if (!abstraction_) return program_.terms().mk_true();
  const program::Edge& action = program_.edge(edge);
  return abstraction_->post(source, action, predicates_.at(action.target));
}

}  // namespace pendulum::engine::ufo
