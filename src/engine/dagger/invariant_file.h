// Exports invariants for other tools: `invariants-dagger.json` in the evidence directory, in the format of
// certificate.json.
#pragma once

#include "certificate/certificate.h"

namespace pendulum::engine::dagger {

/// Writes or replaces the file. `invariant` is over `program`. Does nothing if `directory` is empty.
void write_invariants(const program::Program& program, const certificate::Invariant& invariant,
                      const std::string& directory);

}  // namespace pendulum::engine::dagger
