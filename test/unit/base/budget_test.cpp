#include "base/budget.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::base {
namespace {

using namespace std::chrono_literals;

/// The clock moves on between the construction of a budget and the comparison.
void expect_about(const Budget& budget, std::chrono::milliseconds expected) {
  ASSERT_TRUE(budget.remaining().has_value());
  EXPECT_LE(*budget.remaining(), expected);
  EXPECT_GT(*budget.remaining(), expected - 5s);
}

TEST(BudgetTest, IsAShareOfTheRemainingTime) {
  const StopToken stop(Clock::now() + 60s);
  expect_about(Budget::share(stop, 1, 6), 10s);
  expect_about(Budget::share(stop, 2, 3), 40s);
  expect_about(Budget::share(stop, 1, 1), 60s);
}

TEST(BudgetTest, HasNoDeadlineIfTheTaskHasNone) {
  const StopToken stop;
  const Budget budget = Budget::share(stop, 1, 6);
  EXPECT_FALSE(budget.remaining().has_value());
  EXPECT_FALSE(budget.is_exhausted());
}

TEST(BudgetTest, UsesTheAssumedTimeOnlyIfTheTaskHasNoDeadline) {
  const StopToken unlimited;
  expect_about(Budget::share(unlimited, 1, 6, "facts", 600s), 100s);
  const StopToken limited(Clock::now() + 60s);
  expect_about(Budget::share(limited, 1, 6, "facts", 600s), 10s);
}

TEST(BudgetTest, IsAtMostTheLimitAndAtMostTheRemainingTime) {
  const StopToken unlimited;
  expect_about(Budget::at_most(unlimited, 20s), 20s);
  const StopToken limited(Clock::now() + 60s);
  expect_about(Budget::at_most(limited, 20s), 20s);
  expect_about(Budget::at_most(limited, 600s), 60s);
}

TEST(BudgetTest, IsExhaustedAtItsDeadline) {
  const StopToken stop;
  const Budget budget = Budget::at_most(stop, 0ms, "facts");
  EXPECT_TRUE(budget.is_exhausted());
  EXPECT_EQ(budget.remaining(), 0ms);
  EXPECT_EQ(budget.name(), "facts");
  EXPECT_FALSE(stop.is_stopped());
}

TEST(BudgetTest, StopsWhenTheTaskIsStopped) {
  StopToken stop;
  const Budget outer = Budget::at_most(stop, 60s);
  const Budget inner = Budget::share(outer, 1, 2);
  EXPECT_FALSE(inner.is_exhausted());
  stop.request_stop();
  EXPECT_TRUE(outer.is_exhausted());
  EXPECT_THROW(inner.stop().throw_if_stopped(), Stopped);
}

TEST(BudgetTest, WithoutALimitEndsWithTheTask) {
  StopToken stop;
  const Budget budget = Budget::share(stop, 1, 6);
  stop.request_stop();
  EXPECT_TRUE(budget.is_exhausted());
}

TEST(BudgetTest, IsAStopToken) {
  const StopToken stop(Clock::now() + 60s);
  const Budget outer = Budget::share(stop, 1, 2);
  expect_about(Budget::share(outer, 1, 2), 15s);
  const Budget empty = Budget::at_most(outer, 0ms);
  const StopToken& token = empty;
  EXPECT_THROW(token.throw_if_stopped(), Stopped);
}

TEST(BudgetTest, RequiresAProperShare) {
  const StopToken stop;
  EXPECT_THROW(Budget::share(stop, 0, 2), InternalError);
  EXPECT_THROW(Budget::share(stop, 3, 2), InternalError);
  EXPECT_THROW(Budget::share(stop, 1, 0), InternalError);
  EXPECT_THROW(Budget::at_most(stop, -1ms), InternalError);
}

}  // namespace
}  // namespace pendulum::base
