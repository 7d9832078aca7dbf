#include "engine/ic3/known_facts.h"

#include <algorithm>

#include "engine/acceleration_facts.h"
#include "engine/linear_facts.h"
#include "facts/candidates.h"

namespace pendulum::engine::ic3 {

namespace {

/// Fraction of the remaining time for facts, as seconds per millisecond: 10 %.
constexpr double share_of_time = 0.0001;
constexpr double most_seconds = 6;

bool has_integers(const program::Program& program) {
  return std::ranges::any_of(
      program.variables(), [](const program::Variable& variable) { return variable.symbol.sort().is_int(); });
}

/// For each location of the split program, the facts of its origin.
facts::Facts at_origin(const ControlSplit& split, const facts::Facts& facts) {
  facts::Facts result;
  for (program::LocationId id = 0; id < split.program().locations().size(); ++id)
    result.push_back(facts[split.origin(id)]);
  return result;
}

/// Candidates for each location of the split program: its own fixpoint if it is over integers, otherwise the
/// facts of the origin.
facts::Facts linear_candidates(const PreparedProgram& prepared, const ControlSplit& split,
                               std::chrono::milliseconds limit, Env& env) {
  const program::Program& program = split.program();
  if (has_integers(program)) return limited_invariants(program, program.terms().mk_true(), limit, env);
  return at_origin(split, linear_facts(prepared, env, limit));
}

}  // namespace

FactSource fact_source(const program::Program& program, const std::string& option) {
  if (option == "acceleration") return FactSource::Acceleration;
  const bool is_wanted =
      option == "auto" ? has_integers(program) || is_transition_system(program) : option == "on";
  return is_wanted ? FactSource::Guesses : FactSource::None;
}

facts::Facts find_facts(const PreparedProgram& prepared, const ControlSplit& split, FactSource source,
                        const std::string& prefix, Env& env) {
  const program::Program& program = split.program();
  const base::ScopedTimer timer(env.statistics.seconds(prefix + "facts_time"));
  env.logger.progress("facts");
  const auto remaining = env.stop.remaining();
  const double seconds = remaining
                             ? std::min(most_seconds, share_of_time * static_cast<double>(remaining->count()))
                             : most_seconds;
  facts::Facts known(program.locations().size());
  const auto keep = [&](facts::Facts candidates) {
    known = facts::houdini(program, known, std::move(candidates), env.solvers, seconds / 3, env.statistics,
                           env.stop);
  };
  const std::chrono::milliseconds limit(static_cast<long>(seconds * 300));
  if (source == FactSource::Acceleration) {
    const AccelerationCandidates candidates = acceleration_candidates(prepared, env, limit);
    keep(at_origin(split, candidates.cheap));
    keep(at_origin(split, candidates.dear));
  }
  keep(linear_candidates(prepared, split, limit, env));
  facts::SamplerLimits limits;
  limits.seconds = seconds / 3;
  const facts::Samples samples = facts::sample(program, env.solvers, limits, env.seed, env.stop);
  for (const facts::Tier tier : {facts::Tier::Values, facts::Tier::Relations})
    keep(facts::candidates(program, samples, tier));
  for (const term::TermVector& list : known) env.statistics.counter(prefix + "facts") += list.size();
  return known;
}

}  // namespace pendulum::engine::ic3
