// Copies small functions that return the result of malloc ("xmalloc") for each call, so that each call has
// its own object in the points-to analysis.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>
#include <string>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// Whether the function may return the result of an allocation: it returns a pointer and is small.
bool returns_pointer(const llvm::Function& function, unsigned max_instructions) {
  return !function.isDeclaration() && !function.isVarArg() && function.getReturnType()->isPointerTy() &&
         function.getInstructionCount() <= max_instructions;
}

/// Whether some call in the function satisfies `wanted`, and the function does not call itself.
bool calls_some(const llvm::Function& function, const auto& wanted) {
  bool is_found = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    if (direct_callee(*call) == &function) return false;
    is_found |= wanted(*call);
  }
  return is_found;
}

/// Functions that call malloc and return a pointer, and small functions that call such functions ("xmalloc"
/// that calls "xcalloc"). Callers precede their callees, so that the calls in the copies of a caller are
/// known when its callees are copied.
std::vector<llvm::Function*> find_allocators(llvm::Module& module) {
  // Sizes of functions in instructions. An allocator checks its arguments and handles failures; a function
  // around it only adds a few statements, and larger ones are rarely mere wrappers.
  constexpr unsigned max_instructions = 200;
  constexpr unsigned max_around = 40;
  // Number of nested functions: xmalloc, and at most two wrappers around it.
  constexpr unsigned max_levels = 3;
  std::vector<llvm::Function*> found;
  for (llvm::Function& function : module)
    if (returns_pointer(function, max_instructions) &&
        calls_some(function, [](const llvm::CallBase& call) { return allocation(call).has_value(); }))
      found.push_back(&function);
  std::set<const llvm::Function*> known(found.begin(), found.end());
  for (unsigned level = 1; level < max_levels; ++level) {
    std::vector<llvm::Function*> around;
    for (llvm::Function& function : module)
      if (!known.contains(&function) && returns_pointer(function, max_around) &&
          calls_some(function,
                     [&](const llvm::CallBase& call) { return known.contains(direct_callee(call)); }))
        around.push_back(&function);
    known.insert(around.begin(), around.end());
    found.insert(found.begin(), around.begin(), around.end());
  }
  return found;
}

/// Replaces the parameters for which the call passes constants by these constants, so that the sizes of
/// allocated objects are known. Requires: `call` is the only call of the function.
void specialise(llvm::Function& function, const llvm::CallBase& call) {
  PENDULUM_CHECK(function.hasOneUse() && call.getCalledOperand() == &function, "{} should have one call",
                 function.getName().str());
  PENDULUM_CHECK(call.arg_size() == function.arg_size(), "the call of {} should pass all arguments",
                 function.getName().str());
  for (llvm::Argument& argument : function.args()) {
    if (!argument.getType()->isIntegerTy()) continue;
    if (const auto constant = always_constant(*call.getArgOperand(argument.getArgNo())))
      argument.replaceAllUsesWith(llvm::ConstantInt::get(argument.getType(), *constant));
  }
}

}  // namespace

void copy_allocators(llvm::Module& module) {
  constexpr std::size_t max_copies = 100;  // of all allocators together; it bounds the size of the program
  std::size_t copies = 0;
  for (llvm::Function* function : find_allocators(module)) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          call != nullptr && call->getCalledOperand() == function &&
          call->getFunctionType() == function->getFunctionType())
        calls.push_back(call);
    // The first call keeps the original.
    for (std::size_t i = 1; i < calls.size() && copies < max_copies; ++i, ++copies) {
      llvm::ValueToValueMapTy map;
      llvm::Function* copy = llvm::CloneFunction(function, map);
      copy->setName(function->getName() + "." + std::to_string(i + 1));
      calls[i]->setCalledFunction(copy);
      specialise(*copy, *calls[i]);
    }
    if (!calls.empty() && function->hasOneUse()) specialise(*function, *calls.front());
  }
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after copying allocators: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
