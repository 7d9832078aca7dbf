#include "frontend/llvm/ir/scopes.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/labels.h"

namespace pendulum::frontend {

namespace {

const llvm::DILocalVariable* variable_of(const llvm::AllocaInst& local) {
  auto& object = const_cast<llvm::AllocaInst&>(local);
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&object)) return record->getVariable();
  for (const llvm::DbgDeclareInst* record : llvm::findDbgDeclares(&object)) return record->getVariable();
  return nullptr;
}

/// The block without the scopes that clang adds for macros and included files, which are not blocks of C.
const llvm::DILocalScope* without_files(const llvm::DILocalScope* block) {
  return block == nullptr ? nullptr : block->getNonLexicalBlockFileScope();
}

bool is_inside(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
  PENDULUM_CHECK(outer != nullptr, "the outer block should exist");
  while (inner != nullptr && inner != outer) {
    if (llvm::isa<llvm::DISubprogram>(inner)) return false;
    inner = without_files(llvm::cast<llvm::DILocalScope>(inner->getScope()));
  }
  return inner != nullptr;
}

/// The innermost block that contains all instructions with a source location that use the local; null: no
/// such instruction exists.
const llvm::DILocalScope* block_of_uses(const llvm::AllocaInst& local) {
  const llvm::DILocalScope* block = nullptr;
  for (const llvm::User* user : local.users()) {
    const auto& instruction = *llvm::cast<llvm::Instruction>(user);
    if (is_silent(instruction) || !instruction.getDebugLoc()) continue;
    const auto* place = without_files(llvm::cast<llvm::DILocalScope>(instruction.getDebugLoc().getScope()));
    if (block == nullptr) block = place;
    while (!is_inside(place, block)) {
      PENDULUM_CHECK(!llvm::isa<llvm::DISubprogram>(block), "all uses of a local should be in its function");
      block = without_files(llvm::cast<llvm::DILocalScope>(block->getScope()));
    }
  }
  return block;
}

/// The block of a local. The block of its uses replaces the debug record that compound literals, and
/// variables whose declaration a switch jumps over, do not have.
const llvm::DILocalScope* block_of(const llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = variable_of(local);
  return variable == nullptr ? block_of_uses(local) : without_files(variable->getScope());
}

/// Whether the program uses the pointer only for loads, stores, fills and copies, directly or through GEPs.
bool is_only_accessed(const llvm::Value& pointer) {
  return std::all_of(pointer.user_begin(), pointer.user_end(), [&](const llvm::User* user) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (instruction == nullptr) return false;
    if (is_silent(*instruction) || llvm::isa<llvm::LoadInst, llvm::MemIntrinsic>(instruction)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction))
      return store->getValueOperand() != &pointer;
    // The depth of the recursion is that of a C expression.
    return llvm::isa<llvm::GetElementPtrInst>(instruction) && is_only_accessed(*instruction);
  });
}

}  // namespace

bool is_of_inner_block(const llvm::AllocaInst& local) {
  const llvm::DILocalScope* block = block_of(local);
  return block != nullptr && !llvm::isa<llvm::DISubprogram>(block);
}

bool ends_in_block_of(const llvm::AllocaInst& holder, const llvm::AllocaInst& local) {
  PENDULUM_CHECK(holder.getFunction() == local.getFunction(), "the locals should belong to one function");
  // A temporary of clang, such as the result of a statement expression, may carry a value out of the block.
  const llvm::DILocalVariable* variable = variable_of(holder);
  const llvm::DILocalScope* block = block_of(local);
  return variable != nullptr && block != nullptr && is_inside(without_files(variable->getScope()), block);
}

bool hands_out_block_locals(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          local != nullptr && is_of_inner_block(*local) && !is_only_accessed(*local))
        return true;
  return false;
}

ScopeMark scope_mark(const llvm::Instruction& instruction) {
  const auto* mark = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
  if (mark == nullptr) return {};
  return {llvm::dyn_cast<llvm::AllocaInst>(mark->getArgOperand(1)),
          mark->getIntrinsicID() == llvm::Intrinsic::lifetime_start};
}

bool has_scope_marks(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return function.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
  });
}

bool has_scope_marks(const llvm::AllocaInst& local) {
  return std::any_of(local.user_begin(), local.user_end(),
                     [](const llvm::User* user) { return llvm::isa<llvm::LifetimeIntrinsic>(user); });
}

bool may_be_declared_again(const llvm::AllocaInst& local) {
  const llvm::DILocalScope* block = block_of(local);
  const std::vector<Label> labels = labels_of(*const_cast<llvm::Function*>(local.getFunction()));
  return std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
    return block == nullptr || without_files(label.label->getScope()) == block;
  });
}

}  // namespace pendulum::frontend
