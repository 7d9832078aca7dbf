// The labels of the C source. LLVM IR contains blocks instead of labels; clang's debug information describes
// the labels of the source and the positions at which control reaches them.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <vector>

namespace llvm {
class DILabel;
class Function;
class Instruction;
}  // namespace llvm

namespace pendulum::frontend {

struct Label {
  const llvm::DILabel* label = nullptr;  ///< never null
  llvm::Instruction* first = nullptr;    ///< first instruction that is executed after the label
  llvm::DebugLoc where;                  ///< source location of the label
};

/// All labels of the function, in block order.
/// Requires: clang compiled the function with debug information. No labels are found in functions with
/// `__attribute__((nodebug))`.
std::vector<Label> labels_of(llvm::Function& function);

}  // namespace pendulum::frontend
