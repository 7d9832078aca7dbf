// Tests construction: identity, sorts, and the rules, each where it applies and where it does not.
#include "term/term_manager.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::term {
namespace {

class TermManagerTest : public testing::Test {
 protected:
  Term bv(std::int64_t value, std::uint32_t width = 8) { return m.mk_bv(value, width); }
  Term symbol(const char* name, std::uint32_t width = 8) { return m.mk_symbol(name, m.bitvec_sort(width)); }

  TermManager m;
  Term p = m.mk_symbol("p", m.bool_sort());
  Term q = m.mk_symbol("q", m.bool_sort());
  Term r = m.mk_symbol("r", m.bool_sort());
  Term x = symbol("x");
  Term y = symbol("y");
  Term i = m.mk_symbol("i", m.int_sort());
  Term j = m.mk_symbol("j", m.int_sort());
};

TEST_F(TermManagerTest, EqualityIsIdentity) {
  EXPECT_EQ(m.mk_bvadd(x, y), m.mk_bvadd(y, x));
  EXPECT_NE(m.mk_bvsub(x, y), m.mk_bvsub(y, x));
  EXPECT_EQ(m.mk_symbol("x", m.bitvec_sort(8)), x);
  EXPECT_EQ(m.bitvec_sort(300), m.bitvec_sort(300));
  EXPECT_EQ(m.array_sort(m.int_sort(), m.bool_sort()), m.array_sort(m.int_sort(), m.bool_sort()));
  const std::size_t size = m.size();
  bv(77);
  EXPECT_EQ(m.size(), size + 1);
  bv(77 + 256);
  EXPECT_EQ(m.size(), size + 1);
}

TEST_F(TermManagerTest, ValuesAreReducedModuloTheirWidth) {
  EXPECT_EQ(bv(-1), bv(255));
  EXPECT_EQ(bv(-1).integer_value(), 255);
  EXPECT_EQ(bv(-1).signed_value(), -1);
  EXPECT_EQ(bv(-1, 128).integer_value(), (mpz_class(1) << 128) - 1);
  EXPECT_EQ(m.mk_bv(mpz_class(1) << 64, 64), bv(0, 64));
  EXPECT_EQ(bv(-1, 64).signed_value(), -1);
  EXPECT_EQ(m.mk_int(-5), m.mk_int(mpz_class(-5)));
  EXPECT_NE(m.mk_int(5), m.mk_int(-5));
  EXPECT_EQ(m.mk_real(mpq_class(2, 4)), m.mk_real(mpq_class(1, 2)));
}

TEST_F(TermManagerTest, SortsAreChecked) {
  EXPECT_THROW(m.mk_bvadd(x, symbol("wide", 9)), base::InternalError);
  EXPECT_THROW(m.mk_and(p, x), base::InternalError);
  EXPECT_THROW(m.mk_not(x), base::InternalError);
  EXPECT_THROW(m.mk_ite(x, p, q), base::InternalError);
  EXPECT_THROW(m.mk_eq(x, p), base::InternalError);
  EXPECT_THROW(m.mk_extract(x, 8, 0), base::InternalError);
  EXPECT_THROW(m.mk_extract(x, 1, 2), base::InternalError);
  EXPECT_THROW(m.mk_add(i, m.mk_real(1)), base::InternalError);
  EXPECT_THROW(m.mk_select(x, y), base::InternalError);
  EXPECT_THROW(m.mk_symbol("x", m.int_sort()), base::InternalError);
  EXPECT_THROW(m.mk_symbol("a|b", m.int_sort()), base::InternalError);
  EXPECT_THROW(m.mk_bv_binary(Kind::And, x, y), base::InternalError);
  EXPECT_THROW(m.mk_forall(std::vector{m.mk_bvadd(x, y)}, p), base::InternalError);
  EXPECT_THROW(m.bitvec_sort(0), base::InternalError);
  EXPECT_THROW(x.name().empty() ? p : m.mk_zero(m.uninterpreted_sort("U")), base::InternalError);
}

TEST_F(TermManagerTest, FreshNamesAreNew) {
  m.mk_symbol("t!0", m.bool_sort());
  EXPECT_EQ(m.mk_fresh("t", m.bool_sort()).name(), "t!1");
  EXPECT_EQ(m.mk_fresh("t", m.bool_sort()).name(), "t!2");
  EXPECT_TRUE(m.find_symbol("nobody").is_null());
}

TEST_F(TermManagerTest, Functions) {
  const Function& f = m.declare_function("f", {m.int_sort()}, m.bool_sort());
  EXPECT_EQ(&f, &m.declare_function("f", {m.int_sort()}, m.bool_sort()));
  EXPECT_THROW(m.declare_function("f", {m.bool_sort()}, m.bool_sort()), base::InternalError);
  EXPECT_EQ(m.mk_apply(f, std::vector{i}), m.mk_apply(f, std::vector{i}));
  EXPECT_NE(m.mk_apply(f, std::vector{i}), m.mk_apply(f, std::vector{j}));
  EXPECT_THROW(m.mk_apply(f, std::vector{p}), base::InternalError);
  EXPECT_THROW(m.mk_apply(f, std::vector{i, j}), base::InternalError);
}

TEST_F(TermManagerTest, Junctions) {
  EXPECT_EQ(m.mk_and(m.mk_and(p, q), r), m.mk_and({r, q, p, p}));
  EXPECT_EQ(m.mk_and(p, m.mk_true()), p);
  EXPECT_TRUE(m.mk_and(std::span<const Term>()).is_true());
  EXPECT_TRUE(m.mk_or(std::span<const Term>()).is_false());
  EXPECT_TRUE(m.mk_and({p, q, m.mk_not(p)}).is_false());
  EXPECT_TRUE(m.mk_or({p, q, m.mk_not(p)}).is_true());
  EXPECT_TRUE(m.mk_and(m.mk_bvult(x, y), m.mk_bvule(y, x)).is_false());
  EXPECT_EQ(m.mk_and(m.mk_bvult(x, y), m.mk_bvule(x, y)).kind(), Kind::And);
  EXPECT_EQ(m.mk_or(p, m.mk_and(p, q)).kind(), Kind::Or);
}

TEST_F(TermManagerTest, LongChainsOfConjunctionsAreCheap) {
  Term all = m.mk_true();
  for (int n = 0; n < 100'000; ++n) all = m.mk_and(all, m.mk_fresh("c", m.bool_sort()));
  EXPECT_EQ(conjuncts(all).size(), 100'000u);
}

TEST_F(TermManagerTest, NegationGoesThroughComparisons) {
  EXPECT_EQ(m.mk_not(m.mk_not(p)), p);
  EXPECT_EQ(m.mk_not(m.mk_bvule(x, y)), m.mk_bvult(y, x));
  EXPECT_EQ(m.mk_not(m.mk_bvslt(x, y)), m.mk_bvsle(y, x));
  EXPECT_EQ(m.mk_not(m.mk_le(i, j)), m.mk_lt(j, i));
  EXPECT_EQ(m.mk_not(m.mk_eq(x, y)).kind(), Kind::Not);
}

TEST_F(TermManagerTest, Equalities) {
  EXPECT_EQ(m.mk_eq(x, y), m.mk_eq(y, x));
  EXPECT_TRUE(m.mk_eq(bv(1), bv(2)).is_false());
  EXPECT_EQ(m.mk_eq(p, m.mk_true()), p);
  EXPECT_EQ(m.mk_eq(p, m.mk_false()), m.mk_not(p));
  EXPECT_TRUE(m.mk_eq(p, m.mk_not(p)).is_false());
  const Term ite = m.mk_ite(p, bv(1), bv(0));
  EXPECT_EQ(m.mk_eq(ite, bv(1)), p);
  EXPECT_EQ(m.mk_eq(ite, bv(0)), m.mk_not(p));
  EXPECT_TRUE(m.mk_eq(ite, bv(7)).is_false());
  EXPECT_EQ(m.mk_eq(m.mk_zero_extend(x, 8), bv(5, 16)), m.mk_eq(x, bv(5)));
  EXPECT_TRUE(m.mk_eq(m.mk_zero_extend(x, 8), bv(256, 16)).is_false());
  EXPECT_EQ(m.mk_eq(m.mk_sign_extend(x, 8), bv(-1, 16)), m.mk_eq(x, bv(-1)));
  EXPECT_TRUE(m.mk_eq(m.mk_sign_extend(x, 8), bv(255, 16)).is_false());
  EXPECT_TRUE(m.mk_eq(m.mk_bvadd(x, bv(1)), x).is_false());
  EXPECT_EQ(m.mk_eq(m.mk_bvadd(x, bv(1)), bv(3)), m.mk_eq(x, bv(2)));
  EXPECT_EQ(m.mk_eq(m.mk_bvmul(x, bv(2)), bv(4)).kind(), Kind::Eq);  // 2 has no inverse
}

TEST_F(TermManagerTest, Ites) {
  EXPECT_EQ(m.mk_ite(p, x, x), x);
  EXPECT_EQ(m.mk_ite(m.mk_not(p), x, y), m.mk_ite(p, y, x));
  EXPECT_EQ(m.mk_ite(p, m.mk_ite(p, x, y), y), m.mk_ite(p, x, y));
  EXPECT_EQ(m.mk_ite(p, q, m.mk_false()), m.mk_and(p, q));
  EXPECT_EQ(m.mk_ite(p, m.mk_true(), q), m.mk_or(p, q));
  EXPECT_EQ(m.mk_ite(p, x, m.mk_ite(q, x, y)), m.mk_ite(m.mk_or(p, q), x, y));
  EXPECT_EQ(m.mk_ite(m.mk_eq(x, y), x, y), y);
  EXPECT_EQ(m.mk_ite(p, x, y).kind(), Kind::Ite);
}

TEST_F(TermManagerTest, BitVectorArithmetic) {
  EXPECT_EQ(m.mk_bvadd(m.mk_bvadd(x, bv(3)), bv(-3)), x);
  EXPECT_EQ(m.mk_bvsub(x, bv(1)), m.mk_bvadd(x, bv(255)));
  EXPECT_EQ(m.mk_bvsub(x, x), bv(0));
  EXPECT_EQ(m.mk_bvsub(m.mk_bvadd(x, y), y), x);
  EXPECT_EQ(m.mk_bvmul(x, bv(0)), bv(0));
  EXPECT_EQ(m.mk_bvmul(x, bv(1)), x);
  EXPECT_EQ(m.mk_bv_binary(Kind::BvXor, x, x), bv(0));
  EXPECT_EQ(m.mk_bv_binary(Kind::BvUdiv, x, bv(1)), x);
  EXPECT_EQ(m.mk_bv_binary(Kind::BvUdiv, x, x).kind(), Kind::BvUdiv);  // 0 / 0 is 255
  EXPECT_EQ(m.mk_bv_binary(Kind::BvShl, x, bv(8)), bv(0));
  EXPECT_EQ(m.mk_bv_binary(Kind::BvAshr, x, bv(200)), m.mk_bv_binary(Kind::BvAshr, x, bv(7)));
}

TEST_F(TermManagerTest, BitVectorComparisons) {
  EXPECT_TRUE(m.mk_bvult(x, bv(0)).is_false());
  EXPECT_TRUE(m.mk_bvule(bv(0), x).is_true());
  EXPECT_TRUE(m.mk_bvsle(bv(-128), x).is_true());
  EXPECT_TRUE(m.mk_bvult(m.mk_zero_extend(x, 1), bv(256, 9)).is_true());
  EXPECT_EQ(m.mk_bvult(m.mk_zero_extend(x, 1), bv(255, 9)), m.mk_distinct(x, bv(255)));
  EXPECT_TRUE(m.mk_bvslt(m.mk_sign_extend(x, 1), bv(128, 9)).is_true());
  EXPECT_EQ(m.mk_bvslt(m.mk_zero_extend(x, 3), m.mk_zero_extend(y, 3)), m.mk_bvult(x, y));
  EXPECT_EQ(m.mk_bvult(x, bv(7)).kind(), Kind::BvUlt);
  EXPECT_EQ(m.mk_bvslt(m.mk_ite(p, bv(1), bv(0)), bv(1)), m.mk_not(p));
}

TEST_F(TermManagerTest, BitVectorStructure) {
  EXPECT_EQ(m.mk_extract(x, 7, 0), x);
  EXPECT_EQ(m.mk_extract(m.mk_extract(x, 6, 2), 3, 1), m.mk_extract(x, 5, 3));
  EXPECT_EQ(m.mk_concat(m.mk_extract(x, 7, 4), m.mk_extract(x, 3, 0)), x);
  EXPECT_EQ(m.mk_concat(m.mk_extract(x, 7, 4), m.mk_extract(x, 2, 0)).kind(), Kind::BvConcat);
  const Term nibbles[] = {m.mk_extract(x, 1, 0), m.mk_extract(x, 3, 2), m.mk_extract(x, 5, 4),
                          m.mk_extract(x, 7, 6)};
  EXPECT_EQ(m.mk_concat(nibbles[3], m.mk_concat(nibbles[2], m.mk_concat(nibbles[1], nibbles[0]))), x);
  EXPECT_EQ(m.mk_concat(m.mk_concat(m.mk_concat(nibbles[3], nibbles[2]), nibbles[1]), nibbles[0]), x);
  EXPECT_EQ(m.mk_extract(m.mk_concat(x, y), 7, 0), y);
  EXPECT_EQ(m.mk_extract(m.mk_concat(x, y), 15, 8), x);
  EXPECT_EQ(m.mk_extract(m.mk_zero_extend(x, 8), 15, 8), bv(0));
  EXPECT_EQ(m.mk_zero_extend(m.mk_zero_extend(x, 1), 2), m.mk_zero_extend(x, 3));
  EXPECT_EQ(m.mk_sign_extend(m.mk_zero_extend(x, 1), 2), m.mk_zero_extend(x, 3));
  EXPECT_EQ(m.mk_zero_extend(m.mk_sign_extend(x, 1), 2).kind(), Kind::BvZeroExtend);
  EXPECT_EQ(m.mk_zero_extend(m.mk_ite(p, bv(1, 1), bv(0, 1)), 7), m.mk_ite(p, bv(1), bv(0)));
}

TEST_F(TermManagerTest, Overflows) {
  const auto saddo = [&](Term a, Term b) { return m.mk_bv_binary(Kind::BvSaddo, a, b); };
  EXPECT_TRUE(saddo(x, bv(0)).is_false());
  EXPECT_EQ(saddo(x, bv(1)), m.mk_eq(x, bv(127)));
  EXPECT_TRUE(saddo(m.mk_sign_extend(x, 1), m.mk_sign_extend(y, 1)).is_false());
  EXPECT_EQ(saddo(m.mk_zero_extend(x, 1), m.mk_zero_extend(y, 1)).kind(), Kind::BvSaddo);
  EXPECT_TRUE(m.mk_bv_binary(Kind::BvSmulo, x, bv(1)).is_false());
  EXPECT_EQ(m.mk_bv_binary(Kind::BvSmulo, symbol("one", 1), bv(1, 1)), m.mk_eq(symbol("one", 1), bv(1, 1)));
  EXPECT_EQ(m.mk_bv_binary(Kind::BvSsubo, bv(0), x), m.mk_eq(x, bv(-128)));
}

TEST_F(TermManagerTest, Arithmetic) {
  EXPECT_EQ(m.mk_sub(m.mk_add(i, j), j), i);
  EXPECT_EQ(m.mk_add(i, i), m.mk_mul(m.mk_int(2), i));
  EXPECT_EQ(m.mk_neg(m.mk_neg(i)), i);
  EXPECT_EQ(m.mk_sub(i, m.mk_add(i, m.mk_int(1))), m.mk_int(-1));
  EXPECT_TRUE(m.mk_lt(i, m.mk_add(i, m.mk_int(1))).is_true());
  EXPECT_EQ(m.mk_le(m.mk_add(i, m.mk_int(1)), m.mk_int(3)), m.mk_le(i, m.mk_int(2)));
  EXPECT_EQ(m.mk_int_div(m.mk_int(-7), m.mk_int(2)), m.mk_int(-4));
  EXPECT_EQ(m.mk_int_div(m.mk_int(-7), m.mk_int(-2)), m.mk_int(4));
  EXPECT_EQ(m.mk_int_mod(m.mk_int(-7), m.mk_int(-2)), m.mk_int(1));
  EXPECT_EQ(m.mk_int_div(i, m.mk_int(0)).kind(), Kind::IntDiv);
  EXPECT_EQ(m.mk_int2bv(m.mk_bv2nat(x), 8), x);
}

TEST_F(TermManagerTest, SumsWithManySummandsCompare) {
  TermVector many;
  for (int n = 0; n < 100; ++n) many.push_back(m.mk_fresh("s", m.int_sort()));
  many.push_back(m.mk_int(1));
  const Term sum = m.mk_add(many);
  EXPECT_EQ(m.mk_le(sum, m.mk_int(5)).kind(), Kind::Le);
  EXPECT_TRUE(m.mk_lt(m.mk_sub(sum, m.mk_int(1)), sum).kind() == Kind::Lt ||
              m.mk_lt(m.mk_sub(sum, m.mk_int(1)), sum).is_true());
}

TEST_F(TermManagerTest, Arrays) {
  const Sort sort = m.array_sort(m.bitvec_sort(8), m.bitvec_sort(8));
  const Term a = m.mk_symbol("a", sort);
  EXPECT_EQ(m.mk_select(m.mk_store(a, x, y), x), y);
  EXPECT_EQ(m.mk_select(m.mk_store(a, bv(1), y), bv(2)), m.mk_select(a, bv(2)));
  EXPECT_EQ(m.mk_select(m.mk_store(a, m.mk_bvadd(x, bv(1)), y), x), m.mk_select(a, x));
  EXPECT_NE(m.mk_select(m.mk_store(a, y, y), x), m.mk_select(a, x));
  EXPECT_EQ(m.mk_store(m.mk_store(a, x, y), x, x), m.mk_store(a, x, x));
  EXPECT_EQ(m.mk_store(a, x, m.mk_select(a, x)), a);
  EXPECT_EQ(m.mk_select(m.mk_const_array(sort, y), x), y);
}

TEST_F(TermManagerTest, LongChainsOfStoresAreCheap) {
  const Sort sort = m.array_sort(m.bitvec_sort(32), m.bitvec_sort(8));
  Term a = m.mk_symbol("memory", sort);
  for (int n = 0; n < 50'000; ++n) {
    const Term read = m.mk_select(a, bv(-1, 32));
    a = m.mk_store(a, bv(n, 32), m.mk_bvadd(read, bv(1)));
  }
  EXPECT_EQ(m.mk_like(m.mk_select(a, bv(-1, 32)), std::vector{a, bv(-1, 32)}), m.mk_select(a, bv(-1, 32)));
}

// Dividers of extended operands are as narrow as the operands permit, and have the same meaning.
TEST_F(TermManagerTest, DivisionsOfExtendedOperandsAreNarrow) {
  const Term a3 = symbol("narrow_x", 3), b2 = symbol("narrow_y", 2);
  const auto extended = [&](Term term, unsigned width, bool is_signed) {
    const unsigned added = width - term.sort().width();
    return is_signed ? m.mk_sign_extend(term, added) : m.mk_zero_extend(term, added);
  };
  for (const Kind kind : {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem}) {
    for (const unsigned width : {4U, 5U, 9U}) {
      for (int signs = 0; signs < 4; ++signs) {
        const Term a = extended(a3, width, (signs & 1) != 0), b = extended(b2, width, (signs & 2) != 0);
        const Term five = m.mk_bv(5, width);
        for (const auto& [left, right] : {std::pair(a, b), std::pair(a, five), std::pair(five, b)}) {
          const Term quotient = m.mk_bv_binary(kind, left, right);
          for (int v = 0; v < 8; ++v) {
            for (int w = 0; w < 4; ++w) {
              const Model model{{a3, m.mk_bv(v, 3)}, {b2, m.mk_bv(w, 2)}};
              EXPECT_EQ(evaluate(m, quotient, model),
                        m.mk_bv_binary(kind, evaluate(m, left, model), evaluate(m, right, model)))
                  << quotient.to_string() << " at " << v << ", " << w;
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(m.mk_bv_binary(Kind::BvSrem, extended(a3, 9, true), extended(b2, 9, true)).kind(),
            Kind::BvSignExtend);
  EXPECT_EQ(m.mk_bv_binary(Kind::BvUrem, extended(a3, 9, false), extended(b2, 9, false)).kind(),
            Kind::BvZeroExtend);
  // The result of a division by zero would not fit.
  EXPECT_EQ(m.mk_bv_binary(Kind::BvUdiv, extended(a3, 9, false), extended(b2, 9, false)).kind(),
            Kind::BvUdiv);
}

}  // namespace
}  // namespace pendulum::term
