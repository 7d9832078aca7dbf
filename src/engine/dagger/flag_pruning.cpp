#include "engine/dagger/flag_pruning.h"

#include <algorithm>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::dagger {

namespace {

using domain::AffineEdge;
using domain::AffineEdgeId;
using domain::AffineProgram;
using program::LocationId;

/// Time limit of one solver call. The formulas are decision diagrams over flags and one guard. Not measured.
constexpr std::chrono::milliseconds query_limit{500};

/// For each edge, whether its guard contradicts the facts at its source.
std::vector<bool> contradictions(const AffineProgram& program, const std::vector<term::TermVector>& facts,
                                 Env& env, const base::Budget& budget) {
  std::vector<bool> result(program.edges().size());
  const auto solver = make_solver(SolverPurpose::Steps, "QF_LIA", env);
  solver->set_time_limit(query_limit);
  for (const LocationId source : program.wto().order()) {
    if (facts[source].empty() || program.outgoing(source).empty()) continue;
    solver->push();
    solver->assert_term(env.terms.mk_and(facts[source]));
    for (const AffineEdgeId id : program.outgoing(source)) {
      if (budget.is_exhausted()) return result;
      term::TermVector guard;
      for (const domain::LinearConstraint& constraint : program.edge(id).action.constraints)
        guard.push_back(domain::to_term(env.terms, constraint));
      const term::Term assumption[] = {env.terms.mk_and(guard)};
      result[id] = solver->check(assumption) == smt::SatResult::Unsat;
    }
    solver->pop();
  }
  return result;
}

/// For each location, whether a path of edges that are not removed leads to the error.
std::vector<bool> leads_to_error(const AffineProgram& program, const std::vector<bool>& is_removed) {
  std::vector<bool> result(program.program().locations().size());
  result[program.program().error()] = true;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (AffineEdgeId id = 0; id < program.edges().size(); ++id) {
      const AffineEdge& edge = program.edge(id);
      if (is_removed[id] || !result[edge.target] || result[edge.source]) continue;
      is_changed = result[edge.source] = true;
    }
  }
  return result;
}

}  // namespace

FlagPruning prune_by_flags(AffineProgram& program, const std::vector<term::TermVector>& facts, Env& env,
                           const base::Budget& budget) {
  PENDULUM_CHECK(facts.size() == program.program().locations().size(),
                 "every location should have a list of facts");
  const std::vector<bool> is_infeasible = contradictions(program, facts, env, budget);
  FlagPruning result;
  if (std::ranges::find(is_infeasible, true) == is_infeasible.end()) return result;
  result.facts = facts;
  const std::vector<bool> is_useful = leads_to_error(program, is_infeasible);
  for (const LocationId location : program.wto().order())
    if (!program.outgoing(location).empty() && !is_useful[location]) result.abandoned.push_back(location);
  std::vector<AffineEdge> kept;
  for (AffineEdgeId id = 0; id < program.edges().size(); ++id) {
    const AffineEdge& edge = program.edge(id);
    auto& list = is_infeasible[id] ? result.infeasible : is_useful[edge.target] ? kept : result.useless;
    list.push_back(edge);
  }
  program.keep(std::move(kept));
  return result;
}

}  // namespace pendulum::engine::dagger
