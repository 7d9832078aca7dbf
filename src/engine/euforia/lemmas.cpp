#include "engine/euforia/lemmas.h"

#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

/// A query that takes longer says nothing; the whole path will be looked at then.
constexpr std::chrono::milliseconds query_limit{1000};
constexpr unsigned max_core_checks = 30;

}  // namespace

LemmaRefinement::LemmaRefinement(const program::Program& program, Env& env, Whole whole)
    : program_(program),
      env_(env),
      logic_(term::logic_of(program::terms_of(program))),
      edge_solvers_(program.edges().size()) {
  state_solver_ = make_solver();
  if (whole == Whole::Simulation) simulation_.emplace(program, env);
}

std::unique_ptr<smt::Solver> LemmaRefinement::make_solver() {
  smt::SolverOptions options;
  options.logic = logic_;
  options.seed = env_.seed;
  std::unique_ptr<smt::Solver> solver = env_.solvers.make(env_.terms, options);
  solver->set_time_limit(query_limit);
  return solver;
}

smt::Solver& LemmaRefinement::edge_solver(ic3::Ic3& ic3, program::EdgeId id) {
  std::unique_ptr<smt::Solver>& solver = edge_solvers_[id];
  if (solver) return *solver;
  solver = make_solver();
  const program::Edge& edge = program_.edge(id);
  solver->assert_term(edge.guard);
  term::Substitution updates;
  for (const program::Assignment& update : edge.updates) updates.emplace(update.variable, update.value);
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
    const Term lemma = env_.terms.mk_not(env_.terms.mk_and(*core));
    env_.logger.data("state lemma {}", lemma.to_string());
    is_refined = ic3.add_state_lemma(lemma) || is_refined;
  }
  return is_refined;
}

bool LemmaRefinement::refine_transitions(ic3::Ic3& ic3, const ic3::Trace& trace) {
  bool is_refined = false;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
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
  }
  return is_refined;
}

bool LemmaRefinement::refine_locally(ic3::Ic3& ic3, const ic3::Trace& trace) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.euforia.local_time"));
  return refine_states(ic3, trace) || refine_transitions(ic3, trace) ||
         (simulation_ && simulation_->refine(ic3, trace));
}

/// (4.33): p_{i-1} and the part of the path that is needed imply p_i'.
std::optional<Term> LemmaRefinement::path_lemma(ic3::Ic3& ic3, const ic3::Trace::Step& step, Term before,
                                                Term after) {
  const program::Edge& path = step.path ? *step.path : program_.edge(step.edge);
  term::Substitution updates;
  for (const program::Assignment& update : path.updates) updates.emplace(update.variable, update.value);
  TermVector parts = term::conjuncts(path.guard);
  for (const Term conjunct : term::conjuncts(before)) parts.push_back(conjunct);
  for (const Term variable : term::symbols(after)) {
    const auto found = updates.find(variable);
    parts.push_back(
        env_.terms.mk_eq(ic3.to_next(variable), found == updates.end() ? variable : found->second));
  }
  const Term next = ic3.to_next(after);
  parts.push_back(env_.terms.mk_not(next));
  std::erase_if(parts, [](Term part) { return part.is_true(); });
  env_.stop.throw_if_stopped();
  // Soundness: only what a solver has refuted is a lemma.
  if (state_solver_->check(parts) != SatResult::Unsat) return std::nullopt;
  return env_.terms.mk_not(env_.terms.mk_and(state_solver_->unsat_core()));
}

std::optional<std::string> LemmaRefinement::refine(ic3::Ic3& ic3, const ic3::Trace& trace,
                                                   const TermVector& labels) {
  const base::ScopedTimer timer(env_.statistics.seconds("engine.euforia.lemma_time"));
  bool is_new = false;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (labels[i].is_false() || labels[i + 1].is_true()) continue;
    const auto lemma = path_lemma(ic3, trace.steps[i], labels[i], labels[i + 1]);
    if (!lemma || lemma->is_true()) continue;
    env_.logger.data("path lemma of edge {}: {}", trace.steps[i].edge, lemma->to_string());
    is_new = ic3.add_step_lemma(trace.steps[i].edge, *lemma) || is_new;
  }
  if (is_new) return std::nullopt;
  return "the path has no new lemmas";
}

}  // namespace pendulum::engine::euforia
