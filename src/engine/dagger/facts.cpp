#include "engine/dagger/facts.h"

#include "engine/dagger/search.h"

namespace pendulum::engine::dagger {

namespace {

/// Above it octagons: polyhedra would fall back to them all the time.
constexpr std::size_t max_polyhedra = 8;
constexpr std::size_t max_pack = 20;

std::size_t most_live(const domain::AffineProgram& program) {
  std::size_t result = 0;
  for (const LocationId location : program.wto().order())
    if (!program.outgoing(location).empty()) result = std::max(result, program.live(location).size());
  return result;
}

}  // namespace

std::vector<term::TermVector> location_facts(const program::Program& program, term::Term ranges, Env& env,
                                             std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.dagger.facts_time"));
  Configuration configuration;
  configuration.refines = false;
  configuration.deadline = base::Clock::now() + limit;
  std::vector<term::TermVector> result(program.locations().size());
  const domain::AffineProgram affine(program, ranges, env.stop);
  domain::Options options;
  const bool is_small = most_live(affine) <= max_polyhedra;
  options.kind = is_small ? domain::Kind::Polyhedron : domain::Kind::Octagon;
  const domain::Domain domain(options, env.statistics);
  domain::StateSpace space(affine, domain, max_pack,
                           is_small ? domain::WideConstraints::Later : domain::WideConstraints::Always);
  Counterexamples counterexamples(program, program, ranges, env);
  Search search(space, counterexamples, configuration, env.statistics, env.logger, env.stop);
  if (search.run().kind != Outcome::Kind::Fixpoint) return result;
  for (const LocationId location : affine.wto().order()) {
    if (affine.outgoing(location).empty() || location == program.entry()) continue;
    State joined = space.bottom();
    for (const State& state : search.states_at(location)) joined = space.join(joined, state);
    if (joined.is_bottom) {
      result[location].push_back(program.terms().mk_false());
      continue;
    }
    for (const domain::PackedConstraint& constraint : space.constraints(joined))
      result[location].push_back(space.to_term(constraint));
  }
  return result;
}

}  // namespace pendulum::engine::dagger
