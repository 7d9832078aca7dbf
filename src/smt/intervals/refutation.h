// Refutes conjunctions by interval propagation and splitting (branch and prune).
//
// The search keeps a stack of boxes that together contain all models. It contracts a box (propagation.h),
// drops it if it has no model, and splits it otherwise: the set of a symbol, or by assuming a condition of an
// ite and its negation. Sums and products of floating-point numbers with bounded operands need few boxes,
// where SAT solvers search through all rounding errors.
#pragma once

#include <functional>

#include "term/term_manager.h"

namespace pendulum::smt {

enum class Refutation {
  Refuted,      ///< the conjunction has no model
  Satisfiable,  ///< the conjunction has a model
  Open,         ///< the limits are reached, or a box cannot be split
};

struct RefutationLimits {
  /// Maximum number of boxes times subterms.
  std::size_t max_work = 0;
  /// The search ends as soon as this function returns true.
  std::function<bool()> is_stopped;
};

/// Without assertions, the conjunction is satisfiable.
Refutation refute_by_intervals(std::span<const term::Term> assertions, const RefutationLimits& limits);

}  // namespace pendulum::smt
