// Records what the C program does along the edges (program/source_actions.h). The translation without a
// recorder makes the same program.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "frontend/llvm/ir/debug_types.h"
#include "frontend/llvm/state/constants.h"
#include "frontend/llvm/state/path.h"

namespace llvm {
class CallBase;
class DataLayout;
class DILocation;
class Function;
class Instruction;
class Type;
}  // namespace llvm

namespace pendulum::frontend {

class ActionRecorder {
 public:
  ActionRecorder(const PointsTo& points_to, const Constants& constants, const llvm::DataLayout& layout,
                 program::SourceActions& actions)
      : points_to_(points_to),
        constants_(constants),
        layout_(layout),
        actions_(actions),
        types_(actions.types) {}

  /// The path arrives at the instruction. Later actions belong to its source location.
  void line(Path& path, const llvm::Instruction& instruction);
  /// A read of `bytes` bytes begins; `loaded` adds the value, if the read is valid.
  std::size_t load(Path& path, const Pointer& from, llvm::Type* type);
  void loaded(Path& path, std::size_t action, const Value& value);
  void store(Path& path, const Pointer& to, const Value& value, llvm::Type* type);
  void copy(Path& path, const Pointer& to, const Pointer& from, std::uint64_t bytes);
  void fill(Path& path, const Pointer& to, Term byte, std::uint64_t bytes);
  /// `size` is null if it is constant.
  void allocate(Path& path, const Value& made, Term size);
  void free(Path& path, const Pointer& object);
  void enter(Path& path, const llvm::Function& function);
  void leave(Path& path, const llvm::Function& function, const std::optional<Value>& result);
  void branch(Path& path, const std::string& block);
  void input(Path& path, Term value, const std::string& function);

  /// The actions of an edge.
  void keep(program::EdgeId edge, const std::vector<program::SourceAction>& actions);
  /// Fills the table of objects. To be called once, at the end.
  void finish();

 private:
  using Action = program::SourceAction;
  Action make(const Path& path, Action::Kind kind) const;
  program::SourceAddress address_of(const Pointer& pointer) const;
  program::SourceAddress value_of(const Value& value) const;
  std::uint32_t index_of(const llvm::Instruction& instruction);

  const PointsTo& points_to_;
  const Constants& constants_;
  const llvm::DataLayout& layout_;
  program::SourceActions& actions_;
  DebugTypes types_;
  std::map<std::pair<const llvm::Function*, const llvm::DILocation*>, std::uint32_t> locations_;
};

}  // namespace pendulum::frontend
