#include "engine/facts/linear_facts.h"

#include "base/check.h"
#include "domain/fixpoint.h"
#include "engine/program_features.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using Facts = std::vector<term::TermVector>;

/// The invariants of the integer view, translated to bit-vectors.
Facts bitvector_facts(const program::Program& small, Env& env, const base::Budget& budget) {
  const program::IntegerView view(small);
  const Facts integers = limited_invariants(view.program(), view.range_facts(), budget, env);
  Facts result(integers.size());
  for (program::LocationId location = 0; location < integers.size(); ++location) {
    if (!view.facts_at(location).is_true()) result[location] = term::conjuncts(view.facts_at(location));
    for (const term::Term fact : integers[location])
      if (const auto image = view.to_bitvectors(fact)) result[location].push_back(*image);
  }
  return result;
}

}  // namespace

std::vector<term::TermVector> limited_invariants(const program::Program& program, term::Term ranges,
                                                 const base::Budget& budget, Env& env) {
  PENDULUM_CHECK(budget.remaining().has_value(), "the budget of a fixpoint should have a deadline");
  // The fixpoint splits edges with many cases before it checks its own limit; meanwhile only the stop token
  // ends it.
  try {
    return domain::linear_invariants(program, ranges, *budget.remaining(), env.statistics, budget);
  } catch (const base::Stopped&) {
    env.stop.throw_if_stopped();
    return Facts(program.locations().size());
  }
}

std::vector<term::TermVector> linear_facts(const PreparedProgram& prepared, Env& env,
                                           const base::Budget& budget) {
  const base::ScopedTimer timer(env.statistics.seconds("facts.linear_time"));
  const Facts all = prepared.is_over_integers() || has_integers(prepared.small())
                        ? limited_invariants(prepared.small(), prepared.range_facts(), budget, env)
                        : bitvector_facts(prepared.small(), env, budget);
  Facts result(prepared.program().locations().size());
  PENDULUM_CHECK(all.size() == prepared.small().locations().size(),
                 "every location should have a list of facts");
  for (program::LocationId location = 0; location < result.size(); ++location) {
    result[location] = all[prepared.origin(location)];
    env.statistics.counter("facts.linear") += result[location].size();
  }
  return result;
}

}  // namespace pendulum::engine
