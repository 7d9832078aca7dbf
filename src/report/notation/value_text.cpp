#include "report/notation/value_text.h"

#include <fmt/core.h>

#include <map>

#include "base/check.h"
#include "term/floating_point/float_text.h"
#include "term/traverse.h"

namespace pendulum::report {

namespace {

using term::Kind;
using term::Term;

/// Maximum number of elements in the text of an array, so that the text fits into a line or two.
constexpr std::size_t max_elements = 16;

/// Unsigned numbers above this one, of at least 32 bits, are also shown in hexadecimal. They are often masks,
/// addresses or negative numbers, whose digits are easier to recognise there.
constexpr unsigned max_plain_number = 0xffff;

std::string number_text(Term value, Interpretation interpretation) {
  const unsigned width = value.sort().width();
  const mpz_class bits = value.integer_value();
  if (interpretation == Interpretation::Floating && term::is_float_width(width))
    return term::float_text(bits, width);
  if (interpretation == Interpretation::Pointer) return "0x" + bits.get_str(16);
  if (interpretation == Interpretation::Signed) {
    const std::string text = value.signed_value().get_str();
    const bool is_character = width == 8 && bits >= ' ' && bits <= '~';
    return is_character ? fmt::format("{} ('{}')", text, static_cast<char>(bits.get_ui())) : text;
  }
  const bool is_large = width >= 32 && bits > max_plain_number;
  return is_large ? fmt::format("{} (0x{})", bits.get_str(), bits.get_str(16)) : bits.get_str();
}

std::string scalar_text(Term value, Interpretation interpretation) {
  if (value.is_true()) return "1";
  if (value.is_false()) return "0";
  return value.kind() == Kind::BitVecValue ? number_text(value, interpretation) : value.to_string();
}

std::string array_text(Term value, Interpretation interpretation) {
  std::map<mpz_class, Term> elements;
  for (; value.kind() == Kind::Store; value = value[0]) {
    PENDULUM_CHECK(value[1].is_value() && !value[1].sort().is_bool(), "the index {} should be a number",
                   value[1].to_string());
    elements.emplace(value[1].integer_value(), value[2]);  // the outermost store is the last one; it wins
  }
  if (value.kind() != Kind::ConstArray) return "an array";
  const Term others = value[0];
  std::erase_if(elements, [&](const auto& element) { return element.second == others; });
  std::string text;
  std::size_t count = 0;
  for (const auto& [index, element] : elements) {
    if (++count > max_elements) break;
    text += fmt::format("{}[{}] = {}", text.empty() ? "" : ", ", index.get_str(),
                        scalar_text(element, interpretation));
  }
  if (count > max_elements) text += ", ...";
  const std::string rest = scalar_text(others, interpretation);
  if (text.empty()) return rest == "0" ? "{0}" : rest + " everywhere";
  return "{" + text + "}" + (rest == "0" ? "" : ", " + rest + " elsewhere");
}

}  // namespace

std::string value_text(Term value, Interpretation interpretation) {
  PENDULUM_DCHECK(term::symbols(value).empty(), "{} should be a value", value.to_string());
  return value.sort().is_array() ? array_text(value, interpretation) : scalar_text(value, interpretation);
}

}  // namespace pendulum::report
