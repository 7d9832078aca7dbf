#include "frontend/llvm/ir/module_checks.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

std::string violated_rules(const llvm::Module& module) {
  std::string message;
  llvm::raw_string_ostream out(message);
  const bool is_broken = llvm::verifyModule(module, &out);
  PENDULUM_CHECK(is_broken == !message.empty(), "LLVM's verifier should name the rules that are violated");
  return message;
}

bool is_defined(const llvm::Module& module, const std::string& name) {
  const llvm::Function* function = module.getFunction(name);
  return function != nullptr && !function->isDeclaration();
}

bool has_models(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(),
                     [](const llvm::Function& function) { return function.hasFnAttribute(model_attribute); });
}

}  // namespace pendulum::frontend
