// Sets of words as intervals, for interval propagation.
//
// A word has at most 64 bits. Its top bit is the sign of an integer in two's complement and of a
// floating-point number. A set has one interval of unsigned numbers per value of the top bit, so that
// it represents intervals of both kinds of numbers across zero without loss. A Bool is a word with one bit.
#pragma once

#include <array>
#include <cstdint>

#include "base/check.h"

namespace pendulum::smt {

using Word = std::uint64_t;
/// A mathematical integer in the range of all words, signed and unsigned, and of sums of two of them.
__extension__ using WideInteger = __int128;

struct WordInterval {
  Word low = 1, high = 0;
  bool is_empty() const { return low > high; }
  friend bool operator==(const WordInterval&, const WordInterval&) = default;
};

class WordSet {
 public:
  static constexpr std::uint32_t max_width = 64;

  static WordSet empty(std::uint32_t width) { return WordSet(width); }
  static WordSet all(std::uint32_t width);
  static WordSet single(std::uint32_t width, Word word);
  /// The words low..high as unsigned numbers. Requires: low <= high, and both fit the width.
  static WordSet unsigned_range(std::uint32_t width, Word low, Word high);
  static WordSet truth(bool value) { return single(1, value ? 1 : 0); }
  /// The words that represent low..high modulo 2^width if all of these numbers are signed, or all are
  /// unsigned integers of this width; otherwise all words.
  static WordSet integers(std::uint32_t width, WideInteger low, WideInteger high);

  std::uint32_t width() const { return width_; }
  /// The words with this top bit.
  const WordInterval& half(bool top) const { return halves_[top ? 1 : 0]; }
  void set_half(bool top, WordInterval interval);

  bool is_empty() const { return halves_[0].is_empty() && halves_[1].is_empty(); }
  bool is_single() const;
  bool contains(Word word) const;
  /// Is `value` the only element? Requires: width() == 1.
  bool is(bool value) const { return is_single() && (unsigned_min() != 0) == value; }
  Word top_bit() const { return Word{1} << (width_ - 1); }
  Word mask() const { return top_bit() | (top_bit() - 1); }

  // The least and greatest elements, as unsigned and as signed integers. Require: the set is not empty.
  Word unsigned_min() const { return halves_[halves_[0].is_empty() ? 1 : 0].low; }
  Word unsigned_max() const { return halves_[halves_[1].is_empty() ? 0 : 1].high; }
  WideInteger signed_min() const { return as_signed(halves_[halves_[1].is_empty() ? 0 : 1].low); }
  WideInteger signed_max() const { return as_signed(halves_[halves_[0].is_empty() ? 1 : 0].high); }
  /// The only element. Requires: is_single().
  Word value() const { return unsigned_min(); }

  WordSet meet(const WordSet& other) const;
  /// The smallest set that contains both.
  WordSet join(const WordSet& other) const;
  /// The set without one word, if the word is a bound of an interval; otherwise the set.
  WordSet without(Word word) const;

  friend bool operator==(const WordSet&, const WordSet&) = default;

 private:
  explicit WordSet(std::uint32_t width) : width_(width) {
    PENDULUM_DCHECK(width >= 1 && width <= max_width, "a word should have 1 to 64 bits, not {}", width);
  }
  WideInteger as_signed(Word word) const {
    return (word & top_bit()) != 0 ? WideInteger{word} - (WideInteger{1} << width_) : WideInteger{word};
  }

  std::uint32_t width_;
  std::array<WordInterval, 2> halves_;
};

}  // namespace pendulum::smt
