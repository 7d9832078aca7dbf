// `pendulum validate`: checks a witness about a C program.
//
// The witness only guides the search; the verdict depends on the same judge as all other verdicts. A
// correctness witness is confirmed if its invariants hold and, together with the invariants that the engine
// adds, prove the property. For this, each invariant becomes a separate check in the program
// (witness/correctness.h). A violation witness is confirmed if an execution that passes its waypoints reaches
// the error and can be replayed (witness/violation.h).
#pragma once

#include "engine/engine.h"
#include "input/load.h"
#include "witness/witness.h"

namespace pendulum::validation {

/// Reads a witness in format 2.0. Throws InputError if the file is not such a witness.
witness::Witness read_witness(const std::string& file);

/// The engine that suits the witness: kinduction for invariants, bmc for a violation. A witness without
/// invariants, for example of a complete unrolling, does not help any engine: portfolio.
std::string engine_for(const witness::Witness& witness);
/// `source` with requests for program locations at the source locations of the witness. Throws InputError if
/// `source` is not a C program.
input::SourceOptions with_locations(const input::SourceOptions& source, const witness::Witness& witness);

/// The result of the validation. Unknown if the witness belongs to other files, another property or another
/// data model, if it is wrong, or if it does not suffice.
engine::JudgedResult validate(const witness::Witness& witness, const input::SourceOptions& options,
                              const input::Source& source, const engine::Descriptor& descriptor,
                              engine::Env& env);

}  // namespace pendulum::validation
