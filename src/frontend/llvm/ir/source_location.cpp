// Conversion of debug locations to source locations with file names as the user wrote them.
//
// clang stores a file as a directory and a name relative to it. The directory is the one in which clang ran
// for a relative name, but for an absolute name it may be any common prefix of the file's path and that
// directory (CGDebugInfo::createFile). Only both parts together identify the file.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// The path of a file relative to the directory in which clang ran, if the file is below it or if the user
/// named it by a relative path such as `../src/a.c`; otherwise the absolute path.
std::string file_name(const llvm::DILocation& location) {
  const llvm::DISubprogram* function = location.getScope()->getSubprogram();
  PENDULUM_CHECK(function != nullptr && function->getUnit() != nullptr,
                 "a source location should be in a function that a compilation unit defines");
  const llvm::DIScope& scope = *location.getScope();
  const std::string name = scope.getFilename().str();
  const std::string path = name.starts_with('/') || scope.getDirectory().empty()
                               ? name
                               : (scope.getDirectory() + "/" + name).str();
  const llvm::DICompileUnit& unit = *function->getUnit();
  const std::string directory = unit.getDirectory().str() + "/";
  const std::string relative = path.starts_with(directory) ? path.substr(directory.size()) : path;
  // The unit's own file has the name from clang's command line; clang drops `./` there and finds headers as
  // `./name`.
  for (const std::string& candidate : {path, relative})
    if (unit.getFilename() == candidate) return candidate;
  return relative.starts_with("./") ? relative.substr(2) : relative;
}

}  // namespace

program::SourceLocation source_location(const llvm::DILocation& location) {
  if (location.getLine() == 0) return {};
  return {file_name(location), location.getLine(), location.getColumn(),
          location.getScope()->getSubprogram()->getName().str()};
}

program::SourceLocation source_location(const llvm::Instruction& instruction) {
  PENDULUM_CHECK(instruction.getParent() != nullptr, "an instruction with a location should be in a block");
  program::SourceLocation result;
  if (const llvm::DebugLoc& place = instruction.getDebugLoc()) result = source_location(*place);
  result.function = instruction.getFunction()->getName().str();
  return result;
}

}  // namespace pendulum::frontend
