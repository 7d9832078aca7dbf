// `pendulum validate`: is what a witness says about a C program true?
//
// The witness only guides; the verdict rests on the same judge as every other. A correctness witness counts
// when its invariants hold and, with what the engine adds, prove the property: each invariant becomes a check
// of its own in the program (witness/correctness.h). A violation witness counts when an execution that passes
// its waypoints reaches the error and can be replayed (witness/violation.h).
#pragma once

#include "engine/engine.h"
#include "main/load.h"
#include "witness/witness.h"

namespace pendulum::main {

/// Throws InputError for a file that is no witness.
witness::Witness read_witness(const std::string& file);

/// `options` with what the witness asks for: locations at the places that it names, and, where the command
/// line names no engine, the one that suits it: kinduction for invariants, bmc for a violation.
VerifyOptions prepare_validation(const VerifyOptions& options);

/// Unknown where the witness was made for other files or another data model, does not hold or is not enough.
engine::JudgedResult validate(const VerifyOptions& options, const Source& source,
                              const engine::Descriptor& descriptor, engine::Env& env);

}  // namespace pendulum::main
