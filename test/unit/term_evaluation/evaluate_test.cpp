#include "term/evaluation/evaluate.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "term/signature/float_format.h"

namespace pendulum::term {
namespace {

class EvaluateTest : public testing::Test {
 protected:
  Term bv(std::int64_t value, std::uint32_t width = 8) { return m.mk_bv(value, width); }
  /// The operator on symbols, so that nothing is folded before the evaluation.
  Term binary(Kind kind, std::int64_t a, std::int64_t b) {
    return evaluate(m, m.mk_bv_binary(kind, x, y), {{x, bv(a)}, {y, bv(b)}});
  }

  TermManager m;
  Term x = m.mk_symbol("x", m.bitvec_sort(8));
  Term y = m.mk_symbol("y", m.bitvec_sort(8));
};

TEST_F(EvaluateTest, DivisionOfBitVectors) {
  EXPECT_EQ(binary(Kind::BvUdiv, 200, 7), bv(28));
  EXPECT_EQ(binary(Kind::BvUdiv, 200, 0), bv(255));
  EXPECT_EQ(binary(Kind::BvUrem, 200, 0), bv(200));
  EXPECT_EQ(binary(Kind::BvSdiv, -7, 2), bv(-3));
  EXPECT_EQ(binary(Kind::BvSdiv, -7, 0), bv(1));
  EXPECT_EQ(binary(Kind::BvSdiv, 7, 0), bv(-1));
  EXPECT_EQ(binary(Kind::BvSdiv, -128, -1), bv(-128));
  EXPECT_EQ(binary(Kind::BvSrem, -7, 2), bv(-1));
  EXPECT_EQ(binary(Kind::BvSrem, 7, -2), bv(1));
  EXPECT_EQ(binary(Kind::BvSrem, -7, 0), bv(-7));
}

TEST_F(EvaluateTest, ShiftsAndOverflows) {
  EXPECT_EQ(binary(Kind::BvShl, 3, 7), bv(128));
  EXPECT_EQ(binary(Kind::BvShl, 3, 8), bv(0));
  EXPECT_EQ(binary(Kind::BvLshr, 128, 200), bv(0));
  EXPECT_EQ(binary(Kind::BvAshr, -128, 3), bv(-16));
  EXPECT_EQ(binary(Kind::BvAshr, -128, 200), bv(-1));
  EXPECT_TRUE(binary(Kind::BvSaddo, 127, 1).is_true());
  EXPECT_TRUE(binary(Kind::BvSaddo, 127, -1).is_false());
  EXPECT_TRUE(binary(Kind::BvSsubo, -128, 1).is_true());
  EXPECT_TRUE(binary(Kind::BvSmulo, -128, -1).is_true());
  EXPECT_TRUE(binary(Kind::BvSmulo, -64, 2).is_false());
}

TEST_F(EvaluateTest, Integers) {
  const Term i = m.mk_symbol("i", m.int_sort());
  const Term j = m.mk_symbol("j", m.int_sort());
  const auto at = [&](Term t, int a, int b) { return evaluate(m, t, {{i, m.mk_int(a)}, {j, m.mk_int(b)}}); };
  EXPECT_EQ(at(m.mk_int_div(i, j), -7, 2), m.mk_int(-4));
  EXPECT_EQ(at(m.mk_int_div(i, j), -7, -2), m.mk_int(4));
  EXPECT_EQ(at(m.mk_int_mod(i, j), -7, -2), m.mk_int(1));
  EXPECT_EQ(at(m.mk_int_div(i, j), 7, 0), m.mk_int(0));
  EXPECT_EQ(at(m.mk_int2bv(i, 8), -1, 0), bv(255));
  EXPECT_EQ(evaluate(m, m.mk_bv2nat(x), {{x, bv(-1)}}), m.mk_int(255));
}

TEST_F(EvaluateTest, MissingSymbolsAreZero) {
  EXPECT_EQ(evaluate(m, m.mk_bvadd(x, y), {{x, bv(5)}}), bv(5));
  EXPECT_TRUE(evaluate(m, m.mk_symbol("p", m.bool_sort()), {}).is_false());
}

TEST_F(EvaluateTest, RefusesQuantifiersFunctionsAndBadModels) {
  EXPECT_THROW(evaluate(m, m.mk_forall(std::vector{x}, m.mk_bvult(x, y)), {}), base::InternalError);
  const Function& f = m.declare_function("f", {m.bitvec_sort(8)}, m.bool_sort());
  EXPECT_THROW(evaluate(m, m.mk_apply(f, std::vector{x}), {}), base::InternalError);
  EXPECT_THROW(evaluate(m, x, {{x, y}}), base::InternalError);
  EXPECT_THROW(evaluate(m, x, {{x, bv(1, 9)}}), base::InternalError);
}

TEST_F(EvaluateTest, Arrays) {
  const Sort sort = m.array_sort(m.bitvec_sort(8), m.bitvec_sort(8));
  const Term a = m.mk_symbol("a", sort);
  const Term b = m.mk_symbol("b", sort);
  const Term zeros = m.mk_zero(sort);
  const Term value = m.mk_store(m.mk_store(zeros, bv(2), bv(7)), bv(1), bv(3));
  const Model model{{a, value}, {x, bv(2)}};
  EXPECT_EQ(evaluate(m, m.mk_select(a, x), model), bv(7));
  EXPECT_EQ(evaluate(m, m.mk_select(m.mk_store(a, y, x), x), model), bv(7));
  EXPECT_EQ(evaluate(m, m.mk_store(m.mk_store(a, x, bv(0)), bv(1), bv(0)), model), zeros);
  EXPECT_EQ(evaluate(m, a, model), m.mk_store(m.mk_store(zeros, bv(1), bv(3)), bv(2), bv(7)));
  EXPECT_TRUE(evaluate(m, m.mk_eq(m.mk_store(a, x, bv(0)), m.mk_store(b, bv(1), bv(3))), model).is_true());
  EXPECT_TRUE(evaluate(m, m.mk_eq(a, b), model).is_false());
}

/// With two indices, {0: 5, default 6} and {1: 6, default 5} are one array.
TEST_F(EvaluateTest, NormalFormOfArraysWithFewIndices) {
  const Sort sort = m.array_sort(m.bitvec_sort(1), m.bitvec_sort(8));
  const auto constant = [&](int v) { return m.mk_const_array(sort, bv(v)); };
  const auto store = [&](Term a, int i, int v) { return m.mk_store(a, bv(i, 1), bv(v)); };
  const auto normal = [&](Term a) { return normalize_array_value(m, a); };
  EXPECT_EQ(normal(store(constant(6), 0, 5)), normal(store(constant(5), 1, 6)));
  EXPECT_EQ(normal(store(store(constant(9), 0, 5), 1, 6)), normal(store(constant(5), 1, 6)));
  EXPECT_EQ(normal(store(store(constant(9), 0, 5), 1, 5)), constant(5));
  EXPECT_NE(normal(store(constant(6), 0, 5)), normal(store(constant(6), 1, 5)));
  const Sort flags = m.array_sort(m.bool_sort(), m.bool_sort());
  const Term all_true =
      m.mk_store(m.mk_store(m.mk_zero(flags), m.mk_true(), m.mk_true()), m.mk_false(), m.mk_true());
  EXPECT_EQ(normal(all_true), m.mk_const_array(flags, m.mk_true()));
}

TEST_F(EvaluateTest, ArraysOfArrays) {
  const Sort row = m.array_sort(m.int_sort(), m.int_sort());
  const Sort table = m.array_sort(row, row);
  const Term t = m.mk_symbol("t", table);
  const Term r = m.mk_symbol("r", row);
  const Term one = m.mk_int(1);
  const Term written = m.mk_store(m.mk_store(r, one, one), m.mk_int(2), one);
  const Term swapped = m.mk_store(m.mk_store(r, m.mk_int(2), one), one, one);
  EXPECT_EQ(evaluate(m, m.mk_select(m.mk_store(t, written, r), swapped), {}), m.mk_zero(row));
  EXPECT_TRUE(
      evaluate(m, m.mk_eq(m.mk_select(m.mk_store(t, written, written), swapped), swapped), {}).is_true());
}

TEST_F(EvaluateTest, FloatingPointNumbers) {
  const Sort sort = m.bitvec_sort(float32.width());
  const Term a = m.mk_symbol("a", sort);
  const Term b = m.mk_symbol("b", sort);
  const Term mode = m.mk_symbol("mode", m.bitvec_sort(rounding_mode_width));
  const Term n = m.mk_symbol("n", m.bitvec_sort(8));
  const auto apply = [&](Kind kind, const TermVector& children, std::uint32_t parameter1 = 0) {
    const Term term = m.mk_float(kind, children, float32.code(), parameter1);
    return evaluate(m, term,
                    {{a, bv(0x3f800000, 32)}, {b, bv(0x33000000, 32)}, {mode, bv(2, 3)}, {n, bv(-1)}});
  };
  // 1 + 2^-25 is rounded up. Symbols without a value are 0, and the mode 0 is TowardZero.
  EXPECT_EQ(apply(Kind::FloatAdd, {mode, a, b}), bv(0x3f800001, 32));
  EXPECT_EQ(apply(Kind::FloatAdd, {m.mk_symbol("zero", mode.sort()), a, b}), bv(0x3f800000, 32));
  EXPECT_TRUE(apply(Kind::FloatLt, {b, a}).is_true());
  EXPECT_TRUE(apply(Kind::FloatEq, {b, a}).is_false());
  EXPECT_EQ(apply(Kind::FloatFromSigned, {mode, n}), m.mk_bv(0xbf800000, 32));
  EXPECT_EQ(apply(Kind::FloatFromUnsigned, {mode, n}), m.mk_bv(0x437f0000, 32));
  EXPECT_EQ(apply(Kind::FloatToSigned, {mode, b}, 16), bv(1, 16));
  EXPECT_EQ(apply(Kind::FloatToFloat, {mode, a}, float16.code()), bv(0x3c00, 16));
}

}  // namespace
}  // namespace pendulum::term
