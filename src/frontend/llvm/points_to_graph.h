// The graph of the points-to analysis: a node per pointer value, per field of an object, and per result of a
// function; edges and lists say where targets flow.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <set>
#include <tuple>

#include "frontend/llvm/points_to.h"

namespace llvm {
class AllocaInst;
class BinaryOperator;
class StoreInst;
}  // namespace llvm

namespace pendulum::frontend {

struct Allocation;

using NodeId = std::uint32_t;

struct CopyEdge {
  NodeId to;
  std::int64_t constant;
  std::uint64_t stride;
};

struct Node {
  Targets targets;
  std::vector<CopyEdge> copies;
  std::vector<NodeId> loads;       ///< their targets contain what this points to
  std::vector<NodeId> stores;      ///< are stored where this points to
  std::vector<NodeId> bulk_loads;  ///< as loads and stores, at any offset
  std::vector<NodeId> bulk_stores;
  std::vector<const llvm::CallBase*> calls;
  bool is_given_away = false;  ///< to a function without body, which may store where this points to
  bool is_queued = false;
};

/// The pointers inside of an object.
struct Content {
  std::map<std::int64_t, NodeId> fields;
  NodeId any = 0;      ///< written at unknown offsets
  NodeId summary = 0;  ///< everything
  bool exists = false;
};

/// A conversion of a pointer to an integer, as an instruction or as a constant.
bool is_conversion(const llvm::Value& value);
/// Do addresses travel as integers anywhere? Differences of pointers alone need no tracking.
bool converts_pointers(const llvm::Module& module);
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
  std::vector<const llvm::CallBase*> foreign_calls;  ///< of functions that may do anything
  std::set<ObjectId> known_outside;
  bool writes_foreign_integers = false;
  bool writes_foreign_pointers = false;
  std::vector<const llvm::Function*> functions;
  std::set<const llvm::Function*> known_functions;
  std::deque<NodeId> queue;
  std::size_t next_function = 0;
  const Targets nothing;
  bool tracks_integers;
  std::vector<MainArguments> main_arguments;
  std::vector<std::unique_ptr<llvm::Argument>> argument_names;  ///< the values of their objects
  std::set<ObjectId> written_arguments;
  std::uint32_t instance_bits = 0;

  explicit Impl(const llvm::Module& m)
      : module(m), layout(m.getDataLayout()), tracks_integers(converts_pointers(m)) {}

  /// Can values of this type be addresses?
  bool is_tracked(const llvm::Type& type) const {
    return type.isPointerTy() || (tracks_integers && type.isIntegerTy(layout.getPointerSizeInBits()));
  }

  // points_to_constraints.cpp
  NodeId node_of(const llvm::Value* value);
  /// Constants and addresses; instructions get their constraints from `constrain`.
  void define(const llvm::Value* value, NodeId node);
  /// Arithmetic with an address that travels as an integer; what is not a sum is not an address any more.
  void constrain_sum(const llvm::BinaryOperator& operation);
  void constrain(const llvm::Instruction& instruction);
  NodeId result_of(const llvm::Function& function);
  void constrain_mark(const llvm::CallBase& call);
  void constrain_call(const llvm::CallBase& call);
  /// What is stored where `from` points to is also stored where `to` points to.
  void copy_content(NodeId from, NodeId to);
  void link_external(const llvm::CallBase& call, const llvm::Function& callee);
  void link(const llvm::CallBase& call, const llvm::Function& function);
  void add_function(const llvm::Function& function);

  // points_to_objects.cpp
  ObjectId add_object(Object object);
  ObjectId global_object(const llvm::GlobalVariable& global);
  /// Pointers in initialisers; null pointers are seeded when the content comes to life.
  void add_initializer(ObjectId object, const llvm::Constant& constant, std::int64_t offset);
  ObjectId local_object(const llvm::AllocaInst& alloca);
  ObjectId parameter_object(const llvm::Argument& parameter);
  ObjectId heap_object(const llvm::CallBase& call, const Allocation& how);
  ObjectId function_object(const llvm::Function& function);
  void materialize(ObjectId object);
  NodeId field(ObjectId object, std::int64_t offset);

  // points_to_arguments.cpp
  /// Objects for what the parameters of the entry function point to.
  void add_entry_parameters(const llvm::Function& entry);
  void add_main_arguments(const llvm::Argument& parameter, bool is_environment);
  /// Requires: everything else is solved.
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
  /// Memory that is also written as integers can hold any integer where a pointer is read.
  bool seed_integers();
  bool seed_integers(const llvm::Instruction& instruction);

  // points_to_foreign.cpp
  bool gives_address(const llvm::CallBase& call);
  /// Adds the objects whose address the value may be.
  void give_away(const llvm::Value* value, std::vector<ObjectId>& given);
  /// Adds those whose address may be stored where the pointer points to.
  void give_away_content(const llvm::Value* pointer, std::vector<ObjectId>& given);
  /// Adds those whose address an integer overwrites in part: what is left is a number.
  void give_away_overwritten(const llvm::StoreInst& store, std::vector<ObjectId>& given);
  /// Adds those whose address the instruction stores where nobody knows, or takes for a number.
  void give_away(const llvm::Instruction& instruction, std::vector<ObjectId>& given);
  void find_known_outside();
  std::vector<ObjectId> arguments_of_foreign_calls();
  /// These and those whose address can be read there.
  std::set<ObjectId> reached_from(std::vector<ObjectId> pending) const;
  /// Pointers in these objects may be unknown. Returns whether that is news.
  bool seed_unknown(const std::set<ObjectId>& holders);
  void find_foreign_writes(const llvm::Instruction& instruction);
  /// A pointer in an object that is known outside may be overwritten by an unknown one.
  bool seed_known_outside();
};

}  // namespace pendulum::frontend
