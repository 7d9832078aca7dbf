// Lemmas and facts of Ic3, and the part of them on which a proof depends.
#include <algorithm>
#include <array>

#include "base/check.h"
#include "engine/ic3/ic3.h"

namespace pendulum::engine::ic3 {

using program::EdgeId;
using program::LocationId;
using term::Term;

void Ic3::count_lemma(const std::string& kind, Term lemma) {
  ++statistics_.counter(options_.prefix + kind);
  const term::TermVector parts = term::subterms(std::array{lemma});
  if (std::ranges::any_of(parts, [](Term part) { return part.sort().is_array(); }))
    ++statistics_.counter(options_.prefix + "array_lemmas");
  domain_.learnt(lemma, [this](Term term) { return symbols_.to_next(term); });
}

bool Ic3::add_step_lemma(EdgeId edge, Term lemma) {
  PENDULUM_CHECK(edge < step_lemmas_.size() && lemma.sort().is_bool(),
                 "a lemma should be a formula about an edge");
  if (std::ranges::find(step_lemmas_[edge], lemma) != step_lemmas_[edge].end()) return false;
  step_lemmas_[edge].push_back(lemma);
  term::Substitution before;
  for (const Term variable : live_[program_.edge(edge).target])
    before.emplace(symbols_.to_next(variable), variable);
  for (const program::Assignment& update : program_.edge(edge).updates)
    before.insert_or_assign(symbols_.to_next(update.variable), update.value);
  lemmas_before_[edge].push_back(term::substitute(program_.terms(), lemma, before));
  if (const auto& made = solvers_[program_.edge(edge).target])
    made->add_lemma(program_.terms().mk_implies(symbols_.act(edge), lemma));
  count_lemma("step_lemmas", lemma);
  return true;
}

bool Ic3::add_axiom(EdgeId edge, Term axiom) {
  PENDULUM_CHECK(edge < axioms_.size() && axiom.sort().is_bool(),
                 "an axiom should be a formula about an edge");
  if (std::ranges::find(axioms_[edge], axiom) != axioms_[edge].end()) return false;
  axioms_[edge].push_back(axiom);
  if (const auto& made = solvers_[program_.edge(edge).target]) made->add_lemma(axiom);
  count_lemma("axioms", axiom);
  return true;
}

bool Ic3::add_state_lemma(Term lemma) {
  PENDULUM_CHECK(lemma.sort().is_bool(), "a lemma should be a formula");
  if (std::ranges::find(state_lemmas_, lemma) != state_lemmas_.end()) return false;
  state_lemmas_.push_back(lemma);
  for (const auto& made : solvers_) {
    if (!made) continue;
    made->add_lemma(lemma);
    made->add_lemma(symbols_.to_next(lemma));
  }
  count_lemma("state_lemmas", lemma);
  return true;
}

bool Ic3::add_fact(LocationId location, Term fact) {
  PENDULUM_CHECK(location < options_.facts.size() && fact.sort().is_bool(),
                 "a fact should be a formula about a location");
  term::TermVector& known = options_.facts[location];
  if (fact.is_true() || std::ranges::find(known, fact) != known.end()) return false;
  known.push_back(fact);
  for (const EdgeId edge : program_.outgoing(location))
    if (const auto& made = solvers_[program_.edge(edge).target])
      made->add_lemma(program_.terms().mk_implies(symbols_.act(edge), fact));
  if (const auto& made = solvers_[location]) made->add_lemma(symbols_.to_next(fact));
  frames_.drop_subsumed(location, make_cube(term::conjuncts(program_.terms().mk_not(fact))));
  ++statistics_.counter(options_.prefix + "late_facts");
  return true;
}

void Ic3::adopt_infinite(const Frames& other) {
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    for (const Cube& cube : other.infinite_cubes(location)) {
      if (frames_.is_blocked(location, cube, infinite_level)) continue;
      add_blocked(location, cube, infinite_level);
      ++statistics_.counter(options_.prefix + "adopted_cubes");
    }
}

std::vector<term::TermVector> Ic3::inductive_lemmas() const {
  std::vector<term::TermVector> result(program_.locations().size());
  for (LocationId location = 0; location < result.size(); ++location)
    for (const Cube& cube : frames_.infinite_cubes(location))
      result[location].push_back(program_.terms().mk_not(program_.terms().mk_and(cube)));
  return result;
}

std::vector<std::vector<Cube>> Ic3::needed_cubes(unsigned level) {
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "needed_time"));
  PENDULUM_CHECK(level == infinite_level || (1 <= level && level <= frames_.depth()), "frame {} should exist",
                 level);
  struct BlockedCube {
    LocationId location;
    Cube cube;
    bool is_infinite = false, is_needed = false;
  };
  std::vector<BlockedCube> all;
  term::TermVector selectors, infinite_selectors;
  term::TermMap<std::size_t> index_of;
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    for (const Cube& cube : frames_.cubes_from(location, level)) {
      selectors.push_back(program_.terms().mk_fresh("needed", program_.terms().bool_sort()));
      index_of.emplace(selectors.back(), all.size());
      all.push_back({location, cube, frames_.is_blocked(location, cube, infinite_level)});
      if (all.back().is_infinite) infinite_selectors.push_back(selectors.back());
    }
  std::vector<std::vector<Cube>> result(program_.locations().size());
  std::vector<BlockedCube> open{{program_.error(), {}}};
  std::vector<std::unique_ptr<StepSolver>> solvers(program_.locations().size());
  term::TermVector needed;
  while (!open.empty()) {
    stop_.throw_if_stopped();
    const BlockedCube goal = std::move(open.back());
    open.pop_back();
    auto& steps = solvers[goal.location];
    if (!steps) {
      steps = make_solver(goal.location);
      for (std::size_t i = 0; i < all.size(); ++i)
        if (steps->has_source(all[i].location))
          steps->block_under(selectors[i], all[i].location, all[i].cube);
    }
    if (steps->refuted_under(needed, goal.cube)) continue;
    // If the solver cannot refute the goal, all cubes are kept. F-infinity is inductive by itself; this
    // search may be unable to refute cubes that were adopted from another one.
    const term::TermVector fallback = goal.is_infinite ? infinite_selectors : selectors;
    for (const Term selector : steps->refuted_under(selectors, goal.cube).value_or(fallback)) {
      BlockedCube& blocked = all[index_of.at(selector)];
      if (std::exchange(blocked.is_needed, true)) continue;
      needed.push_back(selector);
      result[blocked.location].push_back(blocked.cube);
      open.push_back(blocked);
    }
  }
  return result;
}

}  // namespace pendulum::engine::ic3
