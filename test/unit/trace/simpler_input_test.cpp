#include "trace/simpler_input.h"

#include <gtest/gtest.h>

#include <bit>

namespace pendulum::trace {
namespace {

using term::Sort;
using term::Term;

struct SimplerInputTest : ::testing::Test {
  term::TermManager terms;

  /// The simplest value of which `holds` is true that the simplification finds from `value`.
  Term simplest(InputMeaning meaning, Term value, const std::function<bool(Term)>& holds) {
    Term best = value;
    const auto attempt = [&](Term candidate) {
      const bool is_simpler = complexity_of(meaning, candidate) < complexity_of(meaning, best);
      if (!is_simpler || !holds(candidate)) return false;
      best = candidate;
      return true;
    };
    while (simplify_input(terms, meaning, best, attempt)) {
    }
    return best;
  }
  static double real(Term value) { return std::bit_cast<double>(value.integer_value().get_ui()); }
};

TEST_F(SimplerInputTest, NumbersMoveTowardsZero) {
  const Term number = simplest(InputMeaning::Signed, terms.mk_bv(123456, 32),
                               [](Term value) { return value.signed_value() > 1000; });
  EXPECT_EQ(number.signed_value(), 1001);
}

TEST_F(SimplerInputTest, PositiveNumbersAreSimplerThanNegativeOnes) {
  const auto is_not_zero = [](Term value) { return value.signed_value() != 0; };
  EXPECT_EQ(simplest(InputMeaning::Signed, terms.mk_bv(-1, 32), is_not_zero).signed_value(), 1);
  const auto is_far = [](Term value) { return abs(value.signed_value()) > 70; };
  EXPECT_EQ(simplest(InputMeaning::Signed, terms.mk_bv(-5000, 32), is_far).signed_value(), 71);
}

TEST_F(SimplerInputTest, UnsignedNumbersDoNotBecomeMinusOne) {
  const auto is_large = [](Term value) { return value.integer_value() > 1000; };
  EXPECT_EQ(simplest(InputMeaning::Unsigned, terms.mk_bv(-77, 32), is_large).integer_value(), 1001);
}

TEST_F(SimplerInputTest, CharactersBecomeLetters) {
  const auto is_no_nul = [](Term value) { return value.integer_value() != 0; };
  EXPECT_EQ(simplest(InputMeaning::Character, terms.mk_bv(1, 8), is_no_nul).integer_value(), 'a');
  const auto is_negative = [](Term value) { return value.signed_value() < 0; };
  EXPECT_EQ(simplest(InputMeaning::Character, terms.mk_bv(-77, 8), is_negative).signed_value(), -1);
}

TEST_F(SimplerInputTest, FloatingPointNumbersGetFewDigits) {
  const Term value = terms.mk_bv(mpz_class(std::to_string(std::bit_cast<std::uint64_t>(0.22474489))), 64);
  const Term found = simplest(InputMeaning::Floating, value,
                              [&](Term each) { return real(each) > 0.224 && real(each) < 0.25; });
  EXPECT_EQ(real(found), 0.23);
}

TEST_F(SimplerInputTest, AnElementOfAnArrayReplacesTheOthers) {
  const Sort sort = terms.array_sort(terms.bitvec_sort(8), terms.bitvec_sort(16));
  Term array = terms.mk_const_array(sort, terms.mk_bv(0, 16));
  array = terms.mk_store(array, terms.mk_bv(200, 8), terms.mk_bv(5000, 16));
  array = terms.mk_store(array, terms.mk_bv(7, 8), terms.mk_bv(3, 16));
  const auto first_is_large = [&](Term value) {
    const Term first = terms.mk_select(value, terms.mk_bv(200, 8));
    return first.integer_value() > 12;
  };
  const Term found = simplest(InputMeaning::Unsigned, array, first_is_large);
  EXPECT_EQ(found, terms.mk_const_array(sort, terms.mk_bv(13, 16)));
}

TEST_F(SimplerInputTest, AnArrayOfUnknownElementsStays) {
  const Sort sort = terms.array_sort(terms.bitvec_sort(8), terms.bitvec_sort(8));
  const Term array = terms.mk_symbol("a", sort);
  EXPECT_FALSE(simplify_input(terms, InputMeaning::Signed, array, [](Term) { return true; }));
}

}  // namespace
}  // namespace pendulum::trace
