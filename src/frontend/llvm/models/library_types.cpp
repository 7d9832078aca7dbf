// The types of the library table: their widths, and their spelling in programs without headers.
#include <map>
#include <set>

#include "base/check.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

struct Width {
  LibraryType::Kind kind;
  unsigned bits;  ///< 0: as wide as a pointer
};

const std::map<std::string_view, Width>& widths() {
  using Kind = LibraryType::Kind;
  static const std::map<std::string_view, Width> table{{"void", {Kind::Void, 0}},
                                                       {"char", {Kind::Integer, 8}},
                                                       {"signed char", {Kind::Integer, 8}},
                                                       {"unsigned char", {Kind::Integer, 8}},
                                                       {"short", {Kind::Integer, 16}},
                                                       {"unsigned short", {Kind::Integer, 16}},
                                                       {"int", {Kind::Integer, 32}},
                                                       {"unsigned int", {Kind::Integer, 32}},
                                                       {"long", {Kind::Integer, 0}},
                                                       {"unsigned long", {Kind::Integer, 0}},
                                                       {"long long", {Kind::Integer, 64}},
                                                       {"unsigned long long", {Kind::Integer, 64}},
                                                       {"size_t", {Kind::Integer, 0}},
                                                       {"ssize_t", {Kind::Integer, 0}},
                                                       {"int64_t", {Kind::Integer, 64}},
                                                       {"uint64_t", {Kind::Integer, 64}},
                                                       {"wchar_t", {Kind::Integer, 32}},
                                                       {"float", {Kind::Floating, 32}},
                                                       {"double", {Kind::Floating, 64}},
                                                       {"long double", {Kind::Floating, 80}},
                                                       {"__float128", {Kind::Floating, 128}}};
  return table;
}

/// The type in a form that needs no header. Unset for types that only a header defines.
std::optional<std::string> spelled(std::string_view type) {
  // No macros are used, because the declarations may also precede preprocessed text.
  static const std::map<std::string_view, std::string_view> predefined{
      {"size_t", "__typeof__(sizeof(int))"},
      {"ssize_t", "__typeof__((char *)0 - (char *)0)"},
      {"int64_t", "long long"},
      {"uint64_t", "unsigned long long"},
      {"wchar_t", "__typeof__(L' ')"}};
  if (type == "va_list") return "__builtin_va_list";
  const std::size_t stars = type.find('*');
  std::string_view base = type.substr(0, stars);
  while (base.ends_with(' ')) base.remove_suffix(1);
  const bool is_const = base.starts_with("const ");
  if (is_const) base.remove_prefix(6);
  const bool is_complex = base.starts_with("_Complex ");
  const bool is_known = widths().contains(is_complex ? base.substr(9) : base);
  if (!is_known && stars == std::string_view::npos) return std::nullopt;
  const auto builtin = predefined.find(base);
  std::string result = is_const ? "const " : "";
  result += !is_known ? "void" : builtin == predefined.end() ? base : builtin->second;
  if (stars != std::string_view::npos) result += " " + std::string(type.substr(stars));
  return result;
}

}  // namespace

LibraryType library_type(std::string_view type, unsigned pointer_bits) {
  PENDULUM_CHECK(pointer_bits == 32 || pointer_bits == 64, "a pointer should not have {} bits", pointer_bits);
  if (type.ends_with('*')) return {LibraryType::Kind::Pointer, 0};
  const auto known = widths().find(type);
  if (known == widths().end()) return {LibraryType::Kind::Other, 0};
  const Width width = known->second;
  const bool is_pointer_wide = width.kind == LibraryType::Kind::Integer && width.bits == 0;
  return {width.kind, is_pointer_wide ? pointer_bits : width.bits};
}

std::optional<std::string> declaration(const LibraryFunction& function) {
  const auto result = spelled(function.result);
  if (!result) return std::nullopt;
  std::string parameters;
  for (const LibraryParameter& parameter : function.parameters) {
    const auto type = spelled(parameter.type);
    if (!type) return std::nullopt;
    parameters += (parameters.empty() ? "" : ", ") + *type;
  }
  if (function.is_variadic) parameters += ", ...";
  return *result + " " + function.name + "(" + (parameters.empty() ? "void" : parameters) + ");";
}

}  // namespace pendulum::frontend
