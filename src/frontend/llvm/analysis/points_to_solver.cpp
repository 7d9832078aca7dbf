// The solver of the points-to analysis: propagates targets along the constraints to a fixpoint.
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Offsets of the absolute object for an arbitrary integer. The offset of a pointer without object is a
/// constant (null or a field of null) or arbitrary: other congruences are not tracked.
constexpr Congruence any_integer{0, 1};

Congruence moved(ObjectId object, Congruence offsets, const CopyEdge& edge) {
  if (object == absolute_object && !(offsets.is_constant() && edge.stride == 0)) return any_integer;
  return shift(offsets, edge.constant, edge.stride);
}

}  // namespace

NodeId PointsTo::Impl::new_node() {
  nodes.emplace_back();
  return static_cast<NodeId>(nodes.size() - 1);
}

void PointsTo::Impl::enqueue(NodeId node) {
  PENDULUM_DCHECK(node < nodes.size(), "node {} should exist", node);
  if (nodes[node].is_queued) return;
  nodes[node].is_queued = true;
  queue.push_back(node);
}

void PointsTo::Impl::add_target(NodeId node, ObjectId object, Congruence offsets) {
  PENDULUM_DCHECK(node < nodes.size() && object < objects.size(), "node {} and object {} should exist", node,
                  object);
  auto [it, is_new] = nodes[node].targets.try_emplace(object, offsets);
  if (!is_new) {
    if (it->second == offsets) return;
    const Congruence joined = object == absolute_object ? any_integer : join(it->second, offsets);
    if (joined == it->second) return;
    it->second = joined;
  }
  enqueue(node);
}

void PointsTo::Impl::add_copy(NodeId from, NodeId to, std::int64_t constant, std::uint64_t stride) {
  PENDULUM_DCHECK(from < nodes.size() && to < nodes.size(), "the nodes {} and {} should exist", from, to);
  if (from == to && constant == 0 && stride == 0) return;
  if (!copy_edges.emplace(from, to, constant, stride).second) return;
  nodes[from].copies.push_back({to, constant, stride});
  if (!nodes[from].targets.empty()) enqueue(from);
}

/// Propagates the targets of a node to the nodes that depend on it.
void PointsTo::Impl::visit(NodeId id) {
  // A copy, and loops by index, because adding constraints may change the targets and move the lists.
  const Targets targets = nodes[id].targets;
  for (std::size_t i = 0; i < nodes[id].copies.size(); ++i) {
    const CopyEdge edge = nodes[id].copies[i];
    for (const auto& [object, offsets] : targets) add_target(edge.to, object, moved(object, offsets, edge));
  }
  for (const auto& [object, offsets] : targets) {
    if (object == absolute_object) {
      // Unknown memory may contain unknown addresses.
      for (std::size_t i = 0; may_be_unknown(offsets) && i < nodes[id].loads.size(); ++i)
        add_target(nodes[id].loads[i], absolute_object, any_integer);
      continue;
    }
    if (objects[object].kind == Object::Kind::Function) {
      const auto* function = llvm::cast<llvm::Function>(objects[object].value);
      for (std::size_t i = 0; i < nodes[id].calls.size(); ++i) link(*nodes[id].calls[i], *function);
      continue;
    }
    visit_memory(id, object, offsets);
  }
}

void PointsTo::Impl::visit_memory(NodeId id, ObjectId object, Congruence offsets) {
  const auto is_field = offsets.is_constant();
  // A function without body leaves a pointer that its argument points to as it is or stores an unknown
  // address.
  if (nodes[id].is_given_away) {
    materialize(object);
    add_target(is_field ? field(object, offsets.residue) : contents[object].any, absolute_object,
               make_congruence(0, 1));
  }
  for (std::size_t i = 0; i < nodes[id].loads.size(); ++i) {
    materialize(object);
    add_copy(is_field ? field(object, offsets.residue) : contents[object].summary, nodes[id].loads[i]);
  }
  for (std::size_t i = 0; i < nodes[id].stores.size(); ++i) {
    materialize(object);
    add_copy(nodes[id].stores[i], is_field ? field(object, offsets.residue) : contents[object].any);
  }
  for (std::size_t i = 0; i < nodes[id].bulk_loads.size(); ++i) {
    materialize(object);
    add_copy(contents[object].summary, nodes[id].bulk_loads[i]);
  }
  for (std::size_t i = 0; i < nodes[id].bulk_stores.size(); ++i) {
    materialize(object);
    add_copy(nodes[id].bulk_stores[i], contents[object].any);
  }
}

void PointsTo::Impl::solve() {
  while (next_function < functions.size() || !queue.empty()) {
    if (!queue.empty()) {
      const NodeId node = queue.front();
      queue.pop_front();
      nodes[node].is_queued = false;
      visit(node);
      continue;
    }
    const llvm::Function& function = *functions[next_function++];
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) constrain(instruction);
  }
}

bool PointsTo::Impl::seed_integers() {
  bool has_changed = false;
  for (const llvm::Function* function : functions) {
    for (const llvm::BasicBlock& block : *function) {
      for (const llvm::Instruction& instruction : block) has_changed |= seed_integers(instruction);
    }
  }
  return has_changed;
}

bool PointsTo::Impl::seed_integers(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = nullptr;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->getValueOperand()->getType()->isPointerTy()) return false;
    pointer = store->getPointerOperand();
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto bulk = bulk_memory(*call);
    if (!bulk || bulk->from != nullptr) return false;
    pointer = bulk->to;
  } else {
    return false;
  }
  bool has_changed = false;
  for (const auto& [object, offsets] : nodes[node_of(pointer)].targets) {
    if (!contents[object].exists || nodes[contents[object].any].targets.contains(absolute_object)) continue;
    add_target(contents[object].any, absolute_object, make_congruence(0, 1));
    has_changed = true;
  }
  return has_changed;
}

}  // namespace pendulum::frontend
