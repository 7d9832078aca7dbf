#include "frontend/llvm/constructors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Takes the list out of the module: nobody else should run these functions. Small priorities come first,
/// equal ones in the order of the list.
std::vector<llvm::Function*> take_functions(llvm::Module& module, llvm::StringRef list) {
  llvm::GlobalVariable* global = module.getGlobalVariable(list);
  if (global == nullptr) return {};
  std::vector<std::pair<std::uint64_t, llvm::Function*>> entries;
  if (global->hasInitializer())
    for (const llvm::Use& use : global->getInitializer()->operands()) {
      const auto& entry = *llvm::cast<llvm::Constant>(use.get());
      auto* function = llvm::dyn_cast<llvm::Function>(entry.getAggregateElement(1)->stripPointerCasts());
      const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry.getAggregateElement(0U));
      if (function != nullptr && priority != nullptr)
        entries.emplace_back(priority->getZExtValue(), function);
    }
  global->eraseFromParent();
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<llvm::Function*> functions;
  for (const auto& [priority, function] : entries) functions.push_back(function);
  return functions;
}

void call_before(llvm::Instruction& place, const std::vector<llvm::Function*>& functions) {
  llvm::IRBuilder<> builder(&place);
  const llvm::Function& caller = *place.getFunction();
  if (!place.getDebugLoc() && caller.getSubprogram() != nullptr)
    builder.SetCurrentDebugLocation(llvm::DILocation::get(
        caller.getContext(), caller.getSubprogram()->getLine(), 0, caller.getSubprogram()));
  for (llvm::Function* function : functions) {
    if (function->arg_size() != 0)
      throw base::Unsupported("constructor with parameters: " + function->getName().str(), "");
    builder.CreateCall(function);
  }
}

/// Where the program ends as it should: `_exit` and `abort` run no destructor.
std::vector<llvm::Instruction*> ends_of_program(llvm::Module& module, llvm::Function& entry) {
  std::vector<llvm::Instruction*> ends;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      const bool is_exit = callee != nullptr && callee->isDeclaration() && callee->getName() == "exit";
      if (is_exit || (&function == &entry && llvm::isa<llvm::ReturnInst>(instruction)))
        ends.push_back(&instruction);
    }
  return ends;
}

}  // namespace

void call_constructors(llvm::Module& module, const std::string& entry) {
  llvm::Function& first = *module.getFunction(entry);
  const std::vector<llvm::Function*> constructors = take_functions(module, "llvm.global_ctors");
  std::vector<llvm::Function*> destructors = take_functions(module, "llvm.global_dtors");
  if (constructors.empty() && destructors.empty()) return;
  if (!first.use_empty())
    throw base::Unsupported("constructors of a program that calls its own entry function", "");
  if (!destructors.empty()) {
    std::reverse(destructors.begin(), destructors.end());
    for (llvm::Instruction* end : ends_of_program(module, first)) call_before(*end, destructors);
  }
  call_before(*first.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), constructors);
}

}  // namespace pendulum::frontend
