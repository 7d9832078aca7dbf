// Where locations of the program stand in the source: loop heads at their loop statement, and locations that
// somebody asked for (Options::places) before the statement that they named.
#pragma once

#include <unordered_map>
#include <vector>

#include "program/source.h"

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

class Places {
 public:
  Places(const llvm::Module& module, const std::vector<program::SourceLocation>& wanted);

  /// Should a location stand before the instruction because it was asked for?
  bool contains(const llvm::Instruction& instruction) const { return wanted_.contains(&instruction); }
  /// The place of a location that stands before the instruction.
  program::SourceLocation where(const llvm::Instruction& instruction) const;

 private:
  std::unordered_map<const llvm::Instruction*, program::SourceLocation> wanted_;
};

}  // namespace pendulum::frontend
