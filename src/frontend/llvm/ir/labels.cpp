// clang emits an intrinsic llvm.dbg.label at the start of the block of each label
// (CodeGenFunction::EmitLabel). The bitcode reader may turn it into a debug record.
#include "frontend/llvm/ir/labels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/check.h"

namespace pendulum::frontend {

std::vector<Label> labels_of(llvm::Function& function) {
  std::vector<Label> labels;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* mark = llvm::dyn_cast<llvm::DbgLabelInst>(&instruction))
      labels.push_back({mark->getLabel(), instruction.getNextNonDebugInstruction(), mark->getDebugLoc()});
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
      if (const auto* mark = llvm::dyn_cast<llvm::DbgLabelRecord>(&record))
        labels.push_back({mark->getLabel(), &instruction, mark->getDebugLoc()});
  }
  for (const Label& label : labels)
    PENDULUM_CHECK(label.label != nullptr && label.first != nullptr,
                   "an instruction of {} should follow each label", function.getName().str());
  return labels;
}

}  // namespace pendulum::frontend
