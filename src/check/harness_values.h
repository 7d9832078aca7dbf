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

/// argv or envp of main.
struct ArgumentStrings {
  std::uint64_t count = 0;                                        ///< of envp
  std::map<std::uint64_t, std::uint64_t> sizes;                   ///< bytes, by number of the string
  std::map<std::pair<std::uint64_t, std::uint64_t>, char> bytes;  ///< by number and place
  std::uint64_t usual_size = 1;                                   ///< of the others
  char usual_byte = 0;
};

struct SortedInputs {
  std::vector<CallValue> calls;                          ///< in order of execution
  std::map<std::uint32_t, std::vector<Content>> locals;  ///< by number of the object
  std::map<std::string, std::vector<Content>> objects;   ///< external ones by name
  std::map<std::size_t, std::uint64_t> arguments;        ///< of the entry function by position
  std::map<std::string, ArgumentStrings> strings;        ///< by "argv" and "envp"
  std::map<std::uint64_t, char> foreign;                 ///< bytes at addresses of no object, as first read
};

/// Inputs of kind Call named "<entry>#<position>" are arguments. Records of one local object belong to one
/// activation as long as they follow each other with rising offsets; Internal inputs do not count.
SortedInputs sort_inputs(const std::vector<ConsumedInput>& inputs);

/// For a string literal of C.
std::string escaped_bytes(const std::string& bytes);

}  // namespace pendulum::check
