#include "engine/ic3/search.h"

#include <algorithm>

#include "base/check.h"
#include "engine/ic3/known_facts.h"
#include "engine/option_specs.h"

namespace pendulum::engine::ic3 {

namespace {

certificate::Invariant invariant_of(const program::Program& program, Ic3& ic3, unsigned level,
                                    std::uint64_t& num_cubes) {
  term::TermManager& terms = program.terms();
  const std::vector<std::vector<Cube>> cubes = ic3.needed_cubes(level);
  certificate::Invariant invariant;
  for (program::LocationId id = 0; id < program.locations().size(); ++id) {
    if (id == program.entry() || id == program.error()) continue;
    term::TermVector parts = ic3.facts(id);
    for (const Cube& cube : cubes[id]) parts.push_back(terms.mk_not(terms.mk_and(cube)));
    num_cubes += cubes[id].size();
    invariant.at.emplace(id, terms.mk_and(parts));
  }
  return invariant;
}

/// The part of the trace's edges that is checked, by increasing cost.
enum class Along {
  Paths,     ///< the paths that the models of the abstraction take, without ite
  Narrowed,  ///< the edges, with the literals of these paths as constraints (section 4.4: B and Q)
  Edges,
};

/// Changes the trace to the next variant of Along; false if there is none.
bool widen(const program::Program& program, Trace& trace, Along& along) {
  if (along == Along::Edges) return false;
  along = along == Along::Paths ? Along::Narrowed : Along::Edges;
  for (Trace::Step& step : trace.steps) {
    PENDULUM_CHECK(step.path != nullptr, "a trace that is widened should have paths");
    auto narrowed = std::make_shared<program::Edge>(program.edge(step.edge));
    narrowed->guard = program.terms().mk_and(narrowed->guard, step.path->guard);
    step.path = along == Along::Edges ? nullptr : narrowed;
  }
  return true;
}

/// Concretises or refutes the trace. Nothing if it was refuted and the abstraction was concrete.
std::optional<Result> concretize(const PreparedProgram& prepared, const ControlSplit& split, Ic3& ic3,
                                 Trace trace, TraceChecker& checker, Domain& domain, Refinement& refinement) {
  const bool has_paths =
      std::ranges::all_of(trace.steps, [](const auto& step) { return step.path != nullptr; });
  Along along = has_paths ? Along::Paths : Along::Edges;
  std::string failure;
  do {
    const TraceChecker::Outcome checked = checker.check(trace);
    if (const auto* path = std::get_if<certificate::ErrorPath>(&checked))
      return concretised_result(prepared, split.lift(*path));
    if (const auto* gave_up = std::get_if<GaveUp>(&checked)) {
      failure = gave_up->reason;
      continue;
    }
    const auto nothing_new =
        refinement.refine(ic3, trace, std::get<TraceChecker::Infeasible>(checked).labels);
    if (!nothing_new) return std::nullopt;
    failure = *nothing_new;
  } while (widen(split.program(), trace, along));
  if (domain.sharpen()) return std::nullopt;
  return Result::unknown(Reason::Incomplete, failure);
}

}  // namespace

SearchOptions search_options(const PreparedProgram& prepared, const std::string& key, const Env& env) {
  return {key,
          {interpolation::Method::Cubes, interpolation::Method::Newton},
          fact_source(prepared.small(), env.settings.word(key + ".facts"))};
}

std::vector<base::OptionSpec> declared_options(const std::string& key, const std::string& publication) {
  return {
      choice_option(
          key + ".facts", "auto", {"auto", "on", "off", "acceleration", "flags"},
          "inductive facts, guessed and checked before the search (auto: over integers, transition systems; "
          "acceleration: on, and by the closed forms of loop paths), or the reachable values of flags and "
          "their relation (flags); not in the " +
              publication),
      choice_option(key + ".calls", "inline", {"inline", "wait"},
                    "translate a copy of a function for each call, or one for all calls (chapter 5 of "
                    "EUFORIA's thesis)"),
      number_option(key + ".inline_threshold", 0, 0, 1'000'000,
                    "with calls=wait: functions with at most this many instructions are still inlined"),
  };
}

Result search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
              Refinement& refinement, const SearchOptions& options, Env& env) {
  const program::Program& program = split.program();
  const std::string prefix = "engine." + options.key + ".";
  Ic3::Options ic3_options{.prefix = prefix};
  if (options.facts != FactSource::None)
    ic3_options.facts = find_facts(prepared, split, options.facts, prefix, env);
  Ic3 ic3(program, domain, std::move(ic3_options), env.statistics, env.stop);
  TraceChecker checker(program, ic3.live(), options.methods, prefix, env);
  for (;;) {
    const Ic3::Outcome outcome = ic3.check();
    if (const auto* proved = std::get_if<Proved>(&outcome)) {
      const certificate::Invariant invariant =
          invariant_of(program, ic3, proved->level, env.statistics.counter(prefix + "invariant_cubes"));
      return Result::safe(prepared.lift(split.lift(invariant)));
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
