#include "engine/ic3/ic3.h"

#include <fmt/format.h>

#include <algorithm>

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
  for (LocationId source = 0; source < program_.locations().size(); ++source) {
    if (!solvers_[target]->has_source(source)) continue;
    for (unsigned level = 1; level <= frames_.depth(); ++level)
      for (const Cube& cube : frames_.cubes(source, level)) solvers_[target]->block(source, cube, level);
    for (const Cube& cube : frames_.infinite_cubes(source))
      solvers_[target]->block(source, cube, infinite_level);
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

void Ic3::add_frame() {
  frames_.add_frame();
  statistics_.counter(options_.prefix + "depth") = frames_.depth();
}

SatResult Ic3::check_step(LocationId location, const Cube& cube, unsigned level, Induction induction) {
  PENDULUM_CHECK(level == infinite_level || (1 <= level && level <= frames_.depth()), "frame {} should exist",
                 level);
  stop_.throw_if_stopped();
  base::ScopedTimer timer(statistics_.seconds(options_.prefix + "query_time"));
  ++statistics_.counter(options_.prefix + "queries");
  if (solver(location).num_temporaries() > max_temporaries) renew_solver(location);
  return solver(location).check(cube, level, induction);
}

Ic3::Outcome Ic3::check(const Pause& pause) {
  if (frames_.depth() == 0) add_frame();
  for (;;) {
    if (auto outcome = block_error(pause)) return *outcome;
    if (frames_.is_blocked(program_.error(), {}, infinite_level)) return Proved{infinite_level};
    add_frame();
    if (const auto level = propagate()) return Proved{*level};
  }
}

std::optional<Ic3::Outcome> Ic3::block_error(const Pause& pause) {
  proof_obligations_.clear();
  queue_.clear();
  proof_obligations_.push_back({program_.error(), {}, frames_.depth(), 0, 0, nullptr});
  enqueue(0);
  while (!queue_.empty()) {
    stop_.throw_if_stopped();
    if (pause()) return Paused{};
    const Id id = queue_.begin()->second;
    queue_.erase(queue_.begin());
    if (auto outcome = handle(id)) return outcome;
  }
  return std::nullopt;
}

/// Figure 2.2(a), lines 5 to 20, for one proof obligation.
std::optional<Ic3::Outcome> Ic3::handle(Id id) {
  ProofObligation& obligation = proof_obligations_[id];
  if (frames_.is_blocked(obligation.location, obligation.cube, infinite_level)) return std::nullopt;
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
      block(id);
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

Ic3::Blocked Ic3::last_blocked(LocationId location) {
  const unsigned level = solver(location).blocked_level();
  return {solver(location).core(), level == infinite_level ? level : std::min(level, frames_.depth())};
}

void Ic3::block(Id id) {
  ProofObligation& obligation = proof_obligations_[id];
  const Cube core = solver(obligation.location).core();
  const Blocked blocked = push(obligation.location, generalize(obligation.location, core, obligation.level));
  add_blocked(obligation.location, blocked.cube, blocked.level);
  if (blocked.level < frames_.depth() && id != 0) {
    obligation.level = blocked.level + 1;
    enqueue(id);
  }
}

/// The levels in the unsat cores skip frames that the refutation does not need. A cube that reaches the
/// highest frame is tested for F-infinity: most cubes of the invariant arrive there.
Ic3::Blocked Ic3::push(LocationId location, Blocked blocked) {
  while (blocked.level < frames_.depth() &&
         check_step(location, blocked.cube, blocked.level + 1, Induction::Relative) == SatResult::Unsat)
    blocked = last_blocked(location);
  if (blocked.level == frames_.depth() &&
      check_step(location, blocked.cube, infinite_level, Induction::Relative) == SatResult::Unsat)
    blocked = last_blocked(location);
  return blocked;
}

/// Algorithm 4: drops literals one at a time, together with those that the solver's core omits. Requires that
/// the last query was unsatisfiable, with the core `cube`.
Ic3::Blocked Ic3::generalize(LocationId location, Cube cube, unsigned level) {
  Blocked blocked = last_blocked(location);
  unsigned failures = 0;
  // Literals with high ids first: they tend to be large, and small literals make better lemmas.
  Cube order = std::move(cube);
  std::reverse(order.begin(), order.end());
  for (const Term literal : order) {
    if (blocked.cube.size() <= 1 || failures >= options_.max_failures) break;
    Cube smaller = blocked.cube;
    if (std::erase(smaller, literal) == 0) continue;
    if (check_step(location, smaller, level, Induction::Relative) == SatResult::Unsat) {
      blocked = last_blocked(location);
    } else {
      ++failures;
    }
  }
  return blocked;
}

void Ic3::add_blocked(LocationId location, const Cube& cube, unsigned level) {
  ++statistics_.counter(options_.prefix + "blocked_cubes");
  if (level == infinite_level) ++statistics_.counter(options_.prefix + "infinite_cubes");
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
      for (const Cube& cube : cubes) {
        if (check_step(location, cube, level + 1, Induction::Plain) != SatResult::Unsat) continue;
        Blocked blocked{cube, last_blocked(location).level};
        if (blocked.level == frames_.depth()) blocked = push(location, std::move(blocked));
        add_blocked(location, blocked.cube, blocked.level);
      }
    }
    if (frames_.is_empty(level)) return level + 1;
  }
  return std::nullopt;
}

}  // namespace pendulum::engine::ic3
