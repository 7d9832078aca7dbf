// Turns a search over one program in one theory into a verdict. If requested, the search runs over integers
// first; the judge checks its proofs, and its counterexamples are concretised in the original program.
//
// The integer view over-approximates the program. So a proof over integers carries over to the program, and
// the judge confirms it over bit-vectors; a counterexample over integers counts only if the program can
// follow it. If the judge does not accept a proof, or a counterexample cannot be concretised, the search
// starts again over bit-vectors.
#pragma once

#include <functional>
#include <variant>

#include "arg/event_log.h"
#include "engine/prepared_program.h"
#include "interpolation/dag/dag.h"

namespace pendulum::engine {

/// The error is unreachable; `invariant` is over the searched program and proves it.
struct Proof {
  certificate::Invariant invariant;
};

/// An execution of the searched program.
struct Counterexample {
  certificate::ErrorPath path;
  /// Unwinding in which the path was found; its actions are edges of the searched program. If the path cannot
  /// be concretised, another execution of the same unwinding may be real. If empty, no other execution is
  /// searched.
  interpolation::Dag unwinding = {};
};

/// The search ended without evidence.
struct Undecided {
  std::string reason;
};

/// The search has found evidence over the task's program itself; the result is returned unchanged.
struct Decided {
  Result result;
};

using SearchOutcome = std::variant<Proof, Counterexample, Undecided, Decided>;

/// Searches prepared.program(), in every state of which prepared.range_facts() hold. `log` is null unless the
/// run is recorded. May throw Stopped.
using SearchFunction = std::function<SearchOutcome(const PreparedProgram& prepared, arg::EventLog* log)>;

/// Which blocks and theories a search uses.
struct SearchPlan {
  /// If unset: medium blocks for bit-vectors, large blocks for integers, because relational lemmas over
  /// integers are hard to find unless the program has few locations.
  std::optional<Blocks> blocks = Blocks::Large;
  /// Theory of the first search; if integers do not decide, bit-vectors follow. If unset: suitable_theory.
  std::optional<Theory> first = Theory::Integers;
  /// Key of the engine: names the recording and the statistics engine.<key>.integer_failures,
  /// .rejected_proofs and .spurious_paths.
  std::string key = {};

  Blocks blocks_for(Theory theory) const;
};

/// Options that all engines of this kind share: <prefix>.blocks, <prefix>.theory, <prefix>.interpolation.
std::vector<base::OptionSpec> search_options(const std::string& prefix, const std::string& blocks = "large");
/// The plan that the options <prefix>.* describe.
SearchPlan search_plan(const base::Settings& settings, const std::string& prefix, const std::string& key);

/// Returns Integers if the program compares by < or <= a value that depends on a sum accumulated in a loop:
/// the proof may then have to add up inequalities, which requires linear arithmetic. Returns BitVectors
/// otherwise, and for state machines: their proofs consist of equalities, mostly of flags, which bit-vectors
/// express without range facts. `small` and `large` are the same program in small and in large blocks.
Theory suitable_theory(const program::Program& small, const program::Program& large);

/// Runs `search` in the theories of the plan, one after the other, until one of them decides. Evidence in the
/// result is over task.program.
Result search_in_theories(const Task& task, Env& env, const SearchPlan& plan, const SearchFunction& search);

}  // namespace pendulum::engine
