#include "frontend/llvm/walk/walk.h"

#include <llvm/IR/Instructions.h>

#include "base/check.h"

namespace pendulum::frontend {

namespace {

/// The instruction at which a use takes place: for a phi, the end of the block from which its value comes.
const llvm::Instruction* position_of(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
    return phi->getIncomingBlock(use)->getTerminator();
  return user;
}

const llvm::BasicBlock* block_of(const llvm::Value& value) {
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value)) return instruction->getParent();
  return &llvm::cast<llvm::Argument>(value).getParent()->getEntryBlock();
}

}  // namespace

bool is_live(const llvm::Value& value, const llvm::Instruction& next) {
  const llvm::BasicBlock* home = block_of(value);
  PENDULUM_CHECK(home->getParent() == next.getFunction(), "the value should be one of the function {}",
                 next.getFunction()->getName().str());
  for (const llvm::Use& use : value.uses()) {
    const llvm::Instruction* position = position_of(use);
    if (position->getParent() != home) return true;
    // In its own block a value is recomputed before it is used again.
    if (next.getParent() != home || (position != &next && position->comesBefore(&next))) continue;
    const auto* definition = llvm::dyn_cast<llvm::Instruction>(&value);
    if (definition == nullptr || definition->comesBefore(&next)) return true;
  }
  return false;
}

const Value* Frame::find(const llvm::Value* value) const {
  const auto it = index.find(value);
  return it == index.end() ? nullptr : &values[it->second].second;
}

void Frame::set(const llvm::Value* value, Value content) {
  PENDULUM_CHECK(content.pointer.has_value() == content.term.is_null(),
                 "a value should be either a term or a pointer");
  const auto [it, is_new] = index.try_emplace(value, values.size());
  if (is_new) {
    values.emplace_back(value, std::move(content));
  } else {
    values[it->second].second = std::move(content);
  }
}

}  // namespace pendulum::frontend
