#include "engine/euforia/lemmas.h"

#include <algorithm>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

/// A query about one state or step that takes longer is treated as satisfiable; the whole path is checked
/// then.
constexpr std::chrono::milliseconds query_limit{1000};
/// Maximum number of solver calls that minimise the core of one lemma, because a smaller core makes a
/// stronger lemma. Cores of at most this many literals are minimised completely.
constexpr unsigned max_core_checks = 30;

/// A step along the path of a trace, starting from the states of an interpolant.
class PathStep {
 public:
  PathStep(term::TermManager& terms, const program::Edge& path, Term before,
           std::unique_ptr<smt::Solver> solver)
      : terms_(terms), solver_(std::move(solver)), updates_(program::substitution_of(path)) {
    if (!before.is_true()) before_ = term::conjuncts(before);
    if (!path.guard.is_true()) guard_ = term::conjuncts(path.guard);
  }

  /// (4.33) for one conjunct of p_i: the needed conjuncts of p_{i-1} and of the path imply `after`'. Adds the
  /// needed conjuncts of p_{i-1} to `used`. Returns the conjunction that the lemma negates.
  std::optional<TermVector> refuted(ic3::Ic3& ic3, Term after, term::TermSet& used);

 private:
  term::TermManager& terms_;
  std::unique_ptr<smt::Solver> solver_;
  term::Substitution updates_;
  TermVector before_, guard_;
};

std::optional<TermVector> PathStep::refuted(ic3::Ic3& ic3, Term after, term::TermSet& used) {
  PENDULUM_CHECK(after.sort().is_bool(), "an interpolant should be a formula");
  TermVector parts = before_;
  parts.insert(parts.end(), guard_.begin(), guard_.end());
  parts.push_back(terms_.mk_not(term::substitute(terms_, after, updates_)));
  // Soundness: a formula becomes a lemma only if a solver has refuted its negation.
  if (solver_->check(parts) != SatResult::Unsat) return std::nullopt;
  TermVector core = smt::minimize_core(*solver_, solver_->unsat_core(), max_core_checks);
  std::erase(core, parts.back());
  for (const Term part : core)
    if (std::ranges::find(before_, part) != before_.end()) used.insert(part);
  for (const Term variable : term::symbols(after)) {
    const auto found = updates_.find(variable);
    core.push_back(terms_.mk_eq(ic3.to_next(variable), found == updates_.end() ? variable : found->second));
  }
  core.push_back(terms_.mk_not(ic3.to_next(after)));
  return core;
}

}  // namespace

LemmaRefinement::LemmaRefinement(const program::Program& program, EufAbstraction& abstraction, Env& env,
                                 Whole whole)
    : program_(program),
      env_(env),
      logic_(term::logic_of(program::terms_of(program))),
      operations_(program, abstraction),
      edge_solvers_(program.edges().size()) {
  state_solver_ = make_solver();
  if (whole == Whole::Simulation) simulation_.emplace(program, operations_, env);
}

std::unique_ptr<smt::Solver> LemmaRefinement::make_solver() {
  std::unique_ptr<smt::Solver> solver = engine::make_solver(SolverPurpose::Implications, logic_, env_);
  solver->set_time_limit(query_limit);
  return solver;
}

smt::Solver& LemmaRefinement::edge_solver(ic3::Ic3& ic3, program::EdgeId id) {
  PENDULUM_CHECK(id < edge_solvers_.size(), "edge {} should belong to the program", id);
  std::unique_ptr<smt::Solver>& solver = edge_solvers_[id];
  if (solver) return *solver;
  solver = make_solver();
  const program::Edge& edge = program_.edge(id);
  solver->assert_term(edge.guard);
  const term::Substitution updates = program::substitution_of(edge);
  for (const Term variable : ic3.live()[edge.target]) {
    const auto found = updates.find(variable);
    solver->assert_term(
        env_.terms.mk_eq(ic3.to_next(variable), found == updates.end() ? variable : found->second));
  }
  return *solver;
}

std::optional<TermVector> LemmaRefinement::refuted(smt::Solver& solver, const TermVector& assumptions) {
  env_.stop.throw_if_stopped();
  if (solver.check(assumptions) != SatResult::Unsat) return std::nullopt;
  return smt::minimize_core(solver, solver.unsat_core(), max_core_checks);
}

bool LemmaRefinement::refine_states(ic3::Ic3& ic3, const ic3::Trace& trace) {
  bool is_refined = false;
  for (const ic3::Trace::Step& step : trace.steps) {
    if (step.cube.empty()) continue;
    TermVector assumptions = step.cube;
    for (const Term fact : ic3.facts(program_.edge(step.edge).target)) assumptions.push_back(fact);
    const auto core = refuted(*state_solver_, assumptions);
    if (!core) continue;
    // Soundness: the negation of an empty core would exclude all states.
    PENDULUM_CHECK(!core->empty(), "a state lemma should have a core");
    const Term lemma = env_.terms.mk_not(env_.terms.mk_and(*core));
    env_.logger.data("state lemma {}", lemma.to_string());
    is_refined = ic3.add_state_lemma(lemma) || is_refined;
    is_refined = operations_.learn(ic3, *core) > 0 || is_refined;
  }
  return is_refined;
}

bool LemmaRefinement::refine_transitions(ic3::Ic3& ic3, const ic3::Trace& trace) {
  bool is_refined = false;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    PENDULUM_CHECK(
        i == 0 || program_.edge(trace.steps[i - 1].edge).target == program_.edge(trace.steps[i].edge).source,
        "the edges of a trace should be consecutive");
    TermVector assumptions;
    if (i > 0) assumptions = trace.steps[i - 1].cube;
    for (const Term literal : trace.steps[i].cube) assumptions.push_back(ic3.to_next(literal));
    const program::EdgeId edge = trace.steps[i].edge;
    for (const Term fact : ic3.facts(program_.edge(edge).source)) assumptions.push_back(fact);
    const auto core = refuted(edge_solver(ic3, edge), assumptions);
    if (!core) continue;
    const Term lemma = env_.terms.mk_not(env_.terms.mk_and(*core));
    env_.logger.data("step lemma of edge {}: {}", edge, lemma.to_string());
    is_refined = ic3.add_step_lemma(edge, lemma) || is_refined;
    is_refined = learn_operations(ic3, trace.steps[i], *core) || is_refined;
  }
  return is_refined;
}

bool LemmaRefinement::learn_operations(ic3::Ic3& ic3, const ic3::Trace::Step& step, const TermVector& core) {
  const program::Edge& edge = step.path ? *step.path : program_.edge(step.edge);
  TermVector parts = core;
  for (const Term conjunct : term::conjuncts(edge.guard)) parts.push_back(conjunct);
  const TermVector symbols = term::symbols(core);
  for (const program::Assignment& update : edge.updates) {
    const Term next = ic3.to_next(update.variable);
    if (std::ranges::find(symbols, next) != symbols.end())
      parts.push_back(env_.terms.mk_eq(next, update.value));
  }
  for (const Term variable : ic3.live()[edge.target]) {
    const Term next = ic3.to_next(variable);
    const bool is_updated = std::ranges::any_of(
        edge.updates, [&](const program::Assignment& update) { return update.variable == variable; });
    if (!is_updated && std::ranges::find(symbols, next) != symbols.end())
      parts.push_back(env_.terms.mk_eq(next, variable));
  }
  std::erase_if(parts, [](Term part) { return part.is_true(); });
  const auto operations = refuted(*state_solver_, parts);
  return operations && operations_.learn(ic3, *operations) > 0;
}

bool LemmaRefinement::refine_locally(ic3::Ic3& ic3, const ic3::Trace& trace) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.euforia.local_time"));
  return refine_states(ic3, trace) || refine_transitions(ic3, trace) ||
         (simulation_ && simulation_->refine(ic3, trace));
}

/// Works backwards from the error and learns only those conjuncts of the interpolants on which a later step
/// depends, because labels may contain more than one trace needs.
std::optional<std::string> LemmaRefinement::refine(ic3::Ic3& ic3, const ic3::Trace& trace,
                                                   const TermVector& labels) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.euforia.lemma_time"));
  PENDULUM_CHECK(labels.size() == trace.steps.size() + 1, "every location of the trace should have a label");
  bool is_new = false;
  TermVector needed{env_.terms.mk_false()};
  for (std::size_t i = trace.steps.size(); i-- > 0 && !needed.empty();) {
    const program::EdgeId edge = trace.steps[i].edge;
    PathStep step(env_.terms, trace.steps[i].path ? *trace.steps[i].path : program_.edge(edge), labels[i],
                  make_solver());
    term::TermSet used;
    for (const Term conjunct : needed) {
      env_.stop.throw_if_stopped();
      const auto core = step.refuted(ic3, conjunct, used);
      if (!core) continue;
      const Term lemma = env_.terms.mk_not(env_.terms.mk_and(*core));
      if (lemma.is_true()) continue;
      env_.logger.data("path lemma of edge {}: {}", edge, lemma.to_string());
      is_new = ic3.add_step_lemma(edge, lemma) || is_new;
      is_new = operations_.learn(ic3, *core) > 0 || is_new;
    }
    needed.assign(used.begin(), used.end());
    std::ranges::sort(needed);
  }
  if (is_new) return std::nullopt;
  return "the path has no new lemmas";
}

}  // namespace pendulum::engine::euforia
