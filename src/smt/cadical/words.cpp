#include "smt/cadical/words.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::smt {

namespace {

/// Number of bits without the redundant copies of the sign bit; at least 1.
std::size_t signed_width(const Word& a) {
  std::size_t width = a.size();
  while (width > 1 && a[width - 2] == a.back()) --width;
  return width;
}

/// Number of bits without leading zeros; at least 1.
std::size_t unsigned_width(const Word& a) {
  std::size_t width = a.size();
  while (width > 1 && a[width - 1] == Circuit::falsity) --width;
  return width;
}

/// Truncates the word to `width` bits, or extends it by copies of `fill`.
Word resize(Word a, std::size_t width, Literal fill) {
  a.resize(width, fill);
  return a;
}

Word complement(Word a) {
  for (Literal& bit : a) bit = -bit;
  return a;
}

std::size_t num_constants(const Word& a) {
  return static_cast<std::size_t>(std::ranges::count_if(a, Circuit::is_constant));
}

}  // namespace

Word Words::add(const Word& a, const Word& b, Literal carry) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of a sum should have one width, not {} and {}", a.size(),
                 b.size());
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = circuit_.mk_xor3(a[i], b[i], carry);
    if (i + 1 < a.size()) carry = circuit_.mk_majority(a[i], b[i], carry);
  }
  return sum;
}

Word Words::subtract(const Word& a, const Word& b) {
  return add(a, complement(b), Circuit::truth);
}

Word Words::negate(const Word& a) {
  return add(Word(a.size(), Circuit::falsity), complement(a), Circuit::truth);
}

Word Words::ite(Literal condition, const Word& a, const Word& b) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of ite should have one width, not {} and {}", a.size(),
                 b.size());
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = circuit_.mk_ite(condition, a[i], b[i]);
  return result;
}

Literal Words::equal(const Word& a, const Word& b) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of an equality should have one width, not {} and {}",
                 a.size(), b.size());
  std::vector<Literal> same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) same[i] = -circuit_.mk_xor(a[i], b[i]);
  return circuit_.mk_and(same);
}

Literal Words::less(const Word& a, const Word& b, Literal if_equal) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of a comparison should have one width, not {} and {}",
                 a.size(), b.size());
  Literal result = if_equal;
  for (std::size_t i = 0; i < a.size(); ++i) result = circuit_.mk_majority(-a[i], b[i], result);
  return result;
}

Literal Words::signed_less(const Word& a, const Word& b) {
  PENDULUM_CHECK(!a.empty() && !b.empty(), "a word should have a sign bit");
  Word left = a, right = b;
  left.back() = -left.back();
  right.back() = -right.back();
  return less(left, right, Circuit::falsity);
}

Literal Words::signed_less_equal(const Word& a, const Word& b) {
  return -signed_less(b, a);
}

// ---- Products
// ----------------------------------------------------------------------------------------------

/// Schoolbook multiplication: adds one row a * b[i] * 2^i for each bit of b.
Word Words::low_product(const Word& a, const Word& b) {
  Word sum(a.size(), Circuit::falsity);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] == Circuit::falsity) continue;
    Word above(sum.begin() + static_cast<std::ptrdiff_t>(i), sum.end());
    Word row(above.size());
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = circuit_.mk_and(a[j], b[i]);
    const Word changed = add(above, row);
    std::ranges::copy(changed, sum.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return sum;
}

/// Schoolbook multiplication of signed numbers. The top bit of b has negative weight in two's complement, so
/// its row is subtracted.
Word Words::signed_product(const Word& a, const Word& b) {
  const std::size_t width = a.size() + b.size();
  const Word wide = resize(a, width, a.back());
  Word sum(width, Circuit::falsity);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] == Circuit::falsity) continue;
    Word above(sum.begin() + static_cast<std::ptrdiff_t>(i), sum.end());
    Word row(above.size());
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = circuit_.mk_and(wide[j], b[i]);
    const Word changed = i + 1 == b.size() ? subtract(above, row) : add(above, row);
    std::ranges::copy(changed, sum.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return sum;
}

Word Words::multiply(const Word& a, const Word& b) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of a product should have one width, not {} and {}",
                 a.size(), b.size());
  // The factor with more constant bits determines the rows, because constant zeros need no row.
  if (num_constants(a) > num_constants(b)) return multiply(b, a);
  const std::size_t left = signed_width(a), right = signed_width(b);
  if (left + right > a.size()) return low_product(a, b);
  const Word product = signed_product(resize(a, left, a.back()), resize(b, right, b.back()));
  return resize(product, a.size(), product.back());
}

Literal Words::multiply_overflows(const Word& a, const Word& b) {
  if (num_constants(a) > num_constants(b)) return multiply_overflows(b, a);
  const std::size_t left = signed_width(a), right = signed_width(b);
  if (left + right <= a.size()) return Circuit::falsity;
  const Word product = signed_product(resize(a, left, a.back()), resize(b, right, b.back()));
  std::vector<Literal> differs;
  for (std::size_t i = a.size(); i < product.size(); ++i)
    differs.push_back(circuit_.mk_xor(product[i], product[a.size() - 1]));
  return circuit_.mk_or(differs);
}

Literal Words::add_overflows(const Word& a, const Word& b) {
  const Literal sign = add(a, b).back();
  return circuit_.mk_and(circuit_.mk_xor(a.back(), sign), circuit_.mk_xor(b.back(), sign));
}

Literal Words::subtract_overflows(const Word& a, const Word& b) {
  const Literal sign = subtract(a, b).back();
  return circuit_.mk_and(circuit_.mk_xor(a.back(), sign), circuit_.mk_xor(a.back(), b.back()));
}

// ---- Quotients
// ---------------------------------------------------------------------------------------------

/// Long division from the most significant bit down. After the bits n-1..i, the remainder is at most the
/// prefix of a and therefore has n - i bits; a divisor with a higher bit is larger. For b = 0, every
/// comparison succeeds and zero is subtracted, so the quotient is all ones and the remainder is a, as SMT-LIB
/// requires.
Words::Quotient Words::divide_narrow(const Word& a, const Word& b) {
  PENDULUM_CHECK(a.size() == b.size(), "the operands of a quotient should have one width, not {} and {}",
                 a.size(), b.size());
  const std::size_t n = a.size();
  Word quotient(n, Circuit::falsity);
  Word remainder;
  for (std::size_t i = n; i-- > 0;) {
    remainder.insert(remainder.begin(), a[i]);
    const std::size_t width = std::min(remainder.size(), b.size());
    Word divisor = resize(b, remainder.size(), Circuit::falsity);
    std::vector<Literal> fits;
    for (std::size_t j = width; j < b.size(); ++j) fits.push_back(-b[j]);
    fits.push_back(unsigned_less_equal(divisor, remainder));
    quotient[i] = circuit_.mk_and(fits);
    remainder = ite(quotient[i], subtract(remainder, divisor), remainder);
  }
  PENDULUM_CHECK(remainder.size() == n, "the remainder should have {} bits, not {}", n, remainder.size());
  return {quotient, remainder};
}

const Words::Quotient& Words::divide(const Word& a, const Word& b) {
  const auto [it, is_new] = quotients_.try_emplace({a, b});
  if (!is_new) return it->second;
  const std::size_t width = std::max(unsigned_width(a), unsigned_width(b));
  Quotient narrow = divide_narrow(resize(a, width, Circuit::falsity), resize(b, width, Circuit::falsity));
  // The quotient of a division by zero is all ones, also in the bits above the narrow width.
  const Literal is_zero = equal(b, Word(b.size(), Circuit::falsity));
  it->second = {resize(narrow.quotient, a.size(), is_zero),
                resize(narrow.remainder, a.size(), Circuit::falsity)};
  return it->second;
}

const Words::Quotient& Words::divide_signed(const Word& a, const Word& b) {
  const auto [it, is_new] = signed_quotients_.try_emplace({a, b});
  if (!is_new) return it->second;
  // One bit more than the operands, for the quotient of the smallest number and -1.
  const std::size_t width = std::min(a.size(), std::max(signed_width(a), signed_width(b)) + 1);
  const Word left = resize(a, width, a.back()), right = resize(b, width, b.back());
  const Literal left_sign = left.back(), right_sign = right.back();
  const Quotient& absolute =
      divide(ite(left_sign, negate(left), left), ite(right_sign, negate(right), right));
  const Word quotient =
      ite(circuit_.mk_xor(left_sign, right_sign), negate(absolute.quotient), absolute.quotient);
  const Word remainder = ite(left_sign, negate(absolute.remainder), absolute.remainder);
  it->second = {resize(quotient, a.size(), quotient.back()), resize(remainder, a.size(), remainder.back())};
  return it->second;
}

Word Words::unsigned_quotient(const Word& a, const Word& b) {
  return divide(a, b).quotient;
}

Word Words::unsigned_remainder(const Word& a, const Word& b) {
  return divide(a, b).remainder;
}

Word Words::signed_quotient(const Word& a, const Word& b) {
  return divide_signed(a, b).quotient;
}

Word Words::signed_remainder(const Word& a, const Word& b) {
  return divide_signed(a, b).remainder;
}

// ---- Shifts
// ------------------------------------------------------------------------------------------------

/// Barrel shifter to the right, with one stage for each bit of `amount` whose weight is less than the width.
/// If a higher bit is set, all bits of the result are `fill`.
Word Words::shifter(Word a, const Word& amount, Literal fill) {
  const std::size_t n = a.size();
  std::vector<Literal> too_far;
  for (std::size_t k = 0; k < amount.size(); ++k) {
    if (k >= 63 || (std::size_t{1} << k) >= n) {
      too_far.push_back(amount[k]);
      continue;
    }
    const std::size_t distance = std::size_t{1} << k;
    Word shifted(n);
    for (std::size_t i = 0; i < n; ++i)
      shifted[i] = circuit_.mk_ite(amount[k], i + distance < n ? a[i + distance] : fill, a[i]);
    a = std::move(shifted);
  }
  return ite(circuit_.mk_or(too_far), Word(n, fill), a);
}

Word Words::shift_right(const Word& a, const Word& amount, Literal fill) {
  return shifter(a, amount, fill);
}

Word Words::shift_left(const Word& a, const Word& amount) {
  Word result = shifter(Word(a.rbegin(), a.rend()), amount, Circuit::falsity);
  std::ranges::reverse(result);
  return result;
}

}  // namespace pendulum::smt
