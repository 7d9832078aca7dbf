#include "smt/intervals/word_set.h"

#include <algorithm>

namespace pendulum::smt {

WordSet WordSet::all(std::uint32_t width) {
  WordSet result(width);
  result.halves_[0] = {0, result.top_bit() - 1};
  result.halves_[1] = {result.top_bit(), result.mask()};
  return result;
}

WordSet WordSet::single(std::uint32_t width, Word word) {
  return unsigned_range(width, word, word);
}

WordSet WordSet::unsigned_range(std::uint32_t width, Word low, Word high) {
  WordSet result(width);
  PENDULUM_DCHECK(low <= high && high <= result.mask(), "a range of words should fit {} bits", width);
  if (low < result.top_bit()) result.halves_[0] = {low, std::min(high, result.top_bit() - 1)};
  if (high >= result.top_bit()) result.halves_[1] = {std::max(low, result.top_bit()), high};
  return result;
}

WordSet WordSet::integers(std::uint32_t width, WideInteger low, WideInteger high) {
  PENDULUM_DCHECK(low <= high, "a range of integers should not be empty");
  const WideInteger limit = WideInteger{1} << width;
  if (low >= 0 && high < limit) return unsigned_range(width, static_cast<Word>(low), static_cast<Word>(high));
  if (low < -(limit / 2) || high >= limit / 2) return all(width);
  WordSet result(width);
  // `low` is negative here.
  result.halves_[1] = {static_cast<Word>(low + limit),
                       static_cast<Word>(std::min<WideInteger>(high, -1) + limit)};
  if (high >= 0) result.halves_[0] = {0, static_cast<Word>(high)};
  return result;
}

void WordSet::set_half(bool top, WordInterval interval) {
  PENDULUM_DCHECK(
      interval.is_empty() || (((interval.low & top_bit()) != 0) == top &&
                              ((interval.high & top_bit()) != 0) == top && interval.high <= mask()),
      "the words of a half should have the same top bit");
  halves_[top ? 1 : 0] = interval;
}

bool WordSet::is_single() const {
  const WordInterval& some = halves_[halves_[0].is_empty() ? 1 : 0];
  return some.low == some.high && (halves_[0].is_empty() || halves_[1].is_empty());
}

bool WordSet::contains(Word word) const {
  const WordInterval& candidate = half((word & top_bit()) != 0);
  return candidate.low <= word && word <= candidate.high;
}

WordSet WordSet::meet(const WordSet& other) const {
  PENDULUM_DCHECK(width_ == other.width_, "words of {} and {} bits should not meet", width_, other.width_);
  WordSet result(width_);
  for (std::size_t i = 0; i < 2; ++i) {
    const WordInterval common{std::max(halves_[i].low, other.halves_[i].low),
                              std::min(halves_[i].high, other.halves_[i].high)};
    if (!common.is_empty()) result.halves_[i] = common;
  }
  return result;
}

WordSet WordSet::join(const WordSet& other) const {
  PENDULUM_DCHECK(width_ == other.width_, "words of {} and {} bits should not be joined", width_,
                  other.width_);
  WordSet result = *this;
  for (std::size_t i = 0; i < 2; ++i) {
    const WordInterval& added = other.halves_[i];
    if (added.is_empty()) continue;
    WordInterval& half = result.halves_[i];
    half = half.is_empty() ? added
                           : WordInterval{std::min(half.low, added.low), std::max(half.high, added.high)};
  }
  return result;
}

WordSet WordSet::without(Word word) const {
  WordSet result = *this;
  WordInterval& half = result.halves_[(word & top_bit()) != 0 ? 1 : 0];
  if (half.low == word && half.high == word) {
    half = WordInterval{};
  } else if (half.low == word) {
    ++half.low;
  } else if (half.high == word) {
    --half.high;
  }
  return result;
}

}  // namespace pendulum::smt
