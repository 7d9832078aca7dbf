#include "frontend/llvm/models/library_functions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

namespace {

using Access = LibraryParameter::Access;

constexpr std::array<std::pair<std::string_view, LibraryClass>, 7> classes{
    {{"pure", LibraryClass::Pure},
     {"contract", LibraryClass::Contract},
     {"outside", LibraryClass::Outside},
     {"output", LibraryClass::Output},
     {"ends", LibraryClass::Ends},
     {"model", LibraryClass::Model},
     {"unsupported", LibraryClass::Unsupported}}};

constexpr std::array<std::pair<std::string_view, Access>, 4> accesses{{{"valid ", Access::Valid},
                                                                       {"string ", Access::String},
                                                                       {"stream ", Access::Stream},
                                                                       {"descriptor ", Access::Descriptor}}};

/// A member of a type-generic family.
struct RealType {
  std::string_view suffix;           ///< of the name
  std::string_view type;             ///< replaces `real`
  std::string_view standard_suffix;  ///< of the standard function for the same type
};
constexpr std::array<RealType, 8> real_types{{{"", "double", ""},
                                              {"f", "float", "f"},
                                              {"l", "long double", "l"},
                                              {"f32", "float", "f"},
                                              {"f64", "double", ""},
                                              {"f128", "__float128", "f128"},
                                              {"f32x", "double", ""},
                                              {"f64x", "long double", "l"}}};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string with_real(std::string text, std::string_view type) {
  constexpr std::string_view word = "real";
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + type.size()))
    text.replace(at, word.size(), type);
  return text;
}

bool names_real(std::string_view type) {
  return type == "real" || type.starts_with("real ") || type.ends_with(" real") ||
         type.find(" real ") != std::string_view::npos;
}

std::int64_t number(std::string_view text, std::string_view line) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  PENDULUM_CHECK(error == std::errc() && end == text.data() + text.size(),
                 "the bounds of a result should be numbers: {}", line);
  return value;
}

/// Parses `= LEAST..MOST`, where either number may be missing. Returns the line without it.
std::string_view take_bounds(std::string_view line, LibraryFunction& function) {
  const std::size_t equals = line.find(" = ");
  if (equals == std::string_view::npos) return line;
  const std::string_view bounds = line.substr(equals + 3);
  const std::size_t dots = bounds.find("..");
  PENDULUM_CHECK(dots != std::string_view::npos, "the bounds of a result should be LEAST..MOST: {}", line);
  if (dots > 0) function.least = number(bounds.substr(0, dots), line);
  if (dots + 2 < bounds.size()) function.most = number(bounds.substr(dots + 2), line);
  PENDULUM_CHECK(!function.least || !function.most || *function.least <= *function.most,
                 "the bounds of a result should be in order: {}", line);
  return line.substr(0, equals);
}

bool take_word(std::string_view& line, std::string_view word) {
  const bool is_there = line.starts_with(word);
  if (is_there) line.remove_prefix(word.size());
  return is_there;
}

std::string_view take_class(std::string_view line, LibraryFunction& function) {
  const std::size_t space = line.find(' ');
  const auto* const known = std::find_if(classes.begin(), classes.end(), [&](const auto& entry) {
    return entry.first == line.substr(0, space);
  });
  PENDULUM_CHECK(known != classes.end(), "a line of the library's table should begin with a class: {}", line);
  function.library_class = known->second;
  line.remove_prefix(space + 1);
  function.has_format = take_word(line, "format ");
  function.sets_errno = take_word(line, "fails ");
  return line;
}

LibraryParameter parse_parameter(std::string_view text) {
  LibraryParameter parameter;
  for (const auto& [word, access] : accesses) {
    if (!text.starts_with(word)) continue;
    parameter.access = access;
    text.remove_prefix(word.size());
  }
  PENDULUM_CHECK(!text.empty(), "a parameter should have a type");
  parameter.type = text;
  return parameter;
}

void parse_parameters(std::string_view text, LibraryFunction& function) {
  while (!text.empty() && text != "void") {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (part == "...")
      function.is_variadic = true;
    else
      function.parameters.push_back(parse_parameter(part));
  }
}

LibraryFunction parse_line(std::string_view line) {
  LibraryFunction function;
  std::string_view rest = trimmed(take_class(take_bounds(line, function), function));
  const std::size_t open = rest.find('(');
  PENDULUM_CHECK(open != std::string_view::npos && rest.ends_with(')'),
                 "a line of the library's table should be CLASS DECLARATION: {}", line);
  parse_parameters(rest.substr(open + 1, rest.size() - open - 2), function);
  rest = rest.substr(0, open);
  const std::size_t name = rest.find_last_of(" *") + 1;
  function.name = rest.substr(name);
  function.result = trimmed(rest.substr(0, name));
  PENDULUM_CHECK(!function.name.empty() && !function.result.empty(),
                 "a function should have a name and a result: {}", line);
  return function;
}

bool is_family(const LibraryFunction& function) {
  return names_real(function.result) || std::any_of(function.parameters.begin(), function.parameters.end(),
                                                    [](const auto& p) { return names_real(p.type); });
}

LibraryFunction member(const LibraryFunction& family, const RealType& real) {
  LibraryFunction result = family;
  const std::size_t end = family.name.size() - (family.name.ends_with("_r") ? 2 : 0);
  result.name.insert(end, real.suffix);
  if (real.suffix != real.standard_suffix)
    result.standard_name = std::string(family.name).insert(end, real.standard_suffix);
  result.result = with_real(family.result, real.type);
  for (LibraryParameter& parameter : result.parameters) parameter.type = with_real(parameter.type, real.type);
  // The models are written for the standard types.
  const bool has_model =
      family.library_class == LibraryClass::Model || family.library_class == LibraryClass::Contract;
  if (has_model && real.type == "__float128") result.library_class = LibraryClass::Pure;
  return result;
}

using Index = std::unordered_map<std::string_view, const LibraryFunction*>;

Index make_index(const std::vector<LibraryFunction>& functions) {
  Index index;
  for (const LibraryFunction& function : functions) {
    const bool is_new = index.emplace(function.name, &function).second;
    PENDULUM_CHECK(is_new, "the library's table should list {} once", function.name);
  }
  return index;
}

}  // namespace

std::string_view name_of(LibraryClass library_class) {
  for (const auto& [name, value] : classes)
    if (value == library_class) return name;
  PENDULUM_UNREACHABLE();
}

bool LibraryParameter::is_written() const {
  if (type == "va_list") return true;
  const bool is_opaque =
      access == Access::Stream || type == "FILE *" || type == "DIR *" || type == "function *";
  return is_pointer() && !is_opaque && !(type.starts_with("const ") && !type.ends_with("**"));
}

std::vector<LibraryFunction> parse_library_table(std::string_view text) {
  std::vector<LibraryFunction> functions;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const LibraryFunction function = parse_line(line);
    if (is_family(function))
      for (const RealType& real : real_types) functions.push_back(member(function, real));
    else
      functions.push_back(function);
  }
  return functions;
}

const std::vector<LibraryFunction>& library_functions() {
  static const std::vector<LibraryFunction> functions = parse_library_table(library_table);
  return functions;
}

std::span<const std::string_view> changing_library_objects() {
  static constexpr std::array<std::string_view, 10> names{"environ", "__environ", "optarg",   "optind",
                                                          "opterr",  "optopt",    "timezone", "daylight",
                                                          "tzname",  "signgam"};
  return names;
}

bool is_library_object(std::string_view name) {
  const std::span<const std::string_view> changing = changing_library_objects();
  return name == "stdin" || name == "stdout" || name == "stderr" ||
         std::find(changing.begin(), changing.end(), name) != changing.end();
}

namespace {

/// Copies of all functions with the names that other platforms give them (_strftime, _open). C17 7.1.3
/// reserves these names for the implementation. They have no model.
std::vector<LibraryFunction> make_names_of_other_platforms() {
  std::vector<LibraryFunction> functions = library_functions();
  for (LibraryFunction& function : functions) {
    function.name.insert(0, 1, '_');
    function.library_class = LibraryClass::Unsupported;
  }
  return functions;
}

const LibraryFunction* find_in(const Index& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace

const LibraryFunction* find_library_function(std::string_view name) {
  static const Index index = make_index(library_functions());
  PENDULUM_CHECK(!index.empty(), "the library table should be embedded");
  const LibraryFunction* found = find_in(index, plain_name(name));
  if (found != nullptr || !name.starts_with('_')) return found;
  static const std::vector<LibraryFunction> others = make_names_of_other_platforms();
  static const Index others_index = make_index(others);
  return find_in(others_index, name);
}

std::string_view plain_name(std::string_view function) {
  for (const std::string_view prefix :
       {std::string_view("__isoc99_"), std::string_view("__isoc23_"), real_function_prefix})
    if (function.starts_with(prefix)) return function.substr(prefix.size());
  return function;
}

}  // namespace pendulum::frontend
