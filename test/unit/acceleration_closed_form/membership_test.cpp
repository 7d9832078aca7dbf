// Compares the membership tests ([IMPULSE], Lemma 3) with their definition: p(j) = k for some j < m.
#include "acceleration/closed_form/membership.h"

#include <gtest/gtest.h>

#include "acceleration/acceleration_fixture.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 4;

class MembershipTest : public ::testing::Test {
 protected:
  struct Seen {
    std::size_t members = 0, wrapped = 0, without_premise = 0;
  };
  /// Compares for all c0 and all or some k of 4 bits, n up to 20 and m <= n. If `stride` is a symbol, it has
  /// all values.
  Seen compare(Term stride) {
    const Polynomial p{c0_, stride, {}};
    const Membership test = find_iteration(arithmetic_, p, k_, m_);
    Seen seen;
    const bool is_symbolic = stride && stride.is_symbol();
    for (int d = 0; d < (is_symbolic ? 16 : 1); ++d)
      for (int c0 = 0; c0 < 16; ++c0)
        for (int k = 0; k < 16; k += is_symbolic ? 3 : 1)
          for (const int n : {0, 1, 2, 4, 5, 8, 15, 16, 17, 20})
            for (const int m : {0, 1, n / 2, n}) {
              term::Model model{{c0_, w_.bv(c0, width)},
                                {k_, w_.bv(k, width)},
                                {n_, w_.bv(n, count_width)},
                                {m_, w_.bv(m, count_width)}};
              if (is_symbolic) model[stride] = w_.bv(d, width);
              if (m <= n) compare(p, test, model, m, seen);
              if (::testing::Test::HasFailure()) return seen;
            }
    return seen;
  }
  void compare(const Polynomial& p, const Membership& test, const term::Model& model, int m, Seen& seen) {
    term::Evaluator evaluate(w_.terms, model);
    if (!evaluate(test.premise).is_true()) {
      ++seen.without_premise;
      return;
    }
    int last = -1;
    const int c0 = static_cast<int>(model.at(c0_).integer_value().get_si());
    const int stride = p.c1 ? static_cast<int>(evaluate(p.c1).signed_value().get_si()) : 0;
    for (int j = 0; j < m; ++j)
      if (w_.bv(c0 + stride * j, width) == model.at(k_)) last = j;
    EXPECT_EQ(last >= 0, evaluate(test.is_member).is_true()) << c0 << " + " << stride << " j, m = " << m;
    if (last < 0) return;
    EXPECT_EQ(w_.bv(last, count_width), evaluate(test.iteration)) << c0 << " + " << stride << " j, m = " << m;
    ++seen.members;
    if (c0 + stride * last > 15 || c0 + stride * last < 0) ++seen.wrapped;
  }

  AccelerationContext w_;
  Term n_ = w_.symbol("n", count_width), m_ = w_.symbol("m", count_width);
  Term c0_ = w_.symbol("c0", width), k_ = w_.symbol("k", width);
  PolynomialArithmetic arithmetic_{w_.terms, n_};
};

TEST_F(MembershipTest, ConstantStridesAreExactModuloTheWidth) {
  for (const std::int64_t stride : {1, -1, 3, -3, 2, 6, -4, 8}) {
    const Seen seen = compare(w_.bv(stride, width));
    EXPECT_GT(seen.members, 0U);
    EXPECT_GT(seen.wrapped, 0U) << "wrap-around at 2^4 should be among the cases of stride " << stride;
    EXPECT_GT(seen.without_premise, 0U) << "20 iterations should hit some element twice";
  }
}

TEST_F(MembershipTest, StrideZeroFindsTheLastIteration) {
  const Seen seen = compare({});
  EXPECT_GT(seen.members, 0U);
  EXPECT_EQ(0U, seen.without_premise);
}

TEST_F(MembershipTest, SymbolicStridesHoldWithoutWrapAround) {
  const Seen seen = compare(w_.symbol("d", width));
  EXPECT_GT(seen.members, 0U);
  EXPECT_EQ(0U, seen.wrapped);
  EXPECT_GT(seen.without_premise, 0U);
}

TEST_F(MembershipTest, EquationEightNeedsItsLowerBound) {
  // x0 = 5, stride 1, n = 3: the paper's x - x0 < n would accept x = 2 as well.
  const Membership test = find_iteration(arithmetic_, {c0_, w_.symbol("d", width), {}}, k_, m_);
  const auto is_member = [&](int k) {
    const term::Model model{{c0_, w_.bv(5, width)},
                            {k_, w_.bv(k, width)},
                            {n_, w_.bv(3, count_width)},
                            {m_, w_.bv(3, count_width)},
                            {w_.symbol("d", width), w_.bv(1, width)}};
    return term::evaluate(w_.terms, w_.terms.mk_and(test.premise, test.is_member), model).is_true();
  };
  EXPECT_FALSE(is_member(2));
  EXPECT_FALSE(is_member(4));
  for (const int k : {5, 6, 7}) EXPECT_TRUE(is_member(k));
  EXPECT_FALSE(is_member(8));
}

TEST_F(MembershipTest, WideIndicesNeedNoPremise) {
  for (const unsigned bits : {32U, 33U, 40U, 64U}) {
    const Term c0 = w_.symbol("c" + std::to_string(bits), bits);
    const Term k = w_.symbol("k" + std::to_string(bits), bits);
    const Membership test = find_iteration(arithmetic_, {c0, w_.bv(-3, bits), {}}, k, n_);
    EXPECT_TRUE(test.premise.is_true());
    for (const std::int64_t j : {0LL, 7LL, 1000000LL, 1000001LL}) {
      const term::Model model{
          {c0, w_.bv(1000, bits)}, {k, w_.bv(1000 - 3 * j, bits)}, {n_, w_.bv(1000001, count_width)}};
      term::Evaluator evaluate(w_.terms, model);
      EXPECT_EQ(j < 1000001, evaluate(test.is_member).is_true());
      EXPECT_TRUE(j == 1000001 || evaluate(test.iteration) == w_.bv(j, count_width));
    }
  }
  // With stride 4, the indices repeat after 2^30 iterations.
  const Term c0 = w_.symbol("c32", 32);
  EXPECT_FALSE(
      find_iteration(arithmetic_, {c0, w_.bv(4, 32), {}}, w_.symbol("k32", 32), n_).premise.is_true());
}

}  // namespace
}  // namespace pendulum::acceleration::test
