// Names and signedness of objects and their parts, obtained from the debug information.
#pragma once

#include <cstdint>
#include <string>

#include "program/program.h"

namespace llvm {
class DIVariable;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// The name of a global or local in the source if the debug information contains it, otherwise its name in
/// the IR. Heap objects and objects of alloca() are named after the allocating function and its line. May be
/// empty.
std::string source_name(const llvm::Value& object);

/// Is the value the allocation of an object to which a pointer parameter of the entry function may point?
bool is_parameter_object(const llvm::Value& object);

/// The name of an object in messages: its source name; "*p" or "*p->next" for the objects of parameters.
std::string message_name(const llvm::Value& object);

/// The variable in the source that the global or local represents; null if the debug information has none.
const llvm::DIVariable* declared_variable(const llvm::Value& object);

/// Name of a part of an object, relative to the object.
struct PartName {
  std::string path;  ///< ".len", ".3"; empty: the whole object, or unknown
  program::Variable::Signedness signedness = program::Variable::Signedness::Unknown;
};

/// Names the part of `object` that consists of `size` bytes at the byte offset `offset`. If `is_array` is
/// set, the object is an array of records, and the path contains no array indices.
PartName part_name(const llvm::Value& object, std::uint64_t offset, std::uint64_t size, bool is_array);

}  // namespace pendulum::frontend
