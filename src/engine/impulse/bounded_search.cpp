#include "engine/impulse/bounded_search.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/check.h"
#include "engine/prepared_program.h"
#include "engine/solvers.h"
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

/// Maximum number of solver calls per search. If a universal needs more instances, its values differ from
/// iteration to iteration, and more instances would not help. Not measured.
constexpr unsigned max_rounds = 200;

/// Numbers of iterations that the search tries not to exceed, because shorter executions are followed and
/// replayed faster. If they exclude all counterexamples, drop_hints() removes them.
constexpr std::int64_t usual_counts[] = {1 << 10, 1 << 20};

/// Maximum number of conditions that a hint distinguishes: there is one hint for each of their 16 valuations.
constexpr std::size_t max_cases = 4;

}  // namespace

BoundedSearch::BoundedSearch(const program::Program& original, const acceleration::Instrumented& instrumented,
                             const std::vector<Accelerator>& accelerators,
                             AcceleratedUnrolling::Bounds bounds, Env& env, const base::StopToken& stop)
    : original_(original),
      instrumented_(instrumented),
      accelerators_(accelerators),
      env_(env),
      terms_(env.terms),
      stop_(stop),
      paths_(acceleration::add_paths(original, accelerators)),
      unrolling_(instrumented, accelerators, bounds, stop),
      solver_(make_solver(SolverPurpose::Implications, "QF_BV", env)) {
  PENDULUM_CHECK(paths_.edge.size() == accelerators.size() && paths_.inputs.size() == accelerators.size(),
                 "each of the {} accelerators should have an edge for one iteration", accelerators.size());
}

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
    const check::Run run = follow(found.path);
    if (run.reached_error) return original_path(found);
    env_.logger.data("phase 2: {}", run.stuck_reason);
    if (!learn(found, run.steps)) return std::nullopt;
  }
  return std::nullopt;
}

check::Run BoundedSearch::follow(const ErrorPath& path) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.follow_time"));
  check::Run run = check::follow(paths_.program, path);
  run.arrays.clear();  // The search does not need them, and the timer shall include their destruction.
  return run;
}

SatResult BoundedSearch::check(Term question) {
  add_instances_of_inputs();
  ++counter("checks");
  term::TermVector assumptions{question};
  for (const Hint& hint : hints_)
    if (hint.is_used) assumptions.push_back(hint.formula);
  solver_->set_time_limit(stop_.remaining());
  return smt::check_with_reads(*solver_, unrolling_.expander(), assumptions);
}

/// Hints are not implied by the program, so an unsatisfiable query is repeated without the hints in its core.
/// Limits of counts are dropped first: a missing default element costs one instance for each iteration.
bool BoundedSearch::drop_hints() {
  const std::vector<Term> core = solver_->unsat_core();
  std::vector<Hint*> counts;
  std::vector<Hint*> elements;
  for (Hint& hint : hints_)
    if (hint.is_used && std::ranges::find(core, hint.formula) != core.end())
      (hint.kind == Hint::Kind::Count ? counts : elements).push_back(&hint);
  const std::vector<Hint*>& dropped = counts.empty() ? elements : counts;
  for (Hint* hint : dropped) hint->is_used = false;
  return !dropped.empty();
}

void BoundedSearch::add_occurrences() {
  const std::vector<Occurrence>& occurrences = unrolling_.occurrences();
  for (const Occurrence& occurrence : occurrences)
    for (const std::int64_t usual : usual_counts)
      hints_.push_back(
          {Hint::Kind::Count, terms_.mk_bvule(occurrence.count, terms_.mk_bv(usual, count_width))});
  for (std::size_t i = 0; i < occurrences.size(); ++i)
    for (const Universal& universal : occurrences[i].universals) {
      add_instance(i, universal, terms_.mk_bv(0, count_width));
      add_instance(i, universal, terms_.mk_bvsub(universal.count, terms_.mk_bv(1, count_width)));
      add_hint(i, universal);
    }
}

bool BoundedSearch::add_instance(std::size_t occurrence, const Universal& universal, Term iteration) {
  PENDULUM_CHECK(occurrence < unrolling_.occurrences().size(), "occurrence {} should be one of {}",
                 occurrence, unrolling_.occurrences().size());
  PENDULUM_CHECK(iteration.sort() == universal.iteration.sort(), "{} should be the number of an iteration",
                 iteration.to_string());
  if (!instances_.emplace(occurrence, universal.body, iteration).second) return false;
  ++counter("instances");
  const Term is_taken = unrolling_.is_taken(unrolling_.occurrences()[occurrence]);
  const auto& body =
      templates_.try_emplace(universal.body, universal.body, universal.iteration).first->second;
  const Term instance = body(terms_, iteration);
  const Term is_iteration = terms_.mk_bvult(iteration, universal.count);
  const Term formula = terms_.mk_implies(terms_.mk_and(is_taken, is_iteration), instance);
  solver_->assert_term(unrolling_.expander().expand(formula));
  return true;
}

void BoundedSearch::add_instances_of_inputs() {
  const std::vector<Occurrence>& occurrences = unrolling_.occurrences();
  for (std::size_t i = 0; i < occurrences.size(); ++i)
    for (const Universal& universal : occurrences[i].universals)
      for (const Term symbol : term::symbols(universal.body)) {
        // Element j of such an array belongs to iteration j.
        const bool is_input = symbol.sort().is_array() && symbol.sort().index().is_bitvec() &&
                              occurrences[i].input_values.contains(symbol);
        if (!is_input) continue;
        const auto reads = unrolling_.expander().reads(symbol);  // a copy: instances may add reads
        for (const smt::Expander::Read& read : reads) add_instance(i, universal, read.index);
      }
}

/// Conditions on the index that is read (is it inside of the range that an earlier loop has written?) are
/// true in some iterations and false in others, so there is one hint for each valuation of them.
void BoundedSearch::add_hint(std::size_t occurrence, const Universal& universal) {
  const Term any = terms_.mk_fresh("any", terms_.bitvec_sort(count_width));
  unrolling_.expander().make_generic(any);
  const Term instance =
      unrolling_.expander().expand(term::substitute(terms_, universal.body, {{universal.iteration, any}}));
  term::TermVector conditions;
  for (const Term atom : term::atoms(instance)) {
    const term::TermVector symbols = term::symbols(atom);
    const auto is_element = [&](Term symbol) { return unrolling_.expander().is_default_element(symbol); };
    if (std::ranges::find(symbols, any) != symbols.end() && std::ranges::none_of(symbols, is_element))
      conditions.push_back(atom);
  }
  if (conditions.size() > max_cases) conditions.resize(max_cases);
  const Term is_taken = unrolling_.is_taken(unrolling_.occurrences()[occurrence]);
  for (unsigned bits = 0; bits < (1U << conditions.size()); ++bits) {
    term::Substitution chosen;
    for (std::size_t i = 0; i < conditions.size(); ++i)
      chosen.emplace(conditions[i], terms_.mk_bool((bits >> i & 1) != 0));
    const Term hint = terms_.mk_implies(is_taken, term::substitute(terms_, instance, chosen));
    if (!hint.is_true() && !hint.is_false()) hints_.push_back({Hint::Kind::Element, hint});
  }
}

BoundedSearch::Candidate BoundedSearch::candidate() {
  std::map<std::pair<EdgeId, unsigned>, std::size_t> occurrence_at;
  for (std::size_t i = 0; i < unrolling_.occurrences().size(); ++i) {
    const Occurrence& occurrence = unrolling_.occurrences()[i];
    occurrence_at.emplace(std::pair(occurrence.edge, occurrence.layer), i);
  }
  const term::Model values = unrolling_.model(*solver_);
  const auto accept = [&](EdgeId edge) { return is_violation(edge); };
  Candidate result;
  for (const auto& move : unrolling_.unroller().moves_to(instrumented_.program.error(), 0, values, accept)) {
    Step step{move.edge, unrolling_.unroller().inputs_of(move, values)};
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
  const std::size_t index = unrolling_.occurrences()[occurrence].accelerator;
  const Accelerator& accelerator = accelerators_[index];
  PENDULUM_CHECK(accelerator.input_values.size() == paths_.inputs[index].size(),
                 "each of the {} inputs of a loop path should have values", paths_.inputs[index].size());
  certificate::Segment segment;
  segment.count = accelerated.inputs.at(accelerator.count).integer_value().get_ui();
  PENDULUM_DCHECK(segment.count > 0, "the guard of an accelerator should require an iteration");
  segment.steps.push_back({paths_.edge[index], {}});
  const Term iteration = terms_.mk_extract(certificate::iteration(terms_), count_width - 1, 0);
  for (std::size_t i = 0; i < accelerator.input_values.size(); ++i) {
    const Term symbol = paths_.inputs[index][i];
    const Term symbol_or_value = accelerator.input_values[i].second;
    const Term values =
        symbol_or_value.is_symbol() ? accelerated.inputs.at(symbol_or_value) : symbol_or_value;
    segment.steps[0].inputs.emplace(symbol,
                                    symbol.sort().is_array() ? values : terms_.mk_select(values, iteration));
  }
  // A segment that is taken once has values, not terms over the iteration.
  if (segment.count == 1)
    for (Step& step : segment.steps) step = certificate::step_at(terms_, step, 0);
  candidate.path.segments.push_back(std::move(segment));
  candidate.occurrence.push_back(occurrence);
  candidate.inner.push_back(NestedSegment::counts(accelerator, accelerated.inputs));
}

void BoundedSearch::Candidate::append(Step step) {
  if (occurrence.empty() || occurrence.back()) {
    path.segments.emplace_back();
    occurrence.emplace_back();
    inner.emplace_back();
  }
  path.segments.back().steps.push_back(std::move(step));
  PENDULUM_CHECK(occurrence.size() == path.segments.size() && inner.size() == path.segments.size(),
                 "each of the {} segments should have an occurrence or none", path.segments.size());
}

bool BoundedSearch::learn(const Candidate& candidate, std::uint64_t steps) {
  PENDULUM_CHECK(steps <= candidate.path.num_steps(),
                 "the execution should take at most the {} steps of its path", candidate.path.num_steps());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < candidate.path.segments.size(); ++i) {
    const certificate::Segment& segment = candidate.path.segments[i];
    const std::uint64_t length = segment.steps.size() * segment.count;
    if (steps >= before + length) {
      before += length;
      continue;
    }
    if (candidate.occurrence[i] &&
        add_instances(candidate, *candidate.occurrence[i], (steps - before) / segment.steps.size()))
      return true;
    break;
  }
  return dismiss(candidate);
}

/// Returns false if the solver contained all instances already. Then the iteration failed for another reason.
bool BoundedSearch::add_instances(const Candidate& candidate, std::size_t failed, std::uint64_t iteration) {
  // All terms are collected first, because an assertion invalidates the model. The accesses of the other
  // loops of the path are included.
  std::vector<std::tuple<std::size_t, const Universal*, Term>> found;
  for (const auto& occurrence : candidate.occurrence)
    if (occurrence)
      for (const Universal& universal : unrolling_.occurrences()[*occurrence].universals)
        for (const Term term : iterations_at_accesses(universal))
          found.emplace_back(*occurrence, &universal, term);
  bool is_new = false;
  for (const auto& [occurrence, universal, term] : found)
    is_new = add_instance(occurrence, *universal, term) || is_new;
  for (const Universal& universal : unrolling_.occurrences()[failed].universals)
    // A universal about the iterations after the first one counts from there.
    for (const std::uint64_t j : {iteration, iteration - 1}) {
      const Term number = terms_.mk_bv(static_cast<std::int64_t>(j), count_width);
      if (j <= iteration) is_new = add_instance(failed, universal, number) || is_new;
    }
  return is_new;
}

namespace {

/// Returns the iteration j for which `index`, a sum of `iteration` and other terms, equals `target`. Null if
/// `index` is not such a sum.
Term iteration_for(term::TermManager& terms, Term index, Term iteration, Term target) {
  const Term zero = terms.mk_bv(0, count_width);
  const Term start = term::substitute(terms, index, {{iteration, zero}});
  if (index.sort().width() < count_width) return {};
  const Term with_iteration =
      terms.mk_bvadd(start, acceleration::resize(terms, iteration, start.sort().width()));
  const Term other_order =
      terms.mk_bvadd(acceleration::resize(terms, iteration, start.sort().width()), start);
  if (index != with_iteration && index != other_order) return {};
  return acceleration::resize(terms, terms.mk_bvsub(target, start), count_width);
}

}  // namespace

/// Returns iterations in which the universal reads an element that another term reads or writes. They are
/// terms and not values, so that the instances also hold in other models. Requires: the last solver call was
/// satisfiable.
term::TermVector BoundedSearch::iterations_at_accesses(const Universal& universal) {
  smt::Expander& expander = unrolling_.expander();
  const Term count = solver_->value(universal.count);
  const std::array roots{universal.body};
  term::TermVector result;
  for (const Term read : term::subterms(roots)) {
    if (read.kind() != term::Kind::Select || count.is_null()) continue;
    const term::TermVector symbols = term::symbols(read[1]);
    if (std::ranges::find(symbols, universal.iteration) == symbols.end()) continue;
    const smt::Expander::Sources& sources = expander.sources(read[0]);
    term::TermVector indices = sources.written;
    for (const Term array : sources.symbols)
      if (array.sort() == read[0].sort())
        for (const smt::Expander::Read& other : expander.reads(array)) indices.push_back(other.index);
    for (const Term index : indices) {
      const Term j = iteration_for(terms_, read[1], universal.iteration, index);
      const Term value = j ? solver_->value(expander.expand(j)) : Term();
      if (value && value.integer_value() < count.integer_value()) result.push_back(j);
    }
  }
  return result;
}

ErrorPath BoundedSearch::original_path(const Candidate& candidate) const {
  ErrorPath result;
  for (std::size_t i = 0; i < candidate.path.segments.size(); ++i) {
    const certificate::Segment& segment = candidate.path.segments[i];
    if (!candidate.occurrence[i]) {
      for (const Step& step : segment.steps) result.append(step);
      continue;
    }
    const std::size_t index = unrolling_.occurrences()[*candidate.occurrence[i]].accelerator;
    const acceleration::LoopPath& path = accelerators_[index].path;
    PENDULUM_CHECK(path.inputs.size() == paths_.inputs[index].size(),
                   "the {} inputs of a loop path should be inputs of its edge", path.inputs.size());
    certificate::Segment repeated{{}, segment.count};
    for (const EdgeId edge : path.edges) repeated.steps.push_back({edge, {}});
    for (std::size_t k = 0; k < path.inputs.size(); ++k)
      repeated.steps[path.inputs[k].step].inputs.emplace(path.inputs[k].original,
                                                         segment.steps[0].inputs.at(paths_.inputs[index][k]));
    NestedSegment{std::move(repeated), candidate.inner[i], accelerators_}.append_to(result, terms_);
  }
  PENDULUM_CHECK(!result.empty() && original_.edge(result.last_step().edge).target == original_.error(),
                 "the path should end at the error");
  return result;
}

bool BoundedSearch::dismiss(const Candidate& candidate) {
  term::TermVector same;
  for (std::size_t i = 0; i < candidate.occurrence.size(); ++i) {
    if (!candidate.occurrence[i]) continue;
    const Occurrence& occurrence = unrolling_.occurrences()[*candidate.occurrence[i]];
    const auto count = static_cast<std::int64_t>(candidate.path.segments[i].count);
    same.push_back(unrolling_.is_taken(occurrence));
    same.push_back(terms_.mk_eq(occurrence.count, terms_.mk_bv(count, count_width)));
  }
  if (same.empty()) {
    env_.logger.decision("phase 2: a path without accelerators cannot be followed");
    return false;
  }
  ++counter("dismissed");
  solver_->assert_term(terms_.mk_not(unrolling_.expander().expand(terms_.mk_and(same))));
  return true;
}

}  // namespace pendulum::engine::impulse
