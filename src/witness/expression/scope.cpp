#include "witness/expression/scope.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"

namespace pendulum::witness {

namespace {

using program::Variable;

bool is_identifier(const std::string& word) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
         std::all_of(word.begin(), word.end(), is_letter);
}

bool is_number(const std::string& word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The C expression for a variable: "s.len" stays the same, "a.3" becomes "a[3]" (program/program.h separates
/// the names of parts by dots). Nothing if the variable has no name in the source.
std::optional<std::string> path_of(const Variable& variable) {
  // The object and the offset of a pointer are not values of the source.
  const std::string& symbol = variable.symbol.name();
  if (symbol.ends_with(".object") || symbol.ends_with(".offset")) return std::nullopt;
  std::string path, rest = variable.source_name;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string word = rest.substr(0, dot);
    if (is_number(word) && !path.empty()) {
      path += "[" + word + "]";
    } else if (is_identifier(word)) {
      path += (path.empty() ? "" : ".") + word;
    } else {
      return std::nullopt;
    }
    if (dot == std::string::npos) return path;
    rest = rest.substr(dot + 1);
  }
}

}  // namespace

Scopes::Scopes(const program::Program& program) : program_(program), live_(program::live_variables(program)) {
  for (const Variable& variable : program.variables())
    if (const auto path = path_of(variable)) variables_[{variable.function, *path}].push_back(&variable);
}

bool Scopes::is_live(program::LocationId location, term::Term symbol) const {
  PENDULUM_CHECK(location < live_.size(), "location {} should be one of the program", location);
  PENDULUM_DCHECK(std::ranges::is_sorted(live_[location]), "live variables should be ordered");
  return std::binary_search(live_[location].begin(), live_[location].end(), symbol);
}

const Variable* Scopes::pick(program::LocationId location, const Key& key) const {
  const auto found = variables_.find(key);
  if (found == variables_.end()) return nullptr;
  if (found->second.size() == 1) return found->second.front();
  const Variable* result = nullptr;
  for (const Variable* variable : found->second) {
    if (!is_live(location, variable->symbol)) continue;
    if (result != nullptr) return nullptr;
    result = variable;
  }
  return result;
}

const Variable* Scopes::find(program::LocationId location, const std::string& path) const {
  PENDULUM_CHECK(location < program_.locations().size(), "location {} should be one of the program",
                 location);
  const std::string& function = program_.location(location).where.function;
  if (variables_.contains({function, path})) return pick(location, {function, path});
  return pick(location, {"", path});
}

std::optional<std::string> Scopes::name(program::LocationId location, term::Term symbol) const {
  if (!program_.is_variable(symbol) || !is_live(location, symbol)) return std::nullopt;
  const Variable& variable = program_.variables()[program_.variable_index(symbol)];
  const auto path = path_of(variable);
  // `find` has to map the name back to the variable. It does not do so for a local of a caller or a hidden
  // variable.
  if (!path || find(location, *path) != &variable) return std::nullopt;
  return path;
}

}  // namespace pendulum::witness
