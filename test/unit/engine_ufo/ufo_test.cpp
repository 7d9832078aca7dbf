// Tests the engines with the judge: random programs whose verdict is known by brute force, in both theories.
#include "engine/ufo/ufo.h"

#include <array>

#include "engine/tree_search_fixture.h"
#include "program/random_program.h"
#include "ufo_fixture.h"

namespace pendulum::engine::ufo {
namespace {

using testing::Truth;
using testing::truth_of;

class UfoTest : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Configurations, UfoTest, ::testing::Values("ufo", "cpufo", "bpufo", "cp", "bp"),
                         [](const auto& test) { return test.param; });

void check_random_programs(const std::string& key, const std::string& theory, const std::string& blocks,
                           const std::string& labels, const std::string& post = "engine") {
  std::array<unsigned, 3> seen{};
  for (unsigned seed = 0; seed < 25; ++seed) {
    term::TermManager terms;
    Bench bench(terms);
    bench.settings.set("ufo.theory", theory);
    bench.settings.set("ufo.blocks", blocks);
    bench.settings.set("ufo.labels", labels);
    bench.settings.set("ufo.post", post);
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const JudgedResult judged = bench.run(program, key);
    const Truth truth = truth_of(program);
    ++seen[static_cast<std::size_t>(truth)];
    const std::string what = key + " " + theory + " " + blocks + " " + labels + ", seed " +
                             std::to_string(seed) + ": " +
                             (judged.result.reason() ? judged.result.reason()->detail : "");
    EXPECT_EQ(truth == Truth::Safe, judged.result.certificate() != nullptr) << what;
    if (truth == Truth::Unsafe) {
      EXPECT_NE(nullptr, judged.result.error_path()) << what;
    }
    EXPECT_EQ(0u, bench.statistics.counter("engine." + key + ".rejected_interpolants")) << what;
    EXPECT_EQ(0u, bench.statistics.counter("engine." + key + ".rejected_proofs")) << what;
  }
  EXPECT_GT(seen[0], 3u);
  EXPECT_GT(seen[1], 3u);
}

TEST_P(UfoTest, RandomProgramsOverBitVectors) {
  check_random_programs(GetParam(), "bv", "large", "replace");
}
TEST_P(UfoTest, RandomProgramsOverIntegers) {
  check_random_programs(GetParam(), "int", "large", "conjoin");
}
TEST_P(UfoTest, RandomProgramsInSmallBlocks) {
  check_random_programs(GetParam(), "int", "small", "replace");
}
TEST_P(UfoTest, RandomProgramsInSmallBlocksConjoined) {
  check_random_programs(GetParam(), "bv", "small", "conjoin");
}

TEST_P(UfoTest, RandomProgramsWithAPostOfTheDomain) {
  check_random_programs(GetParam(), "int", "large", "replace", "dagger");
}

/// Post from an abstract domain proves a loop without a refinement, because labels of heads are widened.
TEST(DomainPostTest, WideningNeedsNoRefinement) {
  for (const char* post : {"engine", "dagger"}) {
    term::TermManager terms;
    Bench bench(terms);
    bench.settings.set("ufo.theory", "int");
    bench.settings.set("ufo.facts", "none");
    bench.settings.set("ufo.post", post);
    const program::Program program = program::parse(terms, R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
  set y 0
edge 1 -> 1
  set x (+ x 1)
  set y (+ y 2)
edge 1 -> 2
  guard (< y x)
)");
    EXPECT_NE(nullptr, bench.run(program, "ufo").result.certificate());
    EXPECT_EQ(post == std::string("engine"), bench.statistics.counter("engine.ufo.refinements") > 0) << post;
  }
}

/// x := a & b, which the integer view does not model exactly.
constexpr const char* conjunction_of_bits = R"(program
variable a (_ BitVec 8) unsigned
variable b (_ BitVec 8) unsigned
variable x (_ BitVec 8) unsigned
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input in_a (_ BitVec 8) internal
  input in_b (_ BitVec 8) internal
  set a in_a
  set b in_b
  set x #x00
edge 1 -> 1
  set x (bvand a b)
edge 1 -> 2
  guard (and (= x #x05) (= a #x0d) (bvule #x12 b))
)";

/// The model of the integer view has x = 5 with other inputs; the same unwinding has a feasible path.
TEST_P(UfoTest, ASpuriousPathLeadsToARealOne) {
  term::TermManager terms;
  Bench bench(terms);
  bench.settings.set("ufo.theory", "int");
  const JudgedResult judged = bench.run(program::parse(terms, conjunction_of_bits), GetParam());
  EXPECT_NE(nullptr, judged.result.error_path());
  EXPECT_EQ(1u, bench.statistics.counter("engine." + GetParam() + ".spurious_paths"));
  EXPECT_EQ(0u, bench.statistics.counter("engine." + GetParam() + ".integer_failures"));
}

/// 11 & b is never 4: over integers it may be 4, so bit-vectors decide.
TEST_P(UfoTest, WhatIntegersCannotSayBitVectorsProve) {
  std::string text = conjunction_of_bits;
  text.replace(text.find("(= x #x05) (= a #x0d)"), 21, "(= x #x04) (= a #x0b)");
  term::TermManager terms;
  Bench bench(terms);
  bench.settings.set("ufo.theory", "int");
  const JudgedResult judged = bench.run(program::parse(terms, text), GetParam());
  EXPECT_NE(nullptr, judged.result.certificate());
  EXPECT_EQ(1u, bench.statistics.counter("engine." + GetParam() + ".integer_failures"));
}

}  // namespace
}  // namespace pendulum::engine::ufo
