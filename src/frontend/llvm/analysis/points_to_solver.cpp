#include "frontend/llvm/analysis/points_to_solver.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

Congruence moved(ObjectId object, Congruence offsets, const CopyEdge& edge) {
  if (object == absolute_object && !(offsets.is_constant() && edge.stride == 0)) return any_integer;
  return shift(offsets, edge.constant, edge.stride);
}

}  // namespace

void PointsToSolver::visit(NodeId id) {
  const Node& node = graph_.node(id);
  // A copy, and loops by index, because adding constraints may change the targets and move the lists.
  const Targets targets = node.targets;
  for (std::size_t i = 0; i < node.copies.size(); ++i) {
    const CopyEdge edge = node.copies[i];
    for (const auto& [object, offsets] : targets)
      graph_.add_target(edge.to, object, moved(object, offsets, edge));
  }
  for (const auto& [object, offsets] : targets) {
    if (object == absolute_object) {
      // Unknown memory may contain unknown addresses.
      for (std::size_t i = 0; may_be_unknown(offsets) && i < node.loads.size(); ++i)
        graph_.add_target(node.loads[i], absolute_object, any_integer);
      continue;
    }
    if (objects_[object].kind == Object::Kind::Function) {
      const auto* function = llvm::cast<llvm::Function>(objects_[object].value);
      for (std::size_t i = 0; i < node.calls.size(); ++i) constraints_.link(*node.calls[i], *function);
      continue;
    }
    visit_memory(id, object, offsets);
  }
}

void PointsToSolver::visit_memory(NodeId id, ObjectId object, Congruence offsets) {
  const Node& node = graph_.node(id);
  // The nodes for what is read and written at the offsets. They are created only if they are used.
  const auto read = [&] {
    return offsets.is_constant() ? graph_.field(object, offsets.residue) : graph_.materialize(object).summary;
  };
  const auto written = [&] {
    return offsets.is_constant() ? graph_.field(object, offsets.residue) : graph_.materialize(object).any;
  };
  // A function without body leaves a pointer that its argument points to as it is or stores an unknown
  // address.
  if (node.is_given_away) graph_.add_target(written(), absolute_object, any_integer);
  for (std::size_t i = 0; i < node.loads.size(); ++i) graph_.add_copy(read(), node.loads[i]);
  for (std::size_t i = 0; i < node.stores.size(); ++i) graph_.add_copy(node.stores[i], written());
  for (std::size_t i = 0; i < node.bulk_loads.size(); ++i)
    graph_.add_copy(graph_.materialize(object).summary, node.bulk_loads[i]);
  for (std::size_t i = 0; i < node.bulk_stores.size(); ++i)
    graph_.add_copy(node.bulk_stores[i], graph_.materialize(object).any);
}

bool PointsToSolver::is_solved() const {
  PENDULUM_DCHECK(next_function_ <= constraints_.functions().size(),
                  "only known functions should be visited");
  return !graph_.has_queued() && next_function_ == constraints_.functions().size();
}

void PointsToSolver::solve() {
  while (!is_solved()) {
    if (graph_.has_queued()) {
      visit(graph_.dequeue());
      continue;
    }
    const llvm::Function& function = *constraints_.functions()[next_function_++];
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) constraints_.constrain(instruction);
  }
}

bool PointsToSolver::seed_integers() {
  bool has_changed = false;
  for (const llvm::Function* function : constraints_.functions()) {
    for (const llvm::BasicBlock& block : *function) {
      for (const llvm::Instruction& instruction : block) has_changed |= seed_integers(instruction);
    }
  }
  return has_changed;
}

bool PointsToSolver::seed_integers(const llvm::Instruction& instruction) {
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
  for (const auto& [object, offsets] : constraints_.targets(pointer)) {
    const Content* content = graph_.content(object);
    if (content == nullptr || graph_.node(content->any).targets.contains(absolute_object)) continue;
    graph_.add_target(content->any, absolute_object, any_integer);
    has_changed = true;
  }
  return has_changed;
}

}  // namespace pendulum::frontend
