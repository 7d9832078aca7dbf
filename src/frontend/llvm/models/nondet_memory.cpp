#include "frontend/llvm/models/nondet_memory.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// The size in bytes of the local or global variable whose address the value is; nothing: the value is not
/// the address of a variable, or the program cannot write to it, or its size is not constant.
std::optional<std::uint64_t> declared_size(const llvm::Value& address, const llvm::DataLayout& layout) {
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&address)) {
    if (!local->isStaticAlloca()) return std::nullopt;
    return layout.getTypeAllocSize(local->getAllocatedType()).getFixedValue();
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&address);
  if (global == nullptr || !global->hasInitializer() || global->isConstant()) return std::nullopt;
  return layout.getTypeAllocSize(global->getValueType()).getFixedValue();
}

bool is_whole_object(const llvm::CallBase& call, const llvm::DataLayout& layout) {
  if (call.arg_size() != 2 || !call.getArgOperand(0)->getType()->isPointerTy()) return false;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  const auto size = declared_size(*call.getArgOperand(0)->stripPointerCasts(), layout);
  return length != nullptr && size && *size > 0 && length->getZExtValue() == *size;
}

}  // namespace

void find_nondet_objects(llvm::Module& module) {
  PENDULUM_DCHECK(!has_models(module), "the calls should be replaced before models are linked");
  llvm::Function* function = module.getFunction("__VERIFIER_nondet_memory");
  if (function == nullptr || !function->isDeclaration()) return;
  llvm::LLVMContext& context = module.getContext();
  const llvm::FunctionCallee replacement =
      module.getOrInsertFunction(llvm::StringRef(nondet_object_function), llvm::Type::getVoidTy(context),
                                 llvm::PointerType::getUnqual(context), llvm::Type::getInt64Ty(context));
  const std::vector<llvm::User*> users(function->user_begin(), function->user_end());
  for (llvm::User* user : users) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || direct_callee(*call) != function || !call->getType()->isVoidTy() ||
        !is_whole_object(*call, module.getDataLayout()))
      continue;
    llvm::IRBuilder<> builder(call);
    builder.CreateCall(replacement,
                       {call->getArgOperand(0)->stripPointerCasts(),
                        builder.CreateZExtOrTrunc(call->getArgOperand(1), builder.getInt64Ty())});
    call->eraseFromParent();
  }
}

}  // namespace pendulum::frontend
