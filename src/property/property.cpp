// SV-COMP property files are lines `CHECK( init(main()), LTL(G ! call(reach_error())) )`; layout is free.
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

/// Properties of SV-COMP that one may rightly ask for and that are not checked here.
constexpr std::array<std::string_view, 12> known_words{
    "overflow",       "no-overflow",      "memsafety",   "valid-memsafety", "valid-deref", "valid-free",
    "valid-memtrack", "valid-memcleanup", "termination", "no-data-race",    "coverage",    "def-behavior"};

std::string without_spaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](unsigned char c) { return std::isspace(c) == 0; });
  return result;
}

/// What stands in LTL(...) without spaces, for one CHECK; empty if the text is no CHECK.
std::string formula_of(const std::string& check) {
  constexpr std::string_view begin = "LTL(";
  if (!check.starts_with("CHECK(init(") || !check.ends_with("))")) return "";
  const std::size_t position = check.find(begin);
  if (position == std::string::npos) return "";
  const std::size_t first = position + begin.size();
  return check.substr(first, check.size() - first - 2);
}

bool is_reach(const std::string& formula) {
  return formula == "G!call(reach_error())" || formula == "G!call(__VERIFIER_error())" ||
         formula == "G!call(__assert_fail())" || formula == "G!label(ERROR)";
}

/// Properties that are not about a run of a C program.
std::optional<Property> system_property(const std::string& check) {
  if (check == "CHECK(satisfiable)") return Property::Satisfiable;
  if (check == "CHECK(init,Ginvar-property)") return Property::Invariant;
  return std::nullopt;
}

/// A readable name for a formula that is not supported: valid-deref for `Gvalid-deref`.
std::string describe(const std::string& formula) {
  for (const std::string_view word : known_words) {
    if (formula == "G" + std::string(word) || formula == "G!" + std::string(word)) return std::string(word);
  }
  if (formula == "Fend") return "termination";
  return formula;
}

std::string read(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    throw base::InputError("property " + file + ": neither a known property nor a file");
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

Property parse_file(const std::string& file) {
  std::istringstream lines(read(file));
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string check = without_spaces(line);
    if (check.empty()) continue;
    if (const auto property = system_property(check)) return *property;
    const std::string formula = formula_of(check);
    if (formula.empty()) {
      throw base::InputError("property file " + file + ": expected CHECK( init(main()), LTL(...) )");
    }
    if (!is_reach(formula)) throw base::Unsupported("property " + describe(formula), "");
    found = true;
  }
  if (!found) throw base::InputError("property file " + file + ": is empty");
  return Property::Reach;
}

}  // namespace

std::string_view name_of(Property property) {
  switch (property) {
    case Property::Reach:
      return "unreach-call";
    case Property::Invariant:
      return "invar-property";
    case Property::Satisfiable:
      return "chc-sat";
  }
  PENDULUM_UNREACHABLE();
}

Property parse_property(const std::string& word_or_file) {
  if (word_or_file == "reach") return Property::Reach;
  for (const Property property : {Property::Reach, Property::Invariant, Property::Satisfiable})
    if (word_or_file == name_of(property)) return property;
  if (std::find(known_words.begin(), known_words.end(), word_or_file) != known_words.end()) {
    throw base::Unsupported("property " + word_or_file, "");
  }
  return parse_file(word_or_file);
}

}  // namespace pendulum::property
