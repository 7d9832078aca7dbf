// Symbolic execution of the program between two locations; each such walk becomes one edge.
//
// A location is a position before an instruction of an instance. An instance is a function together with the
// chain of calls that leads to it; functions on a cycle of the call graph (recursion.cpp) and functions that
// are translated only once (wait.cpp) have a single instance. Locations are created where control flow joins
// or branches: at blocks with several predecessors, at targets of branches, and where a walk has to stop for
// another reason. From a location the executor follows jumps, calls and returns until it reaches the next
// location; the path condition and the updates of the walk are the edge.
//
// The instances of a function share the variables of its locals, because only one activation is alive at a
// time. LLVM values that a later walk uses are stored in temporaries.
#pragma once

#include <deque>
#include <memory>
#include <set>

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/analysis/call_graph.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/options.h"
#include "frontend/llvm/ir/scopes.h"
#include "frontend/llvm/memory/memory.h"
#include "frontend/llvm/translate/arithmetic.h"
#include "frontend/llvm/translate/requested_locations.h"

namespace llvm {
class AllocaInst;
class Argument;
class BasicBlock;
class CastInst;
class CmpInst;
class ExtractValueInst;
class GEPOperator;
class Instruction;
class IntrinsicInst;
class Module;
class StringRef;
}  // namespace llvm

namespace pendulum::frontend {

struct LibraryFunction;

/// A function and the call that leads to it.
struct Instance {
  const llvm::Function* function = nullptr;
  Instance* parent = nullptr;            ///< null: the entry function, or a function that is not inlined
  const llvm::CallBase* call = nullptr;  ///< the call in the parent
  std::unordered_map<const llvm::Instruction*, program::LocationId> locations;
  std::unordered_map<const llvm::CallBase*, std::vector<Instance*>> children;
};

/// The values of one activation that the current walk has computed.
struct Frame {
  Instance* instance = nullptr;
  const llvm::Instruction* next = nullptr;
  std::unordered_map<const llvm::Value*, std::size_t> index;
  std::vector<std::pair<const llvm::Value*, Value>> values;  ///< in the order of computation

  const Value* find(const llvm::Value* value) const;
  void set(const llvm::Value* value, Value content);
};

/// An edge under construction.
struct Walk {
  program::LocationId source = 0;
  Path path;
  std::vector<Frame>
      frames;  ///< the running activation last; without callers that the walk has not returned to
  const llvm::Instruction* first = nullptr;  ///< first one with a known source location, or null
  const llvm::Instruction* start = nullptr;  ///< instruction at `source`, or null
};

/// May the value be used if its activation continues at `next`? May return true if the value is not used.
bool is_live(const llvm::Value& value, const llvm::Instruction& next);

/// Translates the reachable part of a module to the locations and edges of a program.
class Executor {
 public:
  Executor(program::ProgramBuilder& builder, const llvm::Module& module, const llvm::Function& entry,
           const property::Properties& properties, const PointsTo& points_to,
           const std::vector<ObjectLayout>& layouts, const Options& options, const base::StopToken& stop);

  /// Creates all locations and edges. Throws Unsupported if inlining makes the program too large.
  void run();
  const std::set<std::string>& assumptions() const { return assumptions_; }
  /// May some access refer to unknown memory?
  bool uses_unknown_memory() const { return memory_.uses_unknown_memory(); }
  /// Descriptions of all unsupported constructs that were found.
  const std::set<std::string>& unsupported() const { return unsupported_; }

 private:
  /// Does the walk continue after an instruction?
  enum class Step { Goes, Ends };
  /// A location from which no walk has started yet.
  struct Item {
    program::LocationId location;
    Instance* instance;
    const llvm::Instruction* start;
  };
  /// A call of a function that is not inlined: the location after the call, and the variables that the return
  /// restores.
  struct CallSite {
    const llvm::Function* callee;
    program::LocationId resume;
    unsigned number;
    const llvm::CallBase* call;
    term::TermVector saved;  ///< variables that are restored
  };

  // executor.cpp: control.
  void start_entry_function(Walk& walk);
  Term argument_count(Path& path, const std::string& name);
  void run_walk(Walk walk);
  Step step(Walk& walk);
  Step end_of_unreachable(const llvm::Instruction& instruction);
  Step terminator(Walk& walk, const llvm::Instruction& instruction);
  Step jump(Walk& walk, const llvm::BasicBlock& target);
  Step branch(Walk& walk, const llvm::Instruction& instruction);
  Step finish(Walk& walk, const llvm::Instruction& instruction);
  void branch_edge(const Walk& walk, Term condition, const llvm::BasicBlock& target);
  bool needs_stop(const Walk& walk) const;
  /// Ends the walk with an edge to the location of `instruction`.
  Step stop_at(Walk& walk, const llvm::Instruction& instruction);
  /// The location of an instruction; created, and scheduled for a walk, at its first use.
  program::LocationId location(Instance& instance, const llvm::Instruction& instruction);
  void keep_values(Path& path, const std::vector<Frame>& frames, const llvm::Instruction& next);
  void assign_phis(Walk& walk, const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  /// The value in the form in which a temporary holds it: a pointer, or the bits of an integer.
  Value storable(Path& path, const Value& value, bool is_address) const;
  void end_locals(Path& path, const llvm::Function& function);
  void enter_or_leave_block(Path& path, const ScopeMark& mark);
  bool has_one_return(const llvm::Function& function);
  /// The instance of `callee` for this call; created at its first use.
  Instance& child(Instance& parent, const llvm::CallBase& call, const llvm::Function& callee);
  /// Adds the edge of a walk, and its exits.
  void emit(const Walk& walk, Path& path, program::LocationId target, Term condition);
  program::SourceLocation user_place(const Walk& walk) const;
  void emit_error(const Walk& walk, const std::string& violation);
  void emit_unsupported(const Walk& walk, const std::string& construct);
  void emit_exit(const Walk& walk, Path::Exit exit);
  void emit_exits(Walk& walk);

  // instructions.cpp: values.
  void execute(Path& path, Frame& frame, const llvm::Instruction& instruction);
  Value evaluate(Path& path, const Frame& frame, const llvm::Instruction& instruction);
  Value value_of(Path& path, const Frame& frame, const llvm::Value& value);
  /// The bits of a value; sort Bool for i1. Addresses of objects are unsupported.
  Term bits_of(Path& path, const Frame& frame, const llvm::Value& value);
  Pointer pointer_of(Path& path, const Frame& frame, const llvm::Value& value);
  Value binary(Path& path, const Frame& frame, const llvm::BinaryOperator& instruction);
  Value compare(Path& path, const Frame& frame, const llvm::CmpInst& instruction);
  Term arbitrary_number(Path& path, const llvm::Instruction& instruction);
  Value part_of_checked_operation(Path& path, const Frame& frame, const llvm::ExtractValueInst& part);
  Value cast(Path& path, const Frame& frame, const llvm::CastInst& instruction);
  Pointer address(Path& path, const Frame& frame, const llvm::GEPOperator& gep);
  /// Makes executions unsupported in which one summand of an offset, index * stride bytes, is so large that
  /// the pointer leaves every object (C17 6.5.6p8). A proof has to exclude them because, modulo the pointer's
  /// width, the offset could return into the object.
  void exclude_wrap(Path& path, Term index, std::int64_t stride, std::size_t parts);
  Pointer as_pointer(Path& path, const Value& value) const;
  Value ite(Path& path, Term condition, const Value& a, const Value& b) const;
  void create_object(Path& path, const Frame& frame, const llvm::AllocaInst& alloca);

  // address_arithmetic.cpp: order, equality, sums and differences of addresses.
  Value sum(Path& path, const llvm::BinaryOperator& instruction, const Value& a, const Value& b);
  Value difference(Path& path, const llvm::BinaryOperator& instruction, const Pointer& a, const Pointer& b);
  Term distance_of_any(Path& path, const Pointer& a, const Pointer& b, Term distance);
  Term exact_quotient(Path& path, const llvm::BinaryOperator& instruction, Term distance, Term size);
  Term order_of_numbers(Path& path, Comparison comparison, const Pointer& a, const Pointer& b);
  /// Order of two offsets `a` and `b` in `object`, if `same_object` holds; otherwise the result is arbitrary.
  Term compare_offsets(Path& path, Comparison comparison, Term object, Term same_object, Term a, Term b);
  Term order_of_far(Path& path, Term is_known);
  Term order_of_pointers(Path& path, Comparison comparison, const Pointer& a, const Targets& a_targets,
                         const Pointer& b, const Targets& b_targets);
  Term equality_of_pointers(Path& path, Comparison comparison, const Pointer& a, const Pointer& b);
  Term is_unknown_object(Path& path, const Pointer& address, const Pointer& object);
  Term is_no_place(Term object, Term number) const;
  void continue_in_proofs_only(Path& path, Term is_known, const char* cause);

  // calls.cpp: callees, functions without body, intrinsics.
  Step call(Walk& walk, const llvm::CallBase& call);
  Step indirect_call(Walk& walk, const llvm::CallBase& call);
  Step call_function(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  std::vector<Value> arguments(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  Value copy_of_argument(Walk& walk, const llvm::CallBase& call, const llvm::Argument& parameter);
  /// Converts the result of `callee` to the type that the call expects; a missing result is arbitrary.
  Value result_as(Path& path, const std::optional<Value>& result, const llvm::CallBase& call,
                  const llvm::Function& callee);
  Step call_external(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  /// Is the number nonzero?
  Term is_set(Term number) const;
  void change_errno(Path& path, const llvm::Function& callee, ObjectHavoc::ReplayedBy replayed_by);
  void change_library_objects(Path& path, const LibraryFunction& function);
  /// Does `a` point after `b` in the same object?
  Term is_after(const Pointer& a, const Pointer& b) const;
  std::vector<ObjectId> active_locals(const Walk& walk) const;
  void report_overflow(Walk& walk, const llvm::CallBase& report, Term condition);
  /// May an argument of the call point to a function?
  bool gets_function(const llvm::CallBase& call) const;
  /// Sets the result of the call to a new input.
  void arbitrary_result(Walk& walk, const llvm::CallBase& call, llvm::StringRef name);
  /// Havocs the object that a call of __pendulum_uninitialised marks.
  void mark_uninitialised(Walk& walk, const llvm::CallBase& call);
  /// Size in bytes of a requested object, and whether it exceeds PTRDIFF_MAX.
  struct Request {
    Term bytes;
    Term is_too_large;
  };
  Request request_of(Walk& walk, const llvm::CallBase& call, const Allocation& how);
  void allocate(Walk& walk, const llvm::CallBase& call, const Allocation& how);
  ObjectId marked_object(Walk& walk, const llvm::CallBase& mark);
  void move_memory(Walk& walk, const llvm::CallBase& call, const BulkMemory& bulk);
  Step call_intrinsic(Walk& walk, const llvm::IntrinsicInst& call);
  Term count_zeros(Path& path, const llvm::IntrinsicInst& call, Term number);

  // library_calls.cpp: calls of functions in the library table.
  Step call_library(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                    const LibraryFunction& function);
  void write_through_arguments(Walk& walk, const llvm::CallBase& call, const LibraryFunction& function);
  void note_accesses(const llvm::CallBase& call, const LibraryFunction& function);
  void library_result(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                      const LibraryFunction& function);

  // wait.cpp: functions that are translated once.
  bool is_shared(const llvm::Function& function) const;
  void find_waited(const Options& options);
  Term site_variable(const llvm::Function& function);
  Step call_and_wait(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  void enter_shared(Walk& walk, const llvm::Function& callee, const std::vector<Value>& arguments);
  Step finish_shared(Walk& walk, const std::optional<Value>& result);
  void return_edges();
  void return_to(Path& path, const CallSite& site);
  void initialize_sites(Path& path);
  /// Variables of locals that are live at `start`.
  /// Requires: all edges have been created except the one from the entry, which begins with `initial`.
  term::TermVector locals_read_early(const Path& initial, program::LocationId start) const;
  void initialize_local(Path& path, Term variable) const;
  Instance& root(const llvm::Function& function);

  // recursion.cpp: functions that cannot be inlined.
  Step call_recursive(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee);
  void push(Path& path, CallSite& site, const llvm::Function& caller);
  bool is_before(const llvm::Instruction& value, const llvm::Instruction& call) const;
  void pop(Path& path, const CallSite& site);
  void initialize_stacks(Path& path);
  void check_locals(const llvm::Function& caller) const;
  Term stack_of(Term variable);

  program::ProgramBuilder& builder_;
  term::TermManager& terms_;
  const llvm::Module& module_;
  const llvm::DataLayout& data_layout_;
  const llvm::Function& entry_function_;
  const property::Properties& properties_;  ///< the properties that are checked
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  const RequestedLocations places_;
  const base::StopToken& stop_;
  CallGraph call_graph_;
  Variables variables_;
  Constants constants_;
  MemoryContext context_;
  Memory memory_;
  Arithmetic arithmetic_;
  unsigned pointer_bits_;

  program::LocationId entry_ = 0;
  program::LocationId error_ = 0;
  program::LocationId end_ = 0;  ///< the entry function has returned
  std::deque<Instance> instances_;
  std::vector<Item> items_;
  const llvm::Instruction* current_ = nullptr;  ///< the instruction that is being executed
  std::vector<Walk> forks_;                     ///< walks that an instruction has split off
  std::size_t locations_ = 0;
  std::unordered_map<const llvm::Function*, bool> has_one_return_;
  std::unordered_map<const llvm::Function*, std::vector<ObjectId>> lasting_locals_;  ///< with instances

  std::unordered_map<const llvm::Function*, Instance*> roots_;  ///< of functions that are not inlined
  std::unordered_map<const llvm::Function*, program::LocationId> exits_;
  std::vector<CallSite> sites_;
  std::unordered_map<const llvm::Function*, Term> site_variables_;  ///< current call site; see wait.cpp
  Term depth_;                                                      ///< stack depth; null: no recursion yet
  Term return_sites_;                                               ///< array of return sites
  term::TermVector stacks_;  ///< all arrays of the stack, in the order of creation
  term::TermMap<Term> stack_index_;

  std::set<Drop> drops_;
  std::set<std::string> assumptions_;
  std::set<std::string> unsupported_;
};

}  // namespace pendulum::frontend
