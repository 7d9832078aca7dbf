// C notation of values: numbers, characters, enumerators, floating-point numbers, and paths to parts of
// objects such as ".len" and "[3]".
#pragma once

#include <optional>
#include <string>

#include "program/source_actions.h"

namespace pendulum::trace {

/// The number in the notation of its type: 3, 'a', RED, 1.5f, 4294967295 (0xffffffff). A value of unknown
/// type is a signed number. Requires: `value` is a value of sort Bool or a bit-vector.
std::string number_text(const program::SourceType& type, term::Term value);

/// The string as a C literal, cut after `max_characters`.
std::string string_text(const std::string& text, std::size_t max_characters = 60);

/// The size of an access. The fields of a union overlap, so the kind of the value decides which one is named.
struct Extent {
  enum class Kind { Any, Number, Floating, Pointer };
  std::uint64_t bytes = 0;  ///< 0: of the innermost part that begins at the address
  Kind kind = Kind::Any;
  Extent(std::uint64_t size, Kind value = Kind::Any) : bytes(size), kind(value) {}  // implicit
};

/// A part of an object.
struct Part {
  std::string path;                ///< ".len", "[3].x"; empty: the whole object
  program::SourceTypeId type = 0;  ///< type of the part; 0: unknown
};

/// The part of a value of type `type` that an access at `offset` reads or writes. Nothing if the type has no
/// such part. An index of the outermost array may be out of bounds.
std::optional<Part> part_at(const program::SourceActions& tables, program::SourceTypeId type,
                            std::int64_t offset, Extent extent);

/// The number or pointer that contains the byte at `offset`, and the number of the byte in it.
struct EnclosingPart {
  Part part;
  std::uint64_t byte = 0;
};
std::optional<EnclosingPart> enclosing_part(const program::SourceActions& tables, program::SourceTypeId type,
                                            std::int64_t offset);

/// The number of bytes from `offset` to the end of the array of characters around it; nothing if there is
/// none.
std::optional<std::uint64_t> characters_left(const program::SourceActions& tables, program::SourceTypeId type,
                                             std::int64_t offset);

/// A bit-field in a unit that is read or written as a whole.
struct BitField {
  std::string name;
  program::SourceTypeId type = 0;
  unsigned low = 0, size = 0;      ///< its bits in the unit
  std::int64_t struct_offset = 0;  ///< of the unit in the struct that declares the bit-field
};

/// The bit-fields in the `bytes` bytes at `offset` of a value of type `type`; empty if something else is
/// there.
std::vector<BitField> bit_fields_at(const program::SourceActions& tables, program::SourceTypeId type,
                                    std::int64_t offset, std::uint64_t bytes);

/// "1 byte", "3 bytes".
std::string bytes_text(std::uint64_t bytes);

}  // namespace pendulum::trace
