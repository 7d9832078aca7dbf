// Solutions of the clauses that are conjunctions of instances of templates: bounds, order, products and
// remainders of parameters, over integers.
//
// Spacer finds linear summaries. The summary of a multiplication by repeated addition is `result = n * m`,
// and that of a function that decides whether n is odd is `result = n mod 2`.
// Houdini (Flanagan, Leino 2001) keeps the instances that the clauses preserve together.
#pragma once

#include <optional>

#include "engine/engine.h"
#include "engine/summaries/procedure_clauses.h"

namespace pendulum::engine::summaries {

/// By location: a formula over the predicate's parameters. The formulas make all clauses valid and exclude
/// the error. Nothing if the templates do not suffice, or `stop` is requested.
std::optional<term::TermVector> solve_by_templates(const ProcedureClauses& clauses, Env& env,
                                                   const base::StopToken& stop);

}  // namespace pendulum::engine::summaries
