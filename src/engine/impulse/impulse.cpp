// The two phases of [IMPULSE], section 5, in turns:
//   1. Lazy abstraction with interpolants (engine/impact) explores the original program for a time slice. All
//      proofs come from here.
//   2. Loops are accelerated, and the instrumented program is searched up to a bound (error_search.h).
// Deviations: the paper's phase 1 uses weakest preconditions, ours all interpolation procedures. Phase 2 has
// the first turn and accelerates all loops, because that takes less time than a single interpolant may take.
// Time decides about the further turns, not the loops that phase 1 meets; each makes the bound larger.
#include "engine/impulse/impulse.h"

#include <chrono>

#include "engine/impact/search.h"
#include "engine/impulse/error_search.h"
#include "engine/initial_facts.h"

namespace pendulum::engine::impulse {

namespace {

class Impulse : public Engine {
 public:
  Impulse(const Task& task, Env& env) : task_(task), env_(env), errors_(task, env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, "impulse", "impulse");
    return search_in_theories(
        task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) -> SearchOutcome {
          if (!errors_.has_run())
            if (auto result = errors_.run()) return Decided{std::move(*result)};
          return search_from_facts(prepared, "impulse", env_, [&](const program::Program& program) {
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
      const base::StopToken slice(base::Clock::now() + slice_);
      impact::Search::Progress progress = search.resume(slice);
      if (auto* outcome = std::get_if<SearchOutcome>(&progress)) {
        if (!is_doubtful(prepared, *outcome)) return std::move(*outcome);
        return search_errors(std::move(*outcome));
      }
      const auto start = base::Clock::now();
      if (auto result = errors_.run()) return Decided{std::move(*result)};
      // Both phases get about the same time.
      slice_ = std::max<base::Clock::duration>(slice_, base::Clock::now() - start);
    }
  }

  /// A path that the judge does not accept ends phase 1 without a proof. It may depend on something that no
  /// error may depend on (decision 11), or the native run may not show it. Phase 2 may find another error.
  bool is_doubtful(const PreparedProgram& prepared, const SearchOutcome& outcome) {
    const auto* found = std::get_if<Counterexample>(&outcome);
    if (found == nullptr || !prepared.is_exact()) return false;
    const auto path = prepared.concretise(found->path);
    if (!path || task_.program.edge(path->last_step().edge).is_unsupported) return false;
    const check::Judgement judgement = env_.judge.judge(*path);
    if (judgement.is_accepted()) return false;
    env_.logger.decision("phase 1 ends with a path that is not accepted: {}", judgement.reason);
    return true;
  }

  /// Some more turns of phase 2; if they find nothing, `refused` and the judge's reason are the answer.
  SearchOutcome search_errors(SearchOutcome refused) {
    constexpr unsigned max_turns = 8;
    for (unsigned turn = 0; turn < max_turns && errors_.has_loops(); ++turn) {
      env_.stop.throw_if_stopped();
      if (auto result = errors_.run()) return Decided{std::move(*result)};
    }
    return refused;
  }

  const Task& task_;
  Env& env_;
  ErrorSearch errors_;
  base::Clock::duration slice_ = std::chrono::milliseconds(200);
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
          initial_facts_option("impulse"),
          {"impulse.accelerate", "on", {"on", "off"}, 0, 0, "off: the paper's baseline without acceleration"},
          {"impulse.bound", "2", {}, 0, 1'000'000, "iterations of loops in the first bounded searches"},
      });
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Impulse>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::impulse
