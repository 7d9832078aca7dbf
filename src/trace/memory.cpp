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
    for (std::size_t byte = 0; byte < object.initial.size(); ++byte)
      cells_[i][static_cast<std::int64_t>(byte)] = {
          1, terms.mk_bv(static_cast<unsigned char>(object.initial[byte]), 8), std::nullopt};
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

void Memory::allocate(std::uint64_t object, std::optional<std::uint64_t> bytes) {
  if (bytes) sizes_[object] = *bytes;
  freed_.erase(object);
  cells_.erase(object);
}

SourceTypeId Memory::object_type(std::uint64_t code) const {
  if (const SourceTypeId type = object(code).type; type != 0) return type;
  const auto found = learnt_types_.find(code);
  return found == learnt_types_.end() ? 0 : found->second;
}

SourceTypeId Memory::type(const ConcreteAddress& address, std::uint64_t bytes) const {
  SourceTypeId type = object_type(address.object);
  if (type == 0) return 0;
  std::int64_t offset = address.offset;
  const auto size = static_cast<std::int64_t>(tables_.types.at(type).bytes);
  if (object(address.object).type == 0 && size > 0) offset = ((offset % size) + size) % size;
  const auto part = part_at(tables_, type, offset, bytes);
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
    const auto cell = cells.find(offset + static_cast<std::int64_t>(i));
    if (cell == cells.end() || cell->second.bytes != 1 || !cell->second.value) return {};
    number = number * 256 + cell->second.value.integer_value();
  }
  return terms_.mk_bv(number, static_cast<std::uint32_t>(bytes * 8));
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
  if (type.kind == SourceType::Kind::Struct) {
    std::string text;
    for (const SourceType::Field& field : type.fields) {
      const std::string part =
          text_of(field.type, code, offset + static_cast<std::int64_t>(field.bit_offset / 8), nesting + 1);
      if (!part.empty()) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", field.name, part);
    }
    return text.empty() ? "" : "{" + text + "}";
  }
  const auto cells = cells_.find(code);
  if (cells == cells_.end()) return "";
  const auto cell = cells->second.find(offset);
  if (cell == cells->second.end()) return "";
  if (type.bytes != 0 && cell->second.bytes != type.bytes) {
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
