#include "trace/simpler_input.h"

#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/check.h"

namespace pendulum::trace {

namespace {

using term::Term;
using term::TermManager;
using Attempt = std::function<bool(Term)>;

/// Complexity that exceeds that of each number of a smaller kind: characters that are printable but no
/// letters, characters that are not printable, and floating-point numbers that are not finite.
constexpr int printable_complexity = 64;
constexpr int unprintable_complexity = 256;
constexpr int infinite_complexity = 1000;
/// Complexity of a negative number, in addition to that of its absolute value.
constexpr int negative_complexity = 1000;
/// Complexity of a stored element of an array, in addition to that of its value.
constexpr int element_complexity = 16;
/// Maximum number of significant decimal digits of rounded floating-point numbers.
constexpr int max_digits = 8;

bool is_letter(unsigned long c) {
  return c >= 'a' && c <= 'z';
}

double floating_value(Term value) {
  const std::uint64_t bits = value.integer_value().get_ui();
  return value.sort().width() == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                    : std::bit_cast<double>(bits);
}

Term floating_term(TermManager& terms, double number, std::uint32_t width) {
  const std::uint64_t bits = width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                                         : std::bit_cast<std::uint64_t>(number);
  return terms.mk_bv(mpz_class(std::to_string(bits)), width);
}

/// Small positive numbers are simpler than negative ones: the type of contents of memory is not known, and -1
/// may be the largest unsigned number.
mpz_class complexity_of_number(const mpz_class& number) {
  return number >= 0 ? number : mpz_class(negative_complexity - number);
}

mpz_class complexity_of_bits(InputMeaning meaning, Term value) {
  const mpz_class number = value.signed_value();
  switch (meaning) {
    case InputMeaning::Signed:
      return complexity_of_number(number);
    case InputMeaning::Unsigned:
      return value.integer_value();
    case InputMeaning::Character: {
      const unsigned long c = value.integer_value().get_ui();
      if (c == 0) return 0;
      if (is_letter(c)) return c - 'a' + 1;
      return c >= ' ' && c <= '~' ? mpz_class(printable_complexity + c)
                                  : unprintable_complexity + abs(number);
    }
    case InputMeaning::Floating: {
      if (value.integer_value() == 0) return 0;
      const double real = floating_value(value);
      if (!std::isfinite(real)) return infinite_complexity;
      const std::string text =
          value.sort().width() == 32 ? fmt::format("{}", static_cast<float>(real)) : fmt::format("{}", real);
      return static_cast<unsigned long>(text.size());
    }
  }
  PENDULUM_UNREACHABLE();
}

/// Small numbers first, then the absolute value, then without large parts: v - v/2, v - v/4, ..., v - 1.
/// `number` is the value of `value`.
bool simplify_number(TermManager& terms, Term value, mpz_class number, const Attempt& attempt) {
  const std::uint32_t width = value.sort().width();
  for (const int small : {0, 1, 2, 5, 10, 100, -1})
    if (complexity_of_number(number) > complexity_of_number(small) && attempt(terms.mk_bv(small, width)))
      return true;
  bool has_changed = number < 0 && attempt(terms.mk_bv(mpz_class(-number), width));
  if (has_changed) number = -number;
  for (mpz_class part = number / 2; part != 0; part /= 2) {
    if (!attempt(terms.mk_bv(mpz_class(number - part), width))) continue;
    has_changed = true;
    number -= part;
  }
  const mpz_class one = number - sgn(number);
  return (abs(number) > 1 && attempt(terms.mk_bv(one, width))) || has_changed;
}

bool simplify_character(TermManager& terms, Term value, const Attempt& attempt) {
  for (const int c : {0, int{'a'}, int{'A'}, int{'0'}, int{' '}})
    if (value.integer_value() != c && attempt(terms.mk_bv(c, value.sort().width()))) return true;
  return simplify_number(terms, value, value.signed_value(), attempt);
}

/// Numbers with few decimal digits near the value.
bool simplify_floating(TermManager& terms, Term value, const Attempt& attempt) {
  const std::uint32_t width = value.sort().width();
  const double number = floating_value(value);
  if (number == 0) return false;
  for (const double small : {0.0, 1.0, -1.0, 2.0})
    if (attempt(floating_term(terms, small, width))) return true;
  if (!std::isfinite(number)) return false;
  for (int digits = 1; digits <= max_digits; ++digits) {
    const double nearest = std::strtod(fmt::format("{:.{}e}", number, digits - 1).c_str(), nullptr);
    const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(number))) - (digits - 1));
    for (const double candidate : {nearest, nearest - unit, nearest + unit}) {
      const double rounded = std::strtod(fmt::format("{:.{}e}", candidate, digits - 1).c_str(), nullptr);
      if (attempt(floating_term(terms, rounded, width))) return true;
    }
  }
  return false;
}

bool simplify_bits(TermManager& terms, InputMeaning meaning, Term value, const Attempt& attempt) {
  switch (meaning) {
    case InputMeaning::Signed:
      return simplify_number(terms, value, value.signed_value(), attempt);
    case InputMeaning::Unsigned:
      return simplify_number(terms, value, value.integer_value(), attempt);
    case InputMeaning::Character:
      return simplify_character(terms, value, attempt);
    case InputMeaning::Floating:
      return simplify_floating(terms, value, attempt);
  }
  PENDULUM_UNREACHABLE();
}

/// A constant array as stores to an array with one value.
struct Elements {
  Term default_value;
  std::map<Term, Term> stored;  ///< by index
};

bool is_number(Term value) {
  return value.sort().is_bitvec() && value.is_value();
}

/// Requires for a result: the array consists of stores of constant bit-vectors.
std::optional<Elements> elements_of(Term array) {
  Elements elements;
  for (; array.kind() == term::Kind::Store; array = array[0]) {
    if (!is_number(array[1]) || !is_number(array[2])) return std::nullopt;
    elements.stored.emplace(array[1], array[2]);  // the outermost store is the last one
  }
  if (array.kind() != term::Kind::ConstArray || !is_number(array[0])) return std::nullopt;
  elements.default_value = array[0];
  return elements;
}

class ArraySimplifier {
 public:
  ArraySimplifier(TermManager& terms, InputMeaning meaning, Term array, const Attempt& attempt)
      : terms_(terms),
        meaning_(meaning),
        sort_(array.sort()),
        attempt_(attempt),
        best_(*elements_of(array)) {}

  bool run() {
    bool has_changed = drop_all_stores() || share_a_value();
    for (const auto& [index, element] : std::map(best_.stored)) has_changed = drop(index) || has_changed;
    has_changed = simplify_element(Term()) || has_changed;
    for (const auto& [index, element] : std::map(best_.stored))
      has_changed = simplify_element(index) || has_changed;
    return has_changed;
  }

 private:
  bool try_elements(Elements candidate) {
    Term array = terms_.mk_const_array(sort_, candidate.default_value);
    for (const auto& [index, element] : candidate.stored) array = terms_.mk_store(array, index, element);
    if (!attempt_(array)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_all_stores() { return !best_.stored.empty() && try_elements({best_.default_value, {}}); }

  /// All elements get the value of one: so an earlier element can take the part of a later one.
  bool share_a_value() {
    for (const auto& [index, element] : std::map(best_.stored))
      if (try_elements({element, {}})) return true;
    return false;
  }

  bool drop(Term index) {
    Elements candidate = best_;
    return candidate.stored.erase(index) != 0 && try_elements(std::move(candidate));
  }

  /// A null `index` is the default.
  bool simplify_element(Term index) {
    const Term value = index ? best_.stored.at(index) : best_.default_value;
    return simplify_bits(terms_, meaning_, value, [&](Term simpler) {
      Elements candidate = best_;
      (index ? candidate.stored.at(index) : candidate.default_value) = simpler;
      return try_elements(std::move(candidate));
    });
  }

  TermManager& terms_;
  const InputMeaning meaning_;
  const term::Sort sort_;
  const Attempt& attempt_;
  Elements best_;
};

}  // namespace

InputMeaning meaning_of(const program::Input& input) {
  const program::InputOrigin& origin = input.origin;
  const term::Sort sort = input.symbol.sort();
  const std::uint32_t width = sort.is_bitvec() ? sort.width() : 0;
  if (origin.kind == program::InputOrigin::Kind::Argument)
    return origin.name.ends_with(".bytes") ? InputMeaning::Character : InputMeaning::Unsigned;
  const std::size_t found = origin.name.find("nondet_");
  if (origin.kind != program::InputOrigin::Kind::Call || found == std::string::npos)
    return InputMeaning::Signed;
  const std::string type = origin.name.substr(found + 7);
  if (width == 8 && type == "char") return InputMeaning::Character;
  if ((width == 32 && type == "float") || (width == 64 && type == "double")) return InputMeaning::Floating;
  return type.starts_with('u') || type == "size_t" ? InputMeaning::Unsigned : InputMeaning::Signed;
}

mpz_class complexity_of(InputMeaning meaning, Term value) {
  if (value.is_true()) return 1;
  if (value.is_false()) return 0;
  if (is_number(value)) return complexity_of_bits(meaning, value);
  if (!value.sort().is_array()) return 1;
  const auto elements = elements_of(value);
  if (!elements) return infinite_complexity;
  mpz_class sum = complexity_of_bits(meaning, elements->default_value);
  for (const auto& [index, element] : elements->stored)
    sum += element_complexity + complexity_of_bits(meaning, element);
  return sum;
}

bool simplify_input(TermManager& terms, InputMeaning meaning, Term value, const Attempt& attempt) {
  if (is_number(value)) return simplify_bits(terms, meaning, value, attempt);
  if (!value.sort().is_array() || !elements_of(value)) return false;
  return ArraySimplifier(terms, meaning, value, attempt).run();
}

}  // namespace pendulum::trace
