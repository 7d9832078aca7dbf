// An SV-COMP property file consists of lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
// Whitespace within a line is ignored.
#include "property/property.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::property {

namespace {

constexpr std::array all_properties{Property::Reach,         Property::ValidDeref, Property::ValidFree,
                                    Property::ValidMemtrack, Property::NoOverflow, Property::Invariant,
                                    Property::Satisfiable};

/// Properties that SV-COMP defines and Pendulum does not support.
constexpr std::array<std::string_view, 5> unchecked_words{"valid-memcleanup", "termination", "no-data-race",
                                                          "coverage", "def-behavior"};

const Properties& memory_safety() {
  static const Properties properties{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
  return properties;
}

const Properties& all_of_c() {
  static const Properties properties{Property::Reach, Property::ValidDeref, Property::ValidFree,
                                     Property::ValidMemtrack, Property::NoOverflow};
  return properties;
}

std::string without_spaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](unsigned char c) { return std::isspace(c) == 0; });
  return result;
}

/// Returns the formula inside LTL(...) of one CHECK, or an empty string if `check` does not have this form.
/// Requires: `check` contains no spaces.
std::string formula_of(const std::string& check) {
  PENDULUM_CHECK(check == without_spaces(check), "the line should contain no spaces: {}", check);
  constexpr std::string_view begin = "LTL(";
  if (!check.starts_with("CHECK(init(") || !check.ends_with("))")) return "";
  const std::size_t position = check.find(begin);
  if (position == std::string::npos) return "";
  const std::size_t first = position + begin.size();
  return check.substr(first, check.size() - first - 2);
}

/// Returns the property of C programs that `formula` describes, or no value if Pendulum does not support it.
std::optional<Property> property_of(const std::string& formula) {
  for (const char* reach :
       {"G!call(reach_error())", "G!call(__VERIFIER_error())", "G!call(__assert_fail())", "G!label(ERROR)"})
    if (formula == reach) return Property::Reach;
  if (formula == "G!overflow") return Property::NoOverflow;
  for (const Property property : memory_safety())
    if (formula == "G" + std::string(name_of(property))) return property;
  return std::nullopt;
}

/// Returns the property of a transition system or of Horn clauses that `check` describes, or no value.
std::optional<Property> system_property(const std::string& check) {
  if (check == "CHECK(satisfiable)") return Property::Satisfiable;
  if (check == "CHECK(init,Ginvar-property)") return Property::Invariant;
  return std::nullopt;
}

/// Returns a readable name for an unsupported formula, for example valid-memcleanup for `Gvalid-memcleanup`.
std::string describe(const std::string& formula) {
  for (const std::string_view word : unchecked_words) {
    if (formula == "G" + std::string(word) || formula == "G!" + std::string(word)) return std::string(word);
  }
  if (formula == "Fend") return "termination";
  return formula;
}

std::string read(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    throw base::InputError("--property " + file +
                           ": there is no such property or file; expected reach, overflow, memsafety, all, a "
                           "property of SV-COMP (valid-deref, ...) or a property file (.prp)");
  }
  if (!std::filesystem::is_regular_file(file, error)) {
    throw base::InputError("property file " + file + ": is not a regular file");
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw base::InputError("property file " + file + ": cannot be read");
  return text.str();
}

/// Parses one CHECK line. `name` is the name of the file in error messages. Requires: `check` contains no
/// spaces and is not empty.
Property parse_check(const std::string& name, const std::string& check) {
  PENDULUM_CHECK(!check.empty(), "a line without a property should be skipped");
  if (const auto property = system_property(check)) return *property;
  const std::string formula = formula_of(check);
  if (formula.empty()) throw base::InputError(name + ": expected CHECK( init(main()), LTL(...) )");
  if (const auto property = property_of(formula)) return *property;
  throw base::Unsupported("property " + describe(formula), "");
}

}  // namespace

std::string_view name_of(Property property) {
  switch (property) {
    case Property::Reach:
      return "unreach-call";
    case Property::ValidDeref:
      return "valid-deref";
    case Property::ValidFree:
      return "valid-free";
    case Property::ValidMemtrack:
      return "valid-memtrack";
    case Property::NoOverflow:
      return "no-overflow";
    case Property::Invariant:
      return "invar-property";
    case Property::Satisfiable:
      return "chc-sat";
  }
  PENDULUM_UNREACHABLE();
}

std::string name_of(const Properties& properties) {
  PENDULUM_CHECK(!properties.empty(), "a set of properties should not be empty");
  if (properties == memory_safety()) return "valid-memsafety";
  std::string result;
  for (const Property property : properties)
    result += (result.empty() ? "" : ", ") + std::string(name_of(property));
  return result;
}

bool is_about_c(const Properties& properties) {
  PENDULUM_CHECK(!properties.empty(), "a set of properties should not be empty");
  return !properties.contains(Property::Invariant) && !properties.contains(Property::Satisfiable);
}

std::string violation_text(Property property, const std::string& what) {
  return property == Property::Reach ? what : std::string(name_of(property)) + ": " + what;
}

Violation parse_violation(const std::string& text) {
  for (const Property property : all_properties) {
    const std::string begin = violation_text(property, "");
    if (!begin.empty() && text.starts_with(begin)) return {property, text.substr(begin.size())};
  }
  return {Property::Reach, text};
}

Properties parse_specification(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  Properties result;
  for (std::string line; std::getline(lines, line);) {
    const std::string check = without_spaces(line);
    if (!check.empty()) result.insert(parse_check(name, check));
  }
  if (result.empty()) throw base::InputError(name + ": expected a line CHECK( init(main()), LTL(...) )");
  if (result.size() > 1 && !is_about_c(result))
    throw base::InputError(name + ": a property of a system should stand alone");
  return result;
}

namespace {

/// Parses one element of the list that --property takes.
Properties parse_word(const std::string& word_or_file) {
  if (word_or_file == "reach") return {Property::Reach};
  if (word_or_file == "overflow") return {Property::NoOverflow};
  if (word_or_file == "all") return all_of_c();
  if (word_or_file == "memsafety" || word_or_file == "valid-memsafety") return memory_safety();
  for (const Property property : all_properties)
    if (word_or_file == name_of(property)) return {property};
  if (std::find(unchecked_words.begin(), unchecked_words.end(), word_or_file) != unchecked_words.end())
    throw base::Unsupported("property " + word_or_file, "");
  return parse_specification(read(word_or_file), "property file " + word_or_file);
}

}  // namespace

Properties parse_properties(const std::string& list) {
  // The name of a file may contain a comma.
  std::error_code error;
  if (list.find(',') == std::string::npos || std::filesystem::exists(list, error)) return parse_word(list);
  Properties result;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    if (word.empty()) throw base::InputError("--property " + list + ": a property of the list is empty");
    result.merge(parse_word(word));
  }
  if (list.ends_with(',')) throw base::InputError("--property " + list + ": a property of the list is empty");
  if (result.size() > 1 && !is_about_c(result))
    throw base::InputError("--property " + list + ": a property of a system should stand alone");
  return result;
}

bool contains_all(const std::string& list) {
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');)
    if (word == "all") return true;
  return false;
}

}  // namespace pendulum::property
