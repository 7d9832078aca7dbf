// Locals of recursive functions whose addresses the function passes on, and arrays with variable indices,
// become objects that malloc creates at the beginning of each call.
//
// All activations of a function share the variables of its locals, and the explicit stack saves values of
// scalars only. Objects of malloc have instances, so each activation has its own, and the stack saves the
// pointer to it.
//
// Soundness: the objects are freed when the function returns. Locals of inner blocks end earlier, so they
// remain unsupported if lifetimes are checked (valid-deref). The calls have the attribute `local_attribute`,
// by which the checks of frees and leaks distinguish these objects from those of the program's malloc.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/ir/scopes.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// The functions with a body that a chain of direct calls leads to.
std::set<const llvm::Function*> called_from(const llvm::Function& function) {
  std::set<const llvm::Function*> found;
  std::vector<const llvm::Function*> pending{&function};
  while (!pending.empty()) {
    const llvm::Function& caller = *pending.back();
    pending.pop_back();
    for (const llvm::Instruction& instruction : llvm::instructions(caller)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee != nullptr && !callee->isDeclaration() && found.insert(callee).second)
        pending.push_back(callee);
    }
  }
  return found;
}

/// The functions that call `function` and are called by it, directly or not. Empty if it is not recursive.
std::set<const llvm::Function*> cycle_of(const llvm::Function& function) {
  std::set<const llvm::Function*> found = called_from(function);
  if (!found.contains(&function)) return {};
  std::erase_if(found, [&](const llvm::Function* callee) {
    return callee != &function && !called_from(*callee).contains(&function);
  });
  return found;
}

bool has_array(const llvm::Type& type) {
  if (type.isArrayTy()) return true;
  const auto* record = llvm::dyn_cast<llvm::StructType>(&type);
  return record != nullptr && std::any_of(record->element_begin(), record->element_end(),
                                          [](const llvm::Type* member) { return has_array(*member); });
}

/// The uses of one local of a recursive function.
class Uses {
 public:
  Uses(const llvm::AllocaInst& local, const std::set<const llvm::Function*>& cycle)
      : cycle_(cycle), has_array_(has_array(*local.getAllocatedType())) {
    std::vector<const llvm::Value*> pending{&local};
    while (!pending.empty()) {
      const llvm::Value& pointer = *pending.back();
      pending.pop_back();
      for (const llvm::Use& use : pointer.uses())
        if (const llvm::Value* derived = add(use)) pending.push_back(derived);
    }
  }

  /// Must the local be an object of its own in each activation?
  bool need_instances() const { return is_passed_on_; }

 private:
  /// Returns a pointer into the local that the use computes, or null.
  const llvm::Value* add(const llvm::Use& use) {
    const llvm::User& user = *use.getUser();
    if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(&user)) {
      if (has_array_ && !element->hasAllConstantIndices()) is_passed_on_ = true;
      return element;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
      if (store->getValueOperand() == use.get()) is_passed_on_ = true;
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
      // A function outside of the cycle returns before another activation begins.
      const llvm::Function* callee = direct_callee(*call);
      const bool is_harmless = callee != nullptr && !cycle_.contains(callee) && !has_array_ &&
                               !callee->getReturnType()->isPointerTy();
      if (!is_harmless && !llvm::isa<llvm::IntrinsicInst>(call)) is_passed_on_ = true;
    } else if (!llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) {
      is_passed_on_ = true;
    }
    return nullptr;
  }

  const std::set<const llvm::Function*>& cycle_;
  bool has_array_;
  bool is_passed_on_ = false;
};

/// Frees the object in each return of its function.
void end_lifetime(llvm::CallInst& object) {
  llvm::Module& module = *object.getModule();
  const llvm::FunctionCallee free =
      module.getOrInsertFunction("free", llvm::Type::getVoidTy(module.getContext()), object.getType());
  for (llvm::BasicBlock& block : *object.getFunction())
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      llvm::IRBuilder<>(end)
          .CreateCall(free, {&object})
          ->addFnAttr(llvm::Attribute::get(module.getContext(), local_attribute));
}

void erase_scope_marks(llvm::AllocaInst& local) {
  std::vector<llvm::Instruction*> marks;
  for (llvm::User* user : local.users())
    if (auto* mark = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) marks.push_back(mark);
  for (llvm::Instruction* mark : marks) mark->eraseFromParent();
}

llvm::CallInst& allocate(llvm::AllocaInst& local, llvm::FunctionCallee malloc) {
  llvm::Module& module = *local.getModule();
  const std::uint64_t size = module.getDataLayout().getTypeAllocSize(local.getAllocatedType());
  llvm::IRBuilder<> builder(&local);
  llvm::Type* size_type = malloc.getFunctionType()->getParamType(0);
  llvm::CallInst* object = builder.CreateCall(malloc, {llvm::ConstantInt::get(size_type, size)});
  object->takeName(&local);
  object->addFnAttr(llvm::Attribute::get(module.getContext(), local_attribute));
  erase_scope_marks(local);
  local.replaceAllUsesWith(object);
  local.eraseFromParent();
  return *object;
}

/// Whether the program does not define the function.
bool is_of_library(const llvm::Module& module, const char* name) {
  const llvm::Function* function = module.getFunction(name);
  return function == nullptr || function->isDeclaration();
}

}  // namespace

void allocate_recursive_locals(llvm::Module& module, LocalLifetimes lifetimes) {
  if (!is_of_library(module, "malloc") || !is_of_library(module, "free")) return;
  const llvm::Function* known = module.getFunction("malloc");
  if (known != nullptr && !known->getReturnType()->isPointerTy()) return;
  std::vector<llvm::AllocaInst*> locals;
  for (llvm::Function& function : module) {
    const std::set<const llvm::Function*> cycle = cycle_of(function);
    if (cycle.empty()) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          local != nullptr && local->isStaticAlloca() && !local->isArrayAllocation() &&
          !module.getDataLayout().getTypeAllocSize(local->getAllocatedType()).isZero() &&
          (lifetimes == LocalLifetimes::Ignored || !is_of_inner_block(*local)) &&
          Uses(*local, cycle).need_instances())
        locals.push_back(local);
  }
  if (locals.empty()) return;
  const llvm::FunctionCallee malloc = module.getOrInsertFunction(
      "malloc", llvm::FunctionType::get(llvm::PointerType::getUnqual(module.getContext()),
                                        {module.getDataLayout().getIntPtrType(module.getContext())}, false));
  for (llvm::AllocaInst* local : locals) end_lifetime(allocate(*local, malloc));
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after allocating locals: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
