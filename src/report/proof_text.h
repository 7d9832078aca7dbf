// Prints the proof of a program beside its source lines.
#pragma once

#include <iosfwd>

#include "report/run_record.h"

namespace pendulum::report {

/// Prints the idea of the proof, one line per invariant, and the lines that no execution reaches. Prints
/// nothing if the record has no proof.
void print_proof(std::ostream& out, const RunRecord& record);

}  // namespace pendulum::report
