#include "engine/ic3/search.h"

#include <algorithm>

#include "engine/ic3/known_facts.h"

namespace pendulum::engine::ic3 {

namespace {

certificate::Invariant invariant_of(const program::Program& program, const Ic3& ic3, unsigned level) {
  certificate::Invariant invariant;
  for (program::LocationId id = 0; id < program.locations().size(); ++id)
    if (id != program.entry() && id != program.error())
      invariant.at.emplace(id, program.terms().mk_and(ic3.frames().formula(program.terms(), id, level),
                                                      program.terms().mk_and(ic3.facts(id))));
  return invariant;
}

Result found_error(const PreparedProgram& prepared, const ControlSplit& split,
                   const certificate::ErrorPath& path) {
  const auto refined = prepared.refine(split.lift(path));
  if (!refined)
    return Result::unknown(Reason::Incomplete, "the program does not follow the large-block path");
  return Result::unsafe(*refined);
}

/// A result, or nothing after the trace was refuted and learnt from.
std::optional<Result> concretize(const PreparedProgram& prepared, const ControlSplit& split, Ic3& ic3,
                                 Trace trace, TraceChecker& checker, Domain& domain, Refinement& refinement) {
  for (;;) {
    const TraceChecker::Outcome checked = checker.check(trace);
    if (const auto* path = std::get_if<certificate::ErrorPath>(&checked))
      return found_error(prepared, split, *path);
    if (const auto* gave_up = std::get_if<GaveUp>(&checked))
      return Result::unknown(Reason::Incomplete, gave_up->reason);
    const auto failure = refinement.refine(ic3, trace, std::get<TraceChecker::Infeasible>(checked).labels);
    if (!failure) return std::nullopt;
    // What is known about the one path does not exclude the trace; all paths of its edges say more.
    const bool has_path =
        std::ranges::any_of(trace.steps, [](const auto& step) { return step.path != nullptr; });
    if (!has_path && domain.sharpen()) return std::nullopt;
    if (!has_path) return Result::unknown(Reason::Incomplete, *failure);
    for (Trace::Step& step : trace.steps) step.path = nullptr;
  }
}

}  // namespace

Result search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
              Refinement& refinement, const SearchOptions& options, Env& env) {
  const program::Program& program = split.program();
  const std::string prefix = "engine." + options.key + ".";
  Ic3::Options ic3_options{.prefix = prefix};
  if (options.has_facts) ic3_options.facts = find_facts(prepared, split, prefix, env);
  Ic3 ic3(program, domain, std::move(ic3_options), env.statistics, env.stop);
  TraceChecker checker(program, ic3.live(), options.methods, prefix, env);
  for (;;) {
    const Ic3::Outcome outcome = ic3.check();
    if (const auto* proved = std::get_if<Proved>(&outcome)) {
      env.statistics.counter(prefix + "invariant_cubes") = ic3.frames().num_cubes();
      return Result::safe(prepared.lift(split.lift(invariant_of(program, ic3, proved->level))));
    }
    if (const auto* gave_up = std::get_if<GaveUp>(&outcome))
      return Result::unknown(Reason::Incomplete, gave_up->reason);
    const Trace& trace = std::get<Trace>(outcome);
    ++env.statistics.counter(prefix + "refinements");
    env.logger.progress("depth {}, {} refinements", ic3.frames().depth(),
                        env.statistics.counter(prefix + "refinements"));
    if (refinement.refine_locally(ic3, trace)) continue;
    if (auto result = concretize(prepared, split, ic3, trace, checker, domain, refinement)) return *result;
  }
}

}  // namespace pendulum::engine::ic3
