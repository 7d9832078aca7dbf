// `pendulum validate`: checks a witness about a C program.
//
// The witness only guides the search; the verdict depends on the same judge as all other verdicts. A
// correctness witness is confirmed if its invariants hold and, together with the invariants that the engine
// adds, prove the property. For this, each invariant becomes a separate check in the program
// (witness/correctness.h). A violation witness is confirmed if an execution that passes its waypoints reaches
// the error and can be replayed (witness/violation.h).
#pragma once

#include "engine/engine.h"
#include "main/load.h"
#include "witness/witness.h"

namespace pendulum::main {

/// Reads a witness in format 2.0. Throws InputError if the file is not such a witness.
witness::Witness read_witness(const std::string& file);

/// `options` adapted to the witness: requests program locations at the source locations of the witness. If
/// the command line names no engine, chooses kinduction for invariants and bmc for a violation.
VerifyOptions prepare_validation(const VerifyOptions& options);

/// The result of the validation. Unknown if the witness belongs to other files, another property or another
/// data model, if it is wrong, or if it does not suffice.
engine::JudgedResult validate(const VerifyOptions& options, const Source& source,
                              const engine::Descriptor& descriptor, engine::Env& env);

}  // namespace pendulum::main
