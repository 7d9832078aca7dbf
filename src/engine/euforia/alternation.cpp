#include "engine/euforia/alternation.h"

#include <ctime>

#include "engine/euforia/euf_domain.h"
#include "engine/euforia/lemmas.h"

namespace pendulum::engine::euforia {

namespace {

using Whole = LemmaRefinement::Whole;

/// Interpolants get this many times as much time as simulation, because they decide more tasks.
constexpr double preference = 2;

/// Returns true after the given number of seconds of processor time.
ic3::Pause after(double seconds) {
  return [start = std::clock(), seconds] {
    return static_cast<double>(std::clock() - start) > seconds * CLOCKS_PER_SEC;
  };
}

struct Member {
  Member(const PreparedProgram& prepared, const ic3::ControlSplit& split, Arrays arrays, Whole whole,
         const ic3::SearchOptions& options, const facts::Facts& facts, Env& env)
      : domain(split.program(), env, arrays),
        refinement(split.program(), domain.abstraction(), env, whole),
        search(prepared, split, domain, refinement, options, facts, env) {}

  EufDomain domain;
  LemmaRefinement refinement;
  ic3::Search search;
};

/// The other search may still decide the task.
bool is_incomplete(const Result& result) {
  return result.reason() != nullptr && result.reason()->reason == Reason::Incomplete;
}

}  // namespace

Result alternate(const PreparedProgram& prepared, const ic3::ControlSplit& split, Arrays arrays,
                 const ic3::SearchOptions& options, Env& env) {
  const facts::Facts facts = ic3::known_facts(prepared, split, options, env);
  const auto learnt = ic3::make_learnt_facts(prepared, split, options.key, facts, env);
  const auto make = [&](Whole whole) {
    auto member = std::make_unique<Member>(prepared, split, arrays, whole, options, facts, env);
    if (learnt) member->search.use(*learnt);
    return member;
  };
  std::unique_ptr<Member> active = make(Whole::Interpolants), other;
  std::optional<Result> failure;  // of a search that has ended without a verdict
  auto slice = static_cast<double>(env.settings.number("euforia.slice"));
  for (bool simulates = false;; simulates = !simulates) {
    std::optional<Result> result = failure ? active->search.run() : active->search.run(after(slice));
    if (result && (failure || !is_incomplete(*result))) return *std::move(result);
    if (result) failure = std::move(result);
    env.stop.throw_if_stopped();
    if (!other) other = make(Whole::Simulation);
    ++env.statistics.counter("engine.euforia.turns");
    other->search.ic3().adopt_infinite(active->search.ic3().frames());
    std::swap(active, other);
    slice = simulates ? slice * (2 * preference) : slice / preference;
  }
}

}  // namespace pendulum::engine::euforia
