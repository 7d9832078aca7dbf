// The consumed inputs of an execution as bytes and numbers, grouped by the part of the harness that uses
// them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/replay/execution.h"
#include "check/replay/value_sequence.h"

namespace pendulum::check {

/// The result of one call.
struct CallValue {
  std::string function;
  ValueSequence value;     ///< modulo 2^64
  std::uint64_t high = 0;  ///< bits 64 to 127, the same in all repetitions
  /// The value, and where the program reads it: "5, read in main() at a.c:17".
  std::string comment = {};
};

/// A number of at most 128 bits.
struct WideNumber {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// Calls, in the order of execution, that are made `count` times in a row.
struct CallBlock {
  std::vector<CallValue> calls;
  std::uint64_t count = 1;
};

/// Initial bytes of a part of an object, little endian.
struct Content {
  unsigned activation = 0;   ///< number of the object's lifetime; neighbouring lifetimes have other numbers
  std::uint64_t offset = 0;  ///< in bytes
  std::uint64_t stride = 0;  ///< distance in bytes between copies of the bytes; 0: only one copy
  std::uint64_t count = 0;   ///< number of copies; 0: up to the end of the object
  std::string bytes;
  std::optional<ValueSequence> value = {};  ///< if set: used instead of `bytes`, depends on the repetition
  std::size_t size = 0;                     ///< size of `value` in bytes
};

/// Contents of one object in the order of its lifetimes, used `count` times in a row.
struct ContentBlock {
  std::vector<Content> contents;
  std::uint64_t count = 1;
};

/// `count` consecutive copies of `bytes` at the address or offset `start`.
struct ByteRun {
  std::uint64_t start = 0;
  std::uint64_t count = 1;
  std::string bytes;
};

/// argv or envp of main.
struct ArgumentStrings {
  std::uint64_t count = 0;                                        ///< number of strings; only for envp
  std::map<std::uint64_t, std::uint64_t> sizes;                   ///< index of a string -> its size in bytes
  std::map<std::pair<std::uint64_t, std::uint64_t>, char> bytes;  ///< (index, offset) -> byte
  std::uint64_t usual_size = 1;                                   ///< size of all other strings
  char usual_byte = 0;                                            ///< value of all other bytes
};

/// Recorded values by the kind of their input.
struct SortedInputs {
  std::vector<CallBlock> calls;                               ///< results of calls, in order of execution
  std::map<std::uint32_t, std::vector<ContentBlock>> locals;  ///< number of a local object -> its contents
  std::map<std::string, std::vector<Content>> objects;        ///< name of an external object -> its contents
  std::map<std::size_t, WideNumber> arguments;                ///< position -> argument of the entry function
  std::map<std::string, ArgumentStrings> strings;             ///< keys: "argv" and "envp"
  std::map<std::uint64_t, char> unknown_memory;  ///< address in unknown memory -> byte, as first read
};

/// Groups the consumed inputs. Inputs of kind Call with a name "<entry>#<position>" are arguments of the
/// entry function. Consecutive records of one local object with ascending offsets belong to one activation;
/// Internal inputs between them are ignored. A block of inputs stays a block, except for its first and last
/// repetition; blocks that cannot be represented as sequences are written out.
SortedInputs sort_inputs(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks);

/// Combines neighbouring bytes to runs; many equal bytes become one byte with a count. Requires: `bytes` is
/// ordered by address.
std::vector<ByteRun> byte_runs(const std::vector<std::pair<std::uint64_t, char>>& bytes);

/// The bytes as the content of a C string literal.
std::string escaped_bytes(const std::string& bytes);

}  // namespace pendulum::check
