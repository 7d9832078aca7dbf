// Calls of library functions without a model (doc/library.md).
//
// Soundness: in a proof, the result is any value within the bounds of the table, and the memory that the
// function may write is arbitrary. What a counterexample may depend on follows from what the native replay
// executes: the real function computes its results and writes to memory; a stub returns the recorded result
// and writes nothing.
#pragma once

#include "frontend/llvm/calls/shared_functions.h"

namespace llvm {
class StringRef;
}  // namespace llvm

namespace pendulum::frontend {

struct LibraryFunction;

class LibraryCalls {
 public:
  LibraryCalls(const TranslationContext& context, const Evaluator& evaluator, const SharedFunctions& shared)
      : context_(context), terms_(context.terms), evaluator_(evaluator), shared_(shared) {}

  /// Translates a call of a function in the library table. Throws UnsupportedHere for a function that needs a
  /// model. Requires: `callee` has no body.
  Step call(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
            const LibraryFunction& function) const;
  /// Havocs errno. Any library function may set it (C17 7.5p3); the models keep it in a global variable
  /// (models/c/common.c).
  void havoc_errno(Path& path, const llvm::Function& callee, ObjectHavoc::ReplayedBy replayed_by) const;
  /// Sets the result of the call, if there is one, to a new input. Throws UnsupportedHere for an aggregate.
  void arbitrary_result(Walk& walk, const llvm::CallBase& call, llvm::StringRef name) const;
  /// The locals of all active functions. Locals of inner blocks are left out because their lifetime may have
  /// ended. Empty unless valid-memtrack is checked.
  std::vector<ObjectId> active_locals(const Walk& walk) const;

 private:
  void write_through_arguments(Walk& walk, const llvm::CallBase& call, const LibraryFunction& function) const;
  void note_accesses(const llvm::CallBase& call, const LibraryFunction& function) const;
  void set_result(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                  const LibraryFunction& function) const;
  void havoc_library_objects(Path& path, const LibraryFunction& function) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const Evaluator& evaluator_;
  const SharedFunctions& shared_;
};

}  // namespace pendulum::frontend
