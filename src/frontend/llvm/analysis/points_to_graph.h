// The constraint graph of the points-to analysis. It has a node for each pointer value, for each field of an
// object, and for the return value of each function. The edges and lists of a node state to which other nodes
// its targets are propagated.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <set>
#include <tuple>

#include "frontend/llvm/analysis/points_to.h"

namespace llvm {
class AllocaInst;
class BinaryOperator;
class StoreInst;
}  // namespace llvm

namespace pendulum::frontend {

struct Allocation;

using NodeId = std::uint32_t;

/// The targets of `to` include those of the source node, shifted by `constant` and multiples of `stride`.
struct CopyEdge {
  NodeId to;
  std::int64_t constant;
  std::uint64_t stride;
};

struct Node {
  Targets targets;
  std::vector<CopyEdge> copies;
  std::vector<NodeId> loads;                 ///< results of loads through this pointer
  std::vector<NodeId> stores;                ///< values that are stored through this pointer
  std::vector<NodeId> bulk_loads;            ///< results of loads at any offset of the target
  std::vector<NodeId> bulk_stores;           ///< values that are stored at any offset of the target
  std::vector<const llvm::CallBase*> calls;  ///< calls through this pointer
  bool is_given_away = false;  ///< passed to a function without body, which may store through it
  bool is_queued = false;
};

/// The pointers inside of an object.
struct Content {
  std::map<std::int64_t, NodeId> fields;  ///< by constant offset
  NodeId any = 0;                         ///< pointers that are written at unknown offsets
  NodeId summary = 0;                     ///< all pointers in the object
  bool exists = false;                    ///< the nodes were created; see materialize
};

/// Whether the value is a ptrtoint conversion, as an instruction or as a constant.
bool is_conversion(const llvm::Value& value);
/// Whether the module uses addresses as integers anywhere, other than in differences of pointers.
bool converts_pointers(const llvm::Module& module);
/// Whether the targets contain any object but the absolute one.
bool has_object_target(const Targets& targets);

struct PointsTo::Impl {
  const llvm::Module& module;
  const llvm::DataLayout& layout;
  std::vector<Object> objects{Object{}};
  std::unordered_map<const llvm::Value*, ObjectId> object_ids;
  std::deque<Node> nodes;
  std::unordered_map<const llvm::Value*, NodeId> value_nodes;
  std::unordered_map<const llvm::Function*, NodeId> result_nodes;
  std::deque<Content> contents{Content{}};
  std::set<std::tuple<NodeId, NodeId, std::int64_t, std::uint64_t>> copy_edges;
  std::set<std::pair<const llvm::CallBase*, const llvm::Function*>> linked_calls;
  std::vector<const llvm::CallBase*>
      external_calls;  ///< of functions with changes_memory (extern_functions.h)
  std::set<ObjectId> known_outside;
  bool writes_integers_to_unknown_memory = false;
  bool writes_pointers_to_unknown_memory = false;
  std::vector<const llvm::Function*> functions;
  std::set<const llvm::Function*> known_functions;
  std::deque<NodeId> queue;
  std::size_t next_function = 0;
  const Targets nothing;
  bool tracks_integers;
  std::vector<MainArguments> main_arguments;
  std::vector<std::unique_ptr<llvm::Argument>> argument_names;  ///< Object::value of the arguments of main
  std::set<ObjectId> written_arguments;
  std::uint32_t instance_bits = 0;

  explicit Impl(const llvm::Module& m)
      : module(m), layout(m.getDataLayout()), tracks_integers(converts_pointers(m)) {}

  /// Whether values of this type can be addresses.
  bool is_tracked(const llvm::Type& type) const {
    return type.isPointerTy() || (tracks_integers && type.isIntegerTy(layout.getPointerSizeInBits()));
  }

  // points_to_constraints.cpp
  NodeId node_of(const llvm::Value* value);
  /// Adds the constraints of a new node for a constant, an address of an object or a GEP; `constrain` adds
  /// those of other instructions.
  void define(const llvm::Value* value, NodeId node);
  /// Adds the constraints of arithmetic with an integer that may be an address. Only sums and differences may
  /// be addresses again.
  void constrain_sum(const llvm::BinaryOperator& operation);
  void constrain(const llvm::Instruction& instruction);
  NodeId result_of(const llvm::Function& function);
  void constrain_mark(const llvm::CallBase& call);
  void constrain_call(const llvm::CallBase& call);
  /// Pointers that are stored in the targets of `from` are also stored in the targets of `to`.
  void copy_content(NodeId from, NodeId to);
  void link_external(const llvm::CallBase& call, const llvm::Function& callee);
  void link(const llvm::CallBase& call, const llvm::Function& function);
  void add_function(const llvm::Function& function);

  // points_to_objects.cpp
  ObjectId add_object(Object object);
  ObjectId global_object(const llvm::GlobalVariable& global);
  /// Adds the pointers of an initialiser; `materialize` adds null pointers.
  void add_initializer(ObjectId object, const llvm::Constant& constant, std::int64_t offset);
  ObjectId local_object(const llvm::AllocaInst& alloca);
  ObjectId parameter_object(const llvm::Argument& parameter);
  ObjectId heap_object(const llvm::CallBase& call, const Allocation& how);
  ObjectId function_object(const llvm::Function& function);
  /// Creates the nodes for the content of the object, with the targets that it has initially.
  void materialize(ObjectId object);
  /// The node for the content at a constant offset.
  NodeId field(ObjectId object, std::int64_t offset);

  // points_to_arguments.cpp
  /// Adds the targets of the pointer parameters of the entry function, with new objects for those of main.
  void add_entry_parameters(const llvm::Function& entry);
  void add_main_arguments(const llvm::Argument& parameter, bool is_environment);
  /// Determines which arguments of main are written, and instance_bits. Requires: the constraints are solved.
  void finish_main_arguments();
  void mark_written(const llvm::Instruction& instruction);

  // points_to_solver.cpp
  NodeId new_node();
  void enqueue(NodeId node);
  void add_target(NodeId node, ObjectId object, Congruence offsets);
  void add_copy(NodeId from, NodeId to, std::int64_t constant = 0, std::uint64_t stride = 0);
  void visit(NodeId id);
  void visit_memory(NodeId id, ObjectId object, Congruence offsets);
  void solve();
  /// Adds the absolute object to the content of objects to which integers are also written, because a read of
  /// a pointer may return such an integer. Returns whether a target was added.
  bool seed_integers();
  bool seed_integers(const llvm::Instruction& instruction);

  // points_to_unknown.cpp
  /// Whether the called function can hand an address to the program: by its return value, or by storing it in
  /// an object that an argument points to.
  bool gives_address(const llvm::CallBase& call);
  /// Appends to `given` the objects whose address the value may be.
  void give_away(const llvm::Value* value, std::vector<ObjectId>& given);
  /// Appends the objects whose address may be stored in the targets of the pointer.
  void give_away_content(const llvm::Value* pointer, std::vector<ObjectId>& given);
  /// Appends the objects whose stored address the store of an integer overwrites in part. The remaining bytes
  /// are the bytes of a number.
  void give_away_overwritten(const llvm::StoreInst& store, std::vector<ObjectId>& given);
  /// Appends the objects whose address the instruction stores in unknown memory or uses as a number.
  void give_away(const llvm::Instruction& instruction, std::vector<ObjectId>& given);
  /// Computes known_outside, writes_integers_to_unknown_memory and writes_pointers_to_unknown_memory.
  void find_known_outside();
  std::vector<ObjectId> arguments_of_external_calls();
  /// The given objects and all objects whose address can be read from them directly or indirectly, without
  /// functions.
  std::set<ObjectId> reached_from(std::vector<ObjectId> pending) const;
  /// Adds unknown addresses to the pointers in these objects. Returns whether a target was added.
  bool seed_unknown(const std::set<ObjectId>& holders);
  void find_unknown_writes(const llvm::Instruction& instruction);
  /// Adds unknown addresses to pointers that writes to unknown memory, or functions without body, may
  /// overwrite. Returns whether a target was added.
  bool seed_known_outside();
};

}  // namespace pendulum::frontend
