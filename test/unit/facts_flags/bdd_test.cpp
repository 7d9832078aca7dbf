// Tests the wrapper of BuDDy: operations, and its limit on nodes.
#include "facts/flags/bdd.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::facts {
namespace {

class BddTest : public ::testing::Test {
 protected:
  base::StopToken stop_;
};

TEST_F(BddTest, EqualFunctionsHaveEqualHandles) {
  const BddPackage package(2, 1000, stop_);
  const Bdd a = package.current(0), b = package.current(1);
  const Bdd conjunction = package.mk_and(a, b);
  EXPECT_EQ(conjunction, package.mk_not(package.mk_or(package.mk_not(a), package.mk_not(b))));
  EXPECT_TRUE(package.difference(conjunction, a).is_false());
  EXPECT_TRUE(package.mk_or(a, package.mk_not(a)).is_true());
  EXPECT_EQ(2u, package.size(conjunction));
}

TEST_F(BddTest, QuantifiesCurrentBits) {
  const BddPackage package(2, 1000, stop_);
  const Bdd a = package.current(0), b = package.current(1);
  EXPECT_EQ(b, package.exists(package.mk_and(a, b), package.cube({0})));
  EXPECT_EQ(b, package.and_exists(a, b, package.cube({0})));
  EXPECT_EQ(a, package.exists(a, package.cube({})));
}

TEST_F(BddTest, RenamesNextBits) {
  const BddPackage package(2, 1000, stop_);
  const Bdd mixed = package.mk_and(package.current(0), package.next(1));
  EXPECT_EQ(package.mk_and(package.current(0), package.current(1)), package.next_to_current(mixed));
}

TEST_F(BddTest, TakesDiagramsApart) {
  const BddPackage package(2, 1000, stop_);
  const Bdd a = package.current(0), b = package.current(1);
  const Bdd both = package.mk_and(a, b);
  EXPECT_EQ(0u, package.top_bit(both));
  EXPECT_EQ(b, package.high(both));
  EXPECT_TRUE(package.low(both).is_false());
  EXPECT_THROW(package.top_bit(package.mk_true()), base::InternalError);
}

TEST_F(BddTest, RejectsASecondPackage) {
  const BddPackage package(1, 1000, stop_);
  EXPECT_THROW(BddPackage(1, 1000, stop_), base::InternalError);
}

/// Bits 0 ... n-1 equal bits n ... 2n-1: exponential in this order.
Bdd equal_halves(const BddPackage& package, unsigned n) {
  Bdd all = package.mk_true();
  for (unsigned i = 0; i < n; ++i) {
    const Bdd a = package.current(i), b = package.current(n + i);
    all = package.mk_and(
        all, package.mk_or(package.mk_and(a, b), package.mk_and(package.mk_not(a), package.mk_not(b))));
  }
  return all;
}

TEST_F(BddTest, GivesUpAtTheLimitAndStartsAgain) {
  {
    const BddPackage package(40, 50'000, stop_);
    EXPECT_THROW(equal_halves(package, 20), OutOfNodes);
    EXPECT_THROW(package.mk_not(package.mk_true()), OutOfNodes);
  }
  const BddPackage package(40, 50'000, stop_);
  EXPECT_EQ(3u * ((1u << 5) - 1), package.size(equal_halves(package, 5)));
}

TEST_F(BddTest, StopsWithTheToken) {
  const BddPackage package(1, 1000, stop_);
  const Bdd a = package.current(0);
  stop_.request_stop();
  EXPECT_THROW(package.mk_not(a), base::Stopped);
}

}  // namespace
}  // namespace pendulum::facts
