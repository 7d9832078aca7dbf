// The consumed inputs of a run, sorted by where a harness has to put them, as plain bytes and numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/interpreter.h"

namespace pendulum::check {

struct CallValue {
  std::string function;
  std::uint64_t value = 0;  ///< modulo 2^64
};

/// Bytes of an object, little endian.
struct Content {
  unsigned activation = 0;   ///< which of the object's lives, from 0
  std::uint64_t offset = 0;  ///< in bytes
  std::uint64_t stride = 0;  ///< not 0: again at this distance to the end of the object (default of an array)
  std::string bytes;
};

struct SortedInputs {
  std::vector<CallValue> calls;                          ///< in order of execution
  std::map<std::uint32_t, std::vector<Content>> locals;  ///< by number of the object
  std::map<std::string, std::vector<Content>> objects;   ///< external ones by name
  std::map<std::size_t, std::uint64_t> arguments;        ///< of the entry function by position
  std::map<std::uint64_t, char> foreign;                 ///< bytes at addresses of no object, as first read
};

/// Inputs of kind Call named "<entry>#<position>" are arguments. Records of one local object belong to one
/// activation as long as they follow each other with rising offsets; Internal inputs do not count.
SortedInputs sort_inputs(const std::vector<ConsumedInput>& inputs);

/// For a string literal of C.
std::string escaped_bytes(const std::string& bytes);

}  // namespace pendulum::check
