// Weak symbols without definition: it is not known whether the linker finds a definition, so the address of
// such a symbol may be null.
//
// Each symbol gets a variable for its address, to which the entry function assigns a nondeterministic choice
// when it starts. The native replay makes the same choice.
#include "frontend/llvm/rewrite/weak_symbols.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

bool is_called(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use);
}

/// The uses of the symbol other than as the callee of a call. A call through null is undefined behaviour, so
/// a symbol that the program calls can be assumed to exist.
std::vector<llvm::Use*> uses_as_address(llvm::GlobalValue& symbol) {
  std::vector<llvm::Use*> uses;
  for (llvm::Use& use : symbol.uses()) {
    if (is_called(use)) continue;
    if (!llvm::isa<llvm::Instruction>(use.getUser()))
      throw base::Unsupported("address of the weak symbol " + symbol.getName().str() + " in a constant", "");
    uses.push_back(&use);
  }
  return uses;
}

void choose_address(llvm::GlobalVariable& variable, llvm::GlobalValue& symbol, llvm::Function& entry) {
  llvm::IRBuilder<> builder(&*entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (llvm::DISubprogram* place = entry.getSubprogram())
    builder.SetCurrentDebugLocation(llvm::DILocation::get(entry.getContext(), place->getLine(), 0, place));
  const llvm::FunctionCallee any =
      entry.getParent()->getOrInsertFunction("__VERIFIER_nondet_model_int", builder.getInt32Ty());
  llvm::Value* is_there = builder.CreateIsNotNull(builder.CreateCall(any));
  builder.CreateStore(
      builder.CreateSelect(is_there, &symbol, llvm::ConstantPointerNull::get(builder.getPtrTy())), &variable);
}

}  // namespace

void choose_weak_symbols(llvm::Module& module, const std::string& entry) {
  PENDULUM_CHECK(is_defined(module, entry), "the entry function {} should be defined", entry);
  std::vector<llvm::GlobalValue*> symbols;
  for (llvm::GlobalValue& symbol : module.global_values())
    if (symbol.isDeclaration() && symbol.hasExternalWeakLinkage()) symbols.push_back(&symbol);
  for (llvm::GlobalValue* symbol : symbols) {
    const std::vector<llvm::Use*> uses = uses_as_address(*symbol);
    if (uses.empty()) continue;
    llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
    auto* variable = new llvm::GlobalVariable(
        module, pointer, false, llvm::GlobalValue::InternalLinkage,
        llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module.getContext())),
        symbol->getName() + ".address");
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<llvm::Instruction>(use->getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      llvm::IRBuilder<> builder(phi == nullptr ? user : phi->getIncomingBlock(*use)->getTerminator());
      use->set(builder.CreateLoad(pointer, variable));
    }
    choose_address(*variable, *symbol, *module.getFunction(entry));
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after choosing weak symbols: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
