// The constraints of the points-to analysis: maps values and functions to nodes of the graph, and adds to the
// graph what instructions, constants and calls require of the targets of these nodes.
#pragma once

#include <llvm/IR/Module.h>

#include "frontend/llvm/analysis/points_to_graph.h"

namespace llvm {
class BinaryOperator;
}  // namespace llvm

namespace pendulum::frontend {

/// Whether the value is a ptrtoint conversion, as an instruction or as a constant.
bool is_conversion(const llvm::Value& value);
/// Whether the module uses addresses as integers anywhere, other than in differences of pointers.
bool converts_pointers(const llvm::Module& module);

class PointsToConstraints {
 public:
  PointsToConstraints(const llvm::Module& module, ObjectTable& objects, PointsToGraph& graph)
      : layout_(module.getDataLayout()),
        objects_(objects),
        graph_(graph),
        tracks_integers_(converts_pointers(module)) {}

  const llvm::DataLayout& layout() const { return layout_; }
  /// Whether integers of the width of a pointer are tracked like pointers.
  bool tracks_integers() const { return tracks_integers_; }
  /// Whether values of this type can be addresses.
  bool is_tracked(const llvm::Type& type) const {
    return type.isPointerTy() || (tracks_integers_ && type.isIntegerTy(layout_.getPointerSizeInBits()));
  }

  /// The node of the value. A new node gets the constraints of a constant, an address of an object or a GEP;
  /// `constrain` adds those of other instructions.
  NodeId node_of(const llvm::Value* value);
  /// The current targets of node_of(value).
  const Targets& targets(const llvm::Value* value) { return graph_.node(node_of(value)).targets; }
  void constrain(const llvm::Instruction& instruction);
  /// Adds the constraints that arguments and return value impose when the call enters `function`.
  void link(const llvm::CallBase& call, const llvm::Function& function);
  /// Adds a function with a body to the reachable functions.
  void add_function(const llvm::Function& function);

  /// The node of the value; nothing if no constraint has mentioned it.
  std::optional<NodeId> find_node(const llvm::Value* value) const;
  /// The node of the return value; nothing if no constraint has mentioned it.
  std::optional<NodeId> find_result(const llvm::Function* function) const;
  /// Whether the object is a target of any value.
  bool is_pointed_to(ObjectId object) const;
  /// Reachable functions with a body, in the order of discovery.
  const std::vector<const llvm::Function*>& functions() const { return functions_; }
  /// Calls of functions with changes_memory (extern_functions.h).
  const std::vector<const llvm::CallBase*>& external_calls() const { return external_calls_; }

 private:
  void define(const llvm::Value* value, NodeId node);
  /// Adds the constraints of arithmetic with an integer that may be an address. Only sums and differences may
  /// be addresses again.
  void constrain_sum(const llvm::BinaryOperator& operation);
  void constrain_mark(const llvm::CallBase& call);
  void constrain_call(const llvm::CallBase& call);
  void link_external(const llvm::CallBase& call, const llvm::Function& callee);
  NodeId result_of(const llvm::Function& function);
  /// The object of a global, with the pointers of its initialiser.
  ObjectId global_object(const llvm::GlobalVariable& global);
  /// Adds the pointers of an initialiser; PointsToGraph::materialize adds null pointers.
  void add_initializer(ObjectId object, const llvm::Constant& constant, std::int64_t offset);

  const llvm::DataLayout& layout_;
  ObjectTable& objects_;
  PointsToGraph& graph_;
  bool tracks_integers_;
  std::unordered_map<const llvm::Value*, NodeId> value_nodes_;
  std::unordered_map<const llvm::Function*, NodeId> result_nodes_;
  std::set<std::pair<const llvm::CallBase*, const llvm::Function*>> linked_calls_;
  std::vector<const llvm::CallBase*> external_calls_;
  std::vector<const llvm::Function*> functions_;
  std::set<const llvm::Function*> known_functions_;
};

}  // namespace pendulum::frontend
