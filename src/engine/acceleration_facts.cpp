#include "engine/acceleration_facts.h"

#include <algorithm>
#include <map>

#include "acceleration/invariant_candidates.h"
#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using acceleration::CandidateFact;
using facts::Facts;
using program::LocationId;
using term::Term;

/// The candidates for each location of prepared.bitvectors().
std::vector<std::vector<CandidateFact>> candidates_of_loops(const PreparedProgram& prepared, Env& env,
                                                            const base::StopToken& stop) {
  const program::Transformed large = program::large_block(prepared.bitvectors());
  acceleration::Prover prover(env.terms, env.solvers, env.statistics.counter("facts.acceleration_queries"),
                              std::chrono::milliseconds(100));
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

/// The ranges of the variables that are live at each location. Empty lists over bit-vectors.
Facts live_ranges(const PreparedProgram& prepared) {
  const program::Program& program = prepared.program();
  Facts result(program.locations().size());
  if (!prepared.is_over_integers()) return result;
  const std::vector<term::TermVector> live = program::live_variables(program);
  for (const Term range : term::conjuncts(prepared.range_facts())) {
    const term::TermVector used = term::symbols(range);
    for (LocationId location = 0; location < result.size(); ++location)
      if (std::ranges::includes(live[location], used)) result[location].push_back(range);
  }
  return result;
}

/// Removes facts that the other facts and `ranges` imply, because each fact is a conjunct of every query of
/// the engine. Later facts are removed first: the expensive ones, and disjunctions before their disjuncts.
term::TermVector without_implied(term::TermVector facts, const term::TermVector& ranges, Env& env) {
  term::TermVector all = ranges;
  all.insert(all.end(), facts.begin(), facts.end());
  smt::SolverOptions options;
  options.logic = term::logic_of(all);
  if (options.logic == "QF_BV") options.backend = smt::Backend::Cadical;
  const auto solver = env.solvers.make(env.terms, options);
  for (const Term range : ranges) solver->assert_term(range);
  for (std::size_t i = facts.size(); i-- > 0;) {
    env.stop.throw_if_stopped();
    term::TermVector assumptions = facts;
    assumptions[i] = env.terms.mk_not(facts[i]);
    solver->set_time_limit(std::chrono::milliseconds(20));
    if (solver->check(assumptions) == smt::SatResult::Unsat)
      facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return facts;
}

/// Programs that are over integers from the start (transition systems, Horn clauses) have no closed forms.
bool has_bitvectors(const program::Program& program) {
  return std::ranges::any_of(program.variables(), [](const program::Variable& variable) {
    return variable.symbol.sort().is_bitvec();
  });
}

}  // namespace

AccelerationCandidates acceleration_candidates(const PreparedProgram& prepared, Env& env,
                                               std::chrono::milliseconds limit) {
  const Facts none(prepared.program().locations().size());
  AccelerationCandidates result{none, none};
  if (!has_bitvectors(prepared.bitvectors())) return result;
  const base::ScopedTimer timer(env.statistics.seconds("facts.acceleration_time"));
  const base::StopToken stop(base::Clock::now() + limit);
  try {
    const auto candidates = candidates_of_loops(prepared, env, stop);
    const std::vector<term::TermVector> live = program::live_variables(prepared.program());
    for (LocationId location = 0; location < none.size(); ++location)
      for (const CandidateFact& candidate : candidates[prepared.origin(location)]) {
        const Term formula = formula_of(prepared, env, candidate);
        if (!formula || formula.is_value() || !std::ranges::includes(live[location], term::symbols(formula)))
          continue;
        (is_cheap(candidate) ? result.cheap : result.dear)[location].push_back(formula);
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

Facts acceleration_facts(const PreparedProgram& prepared, Env& env, std::chrono::milliseconds limit) {
  const Facts ranges = live_ranges(prepared);
  const double seconds = std::chrono::duration<double>(limit).count() / 3;
  AccelerationCandidates candidates = acceleration_candidates(prepared, env, limit / 3);
  Facts result = ranges;
  for (Facts* some : {&candidates.cheap, &candidates.dear})
    result = facts::houdini(prepared.program(), result, std::move(*some), env.solvers, seconds,
                            env.statistics, env.stop);
  for (LocationId location = 0; location < result.size(); ++location) {
    term::TermVector& facts = result[location];
    facts.erase(facts.begin(), facts.begin() + static_cast<std::ptrdiff_t>(ranges[location].size()));
    facts = without_implied(std::move(facts), ranges[location], env);
    env.statistics.counter("facts.acceleration") += facts.size();
    for (const Term fact : facts)
      env.logger.data("fact at {}: {}", prepared.program().location(location).name, fact.to_string());
  }
  return result;
}

}  // namespace pendulum::engine
