#include "smt/intervals/bitvec_image.h"

#include <algorithm>
#include <bit>

#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;

namespace {

struct Integers {
  WideInteger low, high;
};
Integers signed_of(const WordSet& set) {
  return {set.signed_min(), set.signed_max()};
}
Integers unsigned_of(const WordSet& set) {
  return {set.unsigned_min(), set.unsigned_max()};
}

Integers combine(Kind kind, Integers a, Integers b) {
  if (kind == Kind::BvAdd || kind == Kind::BvSaddo) return {a.low + b.low, a.high + b.high};
  if (kind == Kind::BvSub || kind == Kind::BvSsubo) return {a.low - b.high, a.high - b.low};
  PENDULUM_CHECK(kind == Kind::BvMul || kind == Kind::BvSmulo,
                 "an operator should have a rule for intervals");
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

WordSet truth(bool can_be_false, bool can_be_true) {
  if (can_be_false && can_be_true) return WordSet::all(1);
  return WordSet::single(1, can_be_true ? 1 : 0);
}

WordSet arithmetic(Kind kind, const WordSet& a, const WordSet& b) {
  const std::uint32_t width = a.width();
  const Integers as_signed = combine(kind, signed_of(a), signed_of(b));
  const WordSet result = WordSet::integers(width, as_signed.low, as_signed.high);
  // Products of unsigned numbers with 64 bits do not fit a WideInteger.
  if (result != WordSet::all(width) || (kind == Kind::BvMul && width == WordSet::max_width)) return result;
  const Integers as_unsigned = combine(kind, unsigned_of(a), unsigned_of(b));
  return WordSet::integers(width, as_unsigned.low, as_unsigned.high);
}

WordSet overflow(Kind kind, const WordSet& a, const WordSet& b) {
  const Integers result = combine(kind, signed_of(a), signed_of(b));
  const WideInteger limit = WideInteger{1} << (a.width() - 1);
  const auto fits = [&](WideInteger integer) { return integer >= -limit && integer < limit; };
  const bool is_all_above = result.low >= limit, is_all_below = result.high < -limit;
  return truth(!is_all_above && !is_all_below, !fits(result.low) || !fits(result.high));
}

WordSet order(Kind kind, const WordSet& a, const WordSet& b) {
  const bool is_signed = kind == Kind::BvSlt || kind == Kind::BvSle;
  const bool is_strict = kind == Kind::BvUlt || kind == Kind::BvSlt;
  const Integers x = is_signed ? signed_of(a) : unsigned_of(a), y = is_signed ? signed_of(b) : unsigned_of(b);
  const auto holds = [&](WideInteger left, WideInteger right) {
    return is_strict ? left < right : left <= right;
  };
  return truth(!holds(x.high, y.low), holds(x.low, y.high));
}

WordSet complement(const WordSet& a) {
  WordSet result = WordSet::empty(a.width());
  for (const bool top : {false, true})
    if (!a.half(top).is_empty())
      result.set_half(!top, {~a.half(top).high & a.mask(), ~a.half(top).low & a.mask()});
  return result;
}

/// The words with the other sign bit.
WordSet with_flipped_sign(const WordSet& a) {
  WordSet result = WordSet::empty(a.width());
  for (const bool top : {false, true})
    if (!a.half(top).is_empty())
      result.set_half(!top, {a.half(top).low ^ a.top_bit(), a.half(top).high ^ a.top_bit()});
  return result;
}

WordSet without_sign(const WordSet& a) {
  const WordSet joined = a.join(with_flipped_sign(a));
  WordSet result = WordSet::empty(a.width());
  result.set_half(false, joined.half(false));
  return result;
}

WordSet bitwise_and(const WordSet& a, const WordSet& b) {
  if (b.is_single() && b.value() == b.top_bit() - 1) return without_sign(a);
  if (a.is_single() && a.value() == a.top_bit() - 1) return without_sign(b);
  return WordSet::unsigned_range(a.width(), 0, std::min(a.unsigned_max(), b.unsigned_max()));
}

WordSet bitwise_or(const WordSet& a, const WordSet& b) {
  const auto num_bits = static_cast<unsigned>(std::bit_width(a.unsigned_max() | b.unsigned_max()));
  const Word most = num_bits == 0 ? 0 : ~Word{0} >> (WordSet::max_width - num_bits);
  return WordSet::unsigned_range(a.width(), std::max(a.unsigned_min(), b.unsigned_min()), most);
}

WordSet exclusive_or(const WordSet& a, const WordSet& b) {
  for (const auto& [constant, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (!constant->is_single()) continue;
    if (constant->value() == constant->top_bit()) return with_flipped_sign(*other);
    if (constant->value() == constant->mask()) return complement(*other);
  }
  return WordSet::all(a.width());
}

WordSet shift(Kind kind, const WordSet& a, const WordSet& amount) {
  const std::uint32_t width = a.width();
  if (kind == Kind::BvLshr) {
    const auto shifted = [&](Word word, Word by) { return by >= width ? 0 : word >> by; };
    return WordSet::unsigned_range(width, shifted(a.unsigned_min(), amount.unsigned_max()),
                                   shifted(a.unsigned_max(), amount.unsigned_min()));
  }
  if (!amount.is_single() || amount.value() >= width) return WordSet::all(width);
  const auto by = static_cast<int>(amount.value());
  if (kind == Kind::BvAshr) return WordSet::integers(width, a.signed_min() >> by, a.signed_max() >> by);
  const WideInteger factor = WideInteger{1} << by;
  // A number with a sign has at most 63 other bits, and the factor at most 63 bits.
  return WordSet::integers(width, a.signed_min() * factor, a.signed_max() * factor);
}

WordSet divide(Kind kind, const WordSet& a, const WordSet& b) {
  if (b.unsigned_min() == 0) return WordSet::all(a.width());
  if (kind == Kind::BvUdiv)
    return WordSet::unsigned_range(a.width(), a.unsigned_min() / b.unsigned_max(),
                                   a.unsigned_max() / b.unsigned_min());
  if (a.unsigned_max() < b.unsigned_min()) return a;
  return WordSet::unsigned_range(a.width(), 0, std::min(a.unsigned_max(), b.unsigned_max() - 1));
}

/// Division by positive constants; the quotient is truncated, and the remainder has the sign of the dividend.
WordSet signed_divide(Kind kind, const WordSet& a, const WordSet& b) {
  if (!b.is_single() || b.signed_min() <= 0) return WordSet::all(a.width());
  const WideInteger divisor = b.signed_min(), low = a.signed_min(), high = a.signed_max();
  if (kind == Kind::BvSdiv) return WordSet::integers(a.width(), low / divisor, high / divisor);
  return WordSet::integers(a.width(), std::min<WideInteger>(0, std::max(low, 1 - divisor)),
                           std::max<WideInteger>(0, std::min(high, divisor - 1)));
}

WordSet extract(Term term, const WordSet& a) {
  const std::uint32_t low = term.parameter(1), width = term.sort().width();
  WordSet result = WordSet::empty(width);
  for (const bool top : {false, true}) {
    if (a.half(top).is_empty()) continue;
    const Word first = a.half(top).low >> low, last = a.half(top).high >> low;
    // The words run through all values of the lower bits unless the higher bits are constant.
    if ((first & ~result.mask()) != (last & ~result.mask())) return WordSet::all(width);
    result = result.join(WordSet::unsigned_range(width, first & result.mask(), last & result.mask()));
  }
  return result;
}

WordSet concat(Term term, const WordSet& high, const WordSet& low) {
  const std::uint32_t width = term.sort().width();
  WordSet result = WordSet::empty(width);
  for (const bool top : {false, true})
    if (!high.half(top).is_empty())
      result =
          result.join(WordSet::unsigned_range(width, high.half(top).low << low.width() | low.unsigned_min(),
                                              high.half(top).high << low.width() | low.unsigned_max()));
  return result;
}

WordSet extend(Term term, const WordSet& a) {
  const std::uint32_t width = term.sort().width();
  WordSet result = WordSet::empty(width);
  for (const bool top : {false, true}) {
    if (a.half(top).is_empty()) continue;
    const Word added = term.kind() == Kind::BvSignExtend && top ? result.mask() & ~a.mask() : 0;
    result = result.join(WordSet::unsigned_range(width, a.half(top).low | added, a.half(top).high | added));
  }
  return result;
}

}  // namespace

WordSet bitvec_image(Term term, std::span<const WordSet> operands) {
  const Kind kind = term.kind();
  const WordSet& a = operands[0];
  const WordSet& b = operands[operands.size() - 1];
  switch (static_cast<int>(kind)) {
    case static_cast<int>(Kind::BvNot):
      return complement(a);
    case static_cast<int>(Kind::BvNeg):
      return arithmetic(Kind::BvSub, WordSet::single(a.width(), 0), a);
    case static_cast<int>(Kind::BvAnd):
      return bitwise_and(a, b);
    case static_cast<int>(Kind::BvOr):
      return bitwise_or(a, b);
    case static_cast<int>(Kind::BvXor):
      return exclusive_or(a, b);
    case static_cast<int>(Kind::BvAdd):
    case static_cast<int>(Kind::BvSub):
    case static_cast<int>(Kind::BvMul):
      return arithmetic(kind, a, b);
    case static_cast<int>(Kind::BvUdiv):
    case static_cast<int>(Kind::BvUrem):
      return divide(kind, a, b);
    case static_cast<int>(Kind::BvSdiv):
    case static_cast<int>(Kind::BvSrem):
      return signed_divide(kind, a, b);
    case static_cast<int>(Kind::BvShl):
    case static_cast<int>(Kind::BvLshr):
    case static_cast<int>(Kind::BvAshr):
      return shift(kind, a, b);
    case static_cast<int>(Kind::BvUlt):
    case static_cast<int>(Kind::BvUle):
    case static_cast<int>(Kind::BvSlt):
    case static_cast<int>(Kind::BvSle):
      return order(kind, a, b);
    case static_cast<int>(Kind::BvSaddo):
    case static_cast<int>(Kind::BvSsubo):
    case static_cast<int>(Kind::BvSmulo):
      return overflow(kind, a, b);
    case static_cast<int>(Kind::BvExtract):
      return extract(term, a);
    case static_cast<int>(Kind::BvConcat):
      return concat(term, a, b);
    case static_cast<int>(Kind::BvZeroExtend):
    case static_cast<int>(Kind::BvSignExtend):
      return extend(term, a);
    default:
      return WordSet::all(term.sort().is_bool() ? 1 : term.sort().width());
  }
}

}  // namespace pendulum::smt
