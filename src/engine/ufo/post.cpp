#include "engine/ufo/post.h"

#include "abstraction/predicates.h"

namespace pendulum::engine::ufo {

using term::Term;

term::TermVector Predicates::learn(program::LocationId location, Term label) {
  term::TermVector added;
  if (kind_ == PostKind::True) return added;
  // Boolean abstraction gets the predicates of the Cartesian one, too: if its enumeration is aborted, the
  // clauses of the label can still express it.
  for (const Term predicate : abstraction::predicates_of(terms_, label, abstraction::Precision::Cartesian))
    if (seen_[location].insert(predicate).second) added.push_back(predicate);
  at_[location].insert(at_[location].end(), added.begin(), added.end());
  size_ += added.size();
  return added;
}

Term Post::operator()(Term source, program::EdgeId edge) {
  const Term image = domain_ ? (*domain_)(source, edge) : program_.terms().mk_true();
  if (!predicates_.are_wanted() || image.is_false()) return image;
  const program::Edge& action = program_.edge(edge);
  return program_.terms().mk_and(image, abstraction_->post(source, action, predicates_.at(action.target)));
}

}  // namespace pendulum::engine::ufo
