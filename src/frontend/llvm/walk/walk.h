// The state of a walk: the symbolic execution of the program from one location to the next one, which becomes
// one edge.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/llvm/state/path.h"
#include "frontend/llvm/state/values.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// Whether the walk continues after an instruction.
enum class Step { Goes, Ends };

/// A function and the call that leads to it.
struct Instance {
  const llvm::Function* function = nullptr;
  Instance* parent = nullptr;            ///< null: the entry function, or a function that is not inlined
  const llvm::CallBase* call = nullptr;  ///< the call in the parent
  std::unordered_map<const llvm::Instruction*, program::LocationId> locations;
  std::unordered_map<const llvm::CallBase*, std::vector<Instance*>> children;
};

/// The values of one activation that the current walk has computed.
struct Frame {
  Instance* instance = nullptr;
  const llvm::Instruction* next = nullptr;  ///< the instruction at which the activation continues
  std::unordered_map<const llvm::Value*, std::size_t> index;  ///< position in `values`
  std::vector<std::pair<const llvm::Value*, Value>> values;   ///< in the order of computation

  /// The value, if this walk has computed it. Null: an earlier walk has stored it in a temporary.
  const Value* find(const llvm::Value* value) const;
  void set(const llvm::Value* value, Value content);
};

/// An edge under construction.
struct Walk {
  program::LocationId source = 0;
  Path path;
  /// The running activation last; without callers that the walk has not returned to.
  std::vector<Frame> frames = {};
  const llvm::Instruction* current = nullptr;  ///< the instruction that is being executed
  const llvm::Instruction* first = nullptr;    ///< first one with a known source location, or null
  const llvm::Instruction* start = nullptr;    ///< instruction at `source`, or null
};

/// Whether the value, an instruction or a parameter, may be used if its activation continues at `next`. An
/// over-approximation. Requires: both are in the same function.
bool is_live(const llvm::Value& value, const llvm::Instruction& next);

}  // namespace pendulum::frontend
