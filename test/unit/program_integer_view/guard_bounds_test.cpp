// Intervals that follow from a guard or from facts at the edge's source become side conditions.
#include "program/integer_view/guard_bounds.h"

#include <gtest/gtest.h>

namespace pendulum::program {
namespace {

using term::Kind;
using term::Term;

class GuardBoundsTest : public ::testing::Test {
 protected:
  GuardBoundsTest() {
    symbols_.terms = &terms_;
    for (const Term variable : {i_, n_}) {
      symbols_.variables.emplace(variable, terms_.mk_symbol(variable.name() + ".int", terms_.int_sort()));
      symbols_.readings.emplace(variable, Reading::Signed);
    }
  }
  Term number(std::int64_t value) { return terms_.mk_bv(value, 8); }
  /// The bounds of an edge with this guard that keeps i and n.
  GuardBounds derived(Term guard, const FlowState* before = nullptr) {
    edge_.guard = guard;
    edge_.updates = {{i_, i_}, {n_, n_}};
    GuardBounds bounds(symbols_, edge_, before);
    bounds.derive(additions_);
    return bounds;
  }
  static void expect_interval(const GuardBounds& bounds, Term symbol, long lo, long hi) {
    EXPECT_EQ(bounds.symbols().at(symbol).value.lo, lo);
    EXPECT_EQ(bounds.symbols().at(symbol).value.hi, hi);
  }

  term::TermManager terms_;
  const Term i_ = terms_.mk_symbol("i", terms_.bitvec_sort(8));
  const Term n_ = terms_.mk_symbol("n", terms_.bitvec_sort(8));
  IntegerSymbols symbols_;
  Edge edge_;
  EdgeAdditions additions_{terms_, edge_.where};
};

TEST_F(GuardBoundsTest, FullRangesNeedNoConditions) {
  const GuardBounds bounds = derived(terms_.mk_true());
  expect_interval(bounds, i_, -128, 127);
  EXPECT_TRUE(additions_.conditions().empty());
  EXPECT_FALSE(bounds.is_impossible());
}

/// The bound of n is needed for that of i, in either order of the conjuncts.
TEST_F(GuardBoundsTest, BoundsFollowFromBounds) {
  const Term i_below_n = terms_.mk_bv_binary(Kind::BvSlt, i_, n_);
  const Term n_below_10 = terms_.mk_bv_binary(Kind::BvSlt, n_, number(10));
  const GuardBounds bounds = derived(terms_.mk_and(i_below_n, n_below_10));
  expect_interval(bounds, i_, -128, 8);
  expect_interval(bounds, n_, -127, 9);
  EXPECT_EQ(additions_.conditions().size(), 3U);
}

TEST_F(GuardBoundsTest, OtherReadingsGiveNoBounds) {
  const GuardBounds bounds = derived(terms_.mk_bv_binary(Kind::BvUlt, i_, number(10)));
  expect_interval(bounds, i_, -128, 127);
}

TEST_F(GuardBoundsTest, ContradictionsAreImpossible) {
  const GuardBounds bounds = derived(terms_.mk_and({terms_.mk_bv_binary(Kind::BvSlt, i_, n_),
                                                    terms_.mk_bv_binary(Kind::BvSlt, n_, number(3)),
                                                    terms_.mk_bv_binary(Kind::BvSlt, number(5), i_)}));
  EXPECT_TRUE(bounds.is_impossible());
  expect_interval(bounds, i_, -128, 127);
}

/// A Boolean variable in the guard stands for the comparison that it holds.
TEST_F(GuardBoundsTest, UsesFactsAtTheSource) {
  const Term condition = terms_.mk_symbol("condition", terms_.bool_sort());
  FlowState before;
  before.ranges.emplace(n_, Range{3, 20});
  before.definitions.emplace(condition, terms_.mk_bv_binary(Kind::BvSlt, i_, n_));
  const GuardBounds holds = derived(condition, &before);
  expect_interval(holds, n_, 3, 20);
  expect_interval(holds, i_, -128, 19);
  const GuardBounds fails = derived(terms_.mk_not(condition), &before);
  expect_interval(fails, i_, 3, 127);
}

TEST_F(GuardBoundsTest, ExcludesOverflowsOfTheGuard) {
  const GuardBounds bounds = derived(terms_.mk_not(terms_.mk_bv_binary(Kind::BvSaddo, i_, n_)));
  EXPECT_TRUE(bounds.excludes_overflow(Kind::BvSaddo, i_, n_));
  EXPECT_FALSE(bounds.excludes_overflow(Kind::BvSmulo, i_, n_));
}

}  // namespace
}  // namespace pendulum::program
