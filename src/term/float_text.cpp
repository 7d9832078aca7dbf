#include "term/float_text.h"

#include <fmt/core.h>

#include "base/check.h"
#include "term/signature/float_kind.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

std::string binary(const mpz_class& value, std::uint32_t width) {
  const std::string digits = value.get_str(2);
  return "#b" + std::string(width - digits.size(), '0') + digits;
}

std::string to_fp(FloatFormat format) {
  return fmt::format("(_ to_fp {} {})", format.exponent_bits, format.significand_bits);
}

std::string constant(const mpz_class& encoding, FloatFormat format) {
  return fmt::format("({} {})", to_fp(format), binary(encoding, format.width()));
}

class FloatWriter {
 public:
  FloatWriter(Term term, const FloatName& name_of_number, const NewName& new_name)
      : term_(term),
        format_(FloatFormat::from_code(term.parameter(0))),
        name_of_number_(name_of_number),
        new_name_(new_name) {}

  TextPieces write() {
    switch (static_cast<FloatKind>(term_.kind())) {
      case FloatKind::FloatAdd:
        return operation("fp.add");
      case FloatKind::FloatMul:
        return operation("fp.mul");
      case FloatKind::FloatDiv:
        return operation("fp.div");
      case FloatKind::FloatFma:
        return operation("fp.fma");
      case FloatKind::FloatSqrt:
        return operation("fp.sqrt");
      case FloatKind::FloatRound:
        return operation("fp.roundToIntegral");
      case FloatKind::FloatToFloat:
        return operation(to_fp(FloatFormat::from_code(term_.parameter(1))));
      case FloatKind::FloatFromSigned:
        return operation(to_fp(format_));
      case FloatKind::FloatFromUnsigned:
        return operation(
            fmt::format("(_ to_fp_unsigned {} {})", format_.exponent_bits, format_.significand_bits));
      case FloatKind::FloatToSigned:
      case FloatKind::FloatToUnsigned:
        return to_integer();
      case FloatKind::FloatEq:
        return operation("fp.eq");
      case FloatKind::FloatLt:
        return operation("fp.lt");
      case FloatKind::FloatLe:
        return operation("fp.leq");
    }
    PENDULUM_UNREACHABLE();
  }

 private:
  TextPieces operation(const std::string& head) {
    text("(" + head);
    for (std::size_t i = 0; i < term_.num_children(); ++i) {
      text(" ");
      if (i == 0 && !is_float_comparison(term_.kind())) {
        mode(term_[0]);
      } else if (sort_rule(term_.kind()) == SortRule::BitVecToFloat) {
        pieces_.emplace_back(term_[i]);
      } else {
        number(term_[i]);
      }
    }
    text(")");
    return std::move(pieces_);
  }

  /// The theory does not specify the conversion of a number that does not fit after rounding; the operator is
  /// then 0. The largest numbers of a format with few exponents may be rounded to integers that are too large
  /// for it. They are rounded in a format with one more exponent bit.
  TextPieces to_integer() {
    const bool is_signed = term_.kind() == Kind::FloatToSigned;
    const std::uint32_t width = term_.parameter(1);
    FloatFormat wide = format_;
    const std::string x = new_name_(), m = new_name_(), w = new_name_(), r = new_name_();
    text("(let ((" + x + " ");
    number(term_[1]);
    text(") (" + m + " ");
    mode(term_[0]);
    const bool may_overflow = format_.fraction_bits() >= (1U << (format_.exponent_bits - 1)) - 1;
    if (may_overflow) ++wide.exponent_bits;
    text(fmt::format(")) (let (({} {})) ", w,
                     may_overflow ? fmt::format("({} {} {})", to_fp(wide), m, x) : x));
    text(fmt::format("(let (({} (fp.roundToIntegral {} {}))) ", r, m, w));
    const std::string limit = power_of_two(is_signed ? width - 1 : width, wide);
    const std::string least = is_signed ? "(fp.neg " + limit + ")" : constant(0, wide);
    text(fmt::format("(ite (and (fp.leq {} {}) (fp.lt {} {}) (not (fp.isInfinite {}))) ", least, r, r, limit,
                     r));
    text(fmt::format("((_ {} {}) {} {}) {}))))", is_signed ? "fp.to_sbv" : "fp.to_ubv", width, m, x,
                     binary(0, width)));
    return std::move(pieces_);
  }

  static std::string power_of_two(std::uint32_t exponent, FloatFormat format) {
    const std::uint32_t bias = (1U << (format.exponent_bits - 1)) - 1;
    if (exponent > bias) return constant(format.infinity(), format);
    return constant(mpz_class(exponent + bias) << format.fraction_bits(), format);
  }

  void number(Term operand) {
    if (float_result_format(operand) == format_) {
      const std::string name = name_of_number_(operand);
      if (!name.empty()) return text(name);
    }
    text("(" + to_fp(format_) + " ");
    pieces_.emplace_back(operand);
    text(")");
  }

  void mode(Term mode) {
    static constexpr std::string_view names[] = {"RTZ", "RNE", "RTP", "RTN", "RNA"};
    if (mode.is_value()) {
      const unsigned long number = mode.integer_value().get_ui();
      return text(std::string(number < std::size(names) ? names[number] : "RNE"));
    }
    const std::string name = new_name_();
    text("(let ((" + name + " ");
    pieces_.emplace_back(mode);
    text(")) (ite (= " + name + " #b000) RTZ (ite (= " + name + " #b010) RTP (ite (= " + name +
         " #b011) RTN (ite (= " + name + " #b100) RNA RNE)))))");
  }

  void text(std::string text) { pieces_.emplace_back(std::move(text)); }

  Term term_;
  FloatFormat format_;
  const FloatName& name_of_number_;
  const NewName& new_name_;
  TextPieces pieces_;
};

}  // namespace

std::optional<FloatFormat> float_result_format(Term term) {
  const SortRule rule = sort_rule(term.kind());
  if (rule == SortRule::FloatToFloat) return FloatFormat::from_code(term.parameter(1));
  if (rule != SortRule::Floats && rule != SortRule::BitVecToFloat) return std::nullopt;
  return FloatFormat::from_code(term.parameter(0));
}

std::string float_sort_text(FloatFormat format) {
  return fmt::format("(_ FloatingPoint {} {})", format.exponent_bits, format.significand_bits);
}

TextPieces float_text(Term term, const FloatName& name_of_number, const NewName& new_name) {
  PENDULUM_CHECK(is_float_operator(term.kind()), "'{}' should be a floating-point operator",
                 name_of(term.kind()));
  return FloatWriter(term, name_of_number, new_name).write();
}

std::string float_definition_text(const std::string& bits, const std::string& number, FloatFormat format) {
  return fmt::format("(and (= ({} {}) {}) (=> (fp.isNaN {}) (= {} {})))", to_fp(format), bits, number, number,
                     bits, binary(format.computed_nan(), format.width()));
}

}  // namespace pendulum::term
