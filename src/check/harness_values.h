// The consumed inputs of a run, sorted by where a harness has to put them, as plain bytes and numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/interpreter.h"
#include "check/value_sequence.h"

namespace pendulum::check {

struct CallValue {
  std::string function;
  ValueSequence value;  ///< modulo 2^64
};

/// Calls in the order of execution that are made `count` times in a row.
struct CallBlock {
  std::vector<CallValue> calls;
  std::uint64_t count = 1;
};

/// Bytes of an object, little endian.
struct Content {
  unsigned activation = 0;   ///< which of the object's lives; another number than the life before
  std::uint64_t offset = 0;  ///< in bytes
  std::uint64_t stride = 0;  ///< not 0: again at this distance, `count` times or to the end of the object
  std::uint64_t count = 0;   ///< 0: to the end of the object
  std::string bytes;
  std::optional<ValueSequence> value = {};  ///< instead of the bytes: `size` bytes that the repetition tells
  std::size_t size = 0;
};

/// Contents of one object in the order of its lives, `count` times in a row.
struct ContentBlock {
  std::vector<Content> contents;
  std::uint64_t count = 1;
};

/// Bytes that stand at `place`, `count` times in a row.
struct ByteRun {
  std::uint64_t place = 0;
  std::uint64_t count = 1;
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
  std::vector<CallBlock> calls;                               ///< in order of execution
  std::map<std::uint32_t, std::vector<ContentBlock>> locals;  ///< by number of the object
  std::map<std::string, std::vector<Content>> objects;        ///< external ones by name
  std::map<std::size_t, std::uint64_t> arguments;             ///< of the entry function by position
  std::map<std::string, ArgumentStrings> strings;             ///< by "argv" and "envp"
  std::map<std::uint64_t, char> unknown_memory;  ///< bytes at addresses of no object, as first read
};

/// Inputs of kind Call named "<entry>#<position>" are arguments. Records of one local object belong to one
/// activation as long as they follow each other with rising offsets; Internal inputs do not count.
/// Blocks of inputs stay blocks, but for their first and last repetition and those that do not fit.
SortedInputs sort_inputs(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks);

/// Bytes in ascending order of their places, as runs: neighbours together, many equal ones once.
std::vector<ByteRun> byte_runs(const std::vector<std::pair<std::uint64_t, char>>& bytes);

/// For a string literal of C.
std::string escaped_bytes(const std::string& bytes);

}  // namespace pendulum::check
