// __VERIFIER_nondet_memory(void *memory, size_t n) fills n bytes with arbitrary values.
//
// A call whose memory is a whole declared object is replaced by a call of
//
//   __pendulum_nondet_object(ptr object, i64 size)
//
// which the instrumentation (instrument.h) translates to new contents of the whole object, without a loop
// over its bytes. Other calls use the model of the function (models/c/verifier.c).
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Replaces the calls. Requires: the models are not linked yet.
void find_nondet_objects(llvm::Module& module);

}  // namespace pendulum::frontend
