// Compiled terms have the values that term::evaluate gives them.
#include "engine/bmc/word_code.h"

#include <gtest/gtest.h>

#include <random>

#include "term/evaluate.h"

namespace pendulum::engine::bmc {
namespace {

using term::Kind;
using term::Term;
using term::TermVector;

class WordCodeTest : public ::testing::Test {
 protected:
  void expect_agreement(unsigned width) {
    const Term p = terms_.mk_symbol("p", terms_.bool_sort());
    const Term x = terms_.mk_symbol(fmt::format("x{}", width), terms_.bitvec_sort(width));
    const Term y = terms_.mk_symbol(fmt::format("y{}", width), terms_.bitvec_sort(width));
    const TermVector symbols{p, x, y};
    TermVector roots{x,
                     terms_.mk_bvnot(x),
                     terms_.mk_bvneg(y),
                     terms_.mk_ite(p, x, y),
                     terms_.mk_extract(x, width - 1, width / 2),
                     terms_.mk_eq(x, y),
                     terms_.mk_true()};
    for (const Kind kind :
         {Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,   Kind::BvSub,   Kind::BvMul,  Kind::BvUdiv,
          Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem, Kind::BvShl,   Kind::BvLshr,  Kind::BvAshr, Kind::BvUlt,
          Kind::BvUle,  Kind::BvSlt,  Kind::BvSle,  Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo})
      roots.push_back(terms_.mk_bv_binary(kind, x, y));
    if (width <= 32) {
      roots.push_back(terms_.mk_concat(x, y));
      roots.push_back(terms_.mk_sign_extend(x, width));
      roots.push_back(terms_.mk_zero_extend(x, width));
    }
    roots.push_back(terms_.mk_and({p, terms_.mk_bvult(x, y), terms_.mk_distinct(x, terms_.mk_bv(0, width))}));
    roots.push_back(terms_.mk_or({p, terms_.mk_bvslt(x, y), terms_.mk_eq(x, terms_.mk_bv(0, width))}));
    auto code = WordCode::compile(symbols, roots);
    ASSERT_TRUE(code.has_value());
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    for (int round = 0; round < 200; ++round) {
      const std::vector<std::uint64_t> values{random_() % 2, random_() >> (random_() % 64) & mask,
                                              random_() >> (random_() % 64) & mask};
      const term::Model model{{p, terms_.mk_bool(values[0] != 0)},
                              {x, terms_.mk_bv(static_cast<std::int64_t>(values[1]), width)},
                              {y, terms_.mk_bv(static_cast<std::int64_t>(values[2]), width)}};
      code->run(values);
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const Term expected = term::evaluate(terms_, roots[i], model);
        const std::uint64_t word =
            expected.sort().is_bool() ? (expected.is_true() ? 1 : 0) : expected.integer_value().get_ui();
        ASSERT_EQ(code->value(i), word) << roots[i].to_string();
      }
    }
  }

  term::TermManager terms_;
  std::mt19937_64 random_{11};
};

TEST_F(WordCodeTest, AgreesWithEvaluate) {
  for (const unsigned width : {1U, 7U, 8U, 32U, 64U}) expect_agreement(width);
}

TEST_F(WordCodeTest, KnowsWhatItHasNotSeen) {
  const Term x = terms_.mk_symbol("x", terms_.bitvec_sort(8));
  auto code = WordCode::compile(TermVector{x}, TermVector{terms_.mk_bvult(x, terms_.mk_bv(9, 8))});
  ASSERT_TRUE(code.has_value());
  const auto run = [&](std::uint64_t value) { return code->run(std::vector<std::uint64_t>{value}); };
  EXPECT_TRUE(run(1));
  EXPECT_FALSE(run(8));
  EXPECT_TRUE(run(9));
  EXPECT_FALSE(run(1));
  EXPECT_FALSE(run(200));
}

TEST_F(WordCodeTest, RefusesWhatDoesNotFit) {
  const Term wide = terms_.mk_symbol("wide", terms_.bitvec_sort(65));
  EXPECT_FALSE(WordCode::compile(TermVector{wide}, TermVector{wide}).has_value());
  const Term array = terms_.mk_symbol("a", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(8)));
  EXPECT_FALSE(WordCode::compile(TermVector{array}, TermVector{terms_.mk_select(array, terms_.mk_bv(1, 8))})
                   .has_value());
  const Term i = terms_.mk_symbol("i", terms_.int_sort());
  EXPECT_FALSE(WordCode::compile(TermVector{i}, TermVector{terms_.mk_le(i, terms_.mk_int(1))}).has_value());
}

}  // namespace
}  // namespace pendulum::engine::bmc
