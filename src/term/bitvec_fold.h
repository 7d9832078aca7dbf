// Internal: bit-vector operators on numbers. Widths up to 64 use machine words, larger ones use GMP.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "term/signature/kind_info.h"

namespace pendulum::term {

inline constexpr std::uint32_t word_width = 64;

/// Returns 2^width - 1.
inline std::uint64_t word_mask(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
/// Returns the low `width` bits as a signed number in two's complement.
inline std::int64_t word_signed(std::uint64_t value, std::uint32_t width) {
  const std::uint32_t unused = word_width - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

/// Applies an operator to two bit-vectors. Predicates return 0 or 1. Requires: is_bitvec_binary(kind), width
/// <= 64 and a, b < 2^width.
std::uint64_t fold_word(Kind kind, std::uint64_t a, std::uint64_t b, std::uint32_t width);

/// The same function for arbitrary widths. Requires: 0 <= a, b < 2^width.
mpz_class fold_wide(Kind kind, const mpz_class& a, const mpz_class& b, std::uint32_t width);

mpz_class power_of_two(std::uint32_t exponent);
/// Returns the low `width` bits as an unsigned number.
mpz_class low_bits(const mpz_class& value, std::uint32_t width);
/// Returns the low `width` bits as a signed number in two's complement.
mpz_class signed_bits(const mpz_class& value, std::uint32_t width);

}  // namespace pendulum::term
