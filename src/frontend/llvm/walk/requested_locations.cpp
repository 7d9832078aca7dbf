#include "frontend/llvm/walk/requested_locations.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

using program::SourceLocation;

/// Whether `where` is on the line of `wanted`, at its column or after it.
bool is_after(const SourceLocation& where, const SourceLocation& wanted) {
  return where.line == wanted.line && where.column >= wanted.column &&
         std::filesystem::path(where.file).filename() == std::filesystem::path(wanted.file).filename();
}

/// Whether the instruction starts the lifetime of a local. Such an instruction belongs to a declaration and
/// not to the statement at its source location.
bool is_birth(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName() == llvm::StringRef(uninitialised_function);
}

/// The start of the loop statement with this head; null: `head` is not the head of a loop statement. clang
/// attaches the start of the statement to each back edge as metadata.
const llvm::DILocation* loop_statement(const llvm::BasicBlock& head) {
  for (const llvm::BasicBlock* block : llvm::predecessors(&head)) {
    const llvm::Instruction& end = *block->getTerminator();
    const llvm::MDNode* loop = end.getMetadata(llvm::LLVMContext::MD_loop);
    // Of the two branches at the end of do ... while the first one leads back.
    if (loop == nullptr || end.getSuccessor(0) != &head) continue;
    for (const llvm::MDOperand& operand : loop->operands())
      if (const auto* start = llvm::dyn_cast_or_null<llvm::DILocation>(operand.get())) return start;
  }
  return nullptr;
}

}  // namespace

/// The location of a statement is before the statement's first instruction in the order of the IR, which is
/// executed first in straight-line code.
RequestedLocations::RequestedLocations(const llvm::Module& module,
                                       const std::vector<SourceLocation>& wanted) {
  for (const SourceLocation& place : wanted) {
    for (const llvm::Function& function : module) {
      const llvm::Instruction* first = nullptr;
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!is_after(source_location(instruction), place) || llvm::isa<llvm::PHINode>(instruction)) continue;
        if (is_birth(instruction)) continue;
        first = &instruction;
        break;
      }
      if (first == nullptr) continue;
      SourceLocation where = source_location(*first);
      if (place.column != 0) where.column = place.column;
      wanted_.emplace(first, std::move(where));
    }
  }
}

SourceLocation RequestedLocations::where(const llvm::Instruction& instruction) const {
  if (const auto found = wanted_.find(&instruction); found != wanted_.end()) return found->second;
  const llvm::BasicBlock& block = *instruction.getParent();
  const llvm::DILocation* loop = &instruction == &block.front() ? loop_statement(block) : nullptr;
  SourceLocation where = source_location(instruction);
  if (loop == nullptr) return where;
  SourceLocation start = source_location(*loop);
  start.function = where.function;
  return start;
}

}  // namespace pendulum::frontend
