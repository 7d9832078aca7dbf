// Interval propagation keeps all models: for all operators and all words of small boxes, for random boxes of
// the usual formats, and for random formulas. Refutation agrees with the enumeration of all assignments.
#include "smt/intervals/propagation.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "smt/intervals/refutation.h"
#include "term/evaluation/evaluate.h"
#include "term/evaluation/word_code.h"
#include "term/floating_point/float_terms.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {
namespace {

using term::FloatFormat;
using term::FloatTerms;
using term::Kind;
using term::SortRule;
using term::Term;
using term::TermManager;
using term::TermVector;

class PropagationTest : public ::testing::Test {
 protected:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  Word random_word(std::uint32_t width) {
    const Word word = (Word{random_()} << 32) + random_();
    return width == WordSet::max_width ? word : word & ((Word{1} << width) - 1);
  }

  /// The smallest set with a few random words.
  WordSet random_set(std::uint32_t width) {
    WordSet result = WordSet::single(width, random_word(width));
    for (std::size_t i = below(4); i > 0; --i)
      result = result.join(WordSet::single(width, random_word(width)));
    return result;
  }

  /// A word of the set: often a bound.
  Word random_element(const WordSet& set) {
    const bool top = set.half(false).is_empty() || (!set.half(true).is_empty() && below(2) == 0);
    const WordInterval& half = set.half(top);
    if (below(3) == 0) return below(2) == 0 ? half.low : half.high;
    const Word size = half.high - half.low;
    return half.low + (size == ~Word{0} ? random_word(WordSet::max_width)
                                        : random_word(WordSet::max_width) % (size + 1));
  }

  Term symbol(std::string_view prefix, std::uint32_t width) {
    return terms.mk_symbol(fmt::format("{}{}", prefix, width), terms.bitvec_sort(width));
  }

  /// Asserts application = result, and contracts boxes around random operands and their result.
  void check_application(std::span<const Term> operands, Term application, unsigned num_boxes) {
    const bool is_bool = application.sort().is_bool();
    const Term result =
        is_bool ? terms.mk_symbol("result", terms.bool_sort()) : symbol("result", application.sort().width());
    auto code =
        term::WordCode::compile(terms, TermVector(operands.begin(), operands.end()), {}, {&application, 1});
    ASSERT_TRUE(code.has_value());
    const Term equation = terms.mk_eq(application, result);
    Propagation propagation({&equation, 1});
    for (unsigned i = 0; i < num_boxes; ++i) {
      std::vector<Word> words;
      term::TermMap<WordSet> sets;
      for (const Term operand : operands) {
        const WordSet set = random_set(operand.sort().width());
        sets.emplace(operand, set);
        words.push_back(random_element(set));
      }
      code->run(words);
      const Word value = code->value(0);
      const std::uint32_t width = is_bool ? 1 : result.sort().width();
      sets.emplace(result, below(2) == 0 ? WordSet::all(width)
                                         : random_set(width).join(WordSet::single(width, value)));
      Propagation::Box box = propagation.everything();
      for (std::size_t k = 0; k < propagation.symbols().size(); ++k)
        box[k] = sets.at(propagation.symbols()[k]);
      ASSERT_TRUE(propagation.contract(box)) << application.to_string();
      for (std::size_t k = 0; k < propagation.symbols().size(); ++k) {
        const Term symbol = propagation.symbols()[k];
        const auto position =
            static_cast<std::size_t>(std::ranges::find(operands, symbol) - operands.begin());
        ASSERT_TRUE(box[k].contains(position < words.size() ? words[position] : value))
            << application.to_string() << " " << symbol.name() << " " << value;
      }
    }
  }

  void check_float_operators(FloatFormat format, FloatFormat other, std::uint32_t integer_width,
                             unsigned num_boxes) {
    for (const term::KindInfo& row : term::kind_table) {
      if (!term::is_float_operator(row.kind)) continue;
      TermVector operands, children;
      for (std::size_t i = 0; i < row.arity.min; ++i) {
        const bool is_mode = i == 0 && !term::is_float_comparison(row.kind);
        const std::uint32_t width = row.sort_rule == SortRule::BitVecToFloat ? integer_width : format.width();
        operands.push_back(
            symbol(std::string(1, static_cast<char>('a' + i)), is_mode ? term::rounding_mode_width : width));
      }
      const std::uint32_t parameter = row.sort_rule == SortRule::FloatToFloat    ? other.code()
                                      : row.sort_rule == SortRule::FloatToBitVec ? integer_width
                                                                                 : 0;
      check_application(operands, terms.mk_float(row.kind, operands, format.code(), parameter), num_boxes);
      if (term::is_float_comparison(row.kind)) continue;
      for (unsigned mode = 0; mode < 5; ++mode) {
        children = operands;
        children[0] = terms.mk_bv(mode, term::rounding_mode_width);
        const std::span numbers = std::span(operands).subspan(1);
        check_application(numbers, terms.mk_float(row.kind, children, format.code(), parameter), num_boxes);
        if (row.kind != Kind::FloatMul) continue;
        children[2] = children[1];
        check_application(numbers.first(1), terms.mk_float(row.kind, children, format.code(), parameter),
                          num_boxes);
      }
    }
  }

  TermManager terms;
  std::mt19937 random_{7};
};

TEST_F(PropagationTest, KeepsResultsOfFloatOperators) {
  check_float_operators({2, 3}, {3, 3}, 4, 2000);
  check_float_operators({3, 3}, {2, 2}, 5, 2000);
  check_float_operators(term::float32, term::float64, 32, 300);
  check_float_operators(term::float64, term::float32, 64, 300);
  check_float_operators(term::float16, term::bfloat16, 16, 100);
}

TEST_F(PropagationTest, KeepsResultsOfBitVectorOperators) {
  for (const std::uint32_t width : {1U, 4U, 32U, 64U}) {
    const TermVector ab{symbol("a", width), symbol("b", width)};
    const Term a = ab[0], b = ab[1], low = terms.mk_bv((mpz_class(1) << (width - 1)) - 1, width);
    for (const Kind kind :
         {Kind::BvAnd, Kind::BvOr, Kind::BvXor, Kind::BvAdd, Kind::BvSub, Kind::BvMul, Kind::BvUdiv,
          Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem, Kind::BvShl, Kind::BvLshr, Kind::BvAshr})
      check_application(ab, terms.mk_bv_binary(kind, a, b), 1000);
    for (const Kind kind :
         {Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle, Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo})
      check_application(ab, terms.mk_bv_binary(kind, a, b), 1000);
    check_application(ab, terms.mk_eq(a, b), 1000);
    check_application(ab, terms.mk_ite(terms.mk_bvult(a, b), a, b), 1000);
    const std::span one = std::span(ab).first(1);
    for (const Kind kind : {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem})
      check_application(one, terms.mk_bv_binary(kind, a, terms.mk_bv(width == 1 ? 1 : 3, width)), 300);
    check_application(one, terms.mk_bvnot(a), 300);
    check_application(one, terms.mk_bvneg(a), 300);
    check_application(one, terms.mk_bv_binary(Kind::BvAnd, a, low), 300);
    check_application(one, terms.mk_bv_binary(Kind::BvXor, a, terms.mk_bvnot(low)), 300);
    if (width == WordSet::max_width) continue;
    check_application(one, terms.mk_zero_extend(a, 5), 300);
    check_application(one, terms.mk_sign_extend(a, 5), 300);
    if (width == 32) check_application(ab, terms.mk_concat(a, b), 1000);
    if (width < 4) continue;
    check_application(one, terms.mk_extract(a, width - 1, 2), 300);
    check_application(one, terms.mk_extract(a, width - 2, 0), 300);
    check_application(one, terms.mk_extract(a, 2, 1), 300);
  }
}

/// Random formulas over two numbers x and y of the format {2, 3}.
class RandomFormulas {
 public:
  RandomFormulas(TermManager& terms, unsigned seed) : terms_(terms), floats_(terms, {2, 3}), random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  Term variable(std::size_t i) { return terms_.mk_symbol(i == 0 ? "x" : "y", terms_.bitvec_sort(5)); }
  Term number(unsigned depth) {
    if (depth == 0) return below(3) == 0 ? terms_.mk_bv(static_cast<int>(below(32)), 5) : variable(below(2));
    const Term mode = floats_.mode(static_cast<term::RoundingMode>(below(5)));
    const Term a = number(depth - 1), b = number(depth - 1);
    switch (below(7)) {
      case 0:
        return floats_.mul(mode, a, b);
      case 1:
        return floats_.div(mode, a, b);
      case 2:
        return floats_.negate(a);
      case 3:
        return terms_.mk_ite(formula(depth - 1), a, b);
      case 4:
        return terms_.mk_bvadd(a, b);
      default:
        return floats_.add(mode, a, b);
    }
  }
  Term formula(unsigned depth) {
    if (depth > 1 && below(2) == 0) {
      const Term a = formula(depth - 1), b = formula(depth - 1);
      return below(3) == 0 ? terms_.mk_or(a, terms_.mk_not(b)) : terms_.mk_and(a, b);
    }
    const Term a = number(depth), b = number(depth);
    switch (below(5)) {
      case 0:
        return floats_.eq(a, b);
      case 1:
        return terms_.mk_eq(a, b);
      case 2:
        return floats_.is_finite(a);
      case 3:
        return floats_.le(a, b);
      default:
        return floats_.lt(a, b);
    }
  }

 private:
  TermManager& terms_;
  FloatTerms floats_;
  std::mt19937 random_;
};

TEST_F(PropagationTest, RefutesAsEnumerationDoes) {
  unsigned num_refuted = 0, num_satisfiable = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomFormulas formulas(terms, seed);
    const Term formula = terms.mk_and(formulas.formula(3), formulas.formula(3));
    if (formula.is_value()) continue;
    const TermVector symbols{formulas.variable(0), formulas.variable(1)};
    auto code = term::WordCode::compile(terms, symbols, {}, {&formula, 1});
    ASSERT_TRUE(code.has_value());
    bool has_model = false;
    for (Word x = 0; x < 32; ++x)
      for (Word y = 0; y < 32; ++y) {
        const std::vector<Word> words{x, y};
        code->run(words);
        has_model = has_model || code->value(0) != 0;
      }
    const Refutation result = refute_by_intervals({&formula, 1}, {.max_work = 10'000'000});
    if (result == Refutation::Refuted) ++num_refuted;
    if (result == Refutation::Satisfiable) ++num_satisfiable;
    ASSERT_FALSE(has_model && result == Refutation::Refuted) << formula.to_string();
    ASSERT_FALSE(!has_model && result == Refutation::Satisfiable) << formula.to_string();
  }
  EXPECT_GT(num_refuted, 20U);
  EXPECT_GT(num_satisfiable, 20U);
}

/// A random expression over some numbers of a format.
class RandomNumbers {
 public:
  RandomNumbers(TermManager& terms, FloatFormat format, const TermVector& symbols, unsigned seed)
      : terms_(terms), floats_(terms, format), symbols_(symbols), random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  Term number(unsigned depth) {
    if (depth == 0) return symbols_[below(symbols_.size())];
    const Term mode = floats_.mode(static_cast<term::RoundingMode>(below(5)));
    const Term a = number(depth - 1), b = number(depth - 1);
    const auto make = [&](Kind kind, const TermVector& children) {
      return terms_.mk_float(kind, children, floats_.format().code());
    };
    switch (below(10)) {
      case 0:
        return make(Kind::FloatSqrt, {mode, a});
      case 1:
        return make(Kind::FloatRound, {mode, a});
      case 2:
        return make(Kind::FloatFma, {mode, a, b, symbols_[0]});
      case 3: {
        const Term root = make(Kind::FloatSqrt, {mode, a});
        return floats_.mul(mode, root, root);
      }
      case 4:
        return floats_.div(mode, a, symbols_.back());
      case 5:
        return floats_.mul(mode, a, a);
      case 6:
        return floats_.mul(mode, a, b);
      case 7:
        return floats_.sub(mode, a, b);
      default:
        return floats_.add(mode, a, b);
    }
  }

 private:
  TermManager& terms_;
  FloatTerms floats_;
  TermVector symbols_;
  std::mt19937 random_;
};

/// Numbers in small boxes, and bounds that the value of an expression for one choice of them satisfies.
TEST_F(PropagationTest, KeepsTheValuesOfExpressions) {
  for (const FloatFormat format : {term::float64, term::float32, term::float16, term::bfloat16}) {
    const FloatTerms floats(terms, format);
    const std::uint32_t width = format.width();
    const TermVector symbols{symbol("x", width), symbol("y", width), symbol("z", width)};
    for (unsigned seed = 0; seed < 500; ++seed) {
      RandomNumbers random(terms, format, symbols, seed);
      const Term expression = random.number(4);
      term::Model model;
      TermVector assertions;
      for (const Term x : symbols) {
        // Numbers near 1, with a distance of up to some bits of the fraction.
        const mpz_class start =
            (mpz_class((1U << (format.exponent_bits - 1)) - 2 + random.below(3)) << format.fraction_bits()) +
            (random.below(3) == 0 ? format.sign_bit() : mpz_class(0));
        const mpz_class size = mpz_class(1) << random.below(format.fraction_bits());
        const bool is_constant = x == symbols.back() && random.below(2) == 0;
        const Term low = terms.mk_bv(start, width);
        const Term high = terms.mk_bv(is_constant ? start : start + size, width);
        model.emplace(
            x, terms.mk_bv(is_constant ? start : start + size * mpz_class(random.below(9)) / 8, width));
        assertions.push_back(terms.mk_bvule(low, x));
        assertions.push_back(terms.mk_bvule(x, high));
      }
      const Term value = evaluate(terms, expression, model);
      if (floats.is_nan(value).is_true()) continue;
      assertions.push_back(floats.eq(expression, value));
      EXPECT_NE(refute_by_intervals(assertions, {.max_work = 10'000}), Refutation::Refuted)
          << seed << ": " << expression.to_string();
    }
  }
}

TEST_F(PropagationTest, RefutesTheNegationOfAConjunctionByCases) {
  const FloatTerms floats(terms, term::float32);
  const Term x = symbol("x", 32), y = symbol("y", 32);
  const Term zero = terms.mk_bv(0, 32), one = terms.mk_bv(0x3f800000, 32), two = terms.mk_bv(0x40000000, 32);
  const Term bounded =
      terms.mk_and(TermVector{floats.le(zero, x), floats.le(x, one), floats.le(zero, y), floats.le(y, one)});
  const Term sum = floats.add(floats.mode(term::RoundingMode::NearestEven), x, y);
  const auto refutes = [&](Term bound) {
    const Term claim =
        terms.mk_and(TermVector{floats.le(zero, sum), floats.le(sum, bound), floats.le(x, two)});
    const TermVector formula{bounded, terms.mk_not(claim)};
    return refute_by_intervals(formula, {.max_work = 10'000}) == Refutation::Refuted;
  };
  EXPECT_TRUE(refutes(two));
  EXPECT_FALSE(refutes(one));
}

/// The difference between x and sqrt(x) * sqrt(x) is small, in boxes with very different numbers.
TEST_F(PropagationTest, KnowsThatOperandsDependOnEachOther) {
  const FloatTerms floats(terms, term::float64);
  const Term mode = floats.mode(term::RoundingMode::NearestEven);
  const auto number = [&](double x) { return terms.mk_bv(mpz_class(std::bit_cast<std::uint64_t>(x)), 64); };
  const Term x = symbol("x", 64), y = symbol("y", 64);
  const Term bounded = terms.mk_and(terms.mk_and(floats.le(number(1), x), floats.le(x, number(100))),
                                    terms.mk_and(floats.le(number(1), y), floats.le(y, number(100))));
  const Term root = terms.mk_float(Kind::FloatSqrt, TermVector{mode, x}, term::float64.code());
  const Term rounded = terms.mk_float(Kind::FloatRound, TermVector{mode, x}, term::float64.code());
  const auto exceeds = [&](Term a, Term b, double bound) {
    return terms.mk_and(bounded, floats.lt(number(bound), floats.sub(mode, a, b)));
  };
  const auto refutes = [&](Term formula) {
    return refute_by_intervals({&formula, 1}, {.max_work = 50'000}) == Refutation::Refuted;
  };
  EXPECT_TRUE(refutes(exceeds(floats.mul(mode, root, root), x, 1e-12)));
  EXPECT_FALSE(refutes(exceeds(floats.mul(mode, root, root), x, 1e-15)));
  EXPECT_TRUE(refutes(exceeds(rounded, x, 0.5)));
  EXPECT_FALSE(refutes(exceeds(rounded, x, 0.4999)));
  EXPECT_TRUE(refutes(exceeds(floats.sub(mode, floats.add(mode, x, y), y), x, 1e-12)));
  EXPECT_FALSE(refutes(exceeds(floats.sub(mode, floats.add(mode, x, y), y), x, 1e-16)));
}

TEST_F(PropagationTest, BoundsPolynomials) {
  const FloatTerms floats(terms, term::float32);
  const Term mode = floats.mode(term::RoundingMode::NearestEven);
  const Term x = symbol("x", 32), one = terms.mk_bv(0x3f800000, 32), three = terms.mk_bv(0x40400000, 32);
  const Term cube = floats.mul(mode, x, floats.mul(mode, x, x));
  const Term difference = floats.sub(mode, x, floats.div(mode, cube, three));
  const Term is_bounded = terms.mk_and(floats.le(floats.negate(one), x), floats.le(x, one));
  const auto exceeds = [&](int bound) {
    return terms.mk_and(is_bounded, floats.lt(terms.mk_bv(bound, 32), difference));
  };
  const RefutationLimits limits{.max_work = 100'000};
  const Term above = exceeds(0x3f2b0000),
             below_maximum = exceeds(0x3f2a0000);  // 0.668 and 0.664; the maximum is 2/3
  EXPECT_EQ(refute_by_intervals({&above, 1}, limits), Refutation::Refuted);
  EXPECT_NE(refute_by_intervals({&below_maximum, 1}, limits), Refutation::Refuted);
}

/// (f < 32 ? 32 : f) is at least 32 if the search assumes each of the two conditions, for any f.
TEST_F(PropagationTest, AssumesConditions) {
  const FloatTerms floats(terms, term::float64);
  const Term mode = floats.mode(term::RoundingMode::NearestEven);
  const Term number = terms.mk_bv_binary(Kind::BvSrem, symbol("n", 32), terms.mk_bv(200, 32));
  const Term f = floats.from_signed(mode, number), bound = floats.from_signed(mode, terms.mk_bv(32, 32));
  const Term clamped = terms.mk_ite(floats.lt(f, bound), bound, f);
  const Term shifted = floats.sub(mode, clamped, bound);
  const auto is_below = [&](std::uint64_t limit) {
    return floats.lt(shifted, terms.mk_bv(mpz_class(limit), 64));
  };
  const RefutationLimits limits{.max_work = 100'000};
  const Term never = is_below(0), sometimes = is_below(0x3ff0000000000000);  // 0 and 1
  EXPECT_EQ(refute_by_intervals({&never, 1}, limits), Refutation::Refuted);
  EXPECT_NE(refute_by_intervals({&sometimes, 1}, limits), Refutation::Refuted);
}

/// A solver may be asked before it has assertions.
TEST(Refutation, NoAssertionsAreSatisfiable) {
  EXPECT_EQ(refute_by_intervals({}, {.max_work = 1000}), Refutation::Satisfiable);
}

}  // namespace
}  // namespace pendulum::smt
