#include "smt/intervals/axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pendulum::smt {

namespace {

/// Sets of numbers that are smaller on the scale are split by positions.
constexpr double least_scaled_size = 1e-12;

}  // namespace

Axis::Position Axis::position(const WordSet& set, Word word) const {
  if (format_) return rank_of(*format_, word);
  const Word extension = (word & set.top_bit()) != 0 ? ~set.mask() : 0;
  return static_cast<Position>(word | extension);
}

Word Axis::word(const WordSet& set, Position position) const {
  return format_ ? encoding_of(*format_, position) : static_cast<Word>(position) & set.mask();
}

double Axis::scaled(Position position) const {
  const double number = format_ ? number_of(*format_, position) : static_cast<double>(position);
  return std::copysign(std::log1p(std::abs(number)), number);
}

double Axis::size(const WordSet& set) const {
  if (set.is_single()) return 0;
  double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
  for (const bool top : {false, true}) {
    const WordInterval& half = set.half(top);
    if (half.is_empty()) continue;
    for (const Word word : {half.low, half.high}) {
      low = std::min(low, scaled(position(set, word)));
      high = std::max(high, scaled(position(set, word)));
    }
  }
  return std::max(high - low, std::numeric_limits<double>::min());
}

Axis::Position Axis::middle(Position low, Position high) const {
  if (format_) {
    const Rank limit = infinity_rank(*format_);
    if (low <= limit && high > limit) return limit;
    if (low < -1 - limit && high >= -1 - limit) return -2 - limit;
  }
  const double first = scaled(low), last = scaled(high);
  if (last - first < least_scaled_size) return low + (high - low) / 2;
  const double target = first + (last - first) / 2;
  Position below = low, above = high;  // scaled(below) <= target < scaled(above)
  while (above - below > 1) {
    const Position position = below + (above - below) / 2;
    (scaled(position) <= target ? below : above) = position;
  }
  return below;
}

std::pair<WordSet, WordSet> Axis::split(const WordSet& set) const {
  PENDULUM_CHECK(!set.is_empty() && !set.is_single(), "a set that is split should have several words");
  WordSet first = set, second = set;
  for (const bool top : {false, true}) {
    if (!set.half(top).is_empty()) continue;
    // All words are in the other half, where positions may run against the words.
    const WordInterval& half = set.half(!top);
    const bool is_reversed = position(set, half.low) > position(set, half.high);
    const Position low = position(set, is_reversed ? half.high : half.low);
    const Position high = position(set, is_reversed ? half.low : half.high);
    const Position last = middle(low, high);
    const Word boundary = word(set, last), next = word(set, last + 1);
    first.set_half(!top, is_reversed ? WordInterval{boundary, half.high} : WordInterval{half.low, boundary});
    second.set_half(!top, is_reversed ? WordInterval{half.low, next} : WordInterval{next, half.high});
    return {first, second};
  }
  first.set_half(true, {});
  second.set_half(false, {});
  return {first, second};
}

}  // namespace pendulum::smt
