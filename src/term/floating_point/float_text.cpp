#include "term/floating_point/float_text.h"

#include <fmt/core.h>

#include <bit>

#include "base/check.h"
#include "term/signature/float_format.h"

namespace pendulum::term {

namespace {

FloatFormat format_of(std::uint32_t width) {
  switch (width) {
    case 16:
      return float16;
    case 32:
      return float32;
    case 64:
      return float64;
    case 80:
      return float80;
    default:
      PENDULUM_CHECK(width == 128, "{} should be the width of a floating-point type", width);
      return float128;
  }
}

/// The encoding of the format without the explicit leading bit of the x87.
mpz_class encoding_of(const mpz_class& bits, std::uint32_t width) {
  if (width != 80) return bits;
  const mpz_class fraction = bits & ((mpz_class(1) << 63) - 1);
  return ((bits >> 64) << 63) + fraction;
}

std::string with_point(std::string text) {
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string hexadecimal(const mpz_class& encoding, FloatFormat format) {
  const std::uint32_t bits = format.fraction_bits();
  const mpz_class magnitude = encoding & (format.sign_bit() - 1);
  const mpz_class biased = magnitude >> bits;
  const std::uint32_t digits = (bits + 3) / 4;
  mpz_class fraction = (magnitude & ((mpz_class(1) << bits) - 1)) << (digits * 4 - bits);
  std::string text = fraction.get_str(16);
  text.insert(0, digits - text.size(), '0');
  while (text.size() > 1 && text.back() == '0') text.pop_back();
  const long bias = (1L << (format.exponent_bits - 1)) - 1;
  const long exponent = magnitude == 0 ? 0 : (biased == 0 ? 1 : biased.get_si()) - bias;
  const bool is_negative = (encoding & format.sign_bit()) != 0;
  return fmt::format("{}0x{}.{}p{:+}", is_negative ? "-" : "", biased == 0 ? 0 : 1, text, exponent);
}

}  // namespace

bool is_float_width(std::uint32_t width) {
  return width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
}

std::string float_text(const mpz_class& bits, std::uint32_t width) {
  const FloatFormat format = format_of(width);
  const mpz_class encoding = encoding_of(bits, width);
  const mpz_class magnitude = encoding & (format.sign_bit() - 1);
  if (magnitude > format.infinity()) return "nan";
  if (magnitude == format.infinity()) return encoding == magnitude ? "inf" : "-inf";
  if (width == 32)
    return with_point(fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(encoding.get_ui()))));
  if (width == 64)
    return with_point(fmt::format("{}", std::bit_cast<double>(std::uint64_t{encoding.get_ui()})));
  return hexadecimal(encoding, format);
}

}  // namespace pendulum::term
