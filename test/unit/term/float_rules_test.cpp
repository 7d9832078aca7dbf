// The rules for operators on floating-point numbers, each where it applies and where it does not. Rules that
// replace a term by another one are also compared with evaluate for all numbers of a small format.
#include <gtest/gtest.h>

#include "term/evaluation/evaluate.h"
#include "term/signature/float_format.h"
#include "term/signature/kind_info.h"
#include "term/term_manager.h"

namespace pendulum::term {
namespace {

constexpr FloatFormat narrow{3, 3};
constexpr FloatFormat wide{4, 5};

class FloatRulesTest : public ::testing::Test {
 protected:
  Term make(Kind kind, const TermVector& children, FloatFormat format, std::uint32_t parameter1 = 0) {
    return m.mk_float(kind, children, format.code(), parameter1);
  }
  Term widened(Term a) { return make(Kind::FloatToFloat, {mode, a}, narrow, wide.code()); }
  Term number(FloatFormat format, const mpz_class& encoding) { return m.mk_bv(encoding, format.width()); }

  /// The comparison has the result of its definition for all values of x (and y): the rule folds both sides.
  void expect_all_values_agree(Kind kind, Term a, Term b, FloatFormat format, Term simplified) {
    for (std::int64_t i = 0; i < 1 << narrow.width(); ++i) {
      const Model model{{x, m.mk_bv(i, narrow.width())}, {y, m.mk_bv(i * 37 + 11, narrow.width())}};
      const Term direct = make(kind, {evaluate(m, a, model), evaluate(m, b, model)}, format);
      ASSERT_TRUE(direct.is_value());
      ASSERT_EQ(evaluate(m, simplified, model), direct) << simplified.to_string() << " for " << i;
    }
  }

  /// A rule simplifies (x op b), and the result has the value of the application for all x, some y, and both
  /// p.
  void expect_simplified(Kind kind, Term known_mode, Term b) {
    const Term simplified = make(kind, {known_mode, x, b}, narrow);
    EXPECT_NE(simplified.kind(), kind) << simplified.to_string();
    for (std::int64_t i = 0; i < 1 << (narrow.width() + 1); ++i) {
      const Model model{{x, m.mk_bv(i, narrow.width())},
                        {y, m.mk_bv(i * 37 + 11, narrow.width())},
                        {p, m.mk_bool(i >> narrow.width() != 0)},
                        {mode, nearest}};
      const Term direct = make(
          kind, {known_mode.is_value() ? known_mode : nearest, evaluate(m, x, model), evaluate(m, b, model)},
          narrow);
      ASSERT_TRUE(direct.is_value());
      ASSERT_EQ(evaluate(m, simplified, model), direct) << simplified.to_string() << " for " << i;
    }
  }

  TermManager m;
  Term mode = m.mk_symbol("mode", m.bitvec_sort(rounding_mode_width));
  Term nearest = m.mk_bv(1, rounding_mode_width);
  Term p = m.mk_symbol("p", m.bool_sort());
  Term x = m.mk_symbol("x", m.bitvec_sort(narrow.width()));
  Term y = m.mk_symbol("y", m.bitvec_sort(narrow.width()));
  Term z = m.mk_symbol("z", m.bitvec_sort(narrow.width()));
  Term one = number(narrow, 3 << 2);
  Term nan = number(narrow, narrow.computed_nan());
};

TEST_F(FloatRulesTest, FoldsValues) {
  EXPECT_EQ(make(Kind::FloatAdd, {nearest, one, one}, narrow), number(narrow, 4 << 2));
  EXPECT_EQ(make(Kind::FloatFromSigned, {nearest, m.mk_bv(-1, 5)}, narrow),
            number(narrow, narrow.sign_bit() + (3 << 2)));
  EXPECT_EQ(make(Kind::FloatFromUnsigned, {nearest, m.mk_bv(1, 5)}, narrow), one);
  EXPECT_EQ(make(Kind::FloatToUnsigned, {nearest, one}, narrow, 9), m.mk_bv(1, 9));
  EXPECT_EQ(make(Kind::FloatLt, {one, one}, narrow), m.mk_false());
  EXPECT_FALSE(make(Kind::FloatAdd, {mode, one, one}, narrow).is_value()) << "the mode is not known";
}

TEST_F(FloatRulesTest, MovesIntoAnIteOfValues) {
  const Term two = number(narrow, 4 << 2);
  const Term choice = m.mk_ite(p, one, two);
  EXPECT_EQ(make(Kind::FloatMul, {nearest, choice, two}, narrow), m.mk_ite(p, two, number(narrow, 5 << 2)));
  EXPECT_EQ(make(Kind::FloatLt, {choice, two}, narrow), p);
  EXPECT_EQ(make(Kind::FloatMul, {nearest, choice, x}, narrow).kind(), Kind::FloatMul);
  EXPECT_EQ(make(Kind::FloatMul, {nearest, choice, choice}, narrow).kind(), Kind::FloatMul);
}

TEST_F(FloatRulesTest, OrdersTheOperandsOfCommutativeOperators) {
  for (const Kind kind : {Kind::FloatAdd, Kind::FloatMul}) {
    EXPECT_EQ(make(kind, {mode, x, y}, narrow), make(kind, {mode, y, x}, narrow));
    EXPECT_EQ(make(kind, {mode, one, x}, narrow), make(kind, {mode, x, one}, narrow));
  }
  EXPECT_EQ(make(Kind::FloatEq, {x, y}, narrow), make(Kind::FloatEq, {y, x}, narrow));
  EXPECT_EQ(make(Kind::FloatFma, {mode, x, y, z}, narrow), make(Kind::FloatFma, {mode, y, x, z}, narrow));
  EXPECT_NE(make(Kind::FloatFma, {mode, x, y, z}, narrow), make(Kind::FloatFma, {mode, x, z, y}, narrow));
  EXPECT_NE(make(Kind::FloatDiv, {mode, x, y}, narrow), make(Kind::FloatDiv, {mode, y, x}, narrow));
  EXPECT_NE(make(Kind::FloatLt, {x, y}, narrow), make(Kind::FloatLt, {y, x}, narrow));
}

TEST_F(FloatRulesTest, NeutralElementsAndZeros) {
  const Term zero = number(narrow, 0);
  const Term minus_zero = number(narrow, narrow.sign_bit());
  const Term minus_one = number(narrow, narrow.sign_bit() + (3 << 2));
  const Term sign = m.mk_bv_binary(Kind::BvAnd, y, minus_zero);
  const Term a_zero = m.mk_ite(p, zero, sign);
  const Term negated = m.mk_bv_binary(Kind::BvXor, x, minus_zero);
  for (std::int64_t number_of_mode = 0; number_of_mode < 5; ++number_of_mode) {
    const Term known = m.mk_bv(number_of_mode, rounding_mode_width);
    for (const Term b : {zero, minus_zero, sign, a_zero, negated})
      expect_simplified(Kind::FloatAdd, known, b);
    for (const Term b : {zero, minus_zero, one, minus_one}) expect_simplified(Kind::FloatMul, known, b);
    for (const Term b : {one, minus_one}) expect_simplified(Kind::FloatDiv, known, b);
  }
}

TEST_F(FloatRulesTest, NeutralElementsNeedAKnownModeAndTheExactValue) {
  const Term zero = number(narrow, 0);
  EXPECT_EQ(make(Kind::FloatAdd, {mode, x, zero}, narrow).kind(), Kind::FloatAdd);
  EXPECT_EQ(make(Kind::FloatMul, {mode, x, number(narrow, 4 << 2)}, narrow).kind(), Kind::FloatMul);
  EXPECT_EQ(make(Kind::FloatDiv, {nearest, x, zero}, narrow).kind(), Kind::FloatDiv);
  EXPECT_EQ(make(Kind::FloatDiv, {nearest, one, x}, narrow).kind(), Kind::FloatDiv);
  EXPECT_EQ(make(Kind::FloatAdd, {nearest, x, m.mk_ite(p, zero, y)}, narrow).kind(), Kind::FloatAdd);
  const Term sum = make(Kind::FloatAdd, {nearest, x, y}, narrow);
  EXPECT_EQ(make(Kind::FloatMul, {nearest, sum, one}, narrow), sum) << "the NaN of a sum is the computed one";
}

TEST_F(FloatRulesTest, MovesOutOfAnIteWithNan) {
  const Term other_nan = number(narrow, narrow.computed_nan() + narrow.sign_bit());
  for (const Term a : {m.mk_ite(p, other_nan, y), m.mk_ite(p, y, nan)}) {
    expect_simplified(Kind::FloatAdd, mode, a);
    expect_simplified(Kind::FloatMul, mode, a);
    EXPECT_NE(make(Kind::FloatEq, {a, x}, narrow).kind(), Kind::FloatEq);
    EXPECT_EQ(make(Kind::FloatToFloat, {mode, a}, narrow, wide.code()).kind(), Kind::Ite);
  }
  const Term computed = make(Kind::FloatMul, {nearest, y, one}, narrow);
  EXPECT_EQ(computed.kind(), Kind::Ite);
  EXPECT_EQ(make(Kind::FloatAdd, {mode, x, computed}, narrow), make(Kind::FloatAdd, {mode, x, y}, narrow));
  EXPECT_EQ(make(Kind::FloatLt, {x, computed}, narrow), make(Kind::FloatLt, {x, y}, narrow));
}

TEST_F(FloatRulesTest, UnusedModesBecomeNearestEven) {
  EXPECT_EQ(make(Kind::FloatAdd, {m.mk_bv(6, 3), x, y}, narrow),
            make(Kind::FloatAdd, {nearest, x, y}, narrow));
  EXPECT_NE(make(Kind::FloatAdd, {m.mk_bv(4, 3), x, y}, narrow),
            make(Kind::FloatAdd, {nearest, x, y}, narrow));
  EXPECT_EQ(widened(x), make(Kind::FloatToFloat, {nearest, x}, narrow, wide.code()));
  const Term large = m.mk_symbol("large", m.bitvec_sort(wide.width()));
  EXPECT_NE(make(Kind::FloatToFloat, {mode, large}, wide, narrow.code()),
            make(Kind::FloatToFloat, {nearest, large}, wide, narrow.code()));
  // More significand bits, but fewer exponent bits.
  const std::uint32_t other = FloatFormat{2, 8}.code();
  EXPECT_NE(make(Kind::FloatToFloat, {mode, x}, narrow, other),
            make(Kind::FloatToFloat, {nearest, x}, narrow, other));
}

TEST_F(FloatRulesTest, ComparesATermWithItself) {
  EXPECT_TRUE(make(Kind::FloatLt, {x, x}, narrow).is_false());
  for (const Kind kind : {Kind::FloatEq, Kind::FloatLe})
    expect_all_values_agree(kind, x, x, narrow, make(kind, {x, x}, narrow));
}

TEST_F(FloatRulesTest, ComparesWithAnyValue) {
  for (std::int64_t value = 0; value < 1 << narrow.width(); ++value) {
    const Term c = m.mk_bv(value, narrow.width());
    for (const Kind kind : {Kind::FloatEq, Kind::FloatLt, Kind::FloatLe}) {
      expect_all_values_agree(kind, x, c, narrow, make(kind, {x, c}, narrow));
      expect_all_values_agree(kind, c, x, narrow, make(kind, {c, x}, narrow));
    }
  }
}

TEST_F(FloatRulesTest, SimplifiesComparisonsWithSpecialValues) {
  const Term infinity = number(narrow, narrow.infinity());
  const Term minus_infinity = number(narrow, narrow.infinity() + narrow.sign_bit());
  for (const Kind kind : {Kind::FloatEq, Kind::FloatLt, Kind::FloatLe}) {
    EXPECT_TRUE(make(kind, {x, nan}, narrow).is_false());
    EXPECT_TRUE(make(kind, {nan, x}, narrow).is_false());
  }
  EXPECT_EQ(make(Kind::FloatEq, {x, one}, narrow), m.mk_eq(x, one));
  EXPECT_NE(make(Kind::FloatEq, {x, number(narrow, 0)}, narrow), m.mk_eq(x, number(narrow, 0)));
  EXPECT_TRUE(make(Kind::FloatLt, {x, minus_infinity}, narrow).is_false());
  EXPECT_TRUE(make(Kind::FloatLt, {infinity, x}, narrow).is_false());
  EXPECT_EQ(make(Kind::FloatLt, {x, infinity}, narrow).kind(), Kind::FloatLt);
  EXPECT_EQ(make(Kind::FloatLt, {minus_infinity, x}, narrow).kind(), Kind::FloatLt);
}

TEST_F(FloatRulesTest, ComparesWidenedNumbersInTheNarrowFormat) {
  for (const Kind kind : {Kind::FloatEq, Kind::FloatLt, Kind::FloatLe}) {
    const Term simplified = make(kind, {widened(x), widened(y)}, wide);
    EXPECT_EQ(simplified, make(kind, {x, y}, narrow));
    expect_all_values_agree(kind, widened(x), widened(y), wide, simplified);
    for (std::int64_t value = 0; value < 1 << wide.width(); ++value) {
      const Term c = m.mk_bv(value, wide.width());
      expect_all_values_agree(kind, widened(x), c, wide, make(kind, {widened(x), c}, wide));
      expect_all_values_agree(kind, c, widened(x), wide, make(kind, {c, widened(x)}, wide));
    }
  }
}

TEST_F(FloatRulesTest, OtherConversionsAreNotRemovedFromComparisons) {
  const Term large = m.mk_symbol("large", m.bitvec_sort(wide.width()));
  const Term narrowed = make(Kind::FloatToFloat, {nearest, large}, wide, narrow.code());
  EXPECT_EQ(make(Kind::FloatLt, {narrowed, x}, narrow)[0], narrowed);
  EXPECT_EQ(make(Kind::FloatLt, {narrowed, one}, narrow)[0], narrowed);
  EXPECT_EQ(make(Kind::FloatLt, {widened(x), large}, wide)[0], widened(x));
}

TEST_F(FloatRulesTest, JoinsConversions) {
  const FloatFormat widest{5, 9};
  const Term twice = make(Kind::FloatToFloat, {mode, widened(x)}, wide, widest.code());
  EXPECT_EQ(twice, make(Kind::FloatToFloat, {nearest, x}, narrow, widest.code()));
  const Term other = make(Kind::FloatToFloat, {mode, widened(x)}, wide, FloatFormat{2, 2}.code());
  EXPECT_EQ(other, make(Kind::FloatToFloat, {mode, x}, narrow, FloatFormat{2, 2}.code()));
  // The inner conversion rounds.
  const Term inner = make(Kind::FloatToFloat, {mode, x}, narrow, FloatFormat{3, 2}.code());
  const Term outer = make(Kind::FloatToFloat, {mode, inner}, FloatFormat{3, 2}, FloatFormat{2, 2}.code());
  EXPECT_EQ(outer[1], inner);
}

TEST_F(FloatRulesTest, ConversionBackChangesOnlyNans) {
  const Term back = make(Kind::FloatToFloat, {mode, widened(x)}, wide, narrow.code());
  EXPECT_EQ(back.kind(), Kind::Ite);
  for (std::int64_t i = 0; i < 1 << narrow.width(); ++i) {
    const Term value = m.mk_bv(i, narrow.width());
    const Term expected = make(Kind::FloatToFloat, {nearest, widened(value)}, wide, narrow.code());
    EXPECT_EQ(evaluate(m, back, {{x, value}}), expected) << i;
  }
}

}  // namespace
}  // namespace pendulum::term
