// Replaces intrinsics by calls of the functions of the compiler's run-time library that a code generator
// emits for them, so that the models of these functions (models/c) apply.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// llvm.powi becomes a call of __powisf2, __powidf2 or __powixf2. Others, such as those of vectors, stay.
/// Requires: the models are not linked yet.
void call_runtime_library(llvm::Module& module);

}  // namespace pendulum::frontend
