// Evidence about a VMT file or Horn clauses, in the terms of the file: SMT-LIB scripts for any solver.
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "input/load.h"

namespace pendulum::evidence {

/// Writes invariant.smt2 or model.smt2; a solver should answer unsat to every check-sat in it. `invariant` is
/// an invariant of `program`, which has the locations of the program that was made from `source`.
void write_system_proof(const std::string& directory, const input::SystemSource& source,
                        const program::Program& program, const certificate::Invariant& invariant);
/// Writes trace.smt2 or derivation.smt2; a solver should answer sat to its check-sat. Requires: source.system
/// is set.
void write_system_run(const std::string& directory, const input::Source& source,
                      const certificate::ErrorPath& path);

/// The invariant at all locations. At a location without a term in `invariant`, the result is the weakest
/// precondition of the outgoing edges, with inputs universally quantified.
std::vector<term::Term> complete_invariant(const program::Program& program,
                                           const certificate::Invariant& invariant);

}  // namespace pendulum::evidence
