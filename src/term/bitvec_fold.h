// Internal: bit-vector operators on numbers. Widths up to 64 are computed in machine words, others with GMP.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "term/kind.h"

namespace pendulum::term {

inline constexpr std::uint32_t word_width = 64;

/// 2^width - 1.
inline std::uint64_t word_mask(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
/// Two's complement of the low `width` bits.
inline std::int64_t word_signed(std::uint64_t value, std::uint32_t width) {
  const std::uint32_t unused = word_width - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

/// Is the operator a predicate (result 0 or 1) rather than a function into bit-vectors?
bool is_bv_predicate(Kind kind);

/// BvAnd ... BvAshr, BvUlt ... BvSle, BvSaddo ... BvSmulo on width <= 64; predicates give 0 or 1.
std::uint64_t fold_word(Kind kind, std::uint64_t a, std::uint64_t b, std::uint32_t width);

/// The same for every width; requires 0 <= a, b < 2^width.
mpz_class fold_wide(Kind kind, const mpz_class& a, const mpz_class& b, std::uint32_t width);

mpz_class power_of_two(std::uint32_t exponent);
/// The low `width` bits as an unsigned number.
mpz_class low_bits(const mpz_class& value, std::uint32_t width);
/// The low `width` bits in two's complement.
mpz_class signed_bits(const mpz_class& value, std::uint32_t width);

}  // namespace pendulum::term
