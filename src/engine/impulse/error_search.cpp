#include "engine/impulse/error_search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::impulse {

using certificate::ErrorPath;
using program::LocationId;

namespace {

/// Duration of the first turn. It suffices to accelerate the loops of most programs; the duration is doubled
/// each time that it does not suffice. Not measured.
constexpr std::chrono::milliseconds first_turn{2000};
/// Smaller bounds of accelerated loops that are searched before impulse.bound: 0 and 1 repetitions.
constexpr unsigned num_small_bounds = 2;
/// Largest bound of loops without accelerators. Beyond it an unrolling does not fit into memory.
constexpr unsigned max_bound = 1U << 16;

program::Program searched_program(const program::Program& program) {
  return program::has_havocked_inputs(program) ? program::without_havocked_inputs(program) : program;
}

bool is_word(term::Sort sort) {
  return sort.is_bool() || sort.is_bitvec() ||
         (sort.is_array() && is_word(sort.index()) && is_word(sort.element()));
}

bool is_over_words(const program::Program& program) {
  return std::ranges::all_of(program.edges(), [](const program::Edge& edge) {
    term::TermVector terms{edge.guard};
    for (const program::Assignment& update : edge.updates) terms.push_back(update.value);
    return std::ranges::all_of(term::subterms(terms), [](term::Term t) { return is_word(t.sort()); });
  });
}

}  // namespace

ErrorSearch::ErrorSearch(const Task& task, Env& env)
    : env_(env),
      without_havocked_inputs_(searched_program(task.program)),
      task_{without_havocked_inputs_},
      prepared_(task_, env, Blocks::Large),
      loops_(prepared_.program(), env),
      is_over_words_(is_over_words(prepared_.program())),
      is_accelerating_(env.settings.is_on("impulse.accelerate")),
      bound_(static_cast<unsigned>(env.settings.number("impulse.bound"))),
      unaccelerated_bound_(bound_),
      turn_(first_turn) {}

std::optional<Result> ErrorSearch::run() {
  base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.search_time"));
  ++env_.statistics.counter("engine.impulse.phases");
  has_run_ = true;
  if (!is_over_words_) {
    env_.stop.throw_if_stopped();
    return std::nullopt;
  }
  const base::Budget turn = base::Budget::at_most(env_.stop, turn_, "turn of phase 2");
  try {
    plan_searches(accelerate(turn));
    PENDULUM_CHECK(!open_bounds_.empty(), "a turn should have bounds to search");
    for (; !open_bounds_.empty(); open_bounds_.pop_front())
      if (auto result = search(open_bounds_.front(), turn)) return result;
  } catch (const base::Stopped&) {
    env_.stop.throw_if_stopped();
    env_.logger.decision("phase 2 is not complete within its time");
    turn_ *= 2;  // the next turn repeats the search that was not completed
  }
  return std::nullopt;
}

/// Fewer repetitions of accelerated loops make easier queries, and often suffice.
void ErrorSearch::plan_searches(bool has_new_accelerators) {
  if (has_new_accelerators) open_bounds_.clear();
  if (!open_bounds_.empty()) return;
  const bool is_first = has_new_accelerators || !std::exchange(has_planned_, true);
  if (!is_first) grow();
  if (is_first)
    for (unsigned bound = 0; bound < std::min(num_small_bounds, bound_); ++bound)
      open_bounds_.push_back({bound, unaccelerated_bound_, bound});
  open_bounds_.push_back({bound_, unaccelerated_bound_, bound_});
}

/// Loops without accelerators need as many repetitions as they have iterations, the others few.
void ErrorSearch::grow() {
  ++bound_;
  unaccelerated_bound_ = std::clamp(2 * unaccelerated_bound_, 1U, max_bound);
}

/// Accelerates all loops, in the order of the program, and not only the loop that phase 1 has reached. That
/// loop may be the first of several in a row, and a search that has to unroll the others is expensive,
/// whereas acceleration is not. A prefix with new accelerators may reach loops that were out of reach before.
bool ErrorSearch::accelerate(const base::Budget& turn) {
  if (!is_accelerating_) return false;
  const base::Budget half = base::Budget::share(turn, 1, 2, "acceleration");
  const std::size_t before = loops_.accelerators().size();
  try {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const LocationId head : loops_.heads())
        if (!loops_.is_done(head, unaccelerated_bound_) &&
            loops_.accelerate(head, unaccelerated_bound_, half))
          is_new = true;
    }
  } catch (const base::Stopped&) {
    env_.stop.throw_if_stopped();  // otherwise the search uses the accelerators that were found
  }
  return loops_.accelerators().size() > before;
}

std::optional<Result> ErrorSearch::search(AcceleratedUnrolling::Bounds bounds, const base::StopToken& stop) {
  const acceleration::Instrumented instrumented =
      acceleration::instrument(prepared_.program(), loops_.accelerators());
  BoundedSearch search(prepared_.program(), instrumented, loops_.accelerators(), bounds, env_, stop);
  const auto path = search.find();
  return path ? confirmed(*path) : std::nullopt;
}

std::optional<Result> ErrorSearch::confirmed(const ErrorPath& path) {
  const auto concrete = [&] {
    base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.follow_time"));
    return prepared_.concretise(path);
  }();
  if (!concrete) {
    env_.logger.decision("the counterexample path cannot be concretised");
    return std::nullopt;
  }
  base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.judge_time"));
  const check::Judgement judgement = env_.judge.judge(*concrete);
  if (judgement.is_accepted()) return Result::unsafe(*concrete);
  env_.logger.decision("error path: {}", judgement.reason);
  return std::nullopt;
}

}  // namespace pendulum::engine::impulse
