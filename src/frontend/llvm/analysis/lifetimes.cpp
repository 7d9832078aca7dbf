#include "frontend/llvm/analysis/lifetimes.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <unordered_set>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/scopes.h"

namespace pendulum::frontend {

namespace {

/// The callers of each function, and how often an instruction can be executed, according to the call graph
/// and the cycles of the control flow.
class CallCounts {
 public:
  CallCounts(const PointsTo& points_to, const llvm::Function& entry) : entry_(entry) {
    for (const llvm::Function* function : points_to.functions())
      for (const llvm::Instruction& instruction : llvm::instructions(*function))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function* callee : points_to.callees(*call)) calls_[callee].push_back(call);
  }

  /// Is the instruction executed at most once per execution of the program? May return false although it is.
  bool is_at_most_once(const llvm::Instruction& instruction) const {
    std::set<const llvm::Function*> seen;
    for (const llvm::Instruction* place = &instruction;;) {
      if (is_in_cycle(*place->getParent())) return false;
      const llvm::Function* function = place->getFunction();
      if (!seen.insert(function).second) return false;
      const auto calls = calls_.find(function);
      if (calls == calls_.end()) return true;
      if (calls->second.size() > 1 || function == &entry_) return false;
      place = calls->second.front();
    }
  }

  /// The functions that may be active when `function` returns.
  const std::unordered_set<const llvm::Function*>& callers(const llvm::Function* function) {
    const auto [it, is_new] = callers_.try_emplace(function);
    if (!is_new) return it->second;
    std::vector<const llvm::Function*> pending{function};
    while (!pending.empty()) {
      const auto calls = calls_.find(pending.back());
      pending.pop_back();
      if (calls == calls_.end()) continue;
      for (const llvm::CallBase* call : calls->second)
        if (it->second.insert(call->getFunction()).second) pending.push_back(call->getFunction());
    }
    return it->second;
  }

 private:
  const llvm::Function& entry_;
  std::unordered_map<const llvm::Function*, std::vector<const llvm::CallBase*>> calls_;
  std::unordered_map<const llvm::Function*, std::unordered_set<const llvm::Function*>> callers_;
};

bool is_block_local(const Object& local) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(local.value);
  return alloca != nullptr && is_of_inner_block(*alloca);
}

/// Does the lifetime of `holder` end with the block of `local`?
/// Requires: both are locals of one function.
bool ends_with_block(const Object& holder, const Object& local) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(holder.value);
  return alloca != nullptr && ends_in_block_of(*alloca, *llvm::cast<llvm::AllocaInst>(local.value));
}

}  // namespace

const llvm::Function* function_of_local(const Object& object) {
  PENDULUM_CHECK(object.kind == Object::Kind::Local, "the object should be a local");
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object.value)) return parameter->getParent();
  return llvm::cast<llvm::AllocaInst>(object.value)->getFunction();
}

void mark_instances(const PointsTo& points_to, const llvm::Function& entry, std::vector<Object>& objects) {
  PENDULUM_CHECK(objects.size() == points_to.objects().size(), "the objects should be those of the analysis");
  CallCounts calls(points_to, entry);
  for (Object& object : objects)
    if (object.kind == Object::Kind::Heap)
      object.has_instances = !calls.is_at_most_once(*llvm::cast<llvm::Instruction>(object.value));
  for (Object& object : objects)
    object.lives_throughout = object.kind == Object::Kind::Local && function_of_local(object) == &entry &&
                              !is_block_local(object) && calls.callers(&entry).empty();
  const bool has_blocks = has_scope_marks(*entry.getParent());
  const auto mark = [&](const Targets& targets, const auto& outlives_function, const auto& outlives_block) {
    for (const auto& [id, offsets] : targets) {
      Object& local = objects[id];
      if (local.kind != Object::Kind::Local) continue;
      if (has_blocks && is_block_local(local) && outlives_block(local))
        local.has_instances = local.is_of_block = true;
      if (outlives_function(function_of_local(local))) local.has_instances = true;
    }
  };
  for (ObjectId id = 1; id < objects.size(); ++id) {
    if (objects[id].kind == Object::Kind::Function) continue;
    const bool is_local = objects[id].kind == Object::Kind::Local;
    const llvm::Function* holder = is_local ? function_of_local(objects[id]) : nullptr;
    const auto outlives_function = [&](const llvm::Function* function) {
      if (function == &entry) return false;  // lives until the program ends
      return !is_local || (holder != function && calls.callers(function).contains(holder));
    };
    const auto outlives_block = [&](const Object& local) {
      const llvm::Function* function = function_of_local(local);
      return !is_local || calls.callers(function).contains(holder) ||
             (holder == function && !ends_with_block(objects[id], local));
    };
    mark(points_to.content(id, make_congruence(0, 1)), outlives_function, outlives_block);
  }
  for (const llvm::Function* function : points_to.functions()) {
    const auto is_returned = [&](const llvm::Function* home) { return home == function; };
    mark(points_to.result(function), is_returned,
         [&](const Object& local) { return is_returned(function_of_local(local)); });
  }
}

ComparedObjects find_compared(const PointsTo& points_to) {
  const auto heap = [&](const llvm::Value* pointer) {
    std::set<ObjectId> found;
    for (const auto& [object, offsets] : points_to.targets(pointer))
      if (points_to.objects()[object].kind == Object::Kind::Heap) found.insert(object);
    return found;
  };
  std::set<ObjectId> freed;
  ComparedObjects result;
  for (const llvm::Function* function : points_to.functions())
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && is_free(*call))
        freed.merge(heap(call->getArgOperand(0)));
      const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      if (comparison == nullptr || !comparison->isEquality()) continue;
      std::set<ObjectId> first = heap(comparison->getOperand(0));
      std::set<ObjectId> second = heap(comparison->getOperand(1));
      const bool is_one =
          first.size() == 1 && first == second && !points_to.objects()[*first.begin()].has_instances;
      if (first.empty() || second.empty() || is_one) continue;
      result.all.merge(first);
      result.all.merge(second);
    }
  for (const ObjectId object : result.all)
    if (freed.contains(object)) result.freed.insert(object);
  return result;
}

}  // namespace pendulum::frontend
