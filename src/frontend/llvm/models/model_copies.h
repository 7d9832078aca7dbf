// Copies the models of the C library for each of their calls, so that the points-to analysis distinguishes
// the pointers of different calls. Each copy is specialised: arguments that its call passes as constants
// become constants.
#pragma once

namespace llvm {
class Function;
}

namespace pendulum::frontend {

/// Gives each direct call of `model` its own copy. Calls through pointers use `model` itself. Requires:
/// `model` has internal linkage.
void copy_for_calls(llvm::Function& model);

}  // namespace pendulum::frontend
