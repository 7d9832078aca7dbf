#include "facts/houdini.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "base/check.h"
#include "facts/equality_normal_form.h"
#include "smt/intervals/refutation.h"
#include "term/print.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

/// Time limit of a query about all facts of a location. A query that takes longer is split into
/// queries about single facts.
constexpr std::chrono::milliseconds all_limit{1500};
/// Time limit of a query about one fact, of which there may be hundreds.
constexpr std::chrono::milliseconds single_limit{100};
/// Work of the attempt to prove one fact about floating-point numbers by intervals: some milliseconds.
constexpr std::size_t max_interval_work = 5'000;
/// Debug builds check the result for this number of edges, so that the check takes a few seconds at most.
[[maybe_unused]] constexpr std::size_t max_checked_edges = 50;

/// The logic of the edge's guard and updates together with the formulas.
std::string logic_of(const Edge& edge, const TermVector& formulas) {
  TermVector all = formulas;
  all.push_back(edge.guard);
  for (const program::Assignment& update : edge.updates) all.push_back(update.value);
  return term::logic_of(all);
}

}  // namespace

struct Houdini::EdgeSolver {
  std::string logic;                    ///< the logic that the solver decides
  std::unique_ptr<smt::Solver> solver;  ///< has the guard asserted
  term::Substitution update;
  bool has_floats = false;  ///< does the edge compute with floating-point numbers?
};

Houdini::Houdini(const program::Program& program, smt::SolverFactory& solvers, base::Statistics& statistics)
    : program_(program),
      terms_(program.terms()),
      solvers_(solvers),
      statistics_(statistics),
      edge_solvers_(program.edges().size()) {}

Houdini::~Houdini() = default;

Facts Houdini::run(const Facts& established, Facts candidates, const base::StopToken& stop) {
  base::ScopedTimer timer(statistics_.seconds("facts.houdini_time"));
  PENDULUM_CHECK(established.size() == program_.locations().size() && candidates.size() == established.size(),
                 "there should be a list of facts for each location");
  PENDULUM_DCHECK(are_over_variables(established) && are_over_variables(candidates),
                  "facts should be formulas over the program's variables");
  candidates[program_.entry()].clear();
  candidates[program_.error()].clear();
  std::set<EdgeId> open;
  for (EdgeId id = 0; id < program_.edges().size(); ++id) open.insert(id);
  while (!open.empty()) {
    const EdgeId id = *open.begin();
    open.erase(open.begin());
    const LocationId target = program_.edge(id).target;
    if (candidates[target].empty()) continue;
    const std::size_t before = candidates[target].size();
    if (!weaken_along(id, established, candidates, stop)) return established;
    if (candidates[target].size() != before)
      for (const EdgeId next : program_.outgoing(target)) open.insert(next);
  }
  Facts all = established;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].insert(all[i].end(), candidates[i].begin(), candidates[i].end());
  PENDULUM_DCHECK(is_inductive(all, candidates, stop), "the facts that Houdini keeps should be inductive");
  return all;
}

bool Houdini::are_over_variables(const Facts& facts) const {
  const auto is_formula = [&](Term fact) {
    return fact.sort().is_bool() &&
           std::ranges::all_of(term::symbols(fact), [&](Term x) { return program_.is_variable(x); });
  };
  return std::ranges::all_of(facts,
                             [&](const TermVector& list) { return std::ranges::all_of(list, is_formula); });
}

bool Houdini::is_inductive(const Facts& all, const Facts& fresh, const base::StopToken& stop) const {
  const std::size_t checked = std::min(program_.edges().size(), max_checked_edges);
  for (EdgeId id = 0; id < checked && !stop.is_stopped(); ++id) {
    const Edge& edge = program_.edge(id);
    if (edge.target == program_.error() || fresh[edge.target].empty()) continue;
    TermVector query = all[edge.source];
    query.push_back(edge.guard);
    query.push_back(terms_.mk_not(
        term::substitute(terms_, terms_.mk_and(fresh[edge.target]), program::substitution_of(edge))));
    smt::SolverOptions options;
    options.logic = term::logic_of(query);
    const auto solver = solvers_.make(terms_, options);
    solver->set_time_limit(single_limit);
    if (solver->check(query) == SatResult::Sat) return false;
  }
  return true;
}

Houdini::EdgeSolver& Houdini::solver_of(EdgeId id, const TermVector& formulas) {
  const Edge& edge = program_.edge(id);
  std::unique_ptr<EdgeSolver>& entry = edge_solvers_[id];
  const std::string logic = logic_of(edge, formulas);
  if (entry != nullptr && entry->logic == logic) return *entry;
  entry = std::make_unique<EdgeSolver>();
  entry->logic = logic;
  entry->update = program::substitution_of(edge);
  TermVector terms{edge.guard};
  for (const program::Assignment& update : edge.updates) terms.push_back(update.value);
  entry->has_floats = std::ranges::any_of(term::subterms(terms),
                                          [](Term term) { return term::is_float_operator(term.kind()); });
  smt::SolverOptions options;
  options.logic = logic;
  if (logic == "QF_BV") options.backend = smt::Backend::Cadical;
  entry->solver = solvers_.make(terms_, options);
  entry->solver->assert_term(edge.guard);
  return *entry;
}

bool Houdini::weaken_along(EdgeId id, const Facts& established, Facts& candidates,
                           const base::StopToken& stop) {
  const Edge& edge = program_.edge(id);
  PENDULUM_CHECK(edge.target != program_.entry() && edge.target != program_.error(),
                 "location {} should have no facts to weaken", edge.target);
  TermVector before = established[edge.source];
  before.insert(before.end(), candidates[edge.source].begin(), candidates[edge.source].end());
  TermVector all = before;
  all.insert(all.end(), candidates[edge.target].begin(), candidates[edge.target].end());
  EdgeSolver& entry = solver_of(id, all);
  entry.solver->push();
  TermVector hypotheses{edge.guard};
  for (const Term fact : before) {
    hypotheses.push_back(normalize_equality(terms_, fact));
    entry.solver->assert_term(hypotheses.back());
  }
  const bool is_complete = weaken(entry, hypotheses, candidates[edge.target], stop);
  entry.solver->pop();
  return is_complete;
}

term::TermSet Houdini::proved_by_intervals(const EdgeSolver& entry, TermVector hypotheses,
                                           const TermVector& candidates, const base::StopToken& stop) {
  term::TermSet proved;
  if (!entry.has_floats) return proved;
  term::Substituter after(terms_, entry.update);
  hypotheses.emplace_back();
  for (const Term fact : candidates) {
    hypotheses.back() = negation_of(after(fact));
    const smt::RefutationLimits limits{max_interval_work, [&] { return stop.is_stopped(); }};
    if (smt::refute_by_intervals(hypotheses, limits) == smt::Refutation::Refuted) proved.insert(fact);
  }
  statistics_.counter("facts.houdini_intervals") += proved.size();
  return proved;
}

bool Houdini::weaken(EdgeSolver& entry, const TermVector& hypotheses, TermVector& candidates,
                     const base::StopToken& stop) {
  term::Substituter after(terms_, entry.update);
  const term::TermSet proved = proved_by_intervals(entry, hypotheses, candidates, stop);
  while (!candidates.empty()) {
    if (stop.is_stopped()) return false;
    TermVector broken, open;
    for (const Term fact : candidates) {
      broken.push_back(negation_of(after(fact)));
      if (!proved.contains(fact)) open.push_back(broken.back());
    }
    if (open.empty()) return true;
    entry.solver->push();
    entry.solver->assert_term(terms_.mk_or(open));
    entry.solver->set_time_limit(all_limit);
    ++statistics_.counter("facts.houdini_checks");
    const SatResult answer = entry.solver->check();
    if (answer == SatResult::Sat) drop_broken(*entry.solver, candidates, broken);
    entry.solver->pop();
    if (answer == SatResult::Unsat) return true;
    if (answer != SatResult::Unknown) continue;
    drop_undecided(entry, proved, candidates, stop);
    return !stop.is_stopped();
  }
  return true;
}

Term Houdini::negation_of(Term fact) {
  return terms_.mk_not(normalize_equality(terms_, fact));
}

void Houdini::drop_broken(smt::Solver& solver, TermVector& facts, const TermVector& broken) {
  PENDULUM_CHECK(!facts.empty() && facts.size() == broken.size(), "each fact should have its negation");
  const term::Model model = solver.model(term::symbols(broken));
  term::Evaluator evaluate(terms_, model);
  TermVector kept;
  for (std::size_t i = 0; i < facts.size(); ++i)
    if (!evaluate(broken[i]).is_true()) kept.push_back(facts[i]);
  // If the evaluator does not confirm the model (because it reads an unconstrained symbol differently),
  // drop one fact, so that the loop terminates.
  if (kept.size() == facts.size()) kept.pop_back();
  facts = std::move(kept);
}

void Houdini::drop_undecided(EdgeSolver& entry, const term::TermSet& proved, TermVector& facts,
                             const base::StopToken& stop) {
  term::Substituter after(terms_, entry.update);
  TermVector kept;
  for (const Term fact : facts) {
    if (stop.is_stopped()) return;
    if (proved.contains(fact)) {
      kept.push_back(fact);
      continue;
    }
    const Term broken[] = {negation_of(after(fact))};
    entry.solver->set_time_limit(single_limit);
    ++statistics_.counter("facts.houdini_checks");
    if (entry.solver->check(broken) == SatResult::Unsat) kept.push_back(fact);
  }
  facts = std::move(kept);
}

Facts houdini(const program::Program& program, const Facts& established, Facts candidates,
              smt::SolverFactory& solvers, base::Statistics& statistics, const base::StopToken& stop) {
  return Houdini(program, solvers, statistics).run(established, std::move(candidates), stop);
}

}  // namespace pendulum::facts
