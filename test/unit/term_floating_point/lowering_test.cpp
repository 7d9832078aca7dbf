// The circuits of floating-point operators agree with the exact evaluation: for all operands of small
// formats, and for random and special operands of the usual formats.
#include "term/floating_point/lowering.h"

#include <gtest/gtest.h>

#include <random>

#include "term/evaluation/evaluate.h"
#include "term/evaluation/word_code.h"
#include "term/floating_point/float_terms.h"
#include "term/ieee754/evaluate_float.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::term {
namespace {

/// An application of an operator to symbols: `symbols` and `term` over them.
struct Application {
  TermVector symbols;
  Term term;
};

std::vector<Kind> float_kinds() {
  std::vector<Kind> result;
  for (const KindInfo& row : kind_table)
    if (is_float_operator(row.kind)) result.push_back(row.kind);
  return result;
}

/// Applies the operator to a rounding mode, if it has one, and to numbers of the format or integers of
/// `integer_width` bits. `other` is the target format of FloatToFloat.
Application apply(TermManager& terms, Kind kind, FloatFormat format, FloatFormat other,
                  std::uint32_t integer_width) {
  Application result;
  const bool is_from_integer = sort_rule(kind) == SortRule::BitVecToFloat;
  for (std::size_t i = 0; i < arity(kind).min; ++i) {
    const bool is_mode = i == 0 && !is_float_comparison(kind);
    const std::uint32_t width = is_mode           ? rounding_mode_width
                                : is_from_integer ? integer_width
                                                  : format.width();
    result.symbols.push_back(terms.mk_symbol(fmt::format("x{}w{}", i, width), terms.bitvec_sort(width)));
  }
  const std::uint32_t parameter = sort_rule(kind) == SortRule::FloatToFloat    ? other.code()
                                  : sort_rule(kind) == SortRule::FloatToBitVec ? integer_width
                                                                               : 0;
  result.term = terms.mk_float(kind, result.symbols, format.code(), parameter);
  return result;
}

mpz_class expected(const Application& application, std::span<const mpz_class> operands) {
  const Term t = application.term;
  return evaluate_float({t.kind(), t.parameter(0), num_parameters(t.kind()) == 2 ? t.parameter(1) : 0,
                         application.symbols.back().sort().width()},
                        operands);
}

bool is_lowered(Term term) {
  return std::ranges::none_of(subterms({&term, 1}), [](Term t) { return is_float_operator(t.kind()); });
}

std::string text(const Application& application, std::span<const mpz_class> operands) {
  std::string result = application.term.to_string();
  for (const mpz_class& operand : operands) result += " " + operand.get_str(2);
  return result;
}

/// Compares the circuit with the evaluation for all operands.
void check_all(Kind kind, FloatFormat format, FloatFormat other, std::uint32_t integer_width) {
  TermManager terms;
  const Application application = apply(terms, kind, format, other, integer_width);
  const Term lowered = lower_float_operator(terms, application.term);
  ASSERT_TRUE(is_lowered(lowered));
  auto code = WordCode::compile(terms, application.symbols, {}, {&lowered, 1});
  ASSERT_TRUE(code.has_value());
  std::uint32_t total = 0;
  for (const Term symbol : application.symbols) total += symbol.sort().width();
  std::vector<std::uint64_t> words(application.symbols.size());
  std::vector<mpz_class> operands(words.size());
  for (std::uint64_t number = 0; number < std::uint64_t{1} << total; ++number) {
    std::uint64_t rest = number;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t width = application.symbols[i].sort().width();
      words[i] = rest & ((std::uint64_t{1} << width) - 1);
      operands[i] = words[i];
      rest >>= width;
    }
    code->run(words);
    ASSERT_EQ(mpz_class(code->value(0)), expected(application, operands)) << text(application, operands);
  }
}

TEST(Lowering, AgreesWithEvaluationOnAllSmallNumbers) {
  for (const Kind kind : float_kinds()) {
    check_all(kind, {2, 2}, {3, 2}, 1);
    check_all(kind, {2, 3}, {3, 3}, 3);
    if (kind == Kind::FloatFma) continue;
    check_all(kind, {2, 4}, {3, 2}, 4);
    check_all(kind, {3, 2}, {2, 5}, 5);
    check_all(kind, {3, 4}, {2, 3}, 6);
  }
}

TEST(Lowering, ConvertsBetweenAllSmallFormats) {
  for (const FloatFormat from : {FloatFormat{2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 3}, {5, 4}})
    for (const FloatFormat to : {FloatFormat{2, 2}, {2, 3}, {2, 6}, {3, 2}, {3, 5}, {4, 2}, {4, 7}, {5, 3}})
      if (from != to) check_all(Kind::FloatToFloat, from, to, 1);
}

TEST(Lowering, ConvertsIntegersOfAllWidths) {
  for (std::uint32_t width = 1; width <= 9; ++width)
    for (const FloatFormat format : {FloatFormat{2, 2}, {2, 4}, {3, 3}, {4, 4}})
      for (const Kind kind :
           {Kind::FloatFromSigned, Kind::FloatFromUnsigned, Kind::FloatToSigned, Kind::FloatToUnsigned})
        check_all(kind, format, format, width);
}

/// Random numbers whose exponents are close to each other or to those of special numbers.
class Numbers {
 public:
  explicit Numbers(FloatFormat format) : format_(format) {}

  mpz_class next() {
    const mpz_class largest = format_.infinity() - 1;
    const mpz_class least_normal = mpz_class(1) << format_.fraction_bits();
    const mpz_class one = ((mpz_class(1) << (format_.exponent_bits - 1)) - 1) << format_.fraction_bits();
    const mpz_class special[] = {0,   1,       least_normal - 1,   least_normal,
                                 one, largest, format_.infinity(), format_.computed_nan()};
    mpz_class magnitude = number(format_.width() - 1);
    switch (random_() % 4) {
      case 0:
        magnitude = special[random_() % std::size(special)];
        break;
      case 1:  // an exponent close to that of 1
        magnitude = one + (mpz_class(random_() % 64) - 32) * least_normal + number(format_.fraction_bits());
        if (magnitude < 0 || magnitude >= format_.sign_bit()) magnitude = one;
        break;
      case 2:  // a short significand
        magnitude = (magnitude >> (format_.fraction_bits() - 1)) << (format_.fraction_bits() - 1);
        break;
      default:
        break;
    }
    return random_() % 2 == 0 ? magnitude : mpz_class(magnitude + format_.sign_bit());
  }
  mpz_class number(std::uint32_t width) {
    mpz_class result = 0;
    for (std::uint32_t i = 0; i < width; i += 32) result = (result << 32) + (random_() & 0xffffffffU);
    return result & ((mpz_class(1) << width) - 1);
  }

 private:
  FloatFormat format_;
  std::mt19937_64 random_{7};
};

/// Compares the circuit, and the circuit that the manager simplifies for constant operands, with the
/// evaluation.
void check_random(Kind kind, FloatFormat format, FloatFormat other, std::uint32_t integer_width, int count) {
  TermManager terms;
  Numbers numbers(format);
  const Application application = apply(terms, kind, format, other, integer_width);
  const Term lowered = lower_float_operator(terms, application.term);
  ASSERT_TRUE(is_lowered(lowered));
  for (int i = 0; i < count; ++i) {
    std::vector<mpz_class> operands;
    Model model;
    TermVector values;
    for (const Term symbol : application.symbols) {
      const std::uint32_t width = symbol.sort().width();
      operands.push_back(width == format.width() ? numbers.next() : numbers.number(width));
      values.push_back(terms.mk_bv(operands.back(), width));
      model.emplace(symbol, values.back());
    }
    const Term result = evaluate(terms, lowered, model);
    const mpz_class value = result.sort().is_bool() ? mpz_class(result.is_true()) : result.integer_value();
    ASSERT_EQ(value, expected(application, operands)) << text(application, operands);
    // A constant first operand (a rounding mode) or last operand selects other circuits.
    TermVector children = application.symbols;
    (i % 2 == 0 ? children.front() : children.back()) = i % 2 == 0 ? values.front() : values.back();
    const Term partial = terms.mk_float(kind, children, application.term.parameter(0),
                                        num_parameters(kind) == 2 ? application.term.parameter(1) : 0);
    ASSERT_EQ(evaluate(terms, lower_floats(terms, partial), model), result) << text(application, operands);
  }
}

TEST(Lowering, AgreesWithEvaluationOnRandomNumbers) {
  for (const Kind kind : float_kinds()) {
    check_random(kind, float16, float32, 16, 200);
    check_random(kind, float32, float64, 32, 100);
    check_random(kind, float64, float32, 64, 60);
    check_random(kind, float80, float64, 32, 30);
    check_random(kind, bfloat16, float16, 128, 30);
  }
}

TEST(Lowering, RewritesNestedOperators) {
  TermManager terms;
  const FloatTerms floats(terms, float32);
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(32)), y = terms.mk_symbol("y", terms.bitvec_sort(32));
  const Term mode = floats.mode(RoundingMode::NearestEven);
  const Term formula = floats.lt(floats.add(mode, x, y), floats.mul(mode, x, floats.sqrt(mode, y)));
  const Term lowered = lower_floats(terms, formula);
  EXPECT_FALSE(is_lowered(formula));
  EXPECT_TRUE(is_lowered(lowered));
  const Model model{{x, terms.mk_bv(0x40400000, 32)}, {y, terms.mk_bv(0x40800000, 32)}};  // 3 and 4
  EXPECT_FALSE(evaluate(terms, lowered, model).is_true());                                // 7 < 6
  // A term without floating-point operators does not change.
  const Term other = terms.mk_bvult(x, y);
  EXPECT_EQ(lower_floats(terms, other), other);
}

/// With a constant rounding mode, the circuits of other modes disappear.
TEST(Lowering, SimplifiesConstantRoundingModes) {
  TermManager terms;
  const FloatTerms floats(terms, float32);
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(32)), y = terms.mk_symbol("y", terms.bitvec_sort(32));
  const Term any_mode = terms.mk_symbol("mode", terms.bitvec_sort(rounding_mode_width));
  const Term fixed = lower_floats(terms, floats.add(floats.mode(RoundingMode::NearestEven), x, y));
  const Term general = lower_floats(terms, floats.add(any_mode, x, y));
  EXPECT_LT(dag_size(fixed), dag_size(general));
}

}  // namespace
}  // namespace pendulum::term
