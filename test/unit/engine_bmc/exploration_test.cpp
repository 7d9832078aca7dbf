// Tests the search through concrete states: it finds deep errors, ends when all states are known, and ignores
// edges that are not errors.
#include "engine/bmc/exploration.h"

#include <gtest/gtest.h>

#include "check/replay/interpreter.h"
#include "program/text/text.h"

namespace pendulum::engine::bmc {
namespace {

/// A lock that opens after 40 right inputs in a row; the right one depends on the state.
constexpr const char* lock = R"(program
variable s (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set s #x00
edge 1 -> 1
  input key (_ BitVec 32) call "__VERIFIER_nondet_int"
  guard (or (= key #x00000003) (= key #x00000005))
  set s (ite (= key (ite (= (bvurem s #x03) #x00) #x00000005 #x00000003)) (bvadd s #x01) #x00)
edge 1 -> 2
  guard (= s #x28)
)";

class ExplorationTest : public ::testing::Test {
 protected:
  program::Program parse(std::string text, const std::string& from = "", const std::string& to = "") {
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return program::parse(terms_, text);
  }
  term::TermManager terms_;
  base::StopToken stop_;
};

TEST_F(ExplorationTest, OpensTheLock) {
  const program::Program program = parse(lock);
  Exploration exploration(program, 0, stop_);
  const auto path = exploration.run(1'000'000);
  ASSERT_TRUE(path.has_value());
  EXPECT_EQ(path->num_steps(), 42U);
  EXPECT_TRUE(check::follow(program, *path).reached_error);
}

TEST_F(ExplorationTest, EndsWhenAllStatesAreKnown) {
  // The state that opens the lock does not exist.
  const program::Program program = parse(lock, "(bvadd s #x01) #x00", "(bvurem (bvadd s #x01) #x28) #x00");
  Exploration exploration(program, 0, stop_);
  EXPECT_FALSE(exploration.run(100'000'000).has_value());
  EXPECT_TRUE(exploration.is_exhausted());
  EXPECT_EQ(exploration.num_states(), 41U);
}

TEST_F(ExplorationTest, WorkIsLimitedAndGoesOn) {
  const program::Program program = parse(lock);
  Exploration exploration(program, 0, stop_);
  EXPECT_FALSE(exploration.run(10).has_value());
  EXPECT_FALSE(exploration.is_exhausted());
  EXPECT_TRUE(exploration.run(1'000'000).has_value());
}

TEST_F(ExplorationTest, UnsupportedConstructsAreNoBugs) {
  const program::Program program = parse(lock, "  guard (= s #x28)\n", "  guard (= s #x28)\n  unsupported\n");
  ASSERT_TRUE(program.edges().back().is_unsupported);
  Exploration exploration(program, 0, stop_);
  EXPECT_FALSE(exploration.run(10'000'000).has_value());
  EXPECT_TRUE(exploration.is_exhausted());
}

TEST_F(ExplorationTest, TheSameSeedGivesTheSameSearch) {
  const program::Program program = parse(lock);
  Exploration one(program, 5, stop_), two(program, 5, stop_);
  const auto first = one.run(1'000'000), second = two.run(1'000'000);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(one.num_states(), two.num_states());
}

}  // namespace
}  // namespace pendulum::engine::bmc
