#include "engine/ic3/known_facts.h"

#include <algorithm>

#include "base/check.h"
#include "engine/facts/acceleration_facts.h"
#include "engine/facts/flag_facts.h"
#include "engine/facts/linear_facts.h"
#include "engine/program_features.h"
#include "facts/candidates.h"
#include "term/traverse.h"

namespace pendulum::engine::ic3 {

namespace {

/// The activities that find facts share a tenth of the time, but at most max_time; each of them gets a third.
/// Facts are optional, so they must not delay the search for long. Not measured.
constexpr unsigned fact_share = 10;
constexpr std::chrono::milliseconds max_time{6000};

/// For each location of the split program, the facts of its origin.
facts::Facts at_origin(const ControlSplit& split, const facts::Facts& facts) {
  facts::Facts result;
  for (program::LocationId id = 0; id < split.program().locations().size(); ++id) {
    PENDULUM_CHECK(split.origin(id) < facts.size(), "every origin should have a list of facts");
    result.push_back(facts[split.origin(id)]);
  }
  return result;
}

/// Candidates for each location of the split program: its own fixpoint if it is over integers, otherwise the
/// facts of the origin.
facts::Facts linear_candidates(const PreparedProgram& prepared, const ControlSplit& split,
                               const base::Budget& budget, Env& env) {
  const program::Program& program = split.program();
  if (has_integers(program)) return limited_invariants(program, program.terms().mk_true(), budget, env);
  return at_origin(split, linear_facts(prepared, env, budget));
}

/// The facts about flags. They are inductive for the split program as well, because it has the same states at
/// more locations.
facts::Facts known_flags(const PreparedProgram& prepared, const ControlSplit& split,
                         const base::Budget& budget, Env& env) {
  facts::Facts result = at_origin(split, flag_facts(prepared, env, budget));
  const std::vector<term::TermVector> live = program::live_variables(split.program());
  for (program::LocationId id = 0; id < result.size(); ++id)
    std::erase_if(result[id],
                  [&](term::Term fact) { return !std::ranges::includes(live[id], term::symbols(fact)); });
  return result;
}

}  // namespace

FactSource fact_source(const program::Program& program, const std::string& option) {
  if (option == "acceleration") return FactSource::Acceleration;
  if (option == "flags") return FactSource::Flags;
  const bool is_wanted =
      option == "auto" ? has_integers(program) || is_transition_system(program) : option == "on";
  return is_wanted ? FactSource::Guesses : FactSource::None;
}

facts::Facts find_facts(const PreparedProgram& prepared, const ControlSplit& split, FactSource source,
                        const std::string& prefix, Env& env) {
  const program::Program& program = split.program();
  const base::ScopedTimer timer(env.statistics.seconds(prefix + "facts_time"));
  env.logger.progress("facts");
  const base::Budget share = base::Budget::share(env.stop, 1, fact_share, "facts", fact_share * max_time);
  const base::Budget all = base::Budget::at_most(share, max_time, "facts");
  const std::chrono::milliseconds third = *base::Budget::share(all, 1, 3, "facts").remaining();
  const auto budget = [&](const char* name) { return base::Budget::at_most(env.stop, third, name); };
  facts::Facts known(program.locations().size());
  const auto keep = [&](facts::Facts candidates) {
    known =
        facts::houdini(program, known, std::move(candidates), env.solvers, env.statistics, budget("houdini"));
  };
  if (source == FactSource::Flags) return known_flags(prepared, split, all, env);
  if (source == FactSource::Acceleration) {
    const AccelerationCandidates candidates = acceleration_candidates(prepared, env, budget("candidates"));
    keep(at_origin(split, candidates.inexpensive));
    keep(at_origin(split, candidates.expensive));
  }
  keep(linear_candidates(prepared, split, budget("linear facts"), env));
  const facts::Samples samples = facts::sample(program, env.solvers, {}, env.seed, budget("samples"));
  for (const facts::Tier tier : {facts::Tier::Values, facts::Tier::Relations})
    keep(facts::candidates(program, samples, tier));
  PENDULUM_CHECK(known.size() == program.locations().size(),
                 "there should be a list of facts for each location");
  for (const term::TermVector& list : known) env.statistics.counter(prefix + "facts") += list.size();
  return known;
}

}  // namespace pendulum::engine::ic3
