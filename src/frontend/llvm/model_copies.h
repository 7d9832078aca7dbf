// Every call of a model of the C library gets a copy of the model of its own, so that the pointers of one
// call are not those of another, and made for this call: what it passes as a constant is a constant in the
// copy.
#pragma once

namespace llvm {
class Function;
}

namespace pendulum::frontend {

/// Requires: nothing but the module's own functions calls `model`. Calls through pointers keep the model
/// itself.
void copy_for_calls(llvm::Function& model);

}  // namespace pendulum::frontend
