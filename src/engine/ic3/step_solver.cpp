#include "engine/ic3/step_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::engine::ic3 {

using program::EdgeId;
using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

term::Substitution StepSymbols::renaming(const program::Program& program, TermVector& next) {
  term::Substitution map;
  for (const program::Variable& variable : program.variables()) {
    next.push_back(program.terms().mk_fresh(variable.symbol.name() + "'", variable.symbol.sort()));
    map.emplace(variable.symbol, next.back());
  }
  return map;
}

StepSymbols::StepSymbols(const program::Program& program)
    : terms_(program.terms()), to_next_(program.terms(), renaming(program, next_)) {
  const term::Sort boolean = terms_.bool_sort();
  for (EdgeId id = 0; id < program.edges().size(); ++id)
    act_.push_back(terms_.mk_fresh(fmt::format("act.{}", id), boolean));
  for (const program::Location& location : program.locations())
    source_.push_back(terms_.mk_fresh("from." + location.name, boolean));
  first_ = terms_.mk_fresh("first", boolean);
}

Term StepSymbols::level(unsigned level) {
  while (levels_.size() <= level)
    levels_.push_back(terms_.mk_fresh(fmt::format("level.{}", levels_.size()), terms_.bool_sort()));
  return levels_[level];
}

StepSolver::StepSolver(const program::Program& program, LocationId target, StepSymbols& symbols,
                       const TermVector& live, Domain& domain)
    : program_(program),
      terms_(program.terms()),
      target_(target),
      symbols_(symbols),
      solver_(domain.make_solver()) {
  TermVector acts;
  for (const EdgeId id : program.incoming(target)) {
    acts.push_back(symbols.act(id));
    add_edge(id, live);
  }
  solver_->assert_term(terms_.mk_or(acts));
}

void StepSolver::add_edge(EdgeId id, const TermVector& live) {
  const program::Edge& edge = program_.edge(id);
  const Term act = symbols_.act(id);
  const term::Substitution updates = program::substitution_of(edge);
  const auto implied = [&](Term formula) { solver_->assert_term(terms_.mk_implies(act, formula)); };
  implied(edge.guard);
  implied(symbols_.source(edge.source));
  if (edge.source != program_.entry()) implied(terms_.mk_not(symbols_.first()));
  for (const Term variable : live) {
    const auto found = updates.find(variable);
    const Term value = found == updates.end() ? variable : found->second;
    implied(terms_.mk_eq(symbols_.next(program_.variable_index(variable)), value));
  }
}

bool StepSolver::has_source(LocationId location) const {
  const auto& incoming = program_.incoming(target_);
  return std::ranges::any_of(incoming, [&](EdgeId id) { return program_.edge(id).source == location; });
}

void StepSolver::block(LocationId source, const Cube& cube, unsigned level) {
  PENDULUM_CHECK(1 <= level, "R_0 should have no cubes");
  if (level == infinite_level) return block_under(terms_.mk_true(), source, cube);
  levels_.insert(level);
  block_under(symbols_.level(level), source, cube);
}

void StepSolver::block_under(Term selector, LocationId source, const Cube& cube) {
  PENDULUM_DCHECK(has_source(source), "a cube should be blocked at the source of an edge");
  TermVector clause{terms_.mk_not(selector), terms_.mk_not(symbols_.source(source))};
  for (const Term literal : cube) clause.push_back(terms_.mk_not(literal));
  solver_->assert_term(terms_.mk_or(clause));
}

TermVector StepSolver::frame_assumptions(unsigned level) {
  if (level == infinite_level) return {};
  if (level == 1) return {symbols_.first()};
  TermVector result;
  for (auto i = levels_.lower_bound(level - 1); i != levels_.end(); ++i) result.push_back(symbols_.level(*i));
  return result;
}

Term StepSolver::exclude(const Cube& cube) {
  const Term selector = terms_.mk_fresh("rel", terms_.bool_sort());
  block_under(selector, target_, cube);
  ++num_temporaries_;
  return selector;
}

void StepSolver::read_core(const term::TermMap<Term>& literal_of) {
  core_.clear();
  blocked_level_ = infinite_level;
  for (const Term assumption : solver_->unsat_core()) {
    const auto found = literal_of.find(assumption);
    if (found != literal_of.end()) core_.push_back(found->second);
    if (assumption == symbols_.first()) blocked_level_ = 1;
    for (const unsigned level : levels_)
      if (assumption == symbols_.level(level)) blocked_level_ = std::min(blocked_level_, level + 1);
  }
  core_ = make_cube(std::move(core_));
}

SatResult StepSolver::check(const Cube& cube, unsigned level, Induction induction) {
  PENDULUM_CHECK(1 <= level, "a step should lead into a frame");
  truth_.clear();
  TermVector assumptions = frame_assumptions(level);
  Term temporary;
  if (induction == Induction::Relative && level > 1 && !cube.empty() && has_source(target_)) {
    temporary = exclude(cube);
    assumptions.push_back(temporary);
  }
  term::TermMap<Term> literal_of;
  for (const Term literal : cube) {
    assumptions.push_back(symbols_.to_next(literal));
    literal_of.emplace(assumptions.back(), literal);
  }
  const SatResult result = solver_->check(assumptions);
  is_satisfiable_ = result == SatResult::Sat;
  if (result == SatResult::Unsat) {
    read_core(literal_of);
    PENDULUM_CHECK(blocked_level_ >= level, "the core should contain assumptions of level {}, not {}", level,
                   blocked_level_);
  }
  // The temporary clause of a satisfiable query stays, because an assertion would invalidate the model; after
  // any other answer it is not needed any more.
  if (temporary && result != SatResult::Sat) solver_->assert_term(terms_.mk_not(temporary));
  return result;
}

std::optional<TermVector> StepSolver::refuted_under(const TermVector& selectors, const Cube& cube) {
  TermVector assumptions = selectors;
  for (const Term literal : cube) assumptions.push_back(symbols_.to_next(literal));
  if (solver_->check(assumptions) != SatResult::Unsat) return std::nullopt;
  TermVector core = solver_->unsat_core();
  std::erase_if(core, [&](Term part) { return std::ranges::find(selectors, part) == selectors.end(); });
  return core;
}

EdgeId StepSolver::taken_edge() {
  for (const EdgeId id : program_.incoming(target_))
    if (truth(symbols_.act(id))) return id;
  throw base::InternalError("a satisfiable step should take an edge");
}

bool StepSolver::truth(Term formula) {
  PENDULUM_CHECK(is_satisfiable_, "a model should exist");
  const auto found = truth_.find(formula);
  if (found != truth_.end()) return found->second;
  const Term value = solver_->value(formula);
  const bool result = !value.is_null() && value.is_true();
  truth_.emplace(formula, result);
  return result;
}

}  // namespace pendulum::engine::ic3
