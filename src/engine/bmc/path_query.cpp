#include "engine/bmc/path_query.h"

#include "base/check.h"
#include "engine/solvers.h"

namespace pendulum::engine::bmc {

using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

/// An execution along given edges, as terms over the inputs of its steps.
class SymbolicExecution {
 public:
  SymbolicExecution(const program::Program& program, Env& env, const base::Budget& budget)
      : program_(program),
        env_(env),
        budget_(budget),
        solver_(make_solver(SolverPurpose::Paths, "QF_BV", env)) {}

  /// Returns whether the step is possible, and stores the inputs of the execution so far if it is.
  bool extend(const PathStep& step);
  /// The inputs of each step of the longest possible execution.
  const std::vector<Exploration::Words>& inputs() const { return inputs_; }

 private:
  /// Throws GaveUp if the solver returns unknown.
  bool is_sat();

  const program::Program& program_;
  Env& env_;
  const base::Budget& budget_;
  std::unique_ptr<smt::Solver> solver_;
  term::Substitution state_;         ///< values of the variables after the last step
  std::vector<TermVector> symbols_;  ///< of the inputs, per step
  std::vector<Exploration::Words> inputs_;
};

bool SymbolicExecution::extend(const PathStep& step) {
  const program::Edge& edge = program_.edge(step.edge);
  TermVector& fresh = symbols_.emplace_back();
  for (const program::Input& input : edge.inputs) {
    fresh.push_back(env_.terms.mk_fresh("input", input.symbol.sort()));
    state_[input.symbol] = fresh.back();
  }
  term::Substituter before(env_.terms, state_);
  solver_->assert_term(before(edge.guard));
  term::Substitution after = state_;
  for (const program::Assignment& update : edge.updates) after[update.variable] = before(update.value);
  state_ = std::move(after);
  term::Substituter now(env_.terms, state_);
  for (const Term formula : step.target) solver_->assert_term(now(formula));
  return is_sat();
}

bool SymbolicExecution::is_sat() {
  env_.stop.throw_if_stopped();
  if (budget_.is_exhausted()) throw GaveUp{"time limit"};
  solver_->set_time_limit(budget_.remaining());
  ++env_.statistics.counter("engine.bmc.path_checks");
  const SatResult result = solver_->check();
  if (result == SatResult::Unknown) throw GaveUp{solver_->reason_unknown()};
  if (result == SatResult::Unsat) return false;
  inputs_.clear();
  for (const TermVector& symbols : symbols_) {
    Exploration::Words& words = inputs_.emplace_back();
    for (const Term symbol : symbols) words.push_back(to_word(solver_->value(symbol)));
  }
  return true;
}

}  // namespace

ExecutedPath execute_prefix(const program::Program& program, Exploration& exploration,
                            const std::vector<PathStep>& path, Env& env, const base::Budget& budget) {
  SymbolicExecution execution(program, env, budget);
  for (const PathStep& step : path)
    if (!execution.extend(step)) break;
  ExecutedPath result;
  for (const Exploration::Words& inputs : execution.inputs()) {
    const program::EdgeId edge = path[result.num_steps++].edge;
    result.inputs = inputs;
    if (program.edge(edge).target == program.error()) break;
    const auto next = exploration.take(result.last, edge, inputs);
    if (!next) throw GaveUp{"a state cannot be stored"};
    result.last = *next;
  }
  return result;
}

}  // namespace pendulum::engine::bmc
