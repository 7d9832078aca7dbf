#include "frontend/llvm/ir/references.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

namespace pendulum::frontend {

namespace {

using Globals = std::set<const llvm::GlobalValue*>;

/// Adds the functions and objects that the operands refer to.
void collect(const llvm::User& user, Globals& globals) {
  std::vector<const llvm::User*> stack{&user};
  std::set<const llvm::User*> seen;
  while (!stack.empty()) {
    const llvm::User* next = stack.back();
    stack.pop_back();
    for (const llvm::Use& operand : next->operands()) {
      if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(operand.get())) {
        globals.insert(global);
      } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
                 constant != nullptr && seen.insert(constant).second) {
        stack.push_back(constant);
      }
    }
  }
}

}  // namespace

Globals references_of(const llvm::GlobalValue& definition) {
  Globals result;
  collect(definition, result);
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&definition))
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) collect(instruction, result);
  return result;
}

Globals reachable_from(const llvm::GlobalValue& root) {
  Globals result{&root};
  std::vector<const llvm::GlobalValue*> stack{&root};
  while (!stack.empty()) {
    const llvm::GlobalValue* next = stack.back();
    stack.pop_back();
    for (const llvm::GlobalValue* reference : references_of(*next))
      if (result.insert(reference).second) stack.push_back(reference);
  }
  return result;
}

}  // namespace pendulum::frontend
