// IC3 with predicates on the lecture's programs and on random ones; every verdict is judged.
#include "engine/ic3ia/ic3ia.h"

#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::ic3ia {
namespace {

using testing::Bench;
using testing::Truth;

/// The property alone has no predicate about y, which the proof needs.
constexpr const char* toggle = R"(program
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00
  set y #x01
edge 1 -> 1
  set x (bvsub #x01 y)
  set y (bvsub #x01 x)
edge 1 -> 2
  guard (= x #x07)
)";

struct Ic3iaTest : ::testing::Test {
  Ic3iaTest() { bench.settings.set("ic3ia.facts", "off"); }
  JudgedResult run(const std::string& text) { return bench.run(program::parse(terms, text)); }

  term::TermManager terms;
  Bench bench{terms, make_descriptor()};
};

TEST_F(Ic3iaTest, ProvesTheSlidesProgram) {
  const JudgedResult judged = run(testing::slides_program);
  ASSERT_NE(judged.result.certificate(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
}

TEST_F(Ic3iaTest, FindsTheErrorIfTheUnlockIsMissing) {
  std::string text = testing::slides_program;
  text.replace(text.find("  set L 0\n  set new (+ new 1)\n"), 30, "  set new (+ new 1)\n");
  const JudgedResult judged = run(text);
  ASSERT_NE(judged.result.error_path(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
}

TEST_F(Ic3iaTest, RefinementFindsPredicatesThatThePropertyDoesNotMention) {
  const JudgedResult judged = run(toggle);
  ASSERT_NE(judged.result.certificate(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_GT(bench.counter("refinements"), 0U);
  EXPECT_GT(bench.counter("predicates"), 1U);
}

TEST_F(Ic3iaTest, FactsSaveRefinements) {
  ASSERT_TRUE(run(toggle).judgement.is_accepted());
  const std::uint64_t without = bench.counter("refinements");
  bench.settings.set("ic3ia.facts", "on");
  ASSERT_TRUE(run(toggle).judgement.is_accepted());
  EXPECT_LT(bench.counter("refinements") - without, without);
  EXPECT_GT(bench.counter("facts"), 0U);
}

TEST_F(Ic3iaTest, DeclaresTheOptionsThatTheFrontEndReads) {
  EXPECT_EQ(bench.settings.word("ic3ia.calls"), "inline");
  EXPECT_EQ(bench.settings.number("ic3ia.inline_threshold"), 0);
}

TEST_F(Ic3iaTest, RandomProgramsAgreeWithBruteForce) {
  std::array<unsigned, 3> seen{};
  for (unsigned seed = 0; seed < 25; ++seed) {
    term::TermManager manager;
    Bench other(manager, make_descriptor());
    const program::Program program = program::testing::RandomProgram(manager, seed).make();
    const Truth truth = testing::truth_of(program);
    ++seen[static_cast<std::size_t>(truth)];
    const JudgedResult judged = other.run(program);
    const std::string what = "seed " + std::to_string(seed) + ": " +
                             (judged.result.has_evidence() ? "" : judged.result.reason()->detail);
    EXPECT_EQ(truth == Truth::Safe, judged.result.certificate() != nullptr) << what;
    if (truth == Truth::Unsafe) {
      EXPECT_NE(nullptr, judged.result.error_path()) << what;
    }
  }
  EXPECT_GT(seen[0], 3U);
  EXPECT_GT(seen[1], 3U);
}

}  // namespace
}  // namespace pendulum::engine::ic3ia
