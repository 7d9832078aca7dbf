#include "trace/notation.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

#include "base/check.h"

namespace pendulum::trace {

namespace {

using program::SourceActions;
using program::SourceType;
using program::SourceTypeId;
using term::Term;

/// Unsigned numbers above this one, of at least 32 bits, are also shown in hexadecimal. They are often masks,
/// or negative numbers, whose digits are easier to recognise there.
constexpr unsigned max_plain_number = 0xffff;

/// Maximum nesting of structs and arrays; the debug information cannot nest them without end.
constexpr unsigned max_nesting = 32;

std::string escaped(unsigned char c, char quote) {
  switch (c) {
    case '\0':
      return "\\0";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (c == static_cast<unsigned char>(quote)) return {'\\', quote};
  if (c >= ' ' && c <= '~') return {static_cast<char>(c)};
  return fmt::format("\\x{:02x}", c);
}

bool is_readable(std::uint64_t c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r' || c == 0;
}

template <typename Float, typename Bits>
std::string floating_text(Bits bits, const char* suffix) {
  const auto number = std::bit_cast<Float>(bits);
  std::string text = fmt::format("{}", number);
  const bool has_mark = text.find_first_of(".eni") != std::string::npos;  // also inf and nan
  return text + (has_mark ? "" : ".0") + (text.find_first_of("ni") == std::string::npos ? suffix : "");
}

std::string floating_text(Term value) {
  const std::uint32_t width = value.sort().width();
  const std::uint64_t bits = value.integer_value().get_ui();
  if (width == 32) return floating_text<float>(static_cast<std::uint32_t>(bits), "f");
  if (width == 64) return floating_text<double>(bits, "");
  return "0x" + value.integer_value().get_str(16) + " (bits)";
}

std::string integer_text(Term value, bool is_signed) {
  if (is_signed) return value.signed_value().get_str();
  const mpz_class number = value.integer_value();
  const bool is_large = value.sort().width() >= 32 && number > max_plain_number;
  return is_large ? fmt::format("{} (0x{})", number.get_str(), number.get_str(16)) : number.get_str();
}

/// An unsigned char is more often a number than a character: 65 ('A').
std::string byte_text(Term value) {
  const unsigned long number = value.integer_value().get_ui();
  const bool is_printable = number >= ' ' && number <= '~';
  return is_printable ? fmt::format("{} ('{}')", number, escaped(static_cast<unsigned char>(number), '\''))
                      : value.integer_value().get_str();
}

std::string enumerator_text(const SourceType& type, Term value) {
  const mpz_class number = type.is_signed ? value.signed_value() : value.integer_value();
  for (const auto& [name, known] : type.values)
    if (number == mpz_class(std::to_string(known))) return name;
  return number.get_str();
}

}  // namespace

std::string number_text(const SourceType& type, Term value) {
  if (value.is_true()) return "1";
  if (value.is_false()) return "0";
  if (!value.sort().is_bitvec()) return value.to_string();
  switch (type.kind) {
    case SourceType::Kind::Character:
      if (!type.is_signed) return byte_text(value);
      if (value.sort().width() == 8 && is_readable(value.integer_value().get_ui()))
        return "'" + escaped(static_cast<unsigned char>(value.integer_value().get_ui()), '\'') + "'";
      return integer_text(value, type.is_signed);
    case SourceType::Kind::Bool:
      return value.integer_value() > 1    ? integer_text(value, false)
             : value.integer_value() == 1 ? "true"
                                          : "false";
    case SourceType::Kind::Integer:
      return integer_text(value, type.is_signed);
    case SourceType::Kind::Enumeration:
      return enumerator_text(type, value);
    case SourceType::Kind::Floating:
      return floating_text(value);
    case SourceType::Kind::Pointer:
      return value.integer_value() == 0 ? "NULL" : "0x" + value.integer_value().get_str(16);
    case SourceType::Kind::Unknown:
    case SourceType::Kind::Array:
    case SourceType::Kind::Struct:
    case SourceType::Kind::Union:
      return value.sort().width() == 8 ? byte_text(value) : integer_text(value, true);
  }
  PENDULUM_UNREACHABLE();
}

std::string string_text(const std::string& text, std::size_t max_characters) {
  std::string result = "\"";
  bool follows_number = false;  // \x01 followed by a digit would be another number
  for (std::size_t i = 0; i < text.size() && i < max_characters; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::string character =
        follows_number && std::isxdigit(c) != 0 ? fmt::format("\\x{:02x}", c) : escaped(c, '"');
    follows_number = character.starts_with("\\x") || character == "\\0";
    result += character;
  }
  return result + "\"" + (text.size() > max_characters ? "..." : "");
}

namespace {

/// Does the field have the size of the access, and the kind of its value?
bool fits(const SourceType& field, const Extent& extent) {
  if (field.bytes != extent.bytes) return false;
  switch (extent.kind) {
    case Extent::Kind::Any:
      return true;
    case Extent::Kind::Floating:
      return field.kind == SourceType::Kind::Floating;
    case Extent::Kind::Pointer:
      return field.kind == SourceType::Kind::Pointer;
    case Extent::Kind::Number:
      return field.kind != SourceType::Kind::Floating && field.kind != SourceType::Kind::Pointer;
  }
  PENDULUM_UNREACHABLE();
}

/// The fields at the byte offset; those that fit the access come first, because the fields of a union
/// overlap.
std::vector<const SourceType::Field*> fields_at(const SourceActions& tables, const SourceType& type,
                                                std::uint64_t offset, const Extent& extent) {
  std::vector<const SourceType::Field*> result;
  for (const SourceType::Field& field : type.fields) {
    const std::uint64_t start = field.bit_offset / 8;
    const std::uint64_t size = std::max<std::uint64_t>(tables.types[field.type].bytes, 1);
    if (offset < start || offset >= start + size) continue;
    result.push_back(&field);
  }
  std::ranges::stable_partition(result, [&](const SourceType::Field* field) {
    return tables.types[field->type].bytes == extent.bytes;
  });
  std::ranges::stable_partition(
      result, [&](const SourceType::Field* field) { return fits(tables.types[field->type], extent); });
  // An offset after the end of the struct belongs to its last array, whose index is then out of bounds.
  for (auto field = type.fields.rbegin(); field != type.fields.rend() && offset >= type.bytes; ++field)
    if (result.empty() && tables.types[field->type].kind == SourceType::Kind::Array)
      result.push_back(&*field);
  return result;
}

/// An element after the last one of an array that is a field: items[4] of an array with four elements.
std::optional<Part> element_after(const SourceActions& tables, const SourceType& type, std::uint64_t offset,
                                  const Extent& extent) {
  for (const SourceType::Field& field : type.fields) {
    const SourceType& array = tables.types[field.type];
    const std::uint64_t start = field.bit_offset / 8;
    if (array.kind != SourceType::Kind::Array || offset < start + array.bytes) continue;
    const std::uint64_t size = tables.types[array.element].bytes;
    if (size != 0 && size == extent.bytes && (offset - start) % size == 0)
      return Part{fmt::format(".{}[{}]", field.name, (offset - start) / size), array.element};
  }
  return std::nullopt;
}

std::optional<Part> part_at(const SourceActions& tables, SourceTypeId id, std::int64_t offset,
                            const Extent& extent, bool is_outermost, unsigned nesting) {
  const SourceType& type = tables.types.at(id);
  if (nesting > max_nesting) return std::nullopt;
  const std::uint64_t bytes = extent.bytes;
  const bool is_whole = offset == 0 && bytes != 0 && bytes == type.bytes;
  switch (type.kind) {
    case SourceType::Kind::Array: {
      // The only element of an array, and the only field of a struct, is named, because an access reads or
      // writes the element.
      if (is_whole && type.bytes != tables.types[type.element].bytes) return Part{"", id};
      const auto size = static_cast<std::int64_t>(tables.types[type.element].bytes);
      if (size == 0) return std::nullopt;
      std::int64_t index = offset / size;
      if (offset % size < 0) --index;
      if (!is_outermost && (index < 0 || offset >= static_cast<std::int64_t>(type.bytes)))
        return std::nullopt;
      auto inner = part_at(tables, type.element, offset - index * size, extent, false, nesting + 1);
      if (!inner) return std::nullopt;
      return Part{fmt::format("[{}]{}", index, inner->path), inner->type};
    }
    case SourceType::Kind::Struct:
    case SourceType::Kind::Union: {
      // A number or a pointer is a field, also if the field is as large as the struct or union.
      const bool is_field = type.fields.size() == 1 || extent.kind != Extent::Kind::Any;
      if ((is_whole && !is_field) || (offset == 0 && bytes == 0)) return Part{"", id};
      if (offset < 0) return std::nullopt;
      for (const SourceType::Field* field :
           fields_at(tables, type, static_cast<std::uint64_t>(offset), extent)) {
        // A bit-field is a part of the bytes that are read or written.
        const std::uint64_t field_bits = tables.types[field->type].bytes * 8;
        if (field_bits != 0 && field->bit_size != field_bits) continue;
        const auto start = static_cast<std::int64_t>(field->bit_offset / 8);
        // An index after the end of an array that is the last field is shown as such.
        auto inner = part_at(tables, field->type, offset - start, extent,
                             is_outermost || offset >= static_cast<std::int64_t>(type.bytes), nesting + 1);
        if (inner) return Part{(field->name.empty() ? "" : "." + field->name) + inner->path, inner->type};
      }
      if (is_whole) return Part{"", id};
      return element_after(tables, type, static_cast<std::uint64_t>(offset), extent);
    }
    case SourceType::Kind::Unknown:
    case SourceType::Kind::Bool:
    case SourceType::Kind::Character:
    case SourceType::Kind::Integer:
    case SourceType::Kind::Floating:
    case SourceType::Kind::Enumeration:
    case SourceType::Kind::Pointer:
      break;
  }
  if (offset != 0 || (bytes != 0 && type.bytes != 0 && bytes != type.bytes)) return std::nullopt;
  return Part{"", id};
}

}  // namespace

std::optional<Part> part_at(const SourceActions& tables, SourceTypeId type, std::int64_t offset,
                            Extent extent) {
  return part_at(tables, type, offset, extent, true, 0);
}

namespace {

bool is_scalar(const SourceType& type) {
  return type.kind != SourceType::Kind::Array && type.kind != SourceType::Kind::Struct &&
         type.kind != SourceType::Kind::Union;
}

}  // namespace

std::optional<EnclosingPart> enclosing_part(const SourceActions& tables, SourceTypeId type,
                                            std::int64_t offset) {
  for (const std::uint64_t size : {2U, 4U, 8U, 16U})
    for (std::uint64_t byte = 0; byte < size; ++byte) {
      const auto part = part_at(tables, type, offset - static_cast<std::int64_t>(byte), size);
      if (part && is_scalar(tables.types[part->type])) return EnclosingPart{*part, byte};
    }
  return std::nullopt;
}

std::optional<std::uint64_t> characters_left(const SourceActions& tables, SourceTypeId id,
                                             std::int64_t offset) {
  for (unsigned nesting = 0; nesting <= max_nesting && offset >= 0; ++nesting) {
    const SourceType& type = tables.types.at(id);
    if (type.kind == SourceType::Kind::Array) {
      const SourceType& element = tables.types[type.element];
      if (element.kind == SourceType::Kind::Character) {
        const auto at = static_cast<std::uint64_t>(offset);
        return at < type.bytes ? std::optional(type.bytes - at) : std::nullopt;
      }
      if (element.bytes == 0) return std::nullopt;
      offset %= static_cast<std::int64_t>(element.bytes);
      id = type.element;
      continue;
    }
    const auto fields = fields_at(tables, type, static_cast<std::uint64_t>(offset), 0);
    if (fields.empty()) return std::nullopt;
    offset -= static_cast<std::int64_t>(fields.front()->bit_offset / 8);
    id = fields.front()->type;
  }
  return std::nullopt;
}

std::vector<BitField> bit_fields_at(const SourceActions& tables, SourceTypeId id, std::int64_t offset,
                                    std::uint64_t bytes) {
  for (unsigned nesting = 0; nesting <= max_nesting && offset >= 0; ++nesting) {
    const SourceType& type = tables.types.at(id);
    if (type.kind == SourceType::Kind::Array) {
      const std::uint64_t size = tables.types[type.element].bytes;
      if (size == 0) return {};
      offset %= static_cast<std::int64_t>(size);
      id = type.element;
      continue;
    }
    const auto start = static_cast<std::uint64_t>(offset);
    std::vector<BitField> result;
    const SourceType::Field* inner = nullptr;
    for (const SourceType::Field& field : type.fields) {
      const std::uint64_t field_bits = tables.types[field.type].bytes * 8;
      const bool is_inside =
          field.bit_offset >= start * 8 && field.bit_offset + field.bit_size <= (start + bytes) * 8;
      if (field.bit_size != 0 && field.bit_size < field_bits && is_inside)
        result.push_back({field.name, field.type, static_cast<unsigned>(field.bit_offset - start * 8),
                          static_cast<unsigned>(field.bit_size), offset});
      if (field.bit_offset <= start * 8 && start * 8 < field.bit_offset + field_bits) inner = &field;
    }
    if (!result.empty() || inner == nullptr) return result;
    offset -= static_cast<std::int64_t>(inner->bit_offset / 8);
    id = inner->type;
  }
  return {};
}

std::string bytes_text(std::uint64_t bytes) {
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

}  // namespace pendulum::trace
