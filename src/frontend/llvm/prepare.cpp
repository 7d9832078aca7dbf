#include "frontend/llvm/prepare.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>
#include <vector>

#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// A function of moderate size that calls malloc itself and returns a pointer.
bool is_allocator(const llvm::Function& function) {
  constexpr unsigned most_instructions = 200;
  if (function.isDeclaration() || function.isVarArg() || !function.getReturnType()->isPointerTy() ||
      function.getInstructionCount() > most_instructions)
    return false;
  bool allocates = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    if (direct_callee(*call) == &function) return false;
    allocates |= allocation(*call).has_value();
  }
  return allocates;
}

/// The only call of the function passes these constants: sizes of objects are known then.
void specialise(llvm::Function& function, const llvm::CallBase& call) {
  for (llvm::Argument& argument : function.args())
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument.getArgNo())))
      argument.replaceAllUsesWith(constant);
}

}  // namespace

void mark_unsupported(llvm::IRBuilder<>& builder, const std::string& construct) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee function = module.getOrInsertFunction(llvm::StringRef(unsupported_function),
                                                                   builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(function, {builder.CreateGlobalString(construct, "__pendulum_text")});
}

void copy_allocators(llvm::Module& module) {
  constexpr std::size_t most_copies = 100;
  std::vector<llvm::Function*> allocators;
  for (llvm::Function& function : module)
    if (is_allocator(function)) allocators.push_back(&function);
  std::size_t copies = 0;
  for (llvm::Function* function : allocators) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          call != nullptr && call->getCalledOperand() == function &&
          call->getFunctionType() == function->getFunctionType())
        calls.push_back(call);
    // The first call keeps the original.
    for (std::size_t i = 1; i < calls.size() && copies < most_copies; ++i, ++copies) {
      llvm::ValueToValueMapTy map;
      llvm::Function* copy = llvm::CloneFunction(function, map);
      copy->setName(function->getName() + "." + std::to_string(i + 1));
      calls[i]->setCalledFunction(copy);
      specialise(*copy, *calls[i]);
    }
    if (!calls.empty() && function->hasOneUse()) specialise(*function, *calls.front());
  }
}

void prepare(llvm::Module& module, const std::string& entry) {
  return_through_memory(module);
  make_operations_plain(module);
  pass_arguments_in_memory(module);
  copy_allocators(module);
  expand_bulk_memory(module, *module.getFunction(entry));
}

}  // namespace pendulum::frontend
