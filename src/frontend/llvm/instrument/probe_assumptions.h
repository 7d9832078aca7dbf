// Instrumentation that asks whether an execution can satisfy the assumptions of the user.
//
// If no execution passes a __VERIFIER_assume, every check after it holds, whatever the program does. Such a
// proof is vacuous and most likely a mistake.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Makes it an error, chosen arbitrarily in each execution, to pass an assumption of the user; its source
/// location identifies it. The execution may also continue, so that later assumptions are reached.
/// Requires: errors of the program end the execution (instrument_errors with ReachedError::Stops).
void probe_assumptions(llvm::Module& module);

}  // namespace pendulum::frontend
