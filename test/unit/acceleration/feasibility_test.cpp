// Tests for each rule of quantifier elimination whether it applies and whether it is exact. Each accelerator
// is compared with concrete executions.
#include "acceleration/feasibility.h"

#include <gtest/gtest.h>

#include "acceleration/acceleration_fixture.h"
#include "acceleration/comparison.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 4;
constexpr std::size_t longest = 24;

class FeasibilityTest : public ::testing::Test {
 protected:
  enum class Exact { Yes, No };
  /// Accelerates the path and compares the result with executions from all x and some y and z.
  void expect(const LoopPath& path, std::size_t num_universals, Exact exact) {
    const Accelerator accelerator = w_.accelerated(path);
    EXPECT_EQ(num_universals, accelerator.universals.size());
    EXPECT_EQ(exact == Exact::Yes, accelerator.is_exact);
    compare(accelerator);
  }
  void compare(const Accelerator& accelerator) {
    Comparison comparison(w_.terms, accelerator, {x_, y_, z_, wide_, flag_, a_, wide_array_});
    Term wide_content = w_.terms.mk_zero(wide_array_.sort());
    for (int k = 90; k < 130; ++k)
      wide_content = w_.terms.mk_store(wide_content, w_.bv(k, 2 * width), w_.bv(5 * k, width));
    Term content = w_.terms.mk_zero(a_.sort());
    for (int k = 0; k < 16; ++k) content = w_.terms.mk_store(content, w_.bv(k, width), w_.bv(7 * k, width));
    std::vector<term::Model> inputs(longest);
    for (std::size_t i = 0; i < longest; ++i) {
      inputs[i][in_] = w_.bv(static_cast<std::int64_t>(3 * i / 2), width);
      inputs[i][in_array_] = content;
    }
    for (int x = 0; x < 16; ++x)
      for (const auto& [y, z] : std::vector<std::pair<int, int>>{{0, 1}, {3, 14}, {12, 1}, {15, 5}}) {
        comparison.run({{x_, w_.bv(x, width)},
                        {y_, w_.bv(y, width)},
                        {z_, w_.bv(z, width)},
                        {wide_, w_.bv(y + 16 * z, 2 * width)},
                        {flag_, w_.terms.mk_bool(z % 2 == 0)},
                        {a_, content},
                        {wide_array_, wide_content}},
                       inputs);
        for (const std::size_t n : {1, 2, 3, 4, 9, 17, 24}) {
          const std::string mistake = comparison.mistake(n);
          ASSERT_EQ("", mistake);
        }
      }
    EXPECT_GT(comparison.num_accepted(), 0U);
  }
  /// The path x := x + stride with one literal.
  LoopPath step(Term literal, std::int64_t stride) {
    return {0, {}, {literal}, {{x_, w_.plus(x_, stride)}}, {}, {}};
  }
  Term order(Kind kind, Term a, Term b) { return w_.terms.mk_bv_binary(kind, a, b); }

  AccelerationContext w_;
  Term x_ = w_.symbol("x", width), y_ = w_.symbol("y", width), z_ = w_.symbol("z", width);
  Term wide_ = w_.symbol("wide", 2 * width);
  Term flag_ = w_.flag("flag");
  Term a_ = w_.array("a", width, width);
  Term wide_array_ = w_.array("wide.array", 2 * width, width);
  Term in_ = w_.symbol("in", width);
  Term in_array_ = w_.array("in.array", width, width);
};

TEST_F(FeasibilityTest, LiteralsThatDoNotChangeAreAskedOnce) {
  expect(step(w_.below(y_, 9), 1), 0, Exact::Yes);
  expect(step(w_.terms.mk_not(flag_), 1), 0, Exact::Yes);
  expect(step(w_.differs(w_.terms.mk_select(a_, y_), 0), 1), 0, Exact::Yes);
  expect(step(w_.is(w_.terms.mk_bv_binary(Kind::BvAnd, y_, z_), 0), 1), 0, Exact::Yes);
}

TEST_F(FeasibilityTest, StrictOrdersAreExactForStepsOfOneTowardsTheBound) {
  for (const Kind kind : {Kind::BvUlt, Kind::BvSlt}) {
    expect(step(order(kind, x_, y_), 1), 0, Exact::Yes);
    expect(step(order(kind, y_, x_), -1), 0, Exact::Yes);
    // The same comparison as a negation.
    const Kind weak = kind == Kind::BvUlt ? Kind::BvUle : Kind::BvSle;
    expect(step(w_.terms.mk_not(order(weak, y_, x_)), 1), 0, Exact::Yes);
  }
}

TEST_F(FeasibilityTest, OrdersAwayFromTheBoundOrWithJumpsAreNotExact) {
  for (const Kind kind : {Kind::BvUlt, Kind::BvSlt, Kind::BvUle, Kind::BvSle}) {
    expect(step(order(kind, x_, y_), -1), 0, Exact::No);
    expect(step(order(kind, x_, y_), 3), 0, Exact::No);
    expect(step(order(kind, y_, x_), 1), 0, Exact::No);
    expect(step(order(kind, y_, x_), -3), 0, Exact::No);
  }
  expect(step(order(Kind::BvUle, x_, y_), 1), 0, Exact::No);
  expect(step(order(Kind::BvSle, y_, x_), -1), 0, Exact::No);
}

TEST_F(FeasibilityTest, OrdersOfTwoMovingSides) {
  for (const Kind kind : {Kind::BvUlt, Kind::BvSlt, Kind::BvUle, Kind::BvSle})
    for (const int other : {-1, 1, 2}) {
      LoopPath path = step(order(kind, x_, y_), 1);
      path.updates.push_back({y_, w_.plus(y_, other)});
      expect(path, 0, Exact::No);
    }
}

TEST_F(FeasibilityTest, OrdersWithSymbolicStride) {
  LoopPath path = step(order(Kind::BvSlt, x_, y_), 1);
  path.updates = {{x_, w_.terms.mk_bvadd(x_, z_)}};
  expect(path, 0, Exact::No);
}

TEST_F(FeasibilityTest, DisequalitiesWithConstantStrideAreExact) {
  for (const int stride : {1, -1, 2, 3, -3, 4, 8}) {
    expect(step(w_.differs(x_, 5), stride), 0, Exact::Yes);
    expect(step(w_.terms.mk_distinct(x_, y_), stride), 0, Exact::Yes);
  }
  LoopPath path = step(w_.terms.mk_distinct(x_, y_), 1);
  path.updates.push_back({y_, w_.plus(y_, -1)});
  expect(path, 0, Exact::Yes);
  path.updates.back().value = w_.plus(y_, 1);
  expect(path, 0, Exact::Yes);
}

TEST_F(FeasibilityTest, Fig4DisequalitiesWithSymbolicStrideAreSplit) {
  LoopPath path = step(w_.terms.mk_distinct(x_, y_), 1);
  path.updates = {{x_, w_.terms.mk_bvadd(x_, z_)}};
  expect(path, 0, Exact::No);
}

TEST_F(FeasibilityTest, EqualitiesAreExact) {
  expect(step(w_.terms.mk_eq(x_, y_), 1), 0, Exact::Yes);
  LoopPath path = step(w_.terms.mk_eq(x_, y_), 1);
  path.updates.push_back({y_, w_.plus(y_, 1)});
  expect(path, 0, Exact::Yes);
  path.updates.back().value = w_.terms.mk_bvadd(y_, z_);
  expect(path, 0, Exact::Yes);
}

TEST_F(FeasibilityTest, QuadraticComparisonsStayUniversal) {
  // y(j) is quadratic and wraps around.
  LoopPath path = step(w_.differs(y_, 9), 1);
  path.updates.push_back({y_, w_.terms.mk_bvadd(y_, x_)});
  expect(path, 1, Exact::Yes);
  path.literals = {w_.below(y_, 9)};
  expect(path, 1, Exact::Yes);
  path.literals = {w_.is(y_, 12)};
  expect(path, 1, Exact::Yes);
}

TEST_F(FeasibilityTest, MonotonicLiteralsAreAskedAtOneEnd) {
  const Term half = w_.terms.mk_bv_binary(Kind::BvLshr, x_, w_.bv(1, width));
  // With x < 12 nothing wraps around. It suffices to require x / 2 < 5 in the last iteration, and 1 < x / 2
  // in the first one.
  LoopPath path = step(w_.below(x_, 12), 1);
  path.literals.push_back(w_.below(half, 5));
  expect(path, 0, Exact::Yes);
  path.literals.back() = w_.above(half, 1);
  expect(path, 0, Exact::Yes);
  // Without x < 12 they are not monotonic.
  expect(step(w_.below(half, 5), 1), 1, Exact::Yes);
  expect(step(w_.above(half, 1), 1), 1, Exact::Yes);
}

TEST_F(FeasibilityTest, ReadsStayUniversal) {
  expect(step(w_.differs(w_.terms.mk_select(a_, x_), 0), 1), 1, Exact::Yes);
  LoopPath path = step(w_.terms.mk_bvule(in_, x_), 1);
  path.inputs = {AccelerationContext::input(in_)};
  expect(path, 1, Exact::Yes);
}

TEST_F(FeasibilityTest, ExtensionsAreUnderApproximations) {
  const Term extended = w_.terms.mk_zero_extend(x_, width);
  expect(step(w_.terms.mk_distinct(extended, wide_), 1), 0, Exact::No);
  expect(step(w_.terms.mk_bvult(extended, wide_), 1), 0, Exact::No);
  expect(step(w_.terms.mk_bvslt(wide_, w_.terms.mk_sign_extend(x_, width)), 1), 0, Exact::No);
}

TEST_F(FeasibilityTest, ExtensionsInUpdatesAreUnderApproximations) {
  for (const Term extended : {w_.terms.mk_zero_extend(x_, width), w_.terms.mk_sign_extend(x_, width)}) {
    LoopPath path = step(w_.differs(y_, 0), 3);
    path.updates.push_back({wide_, w_.terms.mk_bvadd(wide_, extended)});
    expect(path, 0, Exact::No);
  }
}

TEST_F(FeasibilityTest, ExtensionsInIndicesAreUnderApproximations) {
  LoopPath path = step(w_.differs(y_, 0), 3);
  path.writes = {{wide_array_, w_.terms.mk_zero_extend(x_, width), y_}};
  expect(path, 0, Exact::No);
  // The same index in a read of an element that no write hits.
  const Term index = w_.terms.mk_bvadd(w_.terms.mk_zero_extend(x_, width), w_.bv(100, 2 * width));
  path.writes = {{wide_array_, w_.bv(1, 2 * width), w_.terms.mk_select(wide_array_, index)}};
  expect(path, 0, Exact::No);
}

TEST_F(FeasibilityTest, DelayedVariablesAreAskedAtTheStartAndLater) {
  // y := x, x := x + 1: y(0) is arbitrary, y(j) = x + j - 1 for j > 0.
  LoopPath path = step(w_.differs(y_, 5), 1);
  path.updates.push_back({y_, x_});
  expect(path, 0, Exact::Yes);
  path.literals = {w_.below(y_, 12)};
  expect(path, 0, Exact::Yes);
  path.literals = {w_.is(y_, 3)};
  expect(path, 0, Exact::Yes);
  path.literals = {w_.terms.mk_bvule(y_, x_)};
  expect(path, 0, Exact::No);
  path.literals = {w_.differs(w_.terms.mk_select(a_, y_), 0)};
  expect(path, 1, Exact::Yes);
}

TEST_F(FeasibilityTest, PremisesOfAnAbandonedComparisonAreNotAssumed) {
  // The left side is a polynomial as long as y does not wrap around, the right side is not a polynomial. The
  // literal is monotonic only under this premise. Therefore either the premise is required, or the literal
  // stays universal.
  const Term y = w_.terms.mk_zero_extend(y_, width);
  LoopPath path = step(w_.terms.mk_bvult(y, w_.terms.mk_bv_binary(Kind::BvUdiv, w_.bv(80, 2 * width), y)), 1);
  path.updates.push_back({y_, x_});
  compare(w_.accelerated(path));
}

TEST_F(FeasibilityTest, PremisesOfResultsThatAreNotUsedDoNotRestrict) {
  // The sum wide + zext(x) + zext(a[x]) has no closed form, so the premise of zext(x) must not be required.
  LoopPath path = step(w_.below(x_, 12), 1);
  const Term extended = w_.terms.mk_zero_extend(x_, width);
  const Term read = w_.terms.mk_zero_extend(w_.terms.mk_select(a_, x_), width);
  path.updates.push_back({wide_, w_.terms.mk_bvadd(w_.terms.mk_bvadd(wide_, extended), read)});
  const Accelerator accelerator = w_.accelerated(path);
  EXPECT_EQ(1U, accelerator.unknowns.size());
  const Accelerator without = w_.accelerated(step(w_.below(x_, 12), 1));
  EXPECT_EQ(without.guard,
            term::substitute(w_.terms, accelerator.guard, {{accelerator.count, without.count}}));
  compare(accelerator);
}

TEST_F(FeasibilityTest, WrittenArraysAreNotUsedAsAWhole) {
  const Term stored = w_.terms.mk_store(a_, y_, z_);
  LoopPath path = step(w_.differs(w_.terms.mk_select(stored, x_), 3), 1);
  path.writes = {{a_, x_, y_}};
  EXPECT_EQ("a is used as a whole", w_.refusal(path));
  path.literals = {w_.terms.mk_eq(a_, w_.array("b", width, width))};
  EXPECT_EQ("a is used as a whole", w_.refusal(path));
  path.literals = {w_.differs(w_.terms.mk_select(a_, x_), 3)};
  EXPECT_EQ("", w_.refusal(path));
  // An array that the path does not write may be used as a whole.
  path.writes.clear();
  path.literals = {w_.differs(w_.terms.mk_select(stored, x_), 3)};
  expect(path, 1, Exact::Yes);
}

TEST_F(FeasibilityTest, InputArraysAreTheSameInAllIterations) {
  // The literal in[0] = x is feasible with a different array in each iteration, but not with one array for
  // all iterations.
  LoopPath path = step(w_.terms.mk_eq(w_.terms.mk_select(in_array_, w_.bv(0, width)), x_), 1);
  path.inputs = {AccelerationContext::input(in_array_)};
  expect(path, 1, Exact::No);
}

TEST_F(FeasibilityTest, UnusedInputArraysDoNotMatter) {
  LoopPath path = step(w_.below(x_, 12), 1);
  path.inputs = {AccelerationContext::input(in_array_)};
  expect(path, 0, Exact::Yes);
}

TEST_F(FeasibilityTest, Lemma2HoldsForConjunctions) {
  LoopPath path = step(w_.below(x_, 12), 1);
  path.literals.push_back(w_.differs(x_, 7));
  path.literals.push_back(w_.differs(w_.terms.mk_select(a_, x_), 14));
  path.literals.push_back(w_.below(y_, 9));
  expect(path, 1, Exact::Yes);
}

TEST_F(FeasibilityTest, WrittenElementsThatAreReadLater) {
  // With a[x] := y and x := x + 1, the previous iteration wrote a[x - 1].
  LoopPath path = step(w_.differs(w_.terms.mk_select(a_, w_.plus(x_, -1)), 3), 1);
  path.updates.push_back({y_, w_.plus(y_, 1)});
  path.writes = {{a_, x_, y_}};
  compare(w_.accelerated(path));
  path.literals = {w_.differs(w_.terms.mk_select(a_, w_.bv(0, width)), 3)};
  compare(w_.accelerated(path));
  // With a delayed variable in the same literal.
  path.updates.push_back({z_, x_});
  path.literals = {w_.terms.mk_distinct(w_.terms.mk_select(a_, w_.plus(x_, -1)), z_)};
  compare(w_.accelerated(path));
  path.updates.pop_back();
  // A read at an index that is written only later returns the element before the loop.
  path.literals = {w_.below(x_, 12), w_.differs(w_.terms.mk_select(a_, w_.plus(x_, 1)), 3)};
  compare(w_.accelerated(path));
}

}  // namespace
}  // namespace pendulum::acceleration::test
