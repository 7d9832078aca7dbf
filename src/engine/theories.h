// The way from a search to a verdict for engines that work on one program in one theory: over integers first
// if wanted, the judge's word on proofs, the replay of paths.
//
// The integer view over-approximates the program, so its proofs are proofs, which the judge confirms bit by
// bit; its paths are paths where they can be followed. Where the judge does not confirm or no path can be
// followed, the search starts again over bit-vectors.
#pragma once

#include <functional>
#include <variant>

#include "arg/event_log.h"
#include "engine/prepared_program.h"
#include "interpolation/dag.h"

namespace pendulum::engine {

/// The error is excluded; the invariant is over the searched program.
struct Proof {
  certificate::Invariant invariant;
};

/// An execution of the searched program.
struct Counterexample {
  certificate::ErrorPath path;
  /// The unwinding that it was found in, its actions edges of the searched program. Where the path cannot be
  /// followed, another execution of the same unwinding may be real. Empty: none is looked for.
  interpolation::Dag unwinding = {};
};

struct Undecided {
  std::string reason;
};

/// The search has evidence over the task's program, for which nothing is left to do here.
struct Decided {
  Result result;
};

using SearchOutcome = std::variant<Proof, Counterexample, Undecided, Decided>;

/// Searches prepared.program(), where prepared.range_facts() hold. `log` is null unless the run is recorded.
/// May throw Stopped.
using SearchFunction = std::function<SearchOutcome(const PreparedProgram& prepared, arg::EventLog* log)>;

struct SearchPlan {
  /// Nothing: medium ones over bit-vectors, large ones over integers, where lemmas that relate numbers are
  /// found in few places or not at all.
  std::optional<Blocks> blocks = Blocks::Large;
  /// Bit-vectors follow where integers do not decide. Nothing: what suits the program.
  std::optional<Theory> first = Theory::Integers;
  /// The engine's key: for the recording, and of the statistics engine.<key>.integer_failures,
  /// .rejected_proofs, .spurious_paths.
  std::string key = {};

  Blocks blocks_for(Theory theory) const;
};

/// What all such engines can be told: <prefix>.blocks, <prefix>.theory, <prefix>.interpolation.
std::vector<base::OptionSpec> search_options(const std::string& prefix, const std::string& blocks = "large");
/// The plan that the options ask for.
SearchPlan search_plan(const base::Settings& settings, const std::string& prefix, const std::string& key);

/// Integers where a proof may have to add up inequalities, which only linear arithmetic can: where the
/// program asks for the order of something that it sums up in a loop. Otherwise, and in state machines,
/// equalities decide, of flags mostly, and bit-vectors say these without bounds. One program in small and in
/// large blocks.
Theory suitable_theory(const program::Program& small, const program::Program& large);

Result search_in_theories(const Task& task, Env& env, const SearchPlan& plan, const SearchFunction& search);

}  // namespace pendulum::engine
