#include "term/floating_point/bits.h"

#include "base/check.h"

namespace pendulum::term {

namespace {

/// The exponent of the largest power of two that is less than `n`. Requires: n >= 2.
std::uint32_t last_stage(std::uint32_t n) {
  PENDULUM_CHECK(n >= 2, "a word of {} bits should not be shifted", n);
  return bits_of_number(n - 1) - 1;
}

}  // namespace

Term Bits::bit(Term word, std::uint32_t position) const {
  return terms.mk_eq(terms.mk_extract(word, position, position), ones(1));
}

Term Bits::high(Term word, std::uint32_t count) const {
  PENDULUM_CHECK(count >= 1 && count <= width(word), "{} bits should be part of {} bits", count, width(word));
  return terms.mk_extract(word, width(word) - 1, width(word) - count);
}

Term Bits::low(Term word, std::uint32_t count) const {
  PENDULUM_CHECK(count >= 1 && count <= width(word), "{} bits should be part of {} bits", count, width(word));
  return terms.mk_extract(word, count - 1, 0);
}

Term Bits::join(std::initializer_list<Term> words) const {
  Term result;
  for (const Term word : words) {
    if (!word) continue;
    result = result ? terms.mk_concat(result, word) : word;
  }
  return result;
}

Term Bits::append_zeros(Term word, std::uint32_t count) const {
  return count == 0 ? word : terms.mk_concat(word, zeros(count));
}

Term Bits::extend(Term word, std::uint32_t width) const {
  PENDULUM_CHECK(Bits::width(word) <= width, "{} bits should be extended to more than {} bits",
                 Bits::width(word), width);
  return terms.mk_zero_extend(word, width - Bits::width(word));
}

Term Bits::with_sticky(Term word, std::uint32_t width) const {
  const std::uint32_t present = Bits::width(word);
  if (present <= width) return append_zeros(word, width - present);
  const Term sticky = this->word(any(low(word, present - width + 1)));
  return width == 1 ? sticky : join({high(word, width - 1), sticky});
}

// The carry into the sum is an additional bit on the right: 2a + 1 + 2b + c is 2(a + b + c) or one more.
Term Bits::add_or_subtract(Term is_difference, Term a, Term b) const {
  const std::uint32_t n = width(a);
  const Term inverted = terms.mk_bv_binary(Kind::BvXor, b, terms.mk_ite(is_difference, ones(n), zeros(n)));
  const Term sum = terms.mk_bvadd(join({a, ones(1)}), join({inverted, word(is_difference)}));
  return high(sum, n);
}

Term Bits::shift_right_sticky(Term word, Term amount) const {
  const std::uint32_t n = width(word), last = last_stage(n);
  for (std::uint32_t j = 0; j <= last && j < width(amount); ++j) {
    const std::uint32_t distance = 1U << j;
    const Term shifted = extend(with_sticky(word, n - distance), n);
    word = terms.mk_ite(bit(amount, j), shifted, word);
  }
  if (width(amount) <= last + 1) return word;
  return terms.mk_ite(any(without_low(amount, last + 1)), extend(this->word(any(word)), n), word);
}

// Before stage j, the distance to the leading one is less than 2^(j+1).
Bits::Normalized Bits::normalize(Term word) const {
  const std::uint32_t n = width(word);
  if (n == 1) return {word, zeros(1)};
  Term amount;
  for (std::uint32_t j = last_stage(n) + 1; j-- > 0;) {
    const std::uint32_t distance = 1U << j;
    const Term is_shifted = none(high(word, distance));
    word = terms.mk_ite(is_shifted, append_zeros(low(word, n - distance), distance), word);
    amount = join({amount, this->word(is_shifted)});
  }
  return {word, amount};
}

// Before stage j, the smaller one of the limit and the distance to the leading one is less than 2^(j+1). The
// limit is at least 2^j if one of its bits from j on is set, and these bits form the number to decrement.
Bits::Limited Bits::normalize_within(Term word, Term limit) const {
  const std::uint32_t n = width(word);
  for (std::uint32_t j = last_stage(n) + 1; j-- > 0;) {
    if (width(limit) <= j) continue;
    const std::uint32_t distance = 1U << j;
    const Term upper = without_low(limit, j);
    const Term is_shifted = terms.mk_and(none(high(word, distance)), any(upper));
    word = terms.mk_ite(is_shifted, append_zeros(low(word, n - distance), distance), word);
    const Term decremented = terms.mk_bvsub(upper, extend(ones(1), width(upper)));
    limit = join({terms.mk_ite(is_shifted, decremented, upper), j == 0 ? Term() : low(limit, j)});
  }
  return {word, limit};
}

}  // namespace pendulum::term
