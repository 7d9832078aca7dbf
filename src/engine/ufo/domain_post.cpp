#include "engine/ufo/domain_post.h"

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::ufo {

using domain::State;
using term::Term;

namespace {

/// Programs with more variables at a location use octagons. The limits are those of dagger
/// (engine/dagger/dagger.cpp and its option dagger.pack).
constexpr std::size_t max_polyhedra_variables = 12;
constexpr std::size_t max_pack = 24;

domain::Options options_of(const domain::AffineProgram& program) {
  domain::Options options;
  options.kind = domain::DomainKind::Polyhedron;
  for (const program::LocationId location : program.wto().order())
    if (program.live(location).size() > max_polyhedra_variables) options.kind = domain::DomainKind::Octagon;
  return options;
}

}  // namespace

/// Without wide constraints: the ranges of C types hold in all states anyway, and polyhedra with them are
/// expensive (domain/state_space.h).
DomainPost::DomainPost(const program::Program& program, Term known, Env& env)
    : affine_(program, known, env.stop, domain::Composition::None),
      domain_(options_of(affine_), env.statistics),
      space_(affine_, domain_, max_pack, domain::WideConstraints::Later),
      cases_(program.edges().size()),
      limits_(space_.guards()) {
  for (domain::AffineEdgeId id = 0; id < affine_.edges().size(); ++id) {
    PENDULUM_CHECK(affine_.edge(id).path.size() == 1, "an edge that is not composed should have one edge");
    cases_[affine_.edge(id).path.front()].push_back(id);
  }
}

Term DomainPost::operator()(Term source, program::EdgeId edge) {
  PENDULUM_CHECK(edge < cases_.size(), "edge {} should be one of {}", edge, cases_.size());
  const State before = abstract(source);
  State after = space_.bottom();
  for (const domain::AffineEdgeId id : cases_[edge]) after = space_.join(after, space_.image(id, before));
  return to_label(after);
}

Term DomainPost::widen(Term before, Term label) {
  const State old = abstract(before);
  if (old.is_bottom) return label;
  return to_label(space_.widen_up_to(old, space_.join(old, abstract(label)), limits_));
}

/// Soundness: constraints of a disjunct that are not linear, or that relate packs, are omitted, so the state
/// contains the disjunct.
State DomainPost::abstract(Term label) {
  const auto found = states_.find(label);
  if (found != states_.end()) return found->second;
  State result = space_.bottom();
  for (const Term disjunct : term::disjuncts(label)) {
    if (disjunct.is_false()) continue;
    bool is_complete = true;
    result = space_.join(result, space_.constrain(space_.top(), space_.from_term(disjunct, is_complete)));
  }
  return states_.emplace(label, result).first->second;
}

Term DomainPost::to_label(const State& state) {
  const Term label = space_.to_term(state);
  states_.emplace(label, state);
  return label;
}

}  // namespace pendulum::engine::ufo
