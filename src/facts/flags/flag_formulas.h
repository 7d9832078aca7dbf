// Sets of reachable flag values as formulas.
#pragma once

#include "facts/flags/flag_relation.h"

namespace pendulum::facts {

/// The sets of values of the variables in `scope` (ordered by id): one disjunction x = 1 or x = 4 or ... for
/// each variable with a set, except for Booleans with both values.
term::TermVector value_formulas(term::TermManager& terms, const ValueSets& values,
                                const term::TermVector& scope);

/// The relation between the flags in `scope` at a location as a DAG of ites, with one ite for each node of
/// the BDD and each group of codes that lead to the same node. Null if the DAG has more than `max_nodes` of
/// them. The formula is precise only together with value_formulas(): codes that the sets of values exclude
/// count as irrelevant.
term::Term relation_formula(term::TermManager& terms, const FlagRelation& relation, const ValueSets& values,
                            program::LocationId location, const term::TermVector& scope,
                            std::size_t max_nodes);

/// The projections of the relation to pairs of flags as clauses (x = v implies y = w1 or y = w2 ...), without
/// those that hold because of the set of values of y. They hold in all reachable states but need not be
/// inductive.
term::TermVector pair_formulas(term::TermManager& terms, const FlagRelation& relation,
                               const ValueSets& values, program::LocationId location,
                               const term::TermVector& scope);

}  // namespace pendulum::facts
