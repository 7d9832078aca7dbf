// Solutions of the clauses that are conjunctions of instances of templates: bounds, order, products and
// remainders of parameters, over integers.
//
// Spacer finds linear summaries. The summary of a multiplication by repeated addition is `result = n * m`,
// and that of a function that decides whether n is odd is `result = n mod 2`.
// A function that computes a common divisor needs `n mod result = 0`.
// Houdini (Flanagan, Leino 2001) keeps the instances that the clauses preserve together.
#pragma once

#include <optional>

#include "engine/engine.h"
#include "engine/summaries/procedure_clauses.h"

namespace pendulum::engine::summaries {

enum class TemplateSet {
  Arithmetic,    ///< bounds, orders, products, remainders by constants
  Divisibility,  ///< bounds, orders, successors, and whether a parameter divides another one
};

struct TemplateSolution {
  /// By location: a formula over the predicate's parameters. The formulas make all clauses valid but those
  /// whose head is the error. Empty if the search was stopped.
  term::TermVector facts;
  /// Do the formulas make those clauses valid, too?
  bool excludes_error = false;
};

TemplateSolution solve_by_templates(const ProcedureClauses& clauses, TemplateSet set, Env& env,
                                    const base::StopToken& stop);

/// The conjuncts of a solution of the clauses that suffice for a solution; all if this is not found out.
term::TermVector needed_facts(const ProcedureClauses& clauses, const term::TermVector& solution, Env& env,
                              const base::StopToken& stop);

}  // namespace pendulum::engine::summaries
