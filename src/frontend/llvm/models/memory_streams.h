// Streams of fmemopen. In a program that calls fmemopen, each call of a function with a stream becomes
//
//     (m = memory_stream(stream)) ? memory_function(m, ...) : function(stream, ...)
//
// where the functions on memory are those of models/c/memory_streams.c. A function that has no such model is
// unsupported for these streams. Other programs do not change.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Rewrites the calls. Has to run before formats are expanded and before models are linked.
void separate_memory_streams(llvm::Module& module);

}  // namespace pendulum::frontend
