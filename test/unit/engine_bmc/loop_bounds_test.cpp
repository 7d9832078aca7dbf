// Bounds for each loop: found, tightened, accepted by the judge, and errors within them.
#include "engine/bmc/loop_bounds.h"

#include <gtest/gtest.h>

#include "check/replay/interpreter.h"
#include "engine/bmc/bmc.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::bmc {
namespace {

/// Two loops in a row, of six and of `second` iterations; y counts all of them. The error is reached if y is
/// `target` then.
std::string two_loops(const std::string& second, const std::string& target) {
  return R"(program
variable i (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "first"
location 2 "second"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set i #x00
  set y #x00
edge 1 -> 1
  guard (bvult i #x06)
  set i (bvadd i #x01)
  set y (bvadd y #x01)
edge 1 -> 2
  guard (not (bvult i #x06))
  set i #x00
edge 2 -> 2
  guard (bvult i )" +
         second + R"()
  set i (bvadd i #x01)
  set y (bvadd y #x01)
edge 2 -> 3
  guard (and (not (bvult i )" +
         second + R"()) (= y )" + target + R"())
)";
}

/// The second loop runs as long as its inputs want.
constexpr const char* unbounded = R"(program
variable y (_ BitVec 32)
location 0 "entry"
location 1 "first"
location 2 "second"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set y #x00000000
edge 1 -> 1
  guard (bvult y #x00000003)
  set y (bvadd y #x00000001)
edge 1 -> 2
  guard (not (bvult y #x00000003))
edge 2 -> 2
  input more Bool internal
  guard more
  set y (bvadd y #x00000002)
edge 2 -> 3
  guard (= y #xfffffff0)
)";

class LoopBoundsTest : public ::testing::Test {
 protected:
  LoopBoundsTest() {
    for (const base::OptionSpec& option : make_descriptor().options) settings_.declare(option);
  }
  void load(const std::string& text) {
    program_ = program::parse(terms_, text);
    judge_.emplace(program_, nullptr, *solvers_, stop_, base::Logger());
    env_.emplace(Env{.terms = terms_,
                     .solvers = *solvers_,
                     .settings = settings_,
                     .statistics = statistics_,
                     .stop = stop_,
                     .judge = *judge_,
                     .registry = registry_});
  }

  term::TermManager terms_;
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  base::Settings settings_;
  Registry registry_;
  program::Program program_;
  std::optional<check::Judge> judge_;
  std::optional<Env> env_;
};

TEST_F(LoopBoundsTest, ProofsHaveTheSmallestBounds) {
  for (const char* is_estimated : {"on", "off"}) {
    load(two_loops("#x05", "#x0c"));
    settings_.set("bmc.estimate", is_estimated);
    LoopBounds loops(program_, *env_);
    const auto answer = loops.continue_for(30);
    ASSERT_TRUE(answer.has_value());
    ASSERT_EQ(answer->index(), 1U) << "11 iterations never make 12";
    const auto& bounds = std::get<1>(*answer).loops;
    ASSERT_EQ(bounds.size(), 2U);
    EXPECT_EQ(bounds[0].bound, 6U);
    EXPECT_EQ(bounds[1].bound, 5U);
    EXPECT_TRUE(judge_->judge(certificate::Certificate(std::get<1>(*answer))).is_accepted());
    EXPECT_FALSE(loops.are_worthwhile()) << "the question is answered";
  }
}

/// The judge does not accept bounds that executions exceed, so that the test above can fail.
TEST_F(LoopBoundsTest, SmallerBoundsAreNoProof) {
  load(two_loops("#x05", "#x0c"));
  LoopBounds loops(program_, *env_);
  auto answer = loops.continue_for(30);
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->index(), 1U);
  --std::get<1>(*answer).loops[1].bound;
  EXPECT_FALSE(judge_->judge(certificate::Certificate(std::get<1>(*answer))).is_accepted());
}

TEST_F(LoopBoundsTest, FindsTheErrorWithinTheBounds) {
  load(two_loops("#x05", "#x0b"));
  LoopBounds loops(program_, *env_);
  const auto answer = loops.continue_for(30);
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->index(), 0U);
  EXPECT_TRUE(check::follow(program_, std::get<0>(*answer)).reached_error);
  EXPECT_EQ(std::get<0>(*answer).num_steps(), 14U);  // 11 iterations, and three edges between
}

TEST_F(LoopBoundsTest, UnboundedLoopsHaveNoAnswer) {
  load(unbounded);
  LoopBounds loops(program_, *env_);
  EXPECT_FALSE(loops.continue_for(0.5).has_value());
  EXPECT_TRUE(loops.are_worthwhile());
  EXPECT_GT(statistics_.counter("engine.bmc.loop_unrollings"), 1U);
}

TEST_F(LoopBoundsTest, ALoopAloneIsNotWorthwhile) {
  load(two_loops("#x05", "#x0c"));
  EXPECT_TRUE(LoopBounds(program_, *env_).are_worthwhile());
  std::string text = two_loops("#x05", "#x0c");
  text.replace(text.find("edge 2 -> 2"), 11, "edge 2 -> 3");
  load(text);
  EXPECT_FALSE(LoopBounds(program_, *env_).are_worthwhile());
}

}  // namespace
}  // namespace pendulum::engine::bmc
