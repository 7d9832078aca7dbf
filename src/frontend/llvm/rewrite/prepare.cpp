#include "frontend/llvm/rewrite/prepare.h"

#include <llvm/IR/Module.h>

#include <string>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

void mark_unsupported(llvm::IRBuilder<>& builder, const std::string& construct) {
  PENDULUM_CHECK(builder.GetInsertBlock() != nullptr && !construct.empty(),
                 "the construct should have a name and a position");
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee function = module.getOrInsertFunction(llvm::StringRef(unsupported_function),
                                                                   builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(function, {builder.CreateGlobalString(construct, text_global)});
}

void prepare(llvm::Module& module, const std::string& entry) {
  run_exit_handlers(module, entry);
  fold_constants(module);
  return_through_memory(module);
  make_operations_plain(module);
  pass_arguments_in_memory(module);
  expand_vectors(module);
  copy_allocators(module);
  PENDULUM_CHECK(is_defined(module, entry), "the passes should keep the entry function {}", entry);
  expand_bulk_memory(module, *module.getFunction(entry));
}

}  // namespace pendulum::frontend
