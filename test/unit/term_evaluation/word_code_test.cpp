// Compiled terms have the values of evaluate.
#include "term/evaluation/word_code.h"

#include <gtest/gtest.h>

#include <random>

#include "term/evaluation/evaluate.h"
#include "term/signature/float_format.h"
#include "term/signature/kind_info.h"
#include "term_ieee754/sample_encodings.h"

namespace pendulum::term {
namespace {

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
    auto code = WordCode::compile(terms_, symbols, {}, roots);
    ASSERT_TRUE(code.has_value());
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    for (int round = 0; round < 200; ++round) {
      const std::vector<std::uint64_t> values{random_() % 2, random_() >> (random_() % 64) & mask,
                                              random_() >> (random_() % 64) & mask};
      const Model model{{p, terms_.mk_bool(values[0] != 0)},
                        {x, terms_.mk_bv(static_cast<std::int64_t>(values[1]), width)},
                        {y, terms_.mk_bv(static_cast<std::int64_t>(values[2]), width)}};
      code->run(values);
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const Term expected = evaluate(terms_, roots[i], model);
        const std::uint64_t word =
            expected.sort().is_bool() ? (expected.is_true() ? 1 : 0) : expected.integer_value().get_ui();
        ASSERT_EQ(code->value(i), word) << roots[i].to_string();
      }
    }
  }

  TermManager terms_;
  std::mt19937_64 random_{11};
};

TEST_F(WordCodeTest, AgreesWithEvaluate) {
  for (const unsigned width : {1U, 7U, 8U, 32U, 64U}) expect_agreement(width);
}

TEST_F(WordCodeTest, AgreesWithEvaluateOnFloatingPointNumbers) {
  const Term mode = terms_.mk_symbol("mode", terms_.bitvec_sort(rounding_mode_width));
  for (const FloatFormat format : {FloatFormat{3, 4}, float16, float32, float64}) {
    SampleEncodings samples(format, 4);
    const Sort sort = terms_.bitvec_sort(format.width());
    TermVector symbols{mode};
    for (const char name : {'x', 'y', 'z'})
      symbols.push_back(terms_.mk_symbol(fmt::format("{}{}", name, format.code()), sort));
    TermVector roots;
    for (const KindInfo& info : kind_table) {
      if (!is_float_operator(info.kind)) continue;
      const auto operands =
          std::span(symbols).subspan(is_float_comparison(info.kind) ? 1 : 0, info.arity.min);
      const bool is_integer = info.sort_rule == SortRule::FloatToBitVec;
      const std::uint32_t parameter = is_integer ? 32 : FloatFormat{4, 7}.code();
      roots.push_back(terms_.mk_float(info.kind, operands, format.code(),
                                      num_parameters(info.kind) == 2 ? parameter : 0));
    }
    auto code = WordCode::compile(terms_, symbols, {}, roots);
    ASSERT_TRUE(code.has_value());
    for (int round = 0; round < 200; ++round) {
      const mpz_class x = samples.random();
      const std::vector<mpz_class> numbers{random_() % 8, x, samples.random_near(x), samples.random()};
      Model model;
      std::vector<std::uint64_t> values;
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        values.push_back(numbers[i].get_ui());
        model.emplace(symbols[i], terms_.mk_bv(numbers[i], symbols[i].sort().width()));
      }
      code->run(values);
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const Term expected = evaluate(terms_, roots[i], model);
        const std::uint64_t word =
            expected.sort().is_bool() ? (expected.is_true() ? 1 : 0) : expected.integer_value().get_ui();
        ASSERT_EQ(code->value(i), word) << roots[i].to_string();
      }
    }
  }
}

TEST_F(WordCodeTest, KnowsWhatItHasNotSeen) {
  const Term x = terms_.mk_symbol("x", terms_.bitvec_sort(8));
  auto code =
      WordCode::compile(terms_, TermVector{x}, {}, TermVector{terms_.mk_bvult(x, terms_.mk_bv(9, 8))});
  ASSERT_TRUE(code.has_value());
  const auto run = [&](std::uint64_t value) {
    return code->run_for_novelty(std::vector<std::uint64_t>{value});
  };
  EXPECT_TRUE(run(1));
  EXPECT_FALSE(run(8));
  EXPECT_TRUE(run(9));
  EXPECT_FALSE(run(1));
  EXPECT_FALSE(run(200));
}

TEST_F(WordCodeTest, RefusesWhatDoesNotFit) {
  const auto is_compiled = [&](Term symbol, Term root) {
    return WordCode::compile(terms_, TermVector{symbol}, {}, TermVector{root}).has_value();
  };
  const Term wide = terms_.mk_symbol("wide", terms_.bitvec_sort(65));
  EXPECT_FALSE(is_compiled(wide, wide));
  const Term i = terms_.mk_symbol("i", terms_.int_sort());
  EXPECT_FALSE(is_compiled(i, terms_.mk_le(i, terms_.mk_int(1))));
  const Term a = terms_.mk_symbol("a", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(8)));
  const Term b = terms_.mk_symbol("b", a.sort());
  EXPECT_FALSE(is_compiled(a, terms_.mk_select(a, terms_.mk_bv(1, 8)))) << "arrays are no words";
  EXPECT_FALSE(WordCode::compile(terms_, {}, TermVector{a, b}, TermVector{terms_.mk_eq(a, b)}).has_value());
  const Term c = terms_.mk_symbol("c", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(65)));
  EXPECT_FALSE(WordCode::compile(terms_, {}, TermVector{c},
                                 TermVector{terms_.mk_extract(terms_.mk_select(c, terms_.mk_bv(1, 8)), 7, 0)})
                   .has_value());
}

/// Random terms over two arrays, their indices and elements.
class WordCodeArrayTest : public ::testing::TestWithParam<unsigned> {
 protected:
  unsigned draw(unsigned below) { return static_cast<unsigned>(random_() % below); }
  Term pick(const TermVector& from) { return from[draw(static_cast<unsigned>(from.size()))]; }

  void grow() {
    const Term x = pick(words_);
    const Term y = pick(words_);
    const Term array = pick(arrays_);
    switch (draw(6)) {
      case 0:
        arrays_.push_back(terms_.mk_store(array, x, y));
        break;
      case 1:
        arrays_.push_back(terms_.mk_ite(terms_.mk_bvult(x, y), array, pick(arrays_)));
        break;
      case 2:
        arrays_.push_back(terms_.mk_const_array(array.sort(), x));
        break;
      case 3:
        words_.push_back(terms_.mk_bvadd(x, y));
        break;
      default:
        words_.push_back(terms_.mk_select(array, x));
        break;
    }
  }

  WordArray random_array(std::uint64_t mask) {
    WordArray result(random_() & mask);
    for (unsigned i = draw(20); i > 0; --i) result.set(random_() % 8 & mask, random_() & mask);
    return result;
  }

  TermManager terms_;
  std::mt19937_64 random_{5};
  TermVector words_, arrays_;
};

TEST_P(WordCodeArrayTest, AgreesWithEvaluate) {
  const unsigned width = GetParam();
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const Sort sort = terms_.bitvec_sort(width);
  for (int round = 0; round < 30; ++round) {
    const TermVector symbols{terms_.mk_symbol("x", sort), terms_.mk_symbol("y", sort)};
    const TermVector arrays{terms_.mk_symbol("a", terms_.array_sort(sort, sort)),
                            terms_.mk_symbol("b", terms_.array_sort(sort, sort))};
    words_ = symbols;
    arrays_ = arrays;
    for (int i = 0; i < 40; ++i) grow();
    auto code = WordCode::compile(terms_, symbols, arrays, words_);
    ASSERT_TRUE(code.has_value());
    for (int run = 0; run < 10; ++run) {
      const std::vector<std::uint64_t> values{random_() % 8 & mask, random_() & mask};
      const WordArray a = random_array(mask);
      const WordArray b = random_array(mask);
      const Model model{{symbols[0], term_of_word(terms_, values[0], sort)},
                        {symbols[1], term_of_word(terms_, values[1], sort)},
                        {arrays[0], a.to_term(terms_, arrays[0].sort())},
                        {arrays[1], b.to_term(terms_, arrays[1].sort())}};
      const WordArrays array_model{{arrays[0], a}, {arrays[1], b}};
      code->run(values, std::vector<const WordArray*>{&a, &b});
      Evaluator with_words(terms_, model, array_model);
      for (std::size_t i = 0; i < words_.size(); ++i) {
        const Term expected = evaluate(terms_, words_[i], model);
        ASSERT_EQ(code->value(i), word_of(expected)) << words_[i].to_string();
        ASSERT_EQ(with_words(words_[i]), expected) << words_[i].to_string();
      }
      for (const Term array : arrays_) ASSERT_EQ(with_words(array), evaluate(terms_, array, model));
      ASSERT_EQ(with_words(terms_.mk_eq(arrays_.back(), arrays_[2])),
                evaluate(terms_, terms_.mk_eq(arrays_.back(), arrays_[2]), model));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, WordCodeArrayTest, ::testing::Values(1U, 8U, 31U, 32U, 63U, 64U));

}  // namespace
}  // namespace pendulum::term
