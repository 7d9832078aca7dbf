#include "engine/facts/acceleration_facts.h"

#include <algorithm>
#include <map>

#include "acceleration/invariant_candidates.h"
#include "base/check.h"
#include "engine/facts/live_ranges.h"
#include "engine/program_features.h"
#include "engine/solvers.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using acceleration::CandidateFact;
using facts::Facts;
using program::LocationId;
using term::Term;

/// Time limit of a query about closed forms. There are many of them, and a candidate that is lost is only
/// optional.
constexpr std::chrono::milliseconds proof_limit{100};
/// Time limit of the query whether a fact is implied by others. A redundant fact costs little, so the query
/// must not cost more.
constexpr std::chrono::milliseconds implied_limit{20};

/// The candidates for each location of prepared.bitvectors().
std::vector<std::vector<CandidateFact>> candidates_of_loops(const PreparedProgram& prepared, Env& env,
                                                            const base::StopToken& stop) {
  const program::Transformed large = program::large_block(prepared.bitvectors());
  acceleration::Prover prover(env.terms, env.solvers, env.statistics.counter("facts.acceleration_queries"),
                              proof_limit);
  auto candidates = acceleration::invariant_candidates(large.program, prover, env.solvers, stop);
  std::vector<std::vector<CandidateFact>> result(prepared.bitvectors().locations().size());
  for (LocationId location = 0; location < candidates.size(); ++location)
    result[large.origin[location]] = std::move(candidates[location]);
  return result;
}

/// The candidate in the theory of prepared.program(); null if it cannot be expressed there.
Term formula_of(const PreparedProgram& prepared, Env& env, const CandidateFact& candidate) {
  if (!prepared.is_over_integers()) return to_bitvectors(env.terms, candidate);
  return to_integers(env.terms, candidate, [&](Term variable) { return prepared.image(variable); });
}

/// Removes facts that the other facts and `ranges` imply, because each fact is a conjunct of every query of
/// the engine. Later facts are removed first: the expensive ones, and disjunctions before their disjuncts.
term::TermVector without_implied(term::TermVector facts, const term::TermVector& ranges, Env& env) {
  term::TermVector all = ranges;
  all.insert(all.end(), facts.begin(), facts.end());
  const auto solver = make_solver(SolverPurpose::Implications, term::logic_of(all), env);
  for (const Term range : ranges) solver->assert_term(range);
  for (std::size_t i = facts.size(); i-- > 0;) {
    env.stop.throw_if_stopped();
    term::TermVector assumptions = facts;
    assumptions[i] = env.terms.mk_not(facts[i]);
    solver->set_time_limit(implied_limit);
    if (solver->check(assumptions) == smt::SatResult::Unsat)
      facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return facts;
}

}  // namespace

AccelerationCandidates acceleration_candidates(const PreparedProgram& prepared, Env& env,
                                               const base::Budget& budget) {
  const Facts none(prepared.program().locations().size());
  AccelerationCandidates result{none, none};
  // Closed forms are those of bit-vectors.
  if (!has_bitvectors(prepared.bitvectors())) return result;
  const base::ScopedTimer timer(env.statistics.seconds("facts.acceleration_time"));
  try {
    const auto candidates = candidates_of_loops(prepared, env, budget);
    const std::vector<term::TermVector> live = program::live_variables(prepared.program());
    for (LocationId location = 0; location < none.size(); ++location)
      for (const CandidateFact& candidate : candidates[prepared.origin(location)]) {
        const Term formula = formula_of(prepared, env, candidate);
        if (!formula || formula.is_value() || !std::ranges::includes(live[location], term::symbols(formula)))
          continue;
        (is_cheap(candidate) ? result.inexpensive : result.expensive)[location].push_back(formula);
        env.logger.data("candidate at {}: {}", prepared.program().location(location).name,
                        formula.to_string());
        ++env.statistics.counter("facts.acceleration_candidates");
      }
    return result;
  } catch (const base::Stopped&) {
    env.stop.throw_if_stopped();
    return {none, none};
  }
}

Facts acceleration_facts(const PreparedProgram& prepared, Env& env, const base::Budget& budget) {
  PENDULUM_CHECK(budget.remaining().has_value(), "the budget for facts should have a deadline");
  const Facts ranges = live_ranges(prepared);
  // A third each for finding the candidates, for the inexpensive and for the expensive ones.
  const std::chrono::milliseconds third = *base::Budget::share(budget, 1, 3, "facts").remaining();
  AccelerationCandidates candidates =
      acceleration_candidates(prepared, env, base::Budget::at_most(env.stop, third, "candidates"));
  Facts result = ranges;
  for (Facts* some : {&candidates.inexpensive, &candidates.expensive})
    result = facts::houdini(prepared.program(), result, std::move(*some), env.solvers, env.statistics,
                            base::Budget::at_most(env.stop, third, "houdini"));
  for (LocationId location = 0; location < result.size(); ++location) {
    term::TermVector& facts = result[location];
    PENDULUM_CHECK(facts.size() >= ranges[location].size(),
                   "the facts of location {} should start with its ranges", location);
    facts.erase(facts.begin(), facts.begin() + static_cast<std::ptrdiff_t>(ranges[location].size()));
    facts = without_implied(std::move(facts), ranges[location], env);
    env.statistics.counter("facts.acceleration") += facts.size();
    for (const Term fact : facts)
      env.logger.data("fact at {}: {}", prepared.program().location(location).name, fact.to_string());
  }
  return result;
}

}  // namespace pendulum::engine
