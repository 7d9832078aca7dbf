// Tells the proof of a C program in the terms of its source.
#pragma once

#include "certificate/certificate.h"
#include "input/load.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"
#include "witness/correctness.h"

namespace pendulum::main {

/// The invariants of the certificate in C. Empty for systems, and if the time does not suffice.
std::vector<witness::WrittenInvariant> invariants_in_c(const input::Source& source,
                                                       const certificate::Certificate& certificate,
                                                       const supervise::Worker& worker);

/// Adds the invariants and the idea of the proof to the record. `names` are names of terms for formulas.
void add_proof(report::RunRecord& record, const program::Program& program,
               const certificate::Certificate& certificate,
               const std::vector<witness::WrittenInvariant>& invariants,
               const std::vector<std::pair<term::Term, std::string>>& names);

}  // namespace pendulum::main
