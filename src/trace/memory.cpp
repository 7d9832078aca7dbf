#include "trace/memory.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"
#include "trace/notation.h"

namespace pendulum::trace {

namespace {

using program::SourceActions;
using program::SourceObject;
using program::SourceType;
using program::SourceTypeId;
using term::Term;

/// Maximum number of bytes of a fill or copy that is followed, and of elements that a text shows.
constexpr std::uint64_t max_followed_bytes = 4096;
constexpr std::uint64_t max_elements = 8;
constexpr unsigned max_shown_nesting = 5;

}  // namespace

Memory::Memory(term::TermManager& terms, const SourceActions& tables,
               const std::map<std::string, Term>& arguments)
    : terms_(terms), tables_(tables), arguments_(arguments) {
  for (std::uint64_t i = 0; i < tables.objects.size(); ++i) {
    const SourceObject& object = tables.objects[i];
    for (const program::InitialPart& part : object.initial) {
      const auto start = static_cast<std::int64_t>(part.offset);
      if (part.bytes.empty())
        cells_[i][start] = {tables.pointer_bytes, {}, ConcreteAddress{part.object, part.object_offset}};
      for (std::size_t byte = 0; byte < part.bytes.size(); ++byte)
        cells_[i][start + static_cast<std::int64_t>(byte)] = {
            1, terms.mk_bv(static_cast<unsigned char>(part.bytes[byte]), 8), std::nullopt};
    }
    if (tables.types.at(object.type).kind != SourceType::Kind::Pointer || !object.is_named) continue;
    pointers_of_[object.kind == SourceObject::Kind::Local ? object.function : ""].push_back(i);
  }
}

const SourceObject& Memory::object(std::uint64_t code) const {
  static const SourceObject unknown;
  const std::uint64_t number = code & ((std::uint64_t{1} << tables_.object_bits) - 1);
  return number < tables_.objects.size() ? tables_.objects[number] : unknown;
}

std::optional<std::uint64_t> Memory::size(std::uint64_t code) const {
  if (const auto found = sizes_.find(code); found != sizes_.end()) return found->second;
  const std::uint64_t bytes = object(code).bytes;
  return bytes == 0 ? std::nullopt : std::optional(bytes);
}

void Memory::store(const ConcreteAddress& to, std::uint64_t bytes, Term value,
                   const std::optional<ConcreteAddress>& pointer) {
  Cells& cells = cells_[to.object];
  // Remove the cells that overlap.
  for (auto it = cells.lower_bound(to.offset - 16);
       it != cells.end() && it->first < to.offset + static_cast<std::int64_t>(bytes);) {
    const bool overlaps = it->first + static_cast<std::int64_t>(it->second.bytes) > to.offset;
    it = overlaps ? cells.erase(it) : std::next(it);
  }
  cells[to.offset] = {bytes, value, pointer};
  if (pointer) learn_type(to, *pointer);
}

/// A heap object has no type of its own; it gets that of the first typed pointer to it.
void Memory::learn_type(const ConcreteAddress& place, const ConcreteAddress& pointer) {
  if (pointer.object == 0 || pointer.offset != 0 || object(pointer.object).type != 0) return;
  const SourceType& type = tables_.types.at(this->type(place, tables_.pointer_bytes));
  if (type.kind == SourceType::Kind::Pointer && type.element != 0 && tables_.types[type.element].bytes != 0)
    learnt_types_.try_emplace(pointer.object, type.element);
}

void Memory::copy(const ConcreteAddress& to, const ConcreteAddress& from, std::uint64_t bytes) {
  const auto source = cells_.find(from.object);
  std::vector<std::pair<std::int64_t, Cell>> moved;
  if (source != cells_.end())
    for (auto it = source->second.lower_bound(from.offset);
         it != source->second.end() && it->first < from.offset + static_cast<std::int64_t>(bytes); ++it)
      moved.emplace_back(it->first, it->second);
  Cells& target = cells_[to.object];
  target.erase(target.lower_bound(to.offset),
               target.lower_bound(to.offset + static_cast<std::int64_t>(bytes)));
  for (auto& [offset, cell] : moved) target[offset - from.offset + to.offset] = std::move(cell);
}

void Memory::fill(const ConcreteAddress& to, std::uint64_t bytes, Term byte) {
  for (std::uint64_t i = 0; i < std::min(bytes, max_followed_bytes); ++i)
    store({to.object, to.offset + static_cast<std::int64_t>(i)}, 1, byte, std::nullopt);
}

void Memory::allocate(std::uint64_t object, std::optional<std::uint64_t> bytes, unsigned line) {
  if (bytes) sizes_[object] = *bytes;
  freed_.erase(object);
  cells_.erase(object);
  lines_[object] = line;
  const Creation made = creation(object);
  ordinals_[object] = ++created_[made.function + "@" + made.line];
}

Memory::Creation Memory::creation(std::uint64_t code) const {
  const SourceObject& target = object(code);
  const std::size_t at = target.name.find('@');
  if (target.kind != SourceObject::Kind::Heap || is_parameter_object(code)) return {};
  if (at != std::string::npos && at + 1 < target.name.size())
    return {target.name.substr(0, at), target.name.substr(at + 1)};
  // A model of the C library creates the object: the program calls the model.
  const auto line = lines_.find(code);
  const bool has_line = line != lines_.end() && line->second != 0;
  return {target.name.substr(0, at), has_line ? std::to_string(line->second) : ""};
}

SourceTypeId Memory::object_type(std::uint64_t code) const {
  if (const SourceTypeId type = object(code).type; type != 0) return type;
  const auto found = learnt_types_.find(code);
  return found == learnt_types_.end() ? 0 : found->second;
}

SourceTypeId Memory::type(const ConcreteAddress& address, Extent extent) const {
  SourceTypeId type = object_type(address.object);
  if (type == 0) return 0;
  std::int64_t offset = address.offset;
  const auto size = static_cast<std::int64_t>(tables_.types.at(type).bytes);
  if (object(address.object).type == 0 && size > 0) offset = ((offset % size) + size) % size;
  const auto part = part_at(tables_, type, offset, extent);
  return part ? part->type : 0;
}

std::string Memory::value_text(SourceTypeId type, Term value,
                               const std::optional<ConcreteAddress>& pointer) const {
  if (pointer) {
    const SourceType& known = tables_.types.at(type);
    if (pointer->object == 0 && known.kind != SourceType::Kind::Pointer &&
        known.kind != SourceType::Kind::Unknown)
      return std::to_string(pointer->offset);
    return pointer_text(*pointer, type);
  }
  return value ? number_text(tables_.types.at(type), value) : "";
}

std::optional<std::string> Memory::string_at(std::uint64_t code, std::int64_t offset,
                                             std::uint64_t most) const {
  const auto cells = cells_.find(code);
  if (cells == cells_.end()) return std::nullopt;
  std::string text;
  for (std::uint64_t i = 0; i < most; ++i) {
    const auto cell = cells->second.find(offset + static_cast<std::int64_t>(i));
    if (cell == cells->second.end() || !cell->second.value || cell->second.bytes != 1) return std::nullopt;
    const auto c = static_cast<char>(cell->second.value.integer_value().get_ui());
    if (c == '\0') return string_text(text);
    text += c;
  }
  return string_text(text) + " without NUL";
}

Term Memory::number_at(const Cells& cells, std::int64_t offset, std::uint64_t bytes) const {
  mpz_class number = 0;
  for (std::uint64_t i = bytes; i-- > 0;) {
    const std::int64_t place = offset + static_cast<std::int64_t>(i);
    auto cell = cells.upper_bound(place);
    if (cell == cells.begin()) return {};
    --cell;
    const auto byte = static_cast<std::uint64_t>(place - cell->first);
    const Term value = cell->second.value;
    if (byte >= cell->second.bytes || !value || !value.sort().is_bitvec()) return {};
    if (cell->second.bytes > 1 && !tables_.is_little_endian) return {};
    number = number * 256 + (value.integer_value() >> (8 * byte)) % 256;
  }
  return terms_.mk_bv(number, static_cast<std::uint32_t>(bytes * 8));
}

Term Memory::bits_at(std::uint64_t code, std::uint64_t offset, std::uint64_t bits, bool is_signed,
                     std::uint32_t width) const {
  const auto cells = cells_.find(code);
  if (cells == cells_.end() || !tables_.is_little_endian) return {};
  const std::uint64_t first = offset / 8, end = (offset + bits + 7) / 8;
  const Term unit = number_at(cells->second, static_cast<std::int64_t>(first), end - first);
  if (!unit) return {};
  mpz_class number = (unit.integer_value() >> (offset % 8)) % (mpz_class(1) << bits);
  if (is_signed && number >= mpz_class(1) << (bits - 1)) number -= mpz_class(1) << bits;
  return terms_.mk_bv(number, width);
}

/// "len = 2, buf = \"ab\"".
std::string Memory::fields_text(const SourceType& type, std::uint64_t code, std::int64_t offset,
                                unsigned nesting) const {
  std::string text;
  for (const SourceType::Field& field : type.fields) {
    const SourceType& field_type = tables_.types.at(field.type);
    const std::uint64_t field_bits = field_type.bytes * 8;
    std::string part;
    if (field.bit_size != 0 && field.bit_size < field_bits) {
      const Term number =
          offset < 0 ? Term()
                     : bits_at(code, static_cast<std::uint64_t>(offset) * 8 + field.bit_offset,
                               field.bit_size, field_type.is_signed, static_cast<std::uint32_t>(field_bits));
      if (number) part = number_text(field_type, number);
    } else {
      part = text_of(field.type, code, offset + static_cast<std::int64_t>(field.bit_offset / 8), nesting + 1);
    }
    const std::string name = field.name.empty() ? "" : field.name + " = ";
    if (!part.empty()) text += (text.empty() ? "" : ", ") + name + part;
  }
  return text;
}

std::string Memory::text_of(SourceTypeId id, std::uint64_t code, std::int64_t offset,
                            unsigned nesting) const {
  const SourceType& type = tables_.types.at(id);
  if (nesting > max_shown_nesting) return "...";
  if (type.kind == SourceType::Kind::Array) {
    const SourceType& element = tables_.types.at(type.element);
    if (element.kind == SourceType::Kind::Character)
      if (auto text = string_at(code, offset, type.bytes)) return *text;
    if (element.bytes == 0) return "";
    std::string text;
    bool is_known = false;
    const std::uint64_t count = type.bytes / element.bytes;
    for (std::uint64_t i = 0; i < std::min(count, max_elements); ++i) {
      const std::string part =
          text_of(type.element, code, offset + static_cast<std::int64_t>(i * element.bytes), nesting + 1);
      text += (i == 0 ? "" : ", ") + (part.empty() ? "?" : part);
      is_known = is_known || !part.empty();
    }
    if (!is_known) return "";
    return "{" + text + (count > max_elements ? ", ..." : "") + "}";
  }
  if (type.kind == SourceType::Kind::Struct || type.kind == SourceType::Kind::Union) {
    const std::string text = fields_text(type, code, offset, nesting);
    return text.empty() ? "" : "{" + text + "}";
  }
  const auto cells = cells_.find(code);
  if (cells == cells_.end()) return "";
  const auto cell = cells->second.find(offset);
  if (cell == cells->second.end() || (type.bytes != 0 && cell->second.bytes != type.bytes)) {
    const Term number = number_at(cells->second, offset, type.bytes);
    if (number && type.kind == SourceType::Kind::Pointer && number.integer_value() == 0) return "NULL";
    return number ? value_text(id, number, std::nullopt) : "";
  }
  return value_text(id, cell->second.value, cell->second.pointer);
}

std::optional<std::string> Memory::string_content(const ConcreteAddress& address) const {
  const std::optional<std::uint64_t> known = size(address.object);
  const SourceTypeId part = type(address, 1);
  if (!known || address.offset < 0 || address.offset >= static_cast<std::int64_t>(*known))
    return std::nullopt;
  if (tables_.types.at(part).kind != SourceType::Kind::Character) return std::nullopt;
  std::uint64_t most = *known - static_cast<std::uint64_t>(address.offset);
  if (const SourceTypeId whole = object(address.object).type; whole != 0)
    if (const auto left = characters_left(tables_, whole, address.offset)) most = *left;
  return string_at(address.object, address.offset, most);
}

Term Memory::number(const ConcreteAddress& address, std::uint64_t bytes) const {
  const auto cells = cells_.find(address.object);
  if (cells == cells_.end() || bytes == 0 || bytes > sizeof(std::uint64_t)) return {};
  const auto cell = cells->second.find(address.offset);
  if (cell != cells->second.end() && cell->second.bytes == bytes) return cell->second.value;
  return number_at(cells->second, address.offset, bytes);
}

std::vector<NamedValue> Memory::bit_fields(const ConcreteAddress& address, std::uint64_t bytes,
                                           const std::string& function, Term unit) const {
  const SourceTypeId whole = object_type(address.object);
  if (whole == 0 || !unit.sort().is_bitvec() || !tables_.is_little_endian) return {};
  std::vector<NamedValue> result;
  for (const BitField& field : bit_fields_at(tables_, whole, address.offset, bytes)) {
    const SourceType& field_type = tables_.types.at(field.type);
    const auto width = static_cast<std::uint32_t>(field_type.bytes * 8);
    mpz_class bits = (unit.integer_value() >> field.low) % (mpz_class(1) << field.size);
    if (field_type.is_signed && bits >= mpz_class(1) << (field.size - 1)) bits -= mpz_class(1) << field.size;
    const std::int64_t start = address.offset - field.struct_offset;
    std::string base = name({address.object, start}, 0, function);
    if (base.starts_with('*'))
      base = base.substr(1) + "->" + field.name;
    else
      base += "." + field.name;
    result.push_back({std::move(base), number_text(field_type, terms_.mk_bv(bits, width))});
  }
  return result;
}

std::string Memory::content_text(const ConcreteAddress& address, std::uint64_t bytes) const {
  const SourceTypeId part = type(address, bytes);
  if (part == 0) return "";
  return text_of(part, address.object, address.offset, 0);
}

}  // namespace pendulum::trace
