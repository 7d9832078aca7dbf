#include "frontend/llvm/lifetimes.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <unordered_set>

#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// The times that things happen in a run, as far as the call graph and cycles of control say.
class Calls {
 public:
  Calls(const PointsTo& points_to, const llvm::Function& entry) : entry_(entry) {
    for (const llvm::Function* function : points_to.functions())
      for (const llvm::Instruction& instruction : llvm::instructions(*function))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function* callee : points_to.callees(*call)) calls_[callee].push_back(call);
  }

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

  /// Functions that are active, or may be, when `function` returns.
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

}  // namespace

const llvm::Function* function_of_local(const Object& object) {
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object.value)) return parameter->getParent();
  return llvm::cast<llvm::AllocaInst>(object.value)->getFunction();
}

void mark_instances(const PointsTo& points_to, const llvm::Function& entry, std::vector<Object>& objects) {
  Calls calls(points_to, entry);
  for (Object& object : objects)
    if (object.kind == Object::Kind::Heap)
      object.has_instances = !calls.is_at_most_once(*llvm::cast<llvm::Instruction>(object.value));
  const auto mark = [&](const Targets& targets, const auto& is_kept) {
    for (const auto& [id, offsets] : targets)
      if (objects[id].kind == Object::Kind::Local && is_kept(function_of_local(objects[id])))
        objects[id].has_instances = true;
  };
  for (ObjectId id = 1; id < objects.size(); ++id) {
    if (objects[id].kind == Object::Kind::Function) continue;
    const bool is_local = objects[id].kind == Object::Kind::Local;
    const llvm::Function* holder = is_local ? function_of_local(objects[id]) : nullptr;
    mark(points_to.content(id, make_congruence(0, 1)), [&](const llvm::Function* function) {
      if (function == &entry) return false;  // lives as long as the run
      return !is_local || (holder != function && calls.callers(function).contains(holder));
    });
  }
  for (const llvm::Function* function : points_to.functions())
    mark(points_to.result(function), [&](const llvm::Function* home) { return home == function; });
}

}  // namespace pendulum::frontend
