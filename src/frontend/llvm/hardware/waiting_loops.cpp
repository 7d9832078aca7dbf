// Loops that wait until something outside of the program changes a volatile object: while (!ready) {}
//
// If volatile objects keep their values, such a loop never ends, and every statement after it is
// unreachable. This is hardly what the user means, so without an option about who changes the object
// (--volatile, --isr), a second iteration of the loop is unsupported.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <utility>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// Nothing but the program changes a volatile local.
bool is_volatile_read(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && load->isVolatile() &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
}

/// Whether an iteration reads a volatile object and changes nothing, so that all iterations are the same.
bool waits(const llvm::Loop& loop) {
  bool is_reading = false;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
      if (instruction.mayWriteToMemory() && !llvm::isa<llvm::LoadInst>(instruction)) return false;
      if (llvm::isa<llvm::CallBase>(instruction)) return false;
      is_reading = is_reading || is_volatile_read(instruction);
    }
  llvm::SmallVector<llvm::BasicBlock*> exits;
  loop.getExitBlocks(exits);
  return is_reading && !exits.empty();
}

}  // namespace

void mark_waiting_loops(llvm::Module& module) {
  std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> back_edges;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!waits(*loop)) continue;
      llvm::SmallVector<llvm::BasicBlock*> latches;
      loop->getLoopLatches(latches);
      for (llvm::BasicBlock* latch : latches) back_edges.emplace_back(latch, loop->getHeader());
    }
  }
  for (const auto& [latch, header] : back_edges) {
    const llvm::DebugLoc place = latch->getTerminator()->getDebugLoc();
    llvm::BasicBlock* edge = llvm::SplitEdge(latch, header);
    PENDULUM_CHECK(edge != nullptr, "an edge of a loop should be divisible");
    llvm::IRBuilder<> builder(edge->getTerminator());
    builder.SetCurrentDebugLocation(place);
    mark_unsupported(builder, "loop that waits for a volatile object without --volatile or --isr");
  }
}

}  // namespace pendulum::frontend
