#include "engine/dagger/proof.h"

#include <algorithm>
#include <set>

#include "term/traverse.h"

namespace pendulum::engine::dagger {

namespace {

using domain::AffineEdge;
using program::LocationId;
using term::Term;

/// Bounded, because judging a larger invariant may take less time than a longer minimisation.
constexpr std::chrono::seconds time_limit{4};

/// A state of the fixpoint, with its constraints as terms.
struct Part {
  LocationId location;
  const domain::State* state;
  term::TermVector constraints;
  std::vector<bool> is_needed;
};

class Minimizer {
 public:
  Minimizer(const domain::StateSpace& space, const LocationStates& fixpoint, Env& env)
      : space_(space), program_(space.program()), env_(env) {
    for (const auto& [location, states] : fixpoint) {
      for (const domain::State& state : states) {
        Part part{location, &state, {}, {}};
        for (const domain::PackedConstraint& constraint : space.constraints(state))
          part.constraints.push_back(space.to_term(constraint));
        part.is_needed.assign(part.constraints.size(), false);
        at_[location].push_back(parts_.size());
        parts_.push_back(std::move(part));
      }
    }
    smt::SolverOptions options;
    options.logic = "QF_LIA";
    options.seed = env.seed;
    solver_ = env.solvers.make(env.terms, options);
    solver_->set_time_limit(std::chrono::milliseconds(500));
  }

  /// False if the solver did not confirm some step or the time is up.
  bool run();
  certificate::Invariant result() const;

 private:
  struct Need {
    std::size_t part;
    std::size_t constraint;
  };
  /// Marks a constraint as needed; it has to be explained then.
  void need(std::size_t part, std::size_t constraint);
  /// Marks the constraints that establish a needed constraint along all edges into its part.
  bool explain(const Need& need);
  bool explain(std::size_t source, domain::AffineEdgeId edge, const Need& need);
  bool add_core(std::size_t part, const AffineEdge& edge, Term goal);
  struct Target {
    bool is_bottom = false;
    bool is_explained = false;
    std::optional<std::size_t> part;
  };
  const Target& target_of(std::size_t source, domain::AffineEdgeId edge);

  const domain::StateSpace& space_;
  const domain::AffineProgram& program_;
  Env& env_;
  std::vector<Part> parts_;
  std::map<LocationId, std::vector<std::size_t>> at_;
  std::map<std::pair<std::size_t, domain::AffineEdgeId>, Target> targets_;
  std::vector<Need> open_;
  std::unique_ptr<smt::Solver> solver_;
  base::Clock::time_point deadline_ = base::Clock::now() + time_limit;
};

void Minimizer::need(std::size_t part, std::size_t constraint) {
  if (parts_[part].is_needed[constraint]) return;
  parts_[part].is_needed[constraint] = true;
  open_.push_back({part, constraint});
}

/// Marks those constraints of the part that, together with the edge's constraints, imply `goal`. False if the
/// solver does not confirm it.
bool Minimizer::add_core(std::size_t index, const AffineEdge& edge, Term goal) {
  Part& part = parts_[index];
  // Most constraints hold unchanged at the source, so that no solver call is needed.
  if (const auto same = std::ranges::find(part.constraints, goal); same != part.constraints.end()) {
    need(index, static_cast<std::size_t>(same - part.constraints.begin()));
    return true;
  }
  if (goal.is_true()) return true;
  solver_->push();
  for (const domain::LinearConstraint& constraint : edge.action.constraints)
    solver_->assert_term(domain::to_term(env_.terms, constraint));
  solver_->assert_term(env_.terms.mk_not(goal));
  const bool is_unsat = solver_->check(part.constraints) == smt::SatResult::Unsat;
  if (is_unsat) {
    const std::vector<Term> core = solver_->unsat_core();
    const bool is_worth_it = core.size() > 1 && core.size() <= 8;
    const std::vector<Term> smaller = smt::minimize_core(*solver_, core, is_worth_it ? 8 : 0);
    const std::set<Term> kept(smaller.begin(), smaller.end());
    for (std::size_t i = 0; i < part.constraints.size(); ++i)
      if (kept.contains(part.constraints[i])) need(index, i);
  }
  solver_->pop();
  return is_unsat;
}

/// The part at the edge's target whose state contains the image of the source's state; no part if the image
/// is bottom.
const Minimizer::Target& Minimizer::target_of(std::size_t source, domain::AffineEdgeId edge) {
  const auto [found, is_new] = targets_.emplace(std::pair(source, edge), Target());
  Target& target = found->second;
  if (!is_new) return target;
  const domain::State image = space_.image(edge, *parts_[source].state);
  target.is_bottom = image.is_bottom;
  for (const std::size_t part : at_[program_.edge(edge).target])
    if (!target.part && space_.leq(image, *parts_[part].state)) target.part = part;
  return target;
}

bool Minimizer::explain(std::size_t source, domain::AffineEdgeId edge, const Need& goal_need) {
  const AffineEdge& action = program_.edge(edge);
  const Target& target = target_of(source, edge);
  if (target.is_explained) return true;
  if (target.is_bottom) {
    // That the image is empty has to be explained once, as for an edge into the error.
    targets_.at({source, edge}).is_explained = true;
    return add_core(source, action, env_.terms.mk_false());
  }
  if (target.part != goal_need.part) return true;
  term::Substitution map;
  for (const auto& [variable, value] : action.action.updates) {
    term::TermVector summands{env_.terms.mk_int(mpz_class(value.constant.get_num()))};
    for (const auto& [symbol, coefficient] : value.coefficients) {
      if (coefficient.get_den() != 1) return false;
      const Term factor = env_.terms.mk_int(mpz_class(coefficient.get_num()));
      const Term number = symbol.sort().is_bool()
                              ? env_.terms.mk_ite(symbol, env_.terms.mk_int(1), env_.terms.mk_int(0))
                              : symbol;
      summands.push_back(env_.terms.mk_mul(factor, number));
    }
    const Term sum = env_.terms.mk_add(summands);
    map.emplace(variable, variable.sort().is_bool() ? env_.terms.mk_eq(sum, env_.terms.mk_int(1)) : sum);
  }
  const Term goal =
      term::substitute(env_.terms, parts_[goal_need.part].constraints[goal_need.constraint], map);
  return add_core(source, action, goal);
}

bool Minimizer::explain(const Need& need) {
  const LocationId target = parts_[need.part].location;
  for (domain::AffineEdgeId id = 0; id < program_.edges().size(); ++id) {
    const AffineEdge& edge = program_.edge(id);
    if (edge.target != target) continue;
    const auto sources = at_.find(edge.source);
    if (sources == at_.end()) continue;
    for (const std::size_t source : sources->second)
      if (!explain(source, id, need)) return false;
  }
  return true;
}

bool Minimizer::run() {
  for (domain::AffineEdgeId id = 0; id < program_.edges().size(); ++id) {
    const AffineEdge& edge = program_.edge(id);
    // Edges into the error, and into locations that the fixpoint does not reach, have to be infeasible.
    if (at_.contains(edge.target)) continue;
    const auto sources = at_.find(edge.source);
    if (sources == at_.end()) continue;
    for (const std::size_t source : sources->second)
      if (!add_core(source, edge, env_.terms.mk_false())) return false;
  }
  while (!open_.empty()) {
    env_.stop.throw_if_stopped();
    if (base::Clock::now() > deadline_) return false;
    const Need need = open_.back();
    open_.pop_back();
    if (!explain(need)) return false;
  }
  return true;
}

certificate::Invariant Minimizer::result() const {
  certificate::Invariant invariant;
  for (const auto& [location, indices] : at_) {
    term::TermVector ways;
    for (const std::size_t index : indices) {
      term::TermVector kept;
      for (std::size_t i = 0; i < parts_[index].constraints.size(); ++i)
        if (parts_[index].is_needed[i]) kept.push_back(parts_[index].constraints[i]);
      ways.push_back(env_.terms.mk_and(kept));
    }
    invariant.at.emplace(location, env_.terms.mk_or(ways));
  }
  return invariant;
}

}  // namespace

certificate::Invariant whole_invariant(const domain::StateSpace& space, const LocationStates& fixpoint) {
  certificate::Invariant invariant;
  for (const auto& [location, states] : fixpoint) {
    term::TermVector ways;
    for (const domain::State& state : states) ways.push_back(space.to_term(state));
    invariant.at.emplace(location, space.program().program().terms().mk_or(ways));
  }
  return invariant;
}

certificate::Invariant small_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                       Env& env) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.dagger.minimize_time"));
  Minimizer minimizer(space, fixpoint, env);
  if (!minimizer.run()) return whole_invariant(space, fixpoint);
  certificate::Invariant invariant = minimizer.result();
  for (const auto& [location, states] : fixpoint)
    invariant.at.try_emplace(location, space.program().program().terms().mk_false());
  return invariant;
}

}  // namespace pendulum::engine::dagger
