#include "engine/needed_conjuncts.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/budget.h"
#include "base/check.h"
#include "engine/solvers.h"

namespace pendulum::engine {

namespace {

using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

/// Thrown to end the search without a result.
struct GaveUp {};

class NeededConjuncts {
 public:
  NeededConjuncts(const InductionProblem& problem, const NeededConjunctsOptions& options, Env& env)
      : problem_(problem),
        options_(options),
        env_(env),
        at_(problem.num_locations),
        incoming_(problem.num_locations) {
    for (const InvariantPart& part : problem.parts) {
      at_.at(part.location).push_back(is_needed_.size());
      is_needed_.emplace_back(part.conjuncts.size());
    }
    for (std::size_t edge = 0; edge < problem.edges.size(); ++edge)
      incoming_.at(problem.edges[edge].target).push_back(edge);
  }

  /// Throws GaveUp.
  void run();
  TermVector needed(std::size_t part) const;

 private:
  /// From every state of `part`, `edge` leads into the invariant.
  struct Obligation {
    std::size_t part;
    std::size_t edge;
    auto operator<=>(const Obligation&) const = default;
  };
  struct EdgeSolver {
    std::unique_ptr<smt::Solver> solver;  ///< contains the guard; null if the shared solver is used
    std::optional<term::Substituter> before;
  };

  /// Schedules the obligations of all edges into the location, because its needed conjuncts have changed.
  void require(LocationId target);
  /// Marks conjuncts of the obligation's part as needed until they imply it.
  void explain(const Obligation& obligation);
  /// The same if the image lies in one part of the target: each of its needed conjuncts is explained once.
  void explain_part(const Obligation& obligation, std::size_t target);
  /// The same if the image lies in the disjunction of the target's parts.
  void explain_disjunction(const Obligation& obligation);
  /// Marks the conjuncts of a core that implies `goal`, a formula over the state before the edge.
  void explain_goal(const Obligation& obligation, Term goal);
  /// Marks the conjuncts of an unsat core. Requires that the solver contains the guard and the negated goal.
  void mark_core(smt::Solver& solver, std::size_t part);
  bool mark(std::size_t part, std::size_t conjunct);

  EdgeSolver& edge_solver(std::size_t edge);
  std::unique_ptr<smt::Solver> make_solver() const;
  /// Calls `query` with a solver that contains the guard of the edge and the negation of `goal`.
  void with_negation(std::size_t edge, Term goal, const std::function<void(smt::Solver&)>& query);
  Term before(std::size_t edge, Term formula);

  const InductionProblem& problem_;
  const NeededConjunctsOptions& options_;
  Env& env_;
  std::vector<std::vector<bool>> is_needed_;        ///< by part and conjunct
  std::vector<std::vector<std::size_t>> at_;        ///< parts, by location
  std::vector<std::vector<std::size_t>> incoming_;  ///< edges, by target
  std::map<std::size_t, EdgeSolver> edge_solvers_;  ///< made on demand
  std::unique_ptr<smt::Solver> shared_;             ///< made on demand
  std::set<Obligation> open_;
  std::set<std::pair<Obligation, Term>> explained_;  ///< obligations for single conjuncts, or for `false`
};

void NeededConjuncts::run() {
  const base::Budget budget = base::Budget::at_most(env_.stop, options_.time_limit, "needed conjuncts");
  for (LocationId location = 0; location < at_.size(); ++location)
    if (at_[location].empty()) require(location);
  while (!open_.empty()) {
    env_.stop.throw_if_stopped();
    if (budget.is_exhausted()) throw GaveUp();
    const Obligation next = *open_.begin();
    open_.erase(open_.begin());
    explain(next);
  }
}

void NeededConjuncts::require(LocationId target) {
  for (const std::size_t edge : incoming_[target])
    for (const std::size_t part : at_[problem_.edges[edge].source]) open_.insert({part, edge});
}

void NeededConjuncts::explain(const Obligation& obligation) {
  if (!problem_.successor) return explain_disjunction(obligation);
  const Term no_state = env_.terms.mk_false();
  InvariantSuccessor successor;
  if (!at_[problem_.edges[obligation.edge].target].empty())
    successor = problem_.successor(obligation.part, obligation.edge);
  switch (successor.kind) {
    case InvariantSuccessor::Kind::Empty:
      if (explained_.emplace(obligation, no_state).second) explain_goal(obligation, no_state);
      return;
    case InvariantSuccessor::Kind::Part:
      return explain_part(obligation, successor.part);
    case InvariantSuccessor::Kind::Ignored:
      return;
  }
  PENDULUM_UNREACHABLE();
}

void NeededConjuncts::explain_part(const Obligation& obligation, std::size_t target) {
  PENDULUM_CHECK(target < problem_.parts.size() &&
                     problem_.parts[target].location == problem_.edges[obligation.edge].target,
                 "the successor of a part should be at the target of the edge");
  for (const Term conjunct : needed(target))
    if (explained_.emplace(obligation, conjunct).second)
      explain_goal(obligation, before(obligation.edge, conjunct));
}

void NeededConjuncts::explain_goal(const Obligation& obligation, Term goal) {
  if (goal.is_true()) return;
  const TermVector& conjuncts = problem_.parts[obligation.part].conjuncts;
  // Most conjuncts hold unchanged at the source, so that no solver call is needed.
  if (const auto same = std::ranges::find(conjuncts, goal); same != conjuncts.end()) {
    if (mark(obligation.part, static_cast<std::size_t>(same - conjuncts.begin())))
      require(problem_.parts[obligation.part].location);
    return;
  }
  with_negation(obligation.edge, goal, [&](smt::Solver& solver) { mark_core(solver, obligation.part); });
}

void NeededConjuncts::explain_disjunction(const Obligation& obligation) {
  TermVector disjuncts;
  for (const std::size_t part : at_[problem_.edges[obligation.edge].target])
    disjuncts.push_back(env_.terms.mk_and(needed(part)));
  const Term goal = before(obligation.edge, env_.terms.mk_or(disjuncts));
  if (goal.is_true()) return;
  with_negation(obligation.edge, goal, [&](smt::Solver& solver) {
    if (solver.check(needed(obligation.part)) != SatResult::Unsat) mark_core(solver, obligation.part);
  });
}

void NeededConjuncts::mark_core(smt::Solver& solver, std::size_t part) {
  const TermVector& conjuncts = problem_.parts[part].conjuncts;
  if (solver.check(conjuncts) != SatResult::Unsat) throw GaveUp();
  const std::vector<Term> core = solver.unsat_core();
  const bool is_minimised = core.size() > 1 && core.size() <= options_.max_core_checks;
  const std::vector<Term> smaller =
      smt::minimize_core(solver, core, is_minimised ? static_cast<unsigned>(options_.max_core_checks) : 0);
  const std::set<Term> kept(smaller.begin(), smaller.end());
  bool is_new = false;
  for (std::size_t i = 0; i < conjuncts.size(); ++i)
    if (kept.contains(conjuncts[i])) is_new = mark(part, i) || is_new;
  if (is_new) require(problem_.parts[part].location);
}

/// Returns whether the conjunct was not needed before.
bool NeededConjuncts::mark(std::size_t part, std::size_t conjunct) {
  PENDULUM_DCHECK(part < is_needed_.size() && conjunct < is_needed_[part].size(),
                  "a needed conjunct should belong to a part");
  if (is_needed_[part][conjunct]) return false;
  is_needed_[part][conjunct] = true;
  return true;
}

std::unique_ptr<smt::Solver> NeededConjuncts::make_solver() const {
  auto solver = engine::make_solver(SolverPurpose::Implications, problem_.logic, env_);
  solver->set_time_limit(options_.query_limit);
  return solver;
}

NeededConjuncts::EdgeSolver& NeededConjuncts::edge_solver(std::size_t edge) {
  const auto [found, is_new] = edge_solvers_.try_emplace(edge);
  if (!is_new) return found->second;
  if (options_.solvers == NeededConjunctsOptions::Solvers::PerEdge) {
    found->second.solver = make_solver();
    found->second.solver->assert_term(problem_.edges[edge].guard);
  }
  if (const auto& updates = problem_.edges[edge].updates) found->second.before.emplace(env_.terms, *updates);
  return found->second;
}

void NeededConjuncts::with_negation(std::size_t edge, Term goal,
                                    const std::function<void(smt::Solver&)>& query) {
  if (options_.solvers == NeededConjunctsOptions::Solvers::Shared && !shared_) shared_ = make_solver();
  smt::Solver& solver = shared_ ? *shared_ : *edge_solver(edge).solver;
  solver.push();
  if (shared_) solver.assert_term(problem_.edges[edge].guard);
  solver.assert_term(env_.terms.mk_not(goal));
  query(solver);
  solver.pop();
}

Term NeededConjuncts::before(std::size_t edge, Term formula) {
  auto& substitution = edge_solver(edge).before;
  if (!substitution) throw GaveUp();
  return (*substitution)(formula);
}

TermVector NeededConjuncts::needed(std::size_t part) const {
  PENDULUM_CHECK(is_needed_[part].size() == problem_.parts[part].conjuncts.size(),
                 "each of the {} conjuncts should be marked", problem_.parts[part].conjuncts.size());
  TermVector result;
  for (std::size_t i = 0; i < is_needed_[part].size(); ++i)
    if (is_needed_[part][i]) result.push_back(problem_.parts[part].conjuncts[i]);
  return result;
}

}  // namespace

std::optional<std::vector<TermVector>> needed_conjuncts(const InductionProblem& problem,
                                                        const NeededConjunctsOptions& options, Env& env) {
  const auto is_known = [&](LocationId location) { return location < problem.num_locations; };
  PENDULUM_CHECK(std::ranges::all_of(problem.parts, is_known, &InvariantPart::location),
                 "the parts of an invariant should be at locations of the program");
  PENDULUM_CHECK(std::ranges::all_of(problem.edges, is_known, &InvariantEdge::source) &&
                     std::ranges::all_of(problem.edges, is_known, &InvariantEdge::target),
                 "the edges should connect locations of the program");
  NeededConjuncts search(problem, options, env);
  try {
    search.run();
  } catch (const GaveUp&) {
    return std::nullopt;
  }
  std::vector<TermVector> result;
  for (std::size_t part = 0; part < problem.parts.size(); ++part) result.push_back(search.needed(part));
  return result;
}

}  // namespace pendulum::engine
