#include "engine/facts/initial_facts.h"

#include <chrono>

#include "base/budget.h"
#include "base/check.h"
#include "engine/facts/acceleration_facts.h"
#include "engine/facts/flag_facts.h"
#include "engine/facts/linear_facts.h"
#include "engine/option_specs.h"

namespace pendulum::engine {

namespace {

using Facts = std::vector<term::TermVector>;

/// Facts about flags get a twelfth of the remaining time, but at most max_flag_time: they take less than a
/// second for most programs, and they are on by default, so a failure must not cost much.
constexpr unsigned flag_share = 12;
constexpr std::chrono::milliseconds max_flag_time{10'000};

/// The program in which the guard of each edge contains the facts of its source. Locations and edges keep
/// their ids.
program::Program with_facts(const program::Program& program, const Facts& facts) {
  PENDULUM_CHECK(facts.size() == program.locations().size(), "every location should have a list of facts");
  term::TermManager& terms = program.terms();
  program::ProgramBuilder builder = program::ProgramBuilder::without_edges(program);
  for (program::EdgeId id = 0; id < program.edges().size(); ++id) {
    program::Edge edge = program.edge(id);
    edge.guard = terms.mk_and(terms.mk_and(facts[edge.source]), edge.guard);
    PENDULUM_CHECK(builder.keep_edge(std::move(edge)) == id, "edges should keep their ids");
  }
  return builder.build();
}

}  // namespace

base::OptionSpec initial_facts_option(const std::string& prefix, const std::string& standard) {
  return choice_option(
      prefix + ".facts", standard, {"none", "dagger", "acceleration", "flags", "flag_pairs"},
      "start from the linear invariants of abstract interpretation (dagger), from inductive facts found by "
      "the closed forms of loop paths (acceleration), from the reachable values of flags and their relation "
      "(flags), or from these values and the relations between pairs of flags (flag_pairs)");
}

Facts initial_facts(const PreparedProgram& prepared, const std::string& prefix, const std::string& key,
                    Env& env) {
  const std::string& wanted = env.settings.word(prefix + ".facts");
  if (wanted == "none") return {};
  const base::ScopedTimer timer(env.statistics.seconds("engine." + key + ".facts_time"));
  if (wanted == "flags" || wanted == "flag_pairs") {
    const base::Budget share =
        base::Budget::share(env.stop, 1, flag_share, "facts", max_flag_time * flag_share);
    const base::Budget budget = base::Budget::at_most(share, max_flag_time, "facts");
    return flag_facts(prepared, env, budget, wanted == "flags" ? FlagForm::Relation : FlagForm::Pairs);
  }
  // A sixth, because most programs do not need facts, and the search needs the rest if the facts do not help.
  const base::Budget budget = base::Budget::share(env.stop, 1, 6, "facts", std::chrono::minutes(5));
  return wanted == "dagger" ? linear_facts(prepared, env, budget) : acceleration_facts(prepared, env, budget);
}

/// Soundness: the facts hold in all executions, so the guards exclude none, and a path of the changed program
/// is a path of prepared.program(). If the facts are inductive, an invariant of the changed program conjoined
/// with them is inductive for prepared.program(); the judge checks the conjunction.
SearchOutcome search_from_facts(const PreparedProgram& prepared, const std::string& prefix, Env& env,
                                const ProgramSearch& search) {
  const Facts facts = initial_facts(prepared, prefix, prefix, env);
  if (facts.empty()) return search(prepared.program(), facts);
  const program::Program program = with_facts(prepared.program(), facts);
  SearchOutcome outcome = search(program, facts);
  if (auto* proof = std::get_if<Proof>(&outcome))
    for (auto& [location, invariant] : proof->invariant.at) {
      PENDULUM_CHECK(location < facts.size(), "location {} of a proof should be one of {}", location,
                     facts.size());
      invariant = env.terms.mk_and(invariant, env.terms.mk_and(facts[location]));
    }
  return outcome;
}

}  // namespace pendulum::engine
