// WordArray behaves like a map with a default, and a write to a copy does not change the original.
#include "term/evaluation/word_array.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "term/evaluation/evaluate.h"

namespace pendulum::term {
namespace {

TEST(WordArray, BehavesAsAMap) {
  std::mt19937_64 random{3};
  WordArray array(7);
  std::map<std::uint64_t, std::uint64_t> expected;
  const auto index = [&] { return random() % 2 == 0 ? random() % 1000 : random() << (random() % 64); };
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t at = index();
    const std::uint64_t element = random() % 9;
    array.set(at, element);
    expected[at] = element;
    const std::uint64_t other = index();
    ASSERT_EQ(array.get(other), expected.contains(other) ? expected[other] : 7);
  }
  std::erase_if(expected, [](const auto& entry) { return entry.second == 7; });
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> entries(expected.begin(), expected.end());
  EXPECT_EQ(array.entries(), entries);
}

TEST(WordArray, CopiesAreApart) {
  WordArray first(0);
  for (std::uint64_t i = 0; i < 10'000; ++i) first.set(i * 3, i + 1);
  WordArray second = first;
  second.set(30, 99);
  first.set(33, 98);
  EXPECT_EQ(first.get(30), 11U);
  EXPECT_EQ(second.get(30), 99U);
  EXPECT_EQ(first.get(33), 98U);
  EXPECT_EQ(second.get(33), 12U);
}

TEST(WordArray, GoesToTermsAndBack) {
  TermManager terms;
  const Sort sort = terms.array_sort(terms.bitvec_sort(2), terms.bool_sort());
  WordArray array(0);
  for (const std::uint64_t i : {0U, 2U, 3U}) array.set(i, 1);
  const Term value = array.to_term(terms, sort);
  EXPECT_EQ(value, normalize_array_value(terms, value));
  const WordArray back = WordArray::from_value(value);
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_EQ(back.get(i), array.get(i));
  EXPECT_FALSE(WordArray::fits(terms.array_sort(terms.int_sort(), terms.bool_sort())));
  EXPECT_FALSE(WordArray::fits(terms.array_sort(terms.bitvec_sort(8), sort)));
  EXPECT_TRUE(WordArray::fits(sort));
}

}  // namespace
}  // namespace pendulum::term
