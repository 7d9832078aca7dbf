// The data that the classes of walk/, calls/ and translate/ share.
#pragma once

#include <set>
#include <string>

#include "frontend/llvm/analysis/call_graph.h"
#include "frontend/llvm/memory/memory.h"
#include "frontend/llvm/walk/action_recorder.h"
#include "frontend/llvm/walk/arithmetic.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Notes for the user about the translation.
struct TranslationNotes {
  std::set<Drop> drops;               ///< rules by which executions are not followed
  std::set<std::string> assumptions;  ///< printed with the verdict
  std::set<std::string> unsupported;  ///< constructs that are not modelled, with their source locations
};

/// References to data that outlives the classes of walk/, calls/ and translate/, which keep a reference to
/// this struct.
struct TranslationContext : MemoryContext {
  const llvm::Module& module;
  const llvm::Function& entry;
  const CallGraph& call_graph;
  Memory& memory;
  const Arithmetic& arithmetic;
  TranslationNotes& notes;
  ActionRecorder* recorder = nullptr;  ///< null: record no actions
};

}  // namespace pendulum::frontend
