// Names and signedness of objects and their parts, from the debug information.
#pragma once

#include <cstdint>
#include <string>

#include "program/program.h"

namespace llvm {
class Value;
}

namespace pendulum::frontend {

/// The name of a global or local in the source, else the name in the IR; may be empty.
std::string source_name(const llvm::Value& object);

struct PartName {
  std::string path;  ///< ".len", ".3"; empty: the whole object, or not known
  program::Variable::Signedness signedness = program::Variable::Signedness::Unknown;
};

/// The part of `object` at the byte offset with that size. For arrays of records the path leaves out indices.
PartName part_name(const llvm::Value& object, std::uint64_t offset, std::uint64_t size, bool is_array);

}  // namespace pendulum::frontend
