// Calls of functions that are translated once instead of being inlined ([Bueno21], chapter 5). The caller
// waits until the function returns.
//
// A call stores the number of its call site in the function's variable `<function>.site` and its arguments in
// the function's parameters, and goes to the function's entry. From the function's end, an edge whose guard
// tests the number leads back to each call site. Hence the call is a block of its own, and facts about the
// function's body are proved once for all calls.
//
// Difference: the thesis has Booleans w_j and r_j for each call site (Figure 5.2). Without recursion at most
// one call of a function is waiting, so one variable per function is equivalent; the r_j are locations here.
// Functions on cycles of the call graph have a stack instead (call_stack.h).
#pragma once

#include "frontend/llvm/calls/call_arguments.h"
#include "frontend/llvm/ir/options.h"
#include "frontend/llvm/walk/call_stack.h"
#include "frontend/llvm/walk/walk_ends.h"

namespace pendulum::frontend {

class SharedFunctions {
 public:
  SharedFunctions(const TranslationContext& context, const Options& options, program::ProgramBuilder& builder,
                  const ValueConversions& conversions, const CallArguments& arguments, Locations& locations,
                  const EdgeWriter& edges, const WalkEnds& ends);

  /// Whether all calls of the function share one translation of its body.
  bool is_shared(const llvm::Function& function) const;
  /// Ends the walk with a call of a function that is not on a cycle of the call graph; formulas (5.7), (5.8)
  /// and (5.11). Requires: is_shared, and the function is not recursive. Returns Step::Ends.
  Step call_and_wait(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  /// The same for a function on a cycle of the call graph.
  Step call_recursive(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  /// Ends the walk with an edge to the start of the function. Requires: one argument per parameter.
  void enter(Walk& walk, const llvm::Function& callee, const std::vector<Value>& arguments) const;
  /// Formula (5.9): ends the walk at the location that all returns of the function share. Requires: is_shared
  /// for the running function; `result` has a value unless the function is void. Returns Step::Ends.
  Step finish(Walk& walk, const std::optional<Value>& result);
  /// Makes the edges from the end of each function that is not inlined to all of its call sites; formula
  /// (5.10). Requires: all calls have been translated.
  void return_edges();
  /// Assigns the initial values of all variables that were created.
  void initialize(Path& path);

 private:
  void select(const Options& options);
  Term site_variable(const llvm::Function& function);
  void return_to(Path& path, const CallSite& site);

  const TranslationContext& context_;
  term::TermManager& terms_;
  program::ProgramBuilder& builder_;
  const ValueConversions& conversions_;
  const CallArguments& arguments_;
  Locations& locations_;
  const EdgeWriter& edges_;
  const WalkEnds& ends_;
  CallStack stack_;
  std::vector<CallSite> sites_;
  std::unordered_map<const llvm::Function*, Term> site_variables_;  ///< current call site; null: not used yet
  std::unordered_map<const llvm::Function*, program::LocationId> exits_;  ///< created at the first return
};

}  // namespace pendulum::frontend
