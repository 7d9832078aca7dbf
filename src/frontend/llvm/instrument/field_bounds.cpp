#include "frontend/llvm/instrument/field_bounds.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// The argument of ubsantrap for a subscript, from clang's enum SanitizerHandler
/// (clang/lib/CodeGen/CodeGenFunction.h).
constexpr std::uint64_t out_of_bounds = 18;

std::vector<llvm::IntrinsicInst*> subscript_traps(llvm::Module& module) {
  std::vector<llvm::IntrinsicInst*> result;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ubsantrap &&
          llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue() == out_of_bounds)
        result.push_back(call);
  return result;
}

}  // namespace

void instrument_field_bounds(llvm::Module& module) {
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  const llvm::FunctionCallee report =
      module.getOrInsertFunction(llvm::StringRef(invalid_access_function),
                                 llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                                                         {pointer, pointer}, /*isVarArg=*/false));
  for (llvm::IntrinsicInst* trap : subscript_traps(module)) {
    llvm::IRBuilder<> builder(trap);
    builder
        .CreateCall(report, {builder.CreateGlobalString("subscript outside of the array", text_global),
                             builder.CreateGlobalString(source_location(*trap).to_string(), location_global)})
        ->setDoesNotReturn();
    trap->eraseFromParent();
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after instrumenting subscripts: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
