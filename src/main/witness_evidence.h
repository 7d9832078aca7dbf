// Writes evidence in exchange formats: witnesses and test cases.
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "main/load.h"
#include "witness/witness.h"

namespace pendulum::main {

/// Writes witness.yml with the invariants of the certificate. Requires: `source` is a C program.
void write_correctness_witness(const std::string& directory, const SourceOptions& options,
                               const Source& source, const certificate::Certificate& certificate);

/// Writes witness.yml, witness.graphml and test-suite/ for the path. Requires: `source` is a C program.
void write_violation_witness(const std::string& directory, const SourceOptions& options, const Source& source,
                             const certificate::ErrorPath& path);

/// The content of a file; empty if it cannot be read.
std::string read_text(const std::string& file);

}  // namespace pendulum::main
