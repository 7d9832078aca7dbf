// The labels of the C source. LLVM IR keeps blocks and not labels; clang's debug information tells which
// labels the source has and where control reaches them.
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
  llvm::Instruction* first = nullptr;    ///< executed first after control has reached the label
  llvm::DebugLoc where;                  ///< the label itself
};

/// All labels of the function, in the order of its blocks. Requires: clang compiled the function with debug
/// information; functions with `__attribute__((nodebug))` seem to have no labels.
std::vector<Label> labels_of(llvm::Function& function);

}  // namespace pendulum::frontend
