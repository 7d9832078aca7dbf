// A repeated segment is followed as if it were written out.
#include <gtest/gtest.h>

#include <chrono>

#include "check_replay/loop_fixture.h"

namespace pendulum::check::test {
namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;

TEST_F(LoopTest, FollowedAsIfWrittenOut) {
  for (int round = 0; round < 20; ++round) {
    make(40, 1);
    const ErrorPath repeated = path(40, random_value());
    const check::Run run = follow(*program_, repeated);
    EXPECT_TRUE(run.reached_error) << run.stuck_reason;
    EXPECT_EQ(run.inputs.size(), 3u);
    expect_same(run, follow(*program_, certificate::expanded(w_.terms, repeated)));
  }
}

TEST_F(LoopTest, DamagedSegmentsAreRejected) {
  make(1000, 1);
  EXPECT_TRUE(follow(*program_, path(1000, low())).reached_error);
  for (const std::uint64_t count : {0U, 1U, 999U, 1001U, 2000U})
    EXPECT_FALSE(follow(*program_, path(count, low())).reached_error) << count;
  const check::Run run = follow(*program_, path(1000, w_.plus(low(), 777'000)));
  EXPECT_FALSE(run.reached_error);
  EXPECT_NE(run.stuck_reason.find("in repetition 777 of segment 1"), std::string::npos) << run.stuck_reason;
  EXPECT_EQ(run.steps, 1u + 2 * 777);
  EXPECT_FALSE(follow(*program_, path(1000, a_)).reached_error) << "another sort";
  EXPECT_FALSE(follow(*program_, path(1000, x_)).reached_error) << "no value";
  ErrorPath plain = path(1000, low());
  plain.segments[0].steps[0].inputs[in_] = low();
  plain.segments[0].steps.push_back({1, {{in_, low()}}});
  EXPECT_FALSE(follow(*program_, plain).reached_error) << "an iteration where nothing is repeated";
  ErrorPath half = path(1000, low());
  half.segments[1].steps.pop_back();
  EXPECT_FALSE(follow(*program_, half).reached_error) << "no cycle";
}

/// A value that is wrong in one repetition only changes what the sum is.
TEST_F(LoopTest, AWrongValueInTheMiddleIsSeen) {
  make(500, 1);
  const check::Run good = follow(*program_, path(500, w_.bv(5, 32)));
  term::TermManager& terms = w_.terms;
  const Term fives =
      terms.mk_const_array(terms.array_sort(terms.bitvec_sort(64), terms.bitvec_sort(32)), w_.bv(5, 32));
  const Term table = terms.mk_store(fives, w_.bv(250, 64), w_.bv(6, 32));
  const check::Run bad = follow(*program_, path(500, terms.mk_select(table, certificate::iteration(terms))));
  EXPECT_NE(good.state.at(x_), bad.state.at(x_));
}

TEST_F(LoopTest, AMillionRepetitionsAreQuick) {
  make(1'000'000, 1);
  const auto start = std::chrono::steady_clock::now();
  const check::Run run = follow(*program_, path(1'000'000, low()));
  EXPECT_FALSE(run.reached_error) << "one value is forbidden";
  const check::Run good = follow(*program_, path(1'000'000, w_.terms.mk_bvmul(low(), w_.bv(2, 32))));
  EXPECT_TRUE(good.reached_error) << good.stuck_reason;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

/// Plain steps with arrays cost the same at the end of a long path as at its beginning.
TEST_F(LoopTest, TenThousandsOfPlainStepsWithArraysAreQuick) {
  make(20'000, 1);
  const ErrorPath plain = certificate::expanded(w_.terms, path(20'000, low()));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(follow(*program_, plain).reached_error);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace pendulum::check::test
