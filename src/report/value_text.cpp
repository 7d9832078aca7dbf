#include "report/value_text.h"

#include <fmt/core.h>

#include <map>

namespace pendulum::report {

namespace {

using term::Kind;
using term::Term;

constexpr std::size_t most_elements = 16;

std::string number_text(Term value, Reading reading) {
  const unsigned width = value.sort().width();
  const mpz_class bits = value.integer_value();
  if (reading == Reading::Pointer) return "0x" + bits.get_str(16);
  if (reading == Reading::Signed) {
    const std::string text = value.signed_value().get_str();
    const bool is_character = width == 8 && bits >= ' ' && bits <= '~';
    return is_character ? fmt::format("{} ('{}')", text, static_cast<char>(bits.get_ui())) : text;
  }
  const bool is_large = width >= 32 && bits > 0xffff;
  return is_large ? fmt::format("{} (0x{})", bits.get_str(), bits.get_str(16)) : bits.get_str();
}

std::string scalar_text(Term value, Reading reading) {
  if (value.is_true()) return "1";
  if (value.is_false()) return "0";
  return value.kind() == Kind::BitVecValue ? number_text(value, reading) : value.to_string();
}

std::string array_text(Term value, Reading reading) {
  std::map<mpz_class, Term> elements;
  for (; value.kind() == Kind::Store; value = value[0])
    elements.emplace(value[1].integer_value(), value[2]);  // the outermost store is the last one; it wins
  if (value.kind() != Kind::ConstArray) return "an array";
  const Term others = value[0];
  std::erase_if(elements, [&](const auto& element) { return element.second == others; });
  std::string text;
  std::size_t count = 0;
  for (const auto& [index, element] : elements) {
    if (++count > most_elements) break;
    text +=
        fmt::format("{}[{}] = {}", text.empty() ? "" : ", ", index.get_str(), scalar_text(element, reading));
  }
  if (count > most_elements) text += ", ...";
  const std::string rest = scalar_text(others, reading);
  if (text.empty()) return rest == "0" ? "{0}" : rest + " everywhere";
  return "{" + text + "}" + (rest == "0" ? "" : ", " + rest + " elsewhere");
}

}  // namespace

std::string value_text(Term value, Reading reading) {
  return value.sort().is_array() ? array_text(value, reading) : scalar_text(value, reading);
}

}  // namespace pendulum::report
