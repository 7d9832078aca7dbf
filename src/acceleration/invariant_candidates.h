// Candidate invariants of loops, derived from the closed forms of their paths by eliminating the number of
// iterations n. This is not part of [IMPULSE]; cf. Madhukar et al., Accelerating invariant generation, FMCAD
// 2015. With the entry values x0 and y0, the candidates are:
//   equalities  If all paths change x by dx and y by dy with the same ratio, then x = x0 + dx * n and
//               y = y0 + dy * n yield dy * (x - x0) = dx * (y - y0). The same holds for linear combinations
//               of more variables that no path changes, and for variables that are quadratic in a counter.
//   bounds      If all changes of x have the same sign, x0 is a bound (x0 <= x). A guard is a bound that is
//               exceeded by at most one step.
//   residues    The remainder of x - x0 modulo the greatest common divisor of its changes is zero.
// Candidates whose entry values are not affine forms over variables that the loop does not change are
// omitted.
//
// Some candidates do not hold. facts/houdini.h keeps those that are inductive.
#pragma once

#include "acceleration/closed_form/affine_form.h"
#include "acceleration/closed_form/prover.h"
#include "acceleration/path/loop_path.h"
#include "base/stop.h"

namespace pendulum::acceleration {

/// Returns the candidates of each location, over its live variables. Only loop heads have candidates. Returns
/// empty lists if the program uses arrays in terms that smt::Expander does not support. Throws Stopped.
/// Requires: `program` consists of large blocks over bit-vectors.
std::vector<std::vector<CandidateFact>> invariant_candidates(const program::Program& program, Prover& prover,
                                                             smt::SolverFactory& solvers,
                                                             const base::StopToken& stop);

}  // namespace pendulum::acceleration
