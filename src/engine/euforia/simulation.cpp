#include "engine/euforia/simulation.h"

#include <algorithm>

#include "base/check.h"
#include "engine/euforia/term_projection.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

/// Time limit of the query for one step. It is longer than that of a local query (lemmas.cpp), because the
/// alternative, interpolants of the whole trace, takes seconds as well.
constexpr std::chrono::milliseconds query_limit{5000};
/// Maximum number of solver calls that minimise the core of one lemma, because a smaller core makes a
/// stronger lemma. Cores of at most this many literals are minimised completely.
constexpr unsigned max_core_checks = 30;
/// Value terms over inputs may grow along the path; in larger ones, inputs are replaced by their values in
/// the last model. The size is less than max_literal_size of term_projection.cpp, so that literals with these
/// values are kept in cubes.
constexpr std::size_t max_value_size = 40;

}  // namespace

Simulation::Simulation(const program::Program& program, OperationLemmas& operations, Env& env)
    : program_(program), operations_(operations), env_(env), live_(program::live_variables(program)) {
  solver_ = make_solver(SolverPurpose::Steps, program, env);
  solver_->set_time_limit(query_limit);
}

/// Algorithm 6, line 7: v_{i-1} and pc_{i-1} and T and A_i'.
TermVector Simulation::query(ic3::Ic3& ic3, const State& before, const ic3::Trace::Step& step) const {
  const program::Edge& edge = program_.edge(step.edge);
  TermVector parts;
  for (const Term variable : live_[edge.source]) {
    const auto value = before.values.find(variable);
    if (value != before.values.end()) parts.push_back(env_.terms.mk_eq(variable, value->second));
  }
  parts.insert(parts.end(), before.path.begin(), before.path.end());
  for (const Term conjunct : term::conjuncts(edge.guard)) parts.push_back(conjunct);
  const term::Substitution updates = program::substitution_of(edge);
  for (const Term variable : live_[edge.target]) {
    const auto found = updates.find(variable);
    parts.push_back(
        env_.terms.mk_eq(ic3.to_next(variable), found == updates.end() ? variable : found->second));
  }
  for (const Term literal : step.cube) parts.push_back(ic3.to_next(literal));
  std::erase_if(parts, [](Term part) { return part.is_true(); });
  return parts;
}

/// Algorithm 7. Requires that the last solver call was satisfiable.
Simulation::State Simulation::simulate(const State& before, const ic3::Trace::Step& step) {
  const program::Edge& edge = program_.edge(step.edge);
  TermVector symbols;
  for (const program::Variable& variable : program_.variables()) symbols.push_back(variable.symbol);
  for (const program::Input& input : edge.inputs) symbols.push_back(input.symbol);
  for (const auto& [input, value] : last_values_) symbols.push_back(input);
  const term::Model model = solver_->model(symbols);
  term::Evaluator value_of(env_.terms, model);
  const ic3::Truth truth = [&](Term formula) { return value_of(formula).is_true(); };

  State after;
  after.edge = step.edge;
  for (auto& [input, value] : last_values_) value = value_of(input);
  for (const program::Input& input : edge.inputs) {
    const Term renamed = env_.terms.mk_fresh(input.symbol.name(), input.symbol.sort());
    after.inputs.emplace(input.symbol, renamed);
    last_values_.emplace(renamed, value_of(input.symbol));
  }
  KnownValues values;
  values.admit_all();
  TermProjection projection(env_.terms, truth, nullptr, values);
  projection.add(edge.guard);
  for (const program::Assignment& update : edge.updates)
    after.updates.emplace(update.variable, projection.resolve(update.value));
  after.literals = projection.path_literals();

  term::Substitution now = before.values;
  now.insert(after.inputs.begin(), after.inputs.end());
  term::Substituter over_inputs(env_.terms, now);
  for (const Term variable : live_[edge.target]) {
    const auto update = after.updates.find(variable);
    if (update == after.updates.end() && !before.values.contains(variable)) continue;
    Term value = over_inputs(update == after.updates.end() ? variable : update->second);
    if (term::dag_size(value) > max_value_size) value = without_old_inputs(value);
    after.values.emplace(variable, value);
  }
  after.path = before.path;
  for (const Term literal : after.literals) {
    const Term constraint = over_inputs(literal);
    if (!constraint.is_value()) after.path.push_back(constraint);
  }
  return after;
}

Term Simulation::without_old_inputs(Term formula) const {
  return term::substitute(env_.terms, formula, last_values_);
}

/// AbstractAndNormalize: inputs of earlier steps are replaced by equal terms (x = y gives y := x), or else by
/// their value in the last model. The result is an instance of a valid formula and therefore a lemma.
bool Simulation::learn(ic3::Ic3& ic3, const std::vector<State>& states, const ic3::Trace::Step& step,
                       const TermVector& core) {
  // Soundness: the negation of an empty core would exclude the edge.
  PENDULUM_CHECK(!core.empty(), "a simulation lemma should have a core");
  term::Substitution equal;
  for (const Term part : core) {
    if (part.kind() != term::Kind::Eq) continue;
    for (const std::size_t side : {0u, 1u}) {
      const TermVector symbols = term::symbols(part[1 - side]);
      const bool has_inputs = std::ranges::any_of(symbols, [&](Term s) { return last_values_.contains(s); });
      if (last_values_.contains(part[side]) && !has_inputs) equal.emplace(part[side], part[1 - side]);
    }
  }
  TermVector parts;
  for (const Term part : core) parts.push_back(without_old_inputs(term::substitute(env_.terms, part, equal)));
  const Term lemma = env_.terms.mk_not(env_.terms.mk_and(parts));
  env_.logger.data("simulation lemma of edge {}: {}", step.edge, lemma.to_string());
  bool is_new = !lemma.is_true() && ic3.add_step_lemma(step.edge, lemma);
  is_new = operations_.learn(ic3, core) > 0 || is_new;
  for (std::size_t i = 1; i < states.size(); ++i)
    is_new = learn_step(ic3, states[i - 1], states[i]) || is_new;
  return is_new;
}

/// Learns what the step computed: the values of variables before the step and of inputs imply the values
/// after it. Valid by construction.
bool Simulation::learn_step(ic3::Ic3& ic3, const State& before, const State& after) {
  PENDULUM_CHECK(after.inputs.size() == program_.edge(after.edge).inputs.size(),
                 "each input of edge {} should have a symbol", after.edge);
  bool is_new = false;
  for (const auto& [variable, update] : after.updates) {
    if (!after.values.contains(variable)) continue;
    TermVector clause{env_.terms.mk_distinct(ic3.to_next(variable), update)};
    term::Substitution values;
    for (const Term symbol : term::symbols(update)) {
      const auto known = before.values.find(symbol);
      const auto input = after.inputs.find(symbol);
      if (known == before.values.end() && input == after.inputs.end()) continue;
      const Term value = without_old_inputs(known != before.values.end() ? known->second : input->second);
      values.emplace(symbol, value);
      clause.push_back(env_.terms.mk_distinct(symbol, value));
    }
    if (values.empty()) continue;
    clause.push_back(env_.terms.mk_eq(ic3.to_next(variable), term::substitute(env_.terms, update, values)));
    const Term lemma = env_.terms.mk_or(clause);
    if (!lemma.is_true()) is_new = ic3.add_step_lemma(after.edge, lemma) || is_new;
  }
  return is_new;
}

bool Simulation::refine(ic3::Ic3& ic3, const ic3::Trace& trace) {
  PENDULUM_CHECK(!trace.steps.empty(), "a trace should have steps");
  last_values_.clear();
  std::vector<State> states(1);
  for (const ic3::Trace::Step& step : trace.steps) {
    env_.stop.throw_if_stopped();
    switch (solver_->check(query(ic3, states.back(), step))) {
      case SatResult::Sat:
        states.push_back(simulate(states.back(), step));
        break;
      case SatResult::Unsat:
        return learn(ic3, states, step, smt::minimize_core(*solver_, solver_->unsat_core(), max_core_checks));
      case SatResult::Unknown:
        return false;
    }
  }
  return false;
}

}  // namespace pendulum::engine::euforia
