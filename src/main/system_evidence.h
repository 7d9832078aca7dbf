// Evidence in terms of a VMT file or of Horn clauses: SMT-LIB scripts for any solver.
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "main/load.h"

namespace pendulum::main {

/// invariant.smt2 or model.smt2: every check-sat in it should be answered by unsat. Requires source.system.
void write_system_proof(const std::string& directory, const Source& source,
                        const certificate::Invariant& invariant);
/// trace.smt2 or derivation.smt2: its check-sat should be answered by sat. Requires source.system.
void write_system_run(const std::string& directory, const Source& source, const certificate::ErrorPath& path);

/// The invariant at all locations: where `invariant` says nothing (locations off its cutpoints), the weakest
/// term that the edges keep, with inputs universally quantified.
std::vector<term::Term> complete_invariant(const program::Program& program,
                                           const certificate::Invariant& invariant);

}  // namespace pendulum::main
