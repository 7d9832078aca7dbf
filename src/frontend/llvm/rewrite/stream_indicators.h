// The end-of-file and error indicators of streams.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Lets feof and ferror return 0 for a stream that was just opened or cleared, and the same answer again as
/// long as nothing has used the stream. Requires: library models are not linked yet, so that calls of the
/// library are calls of functions without a body.
void remember_stream_indicators(llvm::Module& module);

}  // namespace pendulum::frontend
