// Bit-vector arithmetic on numbers with the semantics of SMT-LIB: x udiv 0 = 2^n - 1 and x urem 0 = x. The
// signed operators are defined by the unsigned ones and the signs.
#include "term/bitvec_fold.h"

#include "base/check.h"

namespace pendulum::term {

mpz_class power_of_two(std::uint32_t exponent) {
  mpz_class result;
  mpz_setbit(result.get_mpz_t(), exponent);
  return result;
}

mpz_class low_bits(const mpz_class& value, std::uint32_t width) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), value.get_mpz_t(), width);
  return result;
}

mpz_class signed_bits(const mpz_class& value, std::uint32_t width) {
  mpz_class result = low_bits(value, width);
  if (mpz_tstbit(result.get_mpz_t(), width - 1) != 0) result -= power_of_two(width);
  return result;
}

namespace {

__extension__ typedef __int128 Int128;

bool fits(Int128 value, std::uint32_t width) {
  const Int128 half = Int128{1} << (width - 1);
  return -half <= value && value < half;
}

bool fits(const mpz_class& value, std::uint32_t width) {
  const mpz_class half = power_of_two(width - 1);
  return -half <= value && value < half;
}

std::uint64_t word_sdiv(std::int64_t a, std::int64_t b) {
  if (b == 0) return a < 0 ? 1 : ~std::uint64_t{0};
  if (b == -1) return -static_cast<std::uint64_t>(a);  // the smallest number divided by -1 wraps around
  return static_cast<std::uint64_t>(a / b);
}

std::uint64_t word_srem(std::int64_t a, std::int64_t b) {
  if (b == 0) return static_cast<std::uint64_t>(a);
  return b == -1 ? 0 : static_cast<std::uint64_t>(a % b);
}

std::uint64_t word_ashr(std::int64_t a, std::uint64_t shift) {
  return static_cast<std::uint64_t>(a >> (shift >= word_width ? word_width - 1 : shift));
}

}  // namespace

std::uint64_t fold_word(Kind kind, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  const std::uint64_t mask = word_mask(width);
  PENDULUM_DCHECK(width >= 1 && width <= word_width && a <= mask && b <= mask,
                  "the operands of {} should fit into {} bits", name_of(kind), width);
  const std::int64_t sa = word_signed(a, width);
  const std::int64_t sb = word_signed(b, width);
  switch (static_cast<BitVecBinaryKind>(kind)) {
    case BitVecBinaryKind::BvAnd:
      return a & b;
    case BitVecBinaryKind::BvOr:
      return a | b;
    case BitVecBinaryKind::BvXor:
      return a ^ b;
    case BitVecBinaryKind::BvAdd:
      return (a + b) & mask;
    case BitVecBinaryKind::BvSub:
      return (a - b) & mask;
    case BitVecBinaryKind::BvMul:
      return (a * b) & mask;
    case BitVecBinaryKind::BvUdiv:
      return b == 0 ? mask : a / b;
    case BitVecBinaryKind::BvUrem:
      return b == 0 ? a : a % b;
    case BitVecBinaryKind::BvSdiv:
      return word_sdiv(sa, sb) & mask;
    case BitVecBinaryKind::BvSrem:
      return word_srem(sa, sb) & mask;
    case BitVecBinaryKind::BvShl:
      return b >= width ? 0 : (a << b) & mask;
    case BitVecBinaryKind::BvLshr:
      return b >= width ? 0 : a >> b;
    case BitVecBinaryKind::BvAshr:
      return word_ashr(sa, b) & mask;
    case BitVecBinaryKind::BvUlt:
      return a < b ? 1 : 0;
    case BitVecBinaryKind::BvUle:
      return a <= b ? 1 : 0;
    case BitVecBinaryKind::BvSlt:
      return sa < sb ? 1 : 0;
    case BitVecBinaryKind::BvSle:
      return sa <= sb ? 1 : 0;
    case BitVecBinaryKind::BvSaddo:
      return fits(Int128{sa} + sb, width) ? 0 : 1;
    case BitVecBinaryKind::BvSsubo:
      return fits(Int128{sa} - sb, width) ? 0 : 1;
    case BitVecBinaryKind::BvSmulo:
      return fits(Int128{sa} * sb, width) ? 0 : 1;
  }
  PENDULUM_UNREACHABLE();
}

namespace {

mpz_class wide_sdiv(const mpz_class& a, const mpz_class& b) {
  if (b == 0) return a < 0 ? 1 : -1;
  return a / b;  // GMP truncates towards zero, as bvsdiv does
}

mpz_class wide_shift(Kind kind, const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  PENDULUM_DCHECK(kind == Kind::BvShl || kind == Kind::BvLshr || kind == Kind::BvAshr,
                  "'{}' should be a shift", name_of(kind));
  const mpz_class signed_a = signed_bits(a, width);
  if (b >= width) return kind == Kind::BvAshr && signed_a < 0 ? mpz_class(-1) : mpz_class(0);
  const unsigned long shift = b.get_ui();
  if (kind == Kind::BvShl) return a << shift;
  return (kind == Kind::BvAshr ? signed_a : a) >> shift;  // GMP rounds down, as an arithmetic shift does
}

/// Returns the result before reduction modulo 2^width.
mpz_class fold_unreduced(Kind kind, const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  const mpz_class sa = signed_bits(a, width);
  const mpz_class sb = signed_bits(b, width);
  switch (static_cast<BitVecBinaryKind>(kind)) {
    case BitVecBinaryKind::BvAnd:
      return a & b;
    case BitVecBinaryKind::BvOr:
      return a | b;
    case BitVecBinaryKind::BvXor:
      return a ^ b;
    case BitVecBinaryKind::BvAdd:
      return a + b;
    case BitVecBinaryKind::BvSub:
      return a - b;
    case BitVecBinaryKind::BvMul:
      return a * b;
    case BitVecBinaryKind::BvUdiv:
      return b == 0 ? mpz_class(-1) : mpz_class(a / b);
    case BitVecBinaryKind::BvUrem:
      return b == 0 ? a : mpz_class(a % b);
    case BitVecBinaryKind::BvSdiv:
      return wide_sdiv(sa, sb);
    case BitVecBinaryKind::BvSrem:
      return sb == 0 ? sa : mpz_class(sa % sb);
    case BitVecBinaryKind::BvShl:
    case BitVecBinaryKind::BvLshr:
    case BitVecBinaryKind::BvAshr:
      return wide_shift(kind, a, b, width);
    case BitVecBinaryKind::BvUlt:
      return a < b ? 1 : 0;
    case BitVecBinaryKind::BvUle:
      return a <= b ? 1 : 0;
    case BitVecBinaryKind::BvSlt:
      return sa < sb ? 1 : 0;
    case BitVecBinaryKind::BvSle:
      return sa <= sb ? 1 : 0;
    case BitVecBinaryKind::BvSaddo:
      return fits(mpz_class(sa + sb), width) ? 0 : 1;
    case BitVecBinaryKind::BvSsubo:
      return fits(mpz_class(sa - sb), width) ? 0 : 1;
    case BitVecBinaryKind::BvSmulo:
      return fits(mpz_class(sa * sb), width) ? 0 : 1;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

mpz_class fold_wide(Kind kind, const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  PENDULUM_DCHECK(a >= 0 && a < power_of_two(width) && b >= 0 && b < power_of_two(width),
                  "the operands of {} should fit into {} bits", name_of(kind), width);
  return low_bits(fold_unreduced(kind, a, b, width), width);
}

}  // namespace pendulum::term
