#include "engine/linear_facts.h"

#include <algorithm>

#include "domain/fixpoint.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using Facts = std::vector<term::TermVector>;

/// The invariants of the integer view, translated to bit-vectors.
Facts bitvector_facts(const program::Program& small, Env& env, std::chrono::milliseconds limit) {
  const program::IntegerView view(small);
  const Facts integers = limited_invariants(view.program(), view.range_facts(), limit, env);
  Facts result(integers.size());
  for (program::LocationId location = 0; location < integers.size(); ++location) {
    if (!view.facts_at(location).is_true()) result[location] = term::conjuncts(view.facts_at(location));
    for (const term::Term fact : integers[location])
      if (const auto image = view.to_bitvectors(fact)) result[location].push_back(*image);
  }
  return result;
}

/// The program is over integers from the start, as those of transition systems and Horn clauses are.
bool is_integer_program(const program::Program& program) {
  return std::ranges::any_of(
      program.variables(), [](const program::Variable& variable) { return variable.symbol.sort().is_int(); });
}

}  // namespace

std::vector<term::TermVector> limited_invariants(const program::Program& program, term::Term ranges,
                                                 std::chrono::milliseconds limit, Env& env) {
  // The fixpoint splits edges with many cases before it checks its own limit; meanwhile only the stop token
  // ends it.
  const base::StopToken limited(base::Clock::now() + limit);
  try {
    return domain::linear_invariants(program, ranges, limit, env.statistics, limited);
  } catch (const base::Stopped&) {
    env.stop.throw_if_stopped();
    return Facts(program.locations().size());
  }
}

std::vector<term::TermVector> linear_facts(const PreparedProgram& prepared, Env& env,
                                           std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(env.statistics.seconds("facts.linear_time"));
  const Facts all = prepared.is_over_integers() || is_integer_program(prepared.small())
                        ? limited_invariants(prepared.small(), prepared.range_facts(), limit, env)
                        : bitvector_facts(prepared.small(), env, limit);
  Facts result(prepared.program().locations().size());
  for (program::LocationId location = 0; location < result.size(); ++location) {
    result[location] = all[prepared.origin(location)];
    env.statistics.counter("facts.linear") += result[location].size();
  }
  return result;
}

}  // namespace pendulum::engine
