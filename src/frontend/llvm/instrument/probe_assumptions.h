// Instrumentation that asks whether an execution can satisfy the assumptions of the user, and whether it can
// reach the assertions.
//
// If no execution passes a __VERIFIER_assume, every check after it holds, whatever the program does. Such a
// proof is vacuous and most likely a mistake.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Texts of the errors.
inline constexpr const char* assumption_probe = "the assumption is satisfied";
inline constexpr const char* assertion_probe = "the assertion is evaluated";

/// Makes it an error, chosen arbitrarily in each execution, to pass an assumption of the user; its source
/// location identifies it. The execution may also continue, so that later assumptions are reached.
/// Requires: errors of the program end the execution (instrument_errors with ReachedError::Stops).
void probe_assumptions(llvm::Module& module);

/// Makes it an error, chosen arbitrarily in each execution, to evaluate the condition of an assertion. A
/// proof of an assertion that is never evaluated is vacuous, too. Requires: called before instrument_errors.
void probe_assertions(llvm::Module& module);

}  // namespace pendulum::frontend
