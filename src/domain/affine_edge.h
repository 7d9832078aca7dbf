// An edge of an integer program as a few affine transformers: the cases of its guard's disjunctions, of
// disequalities and of ites, each a conjunction of linear constraints with linear parallel assignments.
//
// DAGGER assumes that Image and Preimage are exact (section 2); a case is, over the integers, when nothing in
// it had to be left out. What is left out is recorded in `approximations`.
#pragma once

#include <string>
#include <vector>

#include "base/stop.h"
#include "interpolation/linear.h"
#include "program/program.h"

namespace pendulum::domain {

using interpolation::LinearSum;

/// sum >= 0 or sum = 0, over variables, inputs and auxiliary symbols of the case.
struct LinearConstraint {
  LinearSum sum;
  bool is_equality = false;
};

struct AffineCase {
  std::vector<LinearConstraint> constraints;
  /// Values as before the edge; a variable that is updated and not here, because its value is not linear,
  /// gets an auxiliary symbol. Ordered by variable.
  std::vector<std::pair<term::Term, LinearSum>> updates;
  std::vector<std::string> approximations;  ///< empty: exact over the integers
};

struct CaseLimits {
  std::size_t cases = 64;  ///< more: the rest of the disjunctions is left out
};

/// Variables and inputs of sort Bool count as integers 0 and 1; others than Int and Bool are left out.
/// `known` holds in every state before the edge (ranges); it only serves to leave cases out. Throws Stopped.
std::vector<AffineCase> affine_cases(term::TermManager& terms, const program::Edge& edge,
                                     std::span<const LinearConstraint> known, const CaseLimits& limits,
                                     const base::StopToken& stop);

/// The linear constraints among the conjuncts of a term. `is_complete`: there is nothing else.
std::vector<LinearConstraint> linear_conjuncts(term::Term term, bool& is_complete);
/// Back.
term::Term to_term(term::TermManager& terms, const LinearConstraint& constraint);

}  // namespace pendulum::domain
