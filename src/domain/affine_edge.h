// An edge of an integer program as a list of affine transformers. Each case of the guard's disjunctions, of
// disequalities and of ites becomes a conjunction of linear constraints with a linear parallel assignment.
//
// DAGGER assumes that Image and Preimage are exact (section 2). A case is exact over the integers if no
// condition or value had to be omitted; omissions are recorded in `approximations`.
#pragma once

#include <string>
#include <vector>

#include "base/stop.h"
#include "program/program.h"
#include "term/forms/linear.h"

namespace pendulum::domain {

using term::LinearSum;

/// sum >= 0 or sum = 0, over variables, inputs and auxiliary symbols of the case.
struct LinearConstraint {
  LinearSum sum;
  bool is_equality = false;
};

struct AffineCase {
  std::vector<LinearConstraint> constraints;
  /// Assigned values over the state before the edge, ordered by variable. Auxiliary symbols represent parts
  /// of a value that are not linear. Variables of sorts other than Int and Bool are omitted.
  std::vector<std::pair<term::Term, LinearSum>> updates;
  std::vector<std::string> approximations;  ///< reasons; empty: exact over the integers
};

struct CaseLimits {
  /// Maximum number of cases per edge; beyond it disjunctions are omitted. Each case is an edge of the search
  /// with an image of its own; 64 admits six independent conditions. Not measured.
  std::size_t cases = 64;
};

/// Splits an edge into cases. Variables and inputs of sort Bool are treated as integers 0 and 1; sorts other
/// than Int and Bool are omitted. `known` holds in every state before the edge (ranges) and is only used to
/// drop infeasible cases. Inputs that matter only to the guard are projected away (reduce_cases.h). Throws
/// Stopped.
std::vector<AffineCase> affine_cases(term::TermManager& terms, const program::Edge& edge,
                                     std::span<const LinearConstraint> known, const CaseLimits& limits,
                                     const base::StopToken& stop);

/// The linear constraints among the conjuncts of a term. Sets `is_complete` to whether all conjuncts are
/// linear.
std::vector<LinearConstraint> linear_conjuncts(term::Term term, bool& is_complete);
/// The constraint as a term, in which a Boolean variable b is (ite b 1 0).
term::Term to_term(term::TermManager& terms, const LinearConstraint& constraint);

}  // namespace pendulum::domain
