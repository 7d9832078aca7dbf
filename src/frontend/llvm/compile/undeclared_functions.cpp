#include "frontend/llvm/compile/undeclared_functions.h"

#include <set>
#include <sstream>
#include <string_view>

#include "base/check.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

/// The quoted names that follow `message` in the lines of clang's output.
std::set<std::string> names_after(const std::string& output, std::string_view message) {
  PENDULUM_CHECK(message.ends_with('\''), "a quoted name should follow the message {}", message);
  std::set<std::string> names;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(message);
    if (begin == std::string::npos) continue;
    const std::size_t name = begin + message.size();
    names.insert(line.substr(name, line.find('\'', name) - name));
  }
  return names;
}

}  // namespace

std::string declarations_of_undeclared(const std::string& warnings, const std::string& conflicts) {
  std::set<std::string> names = names_after(warnings, "call to undeclared function '");
  names.merge(names_after(warnings, "implicit declaration of function '"));
  const std::set<std::string> own = names_after(conflicts, "conflicting types for '");
  const std::set<std::string> static_ones = names_after(conflicts, "static declaration of '");
  std::string result;
  for (const std::string& name : names) {
    const LibraryFunction* function = find_library_function(name);
    if (function == nullptr || own.contains(name) || static_ones.contains(name)) continue;
    result += declaration(*function).value_or("");
  }
  PENDULUM_CHECK(result.find('\n') == std::string::npos, "the declarations should be on one line: {}",
                 result);
  return result;
}

}  // namespace pendulum::frontend
