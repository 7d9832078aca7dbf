// Facts from which a search starts, selected by the option <engine>.facts, for engines that search one
// program in one theory.
#pragma once

#include "engine/search_driver.h"

namespace pendulum::engine {

/// The option <prefix>.facts: none, dagger (linear_facts.h), acceleration (acceleration_facts.h), or flags
/// and flag_pairs (flag_facts.h). `standard` is the default value.
base::OptionSpec initial_facts_option(const std::string& prefix, const std::string& standard);

/// Facts for each location of prepared.program(); empty if the option is none. Takes at most a sixth of the
/// remaining time (a twelfth for flags), which is added to the statistic engine.<key>.facts_time.
std::vector<term::TermVector> initial_facts(const PreparedProgram& prepared, const std::string& prefix,
                                            const std::string& key, Env& env);

/// Searches `program`, whose guards contain `facts`; `facts` is empty if there are none.
using ProgramSearch =
    std::function<SearchOutcome(const program::Program& program, const std::vector<term::TermVector>& facts)>;
/// Calls `search` for prepared.program() with the selected facts as additional guards, and adds the facts to
/// its proof.
SearchOutcome search_from_facts(const PreparedProgram& prepared, const std::string& prefix, Env& env,
                                const ProgramSearch& search);

}  // namespace pendulum::engine
