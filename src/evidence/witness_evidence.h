// Writes evidence in exchange formats: witnesses and test cases.
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "input/load.h"
#include "witness/correctness.h"

namespace pendulum::evidence {

/// Writes witness.yml with the invariants of the certificate. Requires: the source is a C program.
void write_correctness_witness(const std::string& directory, const input::SourceOptions& options,
                               const certificate::Certificate& certificate,
                               const std::vector<witness::WrittenInvariant>& invariants);

/// Writes witness.yml, witness.graphml and test-suite/ for the path. Requires: `source` is a C program.
void write_violation_witness(const std::string& directory, const input::SourceOptions& options,
                             const input::Source& source, const certificate::ErrorPath& path);

}  // namespace pendulum::evidence
