// Source locations of the locations of the Program: a loop head has that of its loop statement, and a
// location that the user requested (Options::places) has the requested one.
#pragma once

#include <unordered_map>
#include <vector>

#include "program/source.h"

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

class RequestedLocations {
 public:
  /// `wanted` are the source locations of statements. A statement that the module does not contain has no
  /// effect.
  RequestedLocations(const llvm::Module& module, const std::vector<program::SourceLocation>& wanted);

  /// Whether the Program should have a location before the instruction because the user requested one.
  bool contains(const llvm::Instruction& instruction) const { return wanted_.contains(&instruction); }
  /// The source location of a location before the instruction.
  program::SourceLocation where(const llvm::Instruction& instruction) const;

 private:
  std::unordered_map<const llvm::Instruction*, program::SourceLocation> wanted_;
};

}  // namespace pendulum::frontend
