// The effects of the C program along the edges of a Program, as plain data for explanations of
// counterexamples.
//
// An edge represents several statements, and its updates do not tell which statement changed which part of
// which object. The front end can therefore record *actions*: for each edge the source lines, the reads and
// writes of C objects, calls, returns and inputs, in the order of execution. The terms of an action are over
// the variables before the edge and the inputs of the edge, so the interpreter can evaluate them.
//
// No verdict depends on this data. The front end records it only on request, because it takes memory and
// time: `pendulum verify` translates the program a second time after it has found an error.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"
#include "program/source.h"

namespace pendulum::program {

using SourceTypeId = std::uint32_t;  ///< index into SourceActions::types; 0: unknown type

/// A C type without qualifiers and typedefs.
struct SourceType {
  enum class Kind { Unknown, Bool, Character, Integer, Floating, Enumeration, Pointer, Array, Struct, Union };
  struct Field {
    std::string name;              ///< empty: anonymous struct or union
    std::uint64_t bit_offset = 0;  ///< from the start of the struct
    std::uint64_t bit_size = 0;    ///< smaller than that of the type for bit-fields
    SourceTypeId type = 0;
  };
  Kind kind = Kind::Unknown;
  std::string name;  ///< "unsigned int", "struct node", or the name of a typedef; may be empty
  std::uint64_t bytes = 0;
  bool is_signed = false;                                    ///< Character, Integer, Enumeration
  SourceTypeId element = 0;                                  ///< Pointer, Array; 0 for void
  std::vector<Field> fields;                                 ///< Struct, Union
  std::vector<std::pair<std::string, std::int64_t>> values;  ///< Enumeration
};

/// A part of the initial content of a global: bytes, or the address of an object.
struct InitialPart {
  std::uint64_t offset = 0;
  std::string bytes = {};          ///< empty: an address
  std::uint64_t object = 0;        ///< the number of the object
  std::int64_t object_offset = 0;  ///< in bytes
};

/// An object of C. The object part of a pointer is a code: the number of the object in the low `object_bits`
/// bits and the number of an instance above them.
struct SourceObject {
  enum class Kind {
    Absolute,
    Global,
    Local,
    Function,
    Heap,
    ArgumentVector,   ///< the array argv or envp
    ArgumentStrings,  ///< its strings: instance i is string i
  };
  Kind kind = Kind::Absolute;
  /// In the source. For heap objects the allocating function and its line ("malloc@7"), a function of the C
  /// library ("realloc"), or "*p" if p is a parameter of the entry function.
  std::string name;
  std::string function;       ///< for locals: the function that declares it
  SourceTypeId type = 0;      ///< 0: heap objects, and objects without debug information
  std::uint64_t bytes = 0;    ///< 0: not constant; see SourceAction::Kind::Allocate
  bool is_named = true;       ///< the user declared the object; false for temporaries of the compiler
  bool is_result = false;     ///< the temporary that holds the result of `function`
  SourceLocation where = {};  ///< of heap objects: the allocating call
  std::vector<InitialPart> initial = {};  ///< for small globals: the initial content, as far as it is known
  std::string literal = {};               ///< for string literals: the text without the final NUL
  bool is_literal = false;
};

/// An address, or the value of a pointer. A null `object`: the value is a number and not a pointer.
struct SourceAddress {
  term::Term object;  ///< code of the object
  term::Term offset;  ///< in bytes; for the absolute object (code 0) the address itself
};

struct SourceAction {
  enum class Kind {
    Line,      ///< execution arrives at the line `where`
    Input,     ///< `value` is an input of the edge
    Load,      ///< reads `bytes` bytes at `target`; `value` is null if the access is invalid
    Store,     ///< writes `value` of `bytes` bytes to `target`
    Copy,      ///< copies `bytes` bytes from `value` to `target`
    Fill,      ///< writes the byte `value.offset` to `bytes` bytes at `target`
    Allocate,  ///< makes the heap object `target`; its size is `value.offset` (null: constant)
    Free,      ///< ends the lifetime of the heap object `target`
    Enter,     ///< calls the function `text`
    Leave,     ///< returns `value` (null for void) of type `type`
    Branch,    ///< continues at the block `text` ("if.then"): an outcome of the condition at this line
  };
  Kind kind = Kind::Line;
  std::uint32_t where = 0;  ///< index into SourceActions::locations; 0: unknown
  SourceAddress target = {};
  SourceAddress value = {};  ///< a number has no object; its bits are in `offset`
  std::uint64_t bytes = 0;
  bool is_floating = false;  ///< Load, Store: the value is a floating-point number
  SourceTypeId type = 0;
  std::string text = {};
};

/// The actions of a program and the tables that they refer to.
struct SourceActions {
  std::vector<SourceLocation> locations{SourceLocation{}};
  std::vector<SourceType> types{SourceType{}};
  std::vector<SourceObject> objects;  ///< by number
  unsigned object_bits = 0;
  unsigned pointer_bytes = 4;
  bool is_little_endian = true;
  std::vector<std::vector<SourceAction>> edges;  ///< by edge
};

}  // namespace pendulum::program
