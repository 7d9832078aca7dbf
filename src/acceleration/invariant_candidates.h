// Candidate invariants of loops from the closed forms of their paths, with the number of iterations n
// eliminated (Beyond [IMPULSE]; cf. Madhukar et al., Accelerating invariant generation, FMCAD 2015).
//
// If each path of a loop changes x by dx and y by dy with the same ratio, x = x0 + dx * n and y = y0 + dy * n
// give
//   dy * (x - x0) = dx * (y - y0);
// likewise for more variables (the combinations that no path changes) and for x that is quadratic in a
// counter. Steps of one sign give bounds (x0 <= x), guards give bounds up to one stride beyond the guard, and
// the greatest common divisor of the steps gives residues. The entry values x0 must be expressible over
// constants and variables that the loop does not change; otherwise the candidate is left out.
//
// The candidates are guesses: some do not hold. facts/houdini.h keeps those that are inductive.
#pragma once

#include "acceleration/affine_form.h"
#include "acceleration/loop_path.h"
#include "acceleration/prover.h"
#include "base/stop.h"

namespace pendulum::acceleration {

/// Candidates by location, over variables that are live there; none at locations that are not loop heads.
/// Requires large blocks over bit-vectors. Throws Stopped. Empty lists if the program uses arrays in a way
/// that smt::Expander refuses.
std::vector<std::vector<CandidateFact>> invariant_candidates(const program::Program& program, Prover& prover,
                                                             smt::SolverFactory& solvers,
                                                             const base::StopToken& stop);

}  // namespace pendulum::acceleration
