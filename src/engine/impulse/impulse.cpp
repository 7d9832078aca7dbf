// The two phases of [IMPULSE], section 5, in turns:
//   1. Lazy abstraction with interpolants (engine/impact) explores the original program for a time slice. All
//      proofs come from here.
//   2. Loops are accelerated, and the instrumented program is searched up to a bound (error_search.h).
// Differences: phase 1 of the paper uses weakest preconditions; this one uses all interpolation procedures.
// Phase 2 has the first turn and accelerates all loops, because that takes less time than a single
// interpolant may take. Later turns of phase 2 begin when the time slice of phase 1 ends, not when phase 1
// reaches a loop, and each of them increases the bound.
#include "engine/impulse/impulse.h"

#include <chrono>

#include "base/budget.h"
#include "base/check.h"
#include "engine/facts/initial_facts.h"
#include "engine/impact/search.h"
#include "engine/impulse/error_search.h"
#include "engine/option_specs.h"

namespace pendulum::engine::impulse {

namespace {

/// First time slice of phase 1. It decides simple programs. Later slices are as long as the turns of phase 2.
/// Not measured.
constexpr std::chrono::milliseconds first_slice{200};
/// Maximum number of turns of phase 2 after phase 1 has ended with a rejected counterexample. Each turn
/// doubles the bound of loops without accelerators, so the last one unrolls them several hundred times. Not
/// measured.
constexpr unsigned max_turns = 8;

class Impulse : public Engine {
 public:
  Impulse(const Task& task, Env& env) : task_(task), env_(env), errors_(task, env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, "impulse", "impulse");
    return search_in_theories(
        task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) -> SearchOutcome {
          if (!errors_.has_run())
            if (auto result = errors_.run()) return Decided{std::move(*result)};
          return search_from_facts(
              prepared, "impulse", env_,
              [&](const program::Program& program, const std::vector<term::TermVector>&) {
                return alternate(prepared, program, log);
              });
        });
  }

 private:
  /// `program` is prepared.program(), perhaps with facts in its guards.
  SearchOutcome alternate(const PreparedProgram& prepared, const program::Program& program,
                          arg::EventLog* log) {
    impact::Search search(program, prepared.range_facts(), env_, log);
    for (;;) {
      const base::Budget slice = base::Budget::at_most(env_.stop, slice_, "slice of phase 1");
      impact::Search::Progress progress = search.resume(slice);
      if (auto* outcome = std::get_if<SearchOutcome>(&progress)) {
        if (!is_rejected(prepared, *outcome)) return std::move(*outcome);
        return search_errors(std::move(*outcome));
      }
      const auto start = base::Clock::now();
      if (auto result = errors_.run()) return Decided{std::move(*result)};
      // Both phases get about the same time.
      const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(base::Clock::now() - start);
      slice_ = std::max(slice_, used);
      PENDULUM_CHECK(slice_ >= first_slice, "a time slice should not become shorter");
    }
  }

  /// Returns whether the outcome is a counterexample that the judge does not accept. It ends phase 1 without
  /// a proof, but phase 2 may find another error. Such a counterexample may depend on a havocked input
  /// (decision 11), or the native replay may not confirm it.
  bool is_rejected(const PreparedProgram& prepared, const SearchOutcome& outcome) {
    const auto* found = std::get_if<Counterexample>(&outcome);
    if (found == nullptr || !prepared.is_exact()) return false;
    const auto path = prepared.concretise(found->path);
    if (!path || task_.program.edge(path->last_step().edge).is_unsupported) return false;
    const check::Judgement judgement = env_.judge.judge(*path);
    if (judgement.is_accepted()) return false;
    env_.logger.decision("phase 1 ends with a path that is not accepted: {}", judgement.reason);
    return true;
  }

  /// Executes further turns of phase 2. If they find no error, returns the rejected outcome.
  SearchOutcome search_errors(SearchOutcome rejected) {
    for (unsigned turn = 0; turn < max_turns && errors_.has_loops(); ++turn) {
      env_.stop.throw_if_stopped();
      if (auto result = errors_.run()) return Decided{std::move(*result)};
    }
    return rejected;
  }

  const Task& task_;
  Env& env_;
  ErrorSearch errors_;
  std::chrono::milliseconds slice_ = first_slice;  ///< duration of the next time slice of phase 1
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "impulse";
  descriptor.description =
      "accelerates loops to find deep errors; proofs by lazy abstraction with interpolants";
  descriptor.paper = "Kroening, Lewis, Weissenbacher: Under-approximating loops in C programs, FMSD 2015";
  descriptor.options = search_options("impulse");
  descriptor.options.insert(
      descriptor.options.end(),
      {
          initial_facts_option("impulse", "none"),
          on_off_option("impulse.accelerate", "on", "off: the paper's baseline without acceleration"),
          number_option("impulse.bound", 2, 0, 1'000'000,
                        "iterations of loops in the first bounded searches"),
      });
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Impulse>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::impulse
