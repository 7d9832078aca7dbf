// Recursion: functions on a cycle of the call graph are translated once each, with an explicit call stack.
//
// `stack.depth` is the number of active calls. A call of such a function stores the number of its call site
// in `stack.site` at index `stack.depth`. If caller and callee are on the same cycle, it also stores the
// caller's variables that are used after the call in `stack.<variable>`. A return takes the edge of the call
// site on top of the stack and restores these variables. This is exact, but calls that are nested deeper than
// 2^31 - 1 are not followed.
#pragma once

#include "frontend/llvm/walk/translation_context.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
}  // namespace llvm

namespace pendulum::frontend {

/// A call of a function that is not inlined: the location after the call, and the variables that the return
/// restores.
struct CallSite {
  const llvm::Function* callee;
  program::LocationId resume;
  unsigned number;  ///< from 1
  const llvm::CallBase* call;
  term::TermVector saved;  ///< variables that are restored
};

class CallStack {
 public:
  explicit CallStack(const TranslationContext& context) : context_(context), terms_(context.terms) {}

  /// Throws UnsupportedHere if a pointer to a local of `caller` may be used in another activation of
  /// `caller`.
  void check_locals(const llvm::Function& caller) const;
  /// Creates the variables of the stack at the first call.
  void create();
  /// Saves the variables that the caller uses after the call: locals that are used there, and temporaries
  /// that are live. Sets `site.saved`, which has to be empty. Requires: create, and `site.call` is in
  /// `caller`.
  void push(Path& path, CallSite& site, const llvm::Function& caller);
  /// Stores the number of the call site on top of the stack and increases the depth. Requires: create, and
  /// number > 0.
  void open(Path& path, unsigned number) const;
  /// Completes the edge that returns to `site`: its guard requires that the call site is on top of the stack,
  /// and its assignments restore the saved variables. Requires: create.
  void pop(Path& path, const CallSite& site);
  /// Assigns the initial values of the variables that were created.
  void initialize(Path& path) const;

 private:
  Term stack_of(Term variable);

  const TranslationContext& context_;
  term::TermManager& terms_;
  Term depth_;               ///< stack depth; null: no recursion yet
  Term return_sites_;        ///< array of return sites
  term::TermVector stacks_;  ///< all arrays of the stack, in the order of creation
  term::TermMap<Term> stack_index_;
};

}  // namespace pendulum::frontend
