// Invariants for other tools: `invariants-dagger.json` in the evidence directory, in the format of
// certificate.json.
#pragma once

#include "certificate/certificate.h"

namespace pendulum::engine::dagger {

/// Replaces the file. `invariant` is over `program`. Nothing is written without a directory.
void write_invariants(const program::Program& program, const certificate::Invariant& invariant,
                      const std::string& directory);

}  // namespace pendulum::engine::dagger
