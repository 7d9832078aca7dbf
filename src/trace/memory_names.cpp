// The names of objects and their parts, and pointers in C notation.
#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"
#include "program/native_source.h"
#include "trace/memory.h"
#include "trace/notation.h"

namespace pendulum::trace {

namespace {

using program::SourceObject;
using program::SourceType;
using program::SourceTypeId;
using term::Term;

/// Maximum number of characters of a string of argv that are read; fewer are shown.
constexpr std::uint64_t max_argument_characters = 4096;
/// Maximum number of stored values that are searched for a pointer to an object without a name.
constexpr std::size_t max_searched_cells = 2000;

/// Does the name stand for something before the place to which its pointer points?
bool is_before(const std::string& name) {
  return name.find("[-") != std::string::npos || name.find("at byte -") != std::string::npos;
}

}  // namespace

/// The part at `distance` bytes from the address that `pointer` holds: *p, p->len, p[3].x.
std::string Memory::through_pointer(const std::string& pointer, SourceTypeId pointee, std::int64_t distance,
                                    Extent extent, bool is_single) const {
  const SourceType& type = tables_.types.at(pointee);
  const auto size = static_cast<std::int64_t>(type.bytes);
  if (size == 0) return distance == 0 ? "*" + pointer : fmt::format("*({} + {} bytes)", pointer, distance);
  std::int64_t index = distance / size;
  if (distance % size < 0) --index;
  if (is_single && type.kind == SourceType::Kind::Struct) index = 0;
  const auto part = part_at(tables_, pointee, distance - index * size, extent);
  const auto outer = part ? std::nullopt : enclosing_part(tables_, pointee, distance - index * size);
  if (outer && tables_.types[outer->part.type].bytes != extent.bytes) {
    const auto byte = static_cast<std::int64_t>(outer->byte);
    return fmt::format(
        "byte {} of {}", byte,
        through_pointer(pointer, pointee, distance - byte, tables_.types[outer->part.type].bytes, is_single));
  }
  const std::string path = part ? part->path : fmt::format(" at byte {}", distance - index * size);
  if (index == 0 && path.starts_with('.')) return pointer + "->" + path.substr(1);
  if (index == 0 && path.empty() && (type.kind == SourceType::Kind::Struct || extent.bytes == 0 || is_single))
    return "*" + pointer;
  return fmt::format("{}[{}]{}", pointer, index, path);
}

/// Does the object consist of one value of this type? If it is a struct, an offset after its end belongs to
/// an array in the struct.
bool Memory::is_single(std::uint64_t code, SourceTypeId type) const {
  const SourceType& known = tables_.types.at(type);
  return known.kind != SourceType::Kind::Array && known.bytes != 0 && size(code) == known.bytes;
}

bool Memory::is_visible(std::uint64_t code, const std::string& function) const {
  const SourceObject& target = object(code);
  return target.is_named && (target.kind == SourceObject::Kind::Global ||
                             (target.kind == SourceObject::Kind::Local && target.function == function));
}

/// A name through a pointer that is visible in `function` and points into the object.
std::optional<std::string> Memory::alias(const ConcreteAddress& address, Extent extent,
                                         const std::string& function) const {
  auto name = direct_alias(address, extent, function);
  return name ? name : alias_in_object(address, extent, function);
}

/// A name through a pointer in an object that has a name itself: list->head[2], buffer->data[5].
std::optional<std::string> Memory::alias_in_object(const ConcreteAddress& address, Extent extent,
                                                   const std::string& function) const {
  std::size_t number = 0;
  for (const auto& [code, cells] : cells_)
    for (const auto& [offset, cell] : cells) {
      if (++number > max_searched_cells) return std::nullopt;
      if (!cell.pointer || cell.pointer->object != address.object || code == address.object) continue;
      const SourceType& pointer = tables_.types.at(type({code, offset}, tables_.pointer_bytes));
      if (pointer.kind != SourceType::Kind::Pointer) continue;
      const bool has_name =
          is_visible(code, function) || direct_alias({code, offset}, tables_.pointer_bytes, function);
      if (!has_name) continue;
      return through_pointer(name({code, offset}, tables_.pointer_bytes, function), pointer.element,
                             address.offset - cell.pointer->offset, extent,
                             is_single(address.object, pointer.element));
    }
  return std::nullopt;
}

std::optional<std::string> Memory::direct_alias(const ConcreteAddress& address, Extent extent,
                                                const std::string& function) const {
  for (const std::string& scope : {function, std::string()}) {
    const auto pointers = pointers_of_.find(scope);
    if (pointers == pointers_of_.end()) continue;
    for (const std::uint64_t candidate : pointers->second) {
      const auto cells = cells_.find(candidate);
      if (cells == cells_.end()) continue;
      const auto cell = cells->second.find(0);
      if (cell == cells->second.end() || !cell->second.pointer) continue;
      if (cell->second.pointer->object != address.object) continue;
      const SourceObject& variable = object(candidate);
      return through_pointer(variable.name, tables_.types[variable.type].element,
                             address.offset - cell->second.pointer->offset, extent,
                             is_single(address.object, tables_.types[variable.type].element));
    }
  }
  return std::nullopt;
}

std::uint64_t Memory::ordinal(std::uint64_t code) const {
  const auto found = ordinals_.find(code);
  return found == ordinals_.end() ? instance_of(code) + 1 : found->second;
}

std::string Memory::object_name(std::uint64_t code, const std::string& function) const {
  const SourceObject& target = object(code);
  if (target.is_literal) return string_text(target.literal);
  if (target.kind == SourceObject::Kind::Heap) {
    if (auto name = alias({code, 0}, 0, function)) return *name;
    if (is_parameter_object(code)) return target.name;
    const Creation made = creation(code);
    return made.line.empty() ? "the heap object"
                             : fmt::format("the object of {}() in line {}", made.function, made.line);
  }
  return target.name;
}

std::string Memory::name(const ConcreteAddress& address, Extent extent, const std::string& function) const {
  // In `*p++ = 0`, the program increments p before it writes the element, whose name would be p[-1].
  const bool has_own_name = object(address.object).kind != SourceObject::Kind::Heap && address.offset >= 0;
  if (!is_visible(address.object, function))
    if (auto name = alias(address, extent, function); name && !(has_own_name && is_before(*name)))
      return *name;
  return own_name(address, extent);
}

std::string Memory::own_name(const ConcreteAddress& address, Extent extent) const {
  const SourceObject& target = object(address.object);
  const SourceTypeId type = object_type(address.object);
  std::string base = target.name;
  if (is_parameter_object(address.object)) {
    base = base.substr(1);
  } else if (target.kind == SourceObject::Kind::Heap) {
    const Creation made = creation(address.object);
    base = made.line.empty() ? "heap" : made.function + "@" + made.line;
    const std::uint64_t number = ordinal(address.object);
    if (number != 1) base += fmt::format("#{}", number);
  }
  if (is_argument(address.object)) return argument_name(address, extent);
  if (target.type == 0 && type != 0)
    return through_pointer(base, type, address.offset, extent, is_single(address.object, type));
  const auto part = type == 0 ? std::nullopt : part_at(tables_, type, address.offset, extent);
  if (part) return base + part->path;
  if (address.offset == 0 && extent.bytes == 0) return base;
  if (const auto outer = type == 0 ? std::nullopt : enclosing_part(tables_, type, address.offset))
    return fmt::format("byte {} of {}{}", outer->byte, base, outer->part.path);
  return fmt::format("{} at byte {}", base, address.offset);
}

bool Memory::is_argument(std::uint64_t code) const {
  const SourceObject::Kind kind = object(code).kind;
  return kind == SourceObject::Kind::ArgumentVector || kind == SourceObject::Kind::ArgumentStrings;
}

/// "argv[1]", "argv[1][0]".
std::string Memory::argument_name(const ConcreteAddress& address, Extent extent) const {
  const SourceObject& target = object(address.object);
  const std::string vector = target.name.substr(0, target.name.find('['));
  if (target.kind == SourceObject::Kind::ArgumentVector) {
    const auto size = static_cast<std::int64_t>(tables_.pointer_bytes);
    return address.offset == 0 && extent.bytes == 0 ? vector
                                                    : fmt::format("{}[{}]", vector, address.offset / size);
  }
  const std::string string = fmt::format("{}[{}]", vector, instance_of(address.object));
  return address.offset == 0 && extent.bytes == 0 ? string : fmt::format("{}[{}]", string, address.offset);
}

/// The initial content of a string of argv or envp from the address on; nothing if it is not known.
std::optional<std::string> Memory::argument_string(const ConcreteAddress& address) const {
  const SourceObject& target = object(address.object);
  const std::string vector = target.name.substr(0, target.name.find('['));
  const auto sizes = arguments_.find(vector + ".sizes"), bytes = arguments_.find(vector + ".bytes");
  if (sizes == arguments_.end() || bytes == arguments_.end()) return std::nullopt;
  const std::uint64_t instance = instance_of(address.object);
  const auto element = [&](Term array, std::uint64_t index) -> std::optional<std::uint64_t> {
    const mpz_class number(std::to_string(index));
    const Term value = terms_.mk_select(array, terms_.mk_bv(number, array.sort().index().width()));
    return value.is_value() ? std::optional(value.integer_value().get_ui()) : std::nullopt;
  };
  const auto length = element(sizes->second, instance);  // without the final NUL
  if (!length || address.offset < 0) return std::nullopt;
  std::string text;
  for (auto i = static_cast<std::uint64_t>(address.offset); i < std::min(*length, max_argument_characters);
       ++i) {
    const auto byte = element(bytes->second, (instance << program::argument_string_bits) + i);
    if (!byte) return std::nullopt;
    if (*byte == 0) break;
    text += static_cast<char>(*byte);
  }
  return text;
}

std::string Memory::argument_pointer_text(const ConcreteAddress& address) const {
  if (object(address.object).kind == SourceObject::Kind::ArgumentVector) {
    const std::string name = argument_name(address, address.offset == 0 ? 0 : tables_.pointer_bytes);
    return address.offset == 0 ? name : "&" + name;
  }
  if (const auto text = argument_string(address)) return string_text(*text);
  return address.offset == 0 ? argument_name(address, 0) : "&" + argument_name(address, 1);
}

std::string Memory::pointer_text(const ConcreteAddress& address, SourceTypeId type) const {
  if (address.object == 0)
    return address.offset == 0 ? "NULL" : fmt::format("0x{:x}", static_cast<std::uint64_t>(address.offset));
  const SourceObject& target = object(address.object);
  if (target.is_literal && address.offset >= 0 &&
      address.offset <= static_cast<std::int64_t>(target.literal.size()))
    return string_text(target.literal.substr(static_cast<std::size_t>(address.offset)));
  if (target.kind == SourceObject::Kind::Function) return target.name;
  if (is_argument(address.object)) return argument_pointer_text(address);
  if (is_parameter_object(address.object)) {
    const SourceTypeId known = object_type(address.object);
    return "&" +
           through_pointer(target.name.substr(1), known, address.offset, 0, is_single(address.object, known));
  }
  if (target.kind == SourceObject::Kind::Heap) {
    const Creation made = creation(address.object);
    std::string base =
        made.line.empty() ? "heap object" : fmt::format("{}() of line {}", made.function, made.line);
    const std::uint64_t number = ordinal(address.object);
    if (number != 1) base += fmt::format(" #{}", number);
    if (is_freed(address.object)) base += " (freed)";
    if (address.offset == 0) return "&" + base;
    const SourceTypeId known = object_type(address.object);
    return "&" + (known == 0 ? fmt::format("{} + {}", base, address.offset)
                             : through_pointer("(" + base + ")", known, address.offset, 0,
                                               is_single(address.object, known)));
  }
  const SourceTypeId pointee = type == 0 ? 0 : tables_.types.at(type).element;
  const auto part = target.type == 0
                        ? std::nullopt
                        : part_at(tables_, target.type, address.offset, tables_.types[pointee].bytes);
  const auto any = part || target.type == 0 ? part : part_at(tables_, target.type, address.offset, 0);
  // An array decays to a pointer to its first element.
  if (any && any->path.ends_with("[0]")) return target.name + any->path.substr(0, any->path.size() - 3);
  if (any) return "&" + target.name + any->path;
  return address.offset == 0 ? "&" + target.name : fmt::format("&{} + {}", target.name, address.offset);
}

}  // namespace pendulum::trace
