#include "engine/ic3/ic3.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace pendulum::engine::ic3 {

using program::EdgeId;
using program::LocationId;
using smt::SatResult;
using term::Term;
using Induction = StepSolver::Induction;

namespace {

/// A solver with more temporary clauses than this is rebuilt: clauses that are disabled by their selector
/// still cost time in every query.
constexpr std::size_t max_temporaries = 3000;

}  // namespace

Ic3::Ic3(const program::Program& program, Domain& domain, Options options, base::Statistics& statistics,
         const base::StopToken& stop)
    : program_(program),
      domain_(domain),
      options_(std::move(options)),
      statistics_(statistics),
      stop_(stop),
      symbols_(program),
      live_(program::live_variables(program)),
      frames_(program.locations().size()),
      solvers_(program.locations().size()),
      step_lemmas_(program.edges().size()),
      lemmas_before_(program.edges().size()),
      axioms_(program.edges().size()) {
  PENDULUM_CHECK(options_.facts.empty() || options_.facts.size() == program.locations().size(),
                 "facts should be given for every location");
  options_.facts.resize(program.locations().size());
}

StepSolver& Ic3::solver(LocationId target) {
  if (!solvers_[target]) renew_solver(target);
  return *solvers_[target];
}

void Ic3::renew_solver(LocationId target) {
  solvers_[target] = make_solver(target);
  for (unsigned level = 1; level <= frames_.depth(); ++level) {
    solvers_[target]->open_level(level);
    for (LocationId source = 0; source < program_.locations().size(); ++source)
      if (solvers_[target]->has_source(source))
        for (const Cube& cube : frames_.cubes(source, level)) solvers_[target]->block(source, cube, level);
  }
}

std::unique_ptr<StepSolver> Ic3::make_solver(LocationId target) {
  auto made = std::make_unique<StepSolver>(program_, target, symbols_, live_[target], domain_);
  for (const EdgeId edge : program_.incoming(target))
    for (const Term fact : options_.facts[program_.edge(edge).source])
      made->add_lemma(program_.terms().mk_implies(symbols_.act(edge), fact));
  for (const Term fact : options_.facts[target]) made->add_lemma(symbols_.to_next(fact));
  for (const EdgeId edge : program_.incoming(target)) {
    for (const Term lemma : step_lemmas_[edge])
      made->add_lemma(program_.terms().mk_implies(symbols_.act(edge), lemma));
    for (const Term axiom : axioms_[edge]) made->add_lemma(axiom);
  }
  for (const Term lemma : state_lemmas_) {
    made->add_lemma(lemma);
    made->add_lemma(symbols_.to_next(lemma));
  }
  ++statistics_.counter(options_.prefix + "solvers");
  return made;
}

std::vector<std::vector<Cube>> Ic3::needed_cubes(unsigned level) {
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "needed_time"));
  PENDULUM_CHECK(1 <= level && level <= frames_.depth(), "frame {} should exist", level);
  struct BlockedCube {
    LocationId location;
    Cube cube;
    bool is_needed = false;
  };
  std::vector<BlockedCube> all;
  term::TermVector selectors;
  term::TermMap<std::size_t> index_of;
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    for (const Cube& cube : frames_.cubes_from(location, level)) {
      selectors.push_back(program_.terms().mk_fresh("needed", program_.terms().bool_sort()));
      index_of.emplace(selectors.back(), all.size());
      all.push_back({location, cube});
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
    // If the solver cannot decide, all cubes are kept.
    for (const Term selector : steps->refuted_under(selectors, goal.cube).value_or(selectors)) {
      BlockedCube& blocked = all[index_of.at(selector)];
      if (std::exchange(blocked.is_needed, true)) continue;
      needed.push_back(selector);
      result[blocked.location].push_back(blocked.cube);
      open.push_back(blocked);
    }
  }
  return result;
}

void Ic3::count_lemma(const std::string& kind, Term lemma) {
  ++statistics_.counter(options_.prefix + kind);
  const term::TermVector parts = term::subterms(std::array{lemma});
  if (std::ranges::any_of(parts, [](Term part) { return part.sort().is_array(); }))
    ++statistics_.counter(options_.prefix + "array_lemmas");
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

void Ic3::add_frame() {
  frames_.add_frame();
  for (const auto& made : solvers_)
    if (made) made->open_level(frames_.depth());
  statistics_.counter(options_.prefix + "depth") = frames_.depth();
}

SatResult Ic3::check_step(LocationId location, const Cube& cube, unsigned level, Induction induction) {
  PENDULUM_CHECK(1 <= level && level <= frames_.depth(), "frame {} should exist", level);
  stop_.throw_if_stopped();
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "query_time"));
  ++statistics_.counter(options_.prefix + "queries");
  if (solver(location).num_temporaries() > max_temporaries) renew_solver(location);
  return solver(location).check(cube, level, induction);
}

Ic3::Outcome Ic3::check() {
  if (frames_.depth() == 0) add_frame();
  for (;;) {
    if (auto outcome = block_error()) return *outcome;
    add_frame();
    if (const auto level = propagate()) return Proved{*level};
  }
}

std::optional<Ic3::Outcome> Ic3::block_error() {
  proof_obligations_.clear();
  queue_.clear();
  proof_obligations_.push_back({program_.error(), {}, frames_.depth(), 0, 0, nullptr});
  enqueue(0);
  while (!queue_.empty()) {
    const Id id = queue_.begin()->second;
    queue_.erase(queue_.begin());
    if (auto outcome = handle(id)) return outcome;
  }
  return std::nullopt;
}

/// Figure 2.2(a), lines 5 to 20, for one proof obligation.
std::optional<Ic3::Outcome> Ic3::handle(Id id) {
  ProofObligation& obligation = proof_obligations_[id];
  if (frames_.is_blocked(obligation.location, obligation.cube, obligation.level)) {
    if (obligation.level < frames_.depth() && id != 0) {
      ++obligation.level;
      enqueue(id);
    }
    return std::nullopt;
  }
  switch (check_step(obligation.location, obligation.cube, obligation.level, Induction::Relative)) {
    case SatResult::Sat:
      return step_back(id);
    case SatResult::Unsat:
      block(obligation.location, solver(obligation.location).core(), obligation.level, id);
      return std::nullopt;
    case SatResult::Unknown:
      stop_.throw_if_stopped();
      return GaveUp{"a step query was not decided"};
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Ic3::Outcome> Ic3::step_back(Id id) {
  const ProofObligation& obligation = proof_obligations_[id];
  StepSolver& steps = solver(obligation.location);
  const EdgeId edge = steps.taken_edge();
  const LocationId source = program_.edge(edge).source;
  const Truth truth = [&](Term formula) { return steps.truth(formula); };
  const std::function<Term(Term)> to_next = [&](Term term) { return symbols_.to_next(term); };
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "preimage_time"));
  const Preimage step{program_.edge(edge), obligation.cube, truth, lemmas_before_[edge], to_next};
  Projected projected = domain_.preimage(step);
  bool is_excluded = false;
  for (const Term axiom : projected.axioms) is_excluded = add_axiom(edge, axiom) || is_excluded;
  if (is_excluded) {
    enqueue(id);
    return std::nullopt;
  }
  if (source == program_.entry()) return trace(edge, domain_.path(step), id);
  statistics_.counter(options_.prefix + "preimage_literals") += projected.cube.size();
  PENDULUM_CHECK(obligation.level > 1, "only the entry should have a step into frame 1");
  ++statistics_.counter(options_.prefix + "obligations");
  proof_obligations_.push_back(
      {source, std::move(projected.cube), obligation.level - 1, id, edge, domain_.path(step)});
  enqueue(proof_obligations_.size() - 1);
  enqueue(id);
  return std::nullopt;
}

Trace Ic3::trace(EdgeId first, std::shared_ptr<const program::Edge> path, Id id) const {
  Trace result;
  EdgeId edge = first;
  for (;; id = proof_obligations_[id].parent) {
    result.steps.push_back({edge, proof_obligations_[id].cube, path});
    if (id == 0) break;
    edge = proof_obligations_[id].edge;
    path = proof_obligations_[id].path;
  }
  PENDULUM_CHECK(program_.edge(result.steps.front().edge).source == program_.entry() &&
                     program_.edge(result.steps.back().edge).target == program_.error(),
                 "a trace should lead from entry to error");
  return result;
}

void Ic3::block(LocationId location, Cube cube, unsigned level, Id id) {
  cube = generalize(location, std::move(cube), level);
  // Lines 15 to 17: moves the cube to the highest possible frame.
  while (level < frames_.depth() &&
         check_step(location, cube, level + 1, Induction::Relative) == SatResult::Unsat) {
    ++level;
    cube = solver(location).core();
  }
  add_blocked(location, cube, level);
  if (level < frames_.depth() && id != 0) {
    proof_obligations_[id].level = level + 1;
    enqueue(id);
  }
}

/// Algorithm 4: drops literals one at a time, together with those that the solver's core omits.
Cube Ic3::generalize(LocationId location, Cube cube, unsigned level) {
  unsigned failures = 0;
  // Literals with high ids first: they tend to be large, and small literals make better lemmas.
  Cube order = cube;
  std::reverse(order.begin(), order.end());
  for (const Term literal : order) {
    if (cube.size() <= 1 || failures >= options_.max_failures) break;
    const auto position = std::ranges::find(cube, literal);
    if (position == cube.end()) continue;
    Cube smaller = cube;
    smaller.erase(smaller.begin() + (position - cube.begin()));
    if (check_step(location, smaller, level, Induction::Relative) == SatResult::Unsat) {
      cube = solver(location).core();
    } else {
      ++failures;
    }
  }
  return cube;
}

void Ic3::add_blocked(LocationId location, const Cube& cube, unsigned level) {
  ++statistics_.counter(options_.prefix + "blocked_cubes");
  frames_.add(location, cube, level);
  for (LocationId target = 0; target < solvers_.size(); ++target)
    if (solvers_[target] && solvers_[target]->has_source(location))
      solvers_[target]->block(location, cube, level);
}

std::optional<unsigned> Ic3::propagate() {
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "propagate_time"));
  for (unsigned level = 1; level < frames_.depth(); ++level) {
    for (LocationId location = 0; location < program_.locations().size(); ++location) {
      const std::vector<Cube> cubes = frames_.cubes(location, level);
      for (const Cube& cube : cubes)
        if (check_step(location, cube, level + 1, Induction::Plain) == SatResult::Unsat)
          add_blocked(location, cube, level + 1);
    }
    if (frames_.is_empty(level)) return level + 1;
  }
  return std::nullopt;
}

}  // namespace pendulum::engine::ic3
