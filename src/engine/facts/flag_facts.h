// Facts about flags (facts/flags/): the values of each flag at each location, and the relation between flags.
#pragma once

#include "base/budget.h"
#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// The form of the facts about the relation between flags.
enum class FlagForm {
  Relation,  ///< the whole relation as one formula per location; inductive by construction
  Pairs,     ///< clauses over pairs of flags, of which Houdini keeps the inductive ones
};

/// Facts for each location of prepared.program(), over its live variables, that are inductive together. Entry
/// and error have none. If the relation cannot be computed within the budget and the limit on BDD nodes, the
/// facts are the sets of values; if these take too long, the lists are empty.
facts::Facts flag_facts(const PreparedProgram& prepared, Env& env, const base::Budget& budget,
                        FlagForm form = FlagForm::Relation);

}  // namespace pendulum::engine
