// Symbolic execution of the program between two locations; each such walk becomes one edge.
//
// A location is a position before an instruction of an instance. An instance is a function together with the
// chain of calls that leads to it; functions on a cycle of the call graph (call_stack.h) and functions that
// are translated only once (shared_functions.h) have a single instance. Locations are created where control
// flow joins or branches: at blocks with several predecessors, at targets of branches, and where a walk has
// to stop for another reason. From a location the executor follows jumps, calls and returns until it reaches
// the next location; the path condition and the updates of the walk are the edge.
//
// The instances of a function share the variables of its locals, because only one activation is alive at a
// time. LLVM values that a later walk uses are stored in temporaries.
#pragma once

#include "base/stop.h"
#include "frontend/llvm/calls/call_translator.h"
#include "frontend/llvm/ir/scopes.h"
#include "frontend/llvm/translate/initial_edge.h"

namespace llvm {
class BasicBlock;
class BranchInst;
class Module;
class ReturnInst;
class SwitchInst;
}  // namespace llvm

namespace pendulum::frontend {

/// Translates the reachable part of a module to the locations and edges of a program.
class Executor {
 public:
  /// Records the actions of the program in `actions`, unless it is null.
  Executor(program::ProgramBuilder& builder, const llvm::Module& module, const llvm::Function& entry,
           const PointsTo& points_to, const std::vector<ObjectLayout>& layouts, const Options& options,
           const base::StopToken& stop, program::SourceActions* actions = nullptr);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Creates all locations and edges. Throws Unsupported if inlining makes the program too large. To be
  /// called once.
  void run();
  /// Notes for the user about the translation. Complete after run.
  const TranslationNotes& notes() const { return notes_; }
  /// Whether some translated access may be to unknown memory. Complete after run.
  bool uses_unknown_memory() const { return memory_.uses_unknown_memory(); }

 private:
  void run_walk(Walk walk);
  Step step(Walk& walk);
  Step terminator(Walk& walk, const llvm::Instruction& instruction);
  Step end_of_unreachable(const llvm::Instruction& instruction);
  Step jump(Walk& walk, const llvm::BasicBlock& target) const;
  Step branch(Walk& walk, const llvm::BranchInst& instruction) const;
  Step choose_case(Walk& walk, const llvm::SwitchInst& cases) const;
  Step finish(Walk& walk, const llvm::ReturnInst& instruction);
  void end_locals(Path& path, const llvm::Function& function) const;
  void enter_or_leave_block(Path& path, const ScopeMark& mark) const;
  bool has_one_return(const llvm::Function& function);
  void add_assumptions();

  program::ProgramBuilder& builder_;
  term::TermManager& terms_;
  const base::StopToken& stop_;
  TranslationNotes notes_;
  WalkQueue queue_;
  // A member uses only those before it.
  CallGraph call_graph_;
  Variables variables_;
  Constants constants_;
  MemoryContext memory_context_;
  Memory memory_;
  Arithmetic arithmetic_;
  TranslationContext context_;
  ValueConversions conversions_;
  AddressArithmetic addresses_;
  Evaluator evaluator_;
  CallArguments arguments_;
  Locations locations_;
  EdgeWriter edges_;
  WalkEnds ends_;
  SharedFunctions shared_;
  MemoryCalls memory_calls_;
  IntrinsicCalls intrinsics_;
  LibraryCalls library_;
  ExternalCalls external_;
  CallTranslator calls_;
  InitialEdge initial_;
  std::unordered_map<const llvm::Function*, bool> has_one_return_;
  bool has_run_ = false;
  std::optional<ActionRecorder> recorder_;
  std::unordered_map<const llvm::Function*, std::vector<ObjectId>> lasting_locals_;  ///< with instances
};

}  // namespace pendulum::frontend
