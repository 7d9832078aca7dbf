// Selects the lemmas that refute the goal, backwards from the goal, by unsat cores.
#pragma once

#include "interpolation/lemma_graph.h"

namespace pendulum::interpolation {

/// Returns a subset of the lemmas of each node that satisfies the invariant of LemmaGraph and refutes the
/// goal. Lemmas that are needed at one node of a location are kept at all its nodes, so that the labels of
/// the nodes remain comparable. Returns all lemmas if a solver does not answer. Requires: the goal has the
/// lemma false.
std::vector<term::TermSet> needed_lemmas(LemmaGraph& graph);

}  // namespace pendulum::interpolation
