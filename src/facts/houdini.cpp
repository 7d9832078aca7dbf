#include "facts/houdini.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "base/check.h"
#include "facts/equality_normal_form.h"
#include "term/print.h"
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
/// Debug builds check the result for this number of edges, so that the check takes a few seconds at most.
[[maybe_unused]] constexpr std::size_t max_checked_edges = 50;

class Houdini {
 public:
  Houdini(const program::Program& program, const Facts& established, Facts candidates,
          smt::SolverFactory& solvers, base::Statistics& statistics, const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        established_(established),
        facts_(std::move(candidates)),
        solvers_(solvers),
        statistics_(statistics),
        stop_(stop),
        edge_solvers_(program.edges().size()) {
    PENDULUM_CHECK(established.size() == program.locations().size() && facts_.size() == established.size(),
                   "there should be a list of facts for each location");
    PENDULUM_DCHECK(are_over_variables(established_) && are_over_variables(facts_),
                    "facts should be formulas over the program's variables");
    facts_[program.entry()].clear();
    facts_[program.error()].clear();
  }

  Facts run() {
    std::set<EdgeId> open;
    for (EdgeId id = 0; id < program_.edges().size(); ++id) open.insert(id);
    while (!open.empty()) {
      const EdgeId id = *open.begin();
      open.erase(open.begin());
      const LocationId target = program_.edge(id).target;
      if (facts_[target].empty()) continue;
      const std::size_t before = facts_[target].size();
      if (!weaken_along(id)) return established_;
      if (facts_[target].size() != before)
        for (const EdgeId next : program_.outgoing(target)) open.insert(next);
    }
    Facts all = established_;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].insert(all[i].end(), facts_[i].begin(), facts_[i].end());
    PENDULUM_DCHECK(is_inductive(all), "the facts that Houdini keeps should be inductive");
    return all;
  }

 private:
  [[maybe_unused]] bool are_over_variables(const Facts& facts) const {
    const auto is_formula = [&](Term fact) {
      return fact.sort().is_bool() &&
             std::ranges::all_of(term::symbols(fact), [&](Term x) { return program_.is_variable(x); });
    };
    return std::ranges::all_of(facts,
                               [&](const TermVector& list) { return std::ranges::all_of(list, is_formula); });
  }

  /// Checks the postcondition of houdini(). False only if a solver refutes it; accepts what the solver does
  /// not decide in a short time.
  [[maybe_unused]] bool is_inductive(const Facts& facts) {
    const std::size_t checked = std::min(program_.edges().size(), max_checked_edges);
    for (EdgeId id = 0; id < checked && !stop_.is_stopped(); ++id) {
      const Edge& edge = program_.edge(id);
      if (edge.target == program_.error() || facts[edge.target].empty()) continue;
      TermVector query = facts[edge.source];
      query.push_back(edge.guard);
      query.push_back(terms_.mk_not(
          term::substitute(terms_, terms_.mk_and(facts[edge.target]), program::substitution_of(edge))));
      smt::SolverOptions options;
      options.logic = term::logic_of(query);
      const auto solver = solvers_.make(terms_, options);
      solver->set_time_limit(single_limit);
      if (solver->check(query) == SatResult::Sat) return false;
    }
    return true;
  }

  struct EdgeSolver {
    std::unique_ptr<smt::Solver> solver;  ///< has the guard asserted
    term::Substitution update;
  };

  EdgeSolver& solver_of(EdgeId id) {
    EdgeSolver& entry = edge_solvers_[id];
    if (entry.solver == nullptr) {
      const Edge& edge = program_.edge(id);
      TermVector all{edge.guard};
      for (const program::Assignment& update : edge.updates) all.push_back(update.value);
      entry.update = program::substitution_of(edge);
      for (const Facts& facts : {std::cref(established_), std::cref(facts_)})
        for (const LocationId location : {edge.source, edge.target})
          all.insert(all.end(), facts[location].begin(), facts[location].end());
      smt::SolverOptions options;
      options.logic = term::logic_of(all);
      if (options.logic == "QF_BV") options.backend = smt::Backend::Cadical;
      entry.solver = solvers_.make(terms_, options);
      entry.solver->assert_term(edge.guard);
    }
    return entry;
  }

  /// Drops facts of the edge's target until the edge implies the remaining ones. Returns false on timeout.
  bool weaken_along(EdgeId id) {
    const Edge& edge = program_.edge(id);
    EdgeSolver& entry = solver_of(id);
    PENDULUM_CHECK(edge.target != program_.entry() && edge.target != program_.error(),
                   "location {} should have no facts to weaken", edge.target);
    TermVector& facts = facts_[edge.target];
    term::Substituter after(terms_, entry.update);
    entry.solver->push();
    for (const Term fact : established_[edge.source])
      entry.solver->assert_term(normalize_equality(terms_, fact));
    for (const Term fact : facts_[edge.source]) entry.solver->assert_term(normalize_equality(terms_, fact));
    while (!facts.empty()) {
      if (stop_.is_stopped()) return false;
      TermVector broken;
      for (const Term fact : facts) broken.push_back(negation_of(after(fact)));
      entry.solver->push();
      entry.solver->assert_term(terms_.mk_or(broken));
      entry.solver->set_time_limit(all_limit);
      ++statistics_.counter("facts.houdini_checks");
      const SatResult answer = entry.solver->check();
      if (answer == SatResult::Unsat) {
        entry.solver->pop();
        break;
      }
      if (answer == SatResult::Sat) drop_broken(*entry.solver, facts, broken);
      entry.solver->pop();
      if (answer == SatResult::Unknown) drop_undecided(*entry.solver, facts, after);
    }
    entry.solver->pop();
    return true;
  }

  Term negation_of(Term fact) { return terms_.mk_not(normalize_equality(terms_, fact)); }

  void drop_broken(smt::Solver& solver, TermVector& facts, const TermVector& broken) {
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

  /// The solver could not decide all facts together: keep those that it proves individually within a short
  /// time.
  void drop_undecided(smt::Solver& solver, TermVector& facts, term::Substituter& after) {
    TermVector kept;
    for (const Term fact : facts) {
      if (stop_.is_stopped()) return;
      const Term broken[] = {negation_of(after(fact))};
      solver.set_time_limit(single_limit);
      ++statistics_.counter("facts.houdini_checks");
      if (solver.check(broken) == SatResult::Unsat) kept.push_back(fact);
    }
    if (kept.size() == facts.size()) kept.clear();  // all proved one by one, but not together: give up
    facts = std::move(kept);
  }

  const program::Program& program_;
  term::TermManager& terms_;
  const Facts& established_;
  Facts facts_;
  smt::SolverFactory& solvers_;
  base::Statistics& statistics_;
  const base::StopToken& stop_;
  std::vector<EdgeSolver> edge_solvers_;
};

}  // namespace

Facts houdini(const program::Program& program, const Facts& established, Facts candidates,
              smt::SolverFactory& solvers, base::Statistics& statistics, const base::StopToken& stop) {
  base::ScopedTimer timer(statistics.seconds("facts.houdini_time"));
  return Houdini(program, established, std::move(candidates), solvers, statistics, stop).run();
}

}  // namespace pendulum::facts
