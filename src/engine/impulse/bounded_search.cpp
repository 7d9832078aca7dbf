#include "engine/impulse/bounded_search.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "check/interpreter.h"
#include "engine/prepared_program.h"
#include "term/traverse.h"

namespace pendulum::engine::impulse {

using acceleration::Accelerator;
using acceleration::count_width;
using acceleration::Universal;
using certificate::ErrorPath;
using certificate::Step;
using program::EdgeId;
using smt::SatResult;
using term::Term;
using Occurrence = AcceleratedUnrolling::Occurrence;

namespace {

/// Rounds of instances per layer. A universal that needs many instances is about values that differ from
/// iteration to iteration, and more of them would not help.
constexpr unsigned max_rounds = 200;

std::unique_ptr<smt::Solver> make_solver(Env& env) {
  smt::SolverOptions options;
  options.backend = smt::Backend::Cadical;
  options.seed = env.seed;
  return env.solvers.make(env.terms, options);
}

}  // namespace

BoundedSearch::BoundedSearch(const program::Program& original,
                             const acceleration::Instrumented& instrumented,
                             const std::vector<Accelerator>& accelerators,
                             AcceleratedUnrolling::Bounds bounds, Env& env, const base::StopToken& stop)
    : original_(original),
      instrumented_(instrumented),
      accelerators_(accelerators),
      env_(env),
      terms_(env.terms),
      stop_(stop),
      unrolling_(instrumented, accelerators, bounds, stop),
      solver_(make_solver(env)) {}

std::uint64_t& BoundedSearch::counter(const char* name) {
  return env_.statistics.counter(std::string("engine.impulse.") + name);
}

bool BoundedSearch::is_violation(EdgeId edge) const {
  return !instrumented_.program.edge(edge).is_unsupported;
}

std::optional<ErrorPath> BoundedSearch::find() {
  const Term question = unrolling_.unroller().reach_by(instrumented_.program.error(), 0,
                                                       [&](EdgeId edge) { return is_violation(edge); });
  if (question.is_false()) return std::nullopt;
  add_occurrences();
  for (unsigned round = 0; round < max_rounds; ++round) {
    stop_.throw_if_stopped();
    const SatResult answer = check(question);
    if (answer == SatResult::Unknown) return std::nullopt;
    if (answer == SatResult::Unsat) {
      if (drop_hints()) continue;
      return std::nullopt;
    }
    Candidate found = candidate();
    const check::Run run = check::follow(original_, found.path);
    if (run.reached_error) return std::move(found.path);
    env_.logger.data("phase 2: {}", run.stuck_reason);
    learn(found, run.steps);
  }
  return std::nullopt;
}

SatResult BoundedSearch::check(Term question) {
  assert_constraints();
  ++counter("checks");
  term::TermVector assumptions{question};
  for (const Hint& hint : hints_)
    if (hint.is_used) assumptions.push_back(hint.formula);
  solver_->set_time_limit(stop_.remaining());
  return solver_->check(assumptions);
}

void BoundedSearch::assert_constraints() {
  const term::TermVector& constraints = unrolling_.expander().constraints();
  for (; num_constraints_ < constraints.size(); ++num_constraints_)
    solver_->assert_term(constraints[num_constraints_]);
}

/// Hints are not implied by the program: an answer counts only without those that it rests on.
bool BoundedSearch::drop_hints() {
  const std::vector<Term> core = solver_->unsat_core();
  bool is_dropped = false;
  for (Hint& hint : hints_) {
    if (!hint.is_used || std::ranges::find(core, hint.formula) == core.end()) continue;
    hint.is_used = false;
    is_dropped = true;
  }
  return is_dropped;
}

void BoundedSearch::add_occurrences() {
  const std::vector<Occurrence>& occurrences = unrolling_.occurrences();
  for (std::size_t i = 0; i < occurrences.size(); ++i)
    for (const Universal& universal : occurrences[i].universals) {
      add_instance(i, universal, terms_.mk_bv(0, count_width));
      add_instance(i, universal, terms_.mk_bvsub(universal.count, terms_.mk_bv(1, count_width)));
      add_hint(i, universal);
    }
}

void BoundedSearch::add_instance(std::size_t occurrence, const Universal& universal, Term iteration) {
  ++counter("instances");
  const Term is_taken = unrolling_.is_taken(unrolling_.occurrences()[occurrence]);
  const Term instance = term::substitute(terms_, universal.body, {{universal.iteration, iteration}});
  const Term is_iteration = terms_.mk_bvult(iteration, universal.count);
  const Term formula = terms_.mk_implies(terms_.mk_and(is_taken, is_iteration), instance);
  solver_->assert_term(unrolling_.expander().expand(formula));
}

void BoundedSearch::add_hint(std::size_t occurrence, const Universal& universal) {
  const Term any = terms_.mk_fresh("any", terms_.bitvec_sort(count_width));
  unrolling_.expander().make_generic(any);
  const Term is_taken = unrolling_.is_taken(unrolling_.occurrences()[occurrence]);
  const Term instance = term::substitute(terms_, universal.body, {{universal.iteration, any}});
  hints_.push_back({unrolling_.expander().expand(terms_.mk_implies(is_taken, instance))});
}

term::Model BoundedSearch::model() {
  term::Model result;
  const smt::Expander& expander = unrolling_.expander();
  const auto value = [&](Term term) { return solver_->value(term); };
  for (const Term symbol : unrolling_.unroller().symbols()) {
    if (!symbol.sort().is_array()) {
      if (const Term known = value(symbol)) result.emplace(symbol, known);
      continue;
    }
    result.emplace(symbol, expander.array_value(symbol, value));
    for (const smt::Expander::Read& read : expander.reads(symbol))
      if (const Term element = value(read.symbol)) result.emplace(read.symbol, element);
  }
  return result;
}

BoundedSearch::Candidate BoundedSearch::candidate() {
  std::map<std::pair<EdgeId, unsigned>, std::size_t> occurrence_at;
  for (std::size_t i = 0; i < unrolling_.occurrences().size(); ++i) {
    const Occurrence& occurrence = unrolling_.occurrences()[i];
    occurrence_at.emplace(std::pair(occurrence.edge, occurrence.layer), i);
  }
  const term::Model values = model();
  const auto accept = [&](EdgeId edge) { return is_violation(edge); };
  Candidate result;
  for (const auto& move : unrolling_.unroller().moves_to(instrumented_.program.error(), 0, values, accept)) {
    Step step = unrolling_.unroller().step(move, values);
    if (instrumented_.accelerator[move.edge]) {
      append_repetitions(result, step, occurrence_at.at({move.edge, move.layer}));
    } else if (const auto origin = instrumented_.origin[move.edge]) {
      step.edge = *origin;
      result.append(std::move(step));
    }
  }
  return result;
}

void BoundedSearch::append_repetitions(Candidate& candidate, const Step& accelerated,
                                       std::size_t occurrence) {
  const Accelerator& accelerator = accelerators_[unrolling_.occurrences()[occurrence].accelerator];
  certificate::Segment segment;
  segment.count = accelerated.inputs.at(accelerator.count).integer_value().get_ui();
  for (const EdgeId edge : accelerator.path.edges) segment.steps.push_back({edge, {}});
  const Term iteration = terms_.mk_extract(certificate::iteration(terms_), count_width - 1, 0);
  for (std::size_t i = 0; i < accelerator.input_values.size(); ++i) {
    const acceleration::CycleInput& input = accelerator.path.inputs[i];
    const Term values = accelerated.inputs.at(accelerator.input_values[i].second);
    segment.steps[input.step].inputs.emplace(
        input.original, input.original.sort().is_array() ? values : terms_.mk_select(values, iteration));
  }
  // What is taken once has values, not terms over the iteration.
  if (segment.count == 1)
    for (Step& step : segment.steps) step = certificate::step_at(terms_, step, 0);
  candidate.path.segments.push_back(std::move(segment));
  candidate.occurrence.push_back(occurrence);
}

void BoundedSearch::Candidate::append(Step step) {
  if (occurrence.empty() || occurrence.back()) {
    path.segments.emplace_back();
    occurrence.emplace_back();
  }
  path.segments.back().steps.push_back(std::move(step));
}

void BoundedSearch::learn(const Candidate& candidate, std::uint64_t steps) {
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < candidate.path.segments.size(); ++i) {
    const certificate::Segment& segment = candidate.path.segments[i];
    const std::uint64_t length = segment.steps.size() * segment.count;
    if (steps >= before + length) {
      before += length;
      continue;
    }
    if (candidate.occurrence[i] &&
        add_instances(*candidate.occurrence[i], (steps - before) / segment.steps.size()))
      return;
    break;
  }
  dismiss(candidate);
}

/// False if the solver knew the instance already: then something else is wrong with the iteration.
bool BoundedSearch::add_instances(std::size_t occurrence, std::uint64_t iteration) {
  if (!instances_.emplace(occurrence, iteration).second) return false;
  const Occurrence& where = unrolling_.occurrences()[occurrence];
  // A universal about the iterations behind the first one counts from there.
  for (const Universal& universal : where.universals)
    for (const std::uint64_t j : {iteration, iteration - 1})
      if (j <= iteration)
        add_instance(occurrence, universal, terms_.mk_bv(static_cast<std::int64_t>(j), count_width));
  return !where.universals.empty();
}

void BoundedSearch::dismiss(const Candidate& candidate) {
  ++counter("dismissed");
  term::TermVector same;
  for (std::size_t i = 0; i < candidate.occurrence.size(); ++i) {
    if (!candidate.occurrence[i]) continue;
    const Occurrence& occurrence = unrolling_.occurrences()[*candidate.occurrence[i]];
    const auto count = static_cast<std::int64_t>(candidate.path.segments[i].count);
    same.push_back(unrolling_.is_taken(occurrence));
    same.push_back(terms_.mk_eq(occurrence.count, terms_.mk_bv(count, count_width)));
  }
  PENDULUM_CHECK(!same.empty(), "a path without accelerators should be followed");
  solver_->assert_term(terms_.mk_not(unrolling_.expander().expand(terms_.mk_and(same))));
}

}  // namespace pendulum::engine::impulse
