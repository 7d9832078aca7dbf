// Changes to the module that make the translation precise; the native replay runs the module as it was
// before.
//
//   1. memcpy and memset of a length that is not constant become loops over bytes.
//   2. Functions that hand out what malloc gives them ("xmalloc") are copied for each call, so that each
//      call has its own object.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

void prepare(llvm::Module& module);

/// The two halves, for tests.
void expand_bulk_memory(llvm::Module& module);
void copy_allocators(llvm::Module& module);

}  // namespace pendulum::frontend
