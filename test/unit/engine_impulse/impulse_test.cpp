// Tests IMPULSE on small programs with deep errors and on random programs. Every result is judged.
#include "engine/impulse/impulse.h"

#include "engine/impact/impact.h"
#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::impulse {
namespace {

using testing::Bench;
using testing::Truth;

struct ImpulseTest : ::testing::Test {
  /// Declares the options of `impact`, which phase 1 uses.
  static void declare_impact(Bench& bench) {
    for (const base::OptionSpec& option : impact::make_descriptor().options) bench.settings.declare(option);
  }
  ImpulseTest() { declare_impact(bench); }

  JudgedResult run(const std::string& text) {
    const program::Program program = program::parse(terms, text);
    return bench.run(program);
  }

  term::TermManager terms;
  Bench bench{terms, make_descriptor()};
};

/// Copies a string of arbitrary content until its terminator, at most `last_valid` bytes. The error needs
/// 1000 iterations. This resembles the paper's Example 1.
std::string copy_loop(const std::string& last_valid) {
  return R"(program
variable i (_ BitVec 32)
variable from (Array (_ BitVec 32) (_ BitVec 8))
variable to (Array (_ BitVec 32) (_ BitVec 8))
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input from!0 (Array (_ BitVec 32) (_ BitVec 8)) internal
  input to!0 (Array (_ BitVec 32) (_ BitVec 8)) internal
  set i #x00000000
  set from (store from!0 #x000003e8 #x00)
  set to to!0
edge 1 -> 1
  guard (and (bvult i )" +
         last_valid + R"() (not (= (select from i) #x00)))
  set to (store to i (select from i))
  set i (bvadd i #x00000001)
edge 1 -> 2
  guard (and (= i #x000003e8) (= (select to #x000001f4) #x41) (= (select from i) #x00))
)";
}

TEST_F(ImpulseTest, FindsADeepErrorByOneAcceleratedPath) {
  const JudgedResult judged = run(copy_loop("#x000003e9"));
  ASSERT_NE(nullptr, judged.result.error_path());
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_EQ(1002u, judged.result.error_path()->num_steps());
  EXPECT_LE(judged.result.error_path()->segments.size(), 8u) << "iterations should be repeated segments";
  EXPECT_EQ(1u, bench.counter("accelerated_loops"));
}

TEST_F(ImpulseTest, TheSafeTwinStaysOneElementBelow) {
  const JudgedResult judged = run(copy_loop("#x000003e7"));
  EXPECT_EQ(nullptr, judged.result.error_path());
}

TEST_F(ImpulseTest, ProgramsOverIntegersAreProvedWithoutTheSearchForErrors) {
  const JudgedResult judged = run(testing::slides_program);
  EXPECT_NE(judged.result.certificate(), nullptr) << judged.judgement.reason;
  EXPECT_TRUE(judged.judgement.is_accepted());
}

TEST_F(ImpulseTest, WithoutAccelerationThereAreNoAccelerators) {
  bench.settings.set("impulse.accelerate", "off");
  bench.settings.set("impulse.bound", "2");
  const JudgedResult judged = run(R"(program
variable x (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00
edge 1 -> 1
  guard (bvult x #x02)
  set x (bvadd x #x01)
edge 1 -> 2
  guard (= x #x02)
)");
  EXPECT_NE(nullptr, judged.result.error_path());
  EXPECT_EQ(0u, bench.counter("accelerators"));
}

/// Example 3: y := y * y has no closed form. The error depends on y, so the counterexample is dismissed.
TEST_F(ImpulseTest, AnErrorThatDependsOnAnUnknownValueIsNotReported) {
  const JudgedResult judged = run(R"(program
variable x (_ BitVec 16)
variable y (_ BitVec 16)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x0000
  set y #x0002
edge 1 -> 1
  guard (bvult x #x0004)
  set x (bvadd x #x0001)
  set y (bvmul y y)
edge 1 -> 2
  guard (and (= x #x0004) (= y #x0007))
)");
  EXPECT_NE(nullptr, judged.result.certificate());
  EXPECT_GE(bench.counter("dismissed"), 1u);
}

/// Two nested loops: each of the 300 iterations of the outer loop takes `inner` iterations of the inner loop.
/// The error is reached if the total number of inner iterations is `total`.
std::string nested_loops(const std::string& inner, const std::string& total) {
  return R"(program
variable i (_ BitVec 32)
variable j (_ BitVec 32)
variable total (_ BitVec 32)
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set i #x00000000
  set j #x00000000
  set total #x00000000
edge 1 -> 2
  guard (bvult i #x0000012c)
  set j #x00000000
edge 2 -> 2
  guard (bvult j )" +
         inner + R"()
  set j (bvadd j #x00000001)
  set total (bvadd total #x00000001)
edge 2 -> 1
  guard (not (bvult j )" +
         inner + R"())
  set i (bvadd i #x00000001)
edge 1 -> 3
  guard (and (not (bvult i #x0000012c)) (= total )" +
         total + R"())
)";
}

TEST_F(ImpulseTest, NestedLoopsAreAcceleratedFromTheInsideOut) {
  // 300 * 500 iterations of the inner loop.
  const JudgedResult judged = run(nested_loops("#x000001f4", "#x000249f0"));
  ASSERT_NE(nullptr, judged.result.error_path());
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_EQ(1U + 300 * 502 + 1, judged.result.error_path()->num_steps());
  EXPECT_EQ(2U, bench.counter("accelerated_loops"));
}

TEST_F(ImpulseTest, TheNumberOfInnerIterationsMayGrow) {
  // 0 + 1 + ... + 299 iterations of the inner loop.
  const JudgedResult judged = run(nested_loops("i", "#x0000af32"));
  ASSERT_NE(nullptr, judged.result.error_path());
  EXPECT_TRUE(judged.judgement.is_accepted());
}

TEST_F(ImpulseTest, ShortInnerLoopsArePartOfOneSegment) {
  const JudgedResult judged = run(nested_loops("#x00000005", "#x000005dc"));
  ASSERT_NE(nullptr, judged.result.error_path());
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_LE(judged.result.error_path()->segments.size(), 8U);
}

class RandomPrograms : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Impulse, RandomPrograms, ::testing::Range(0U, 4U));

TEST_P(RandomPrograms, AgreeWithBruteForce) {
  for (unsigned seed = 10 * GetParam(); seed < 10 * GetParam() + 10; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    ImpulseTest::declare_impact(bench);
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    const JudgedResult judged = bench.run(program);
    EXPECT_EQ(truth == Truth::Safe, judged.result.certificate() != nullptr) << "seed " << seed;
    if (truth == Truth::Unsafe) {
      EXPECT_NE(nullptr, judged.result.error_path()) << "seed " << seed;
    }
    EXPECT_EQ(0u, bench.counter("dismissed")) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pendulum::engine::impulse
