// k-induction on programs whose k is known, with and without facts, and on random programs.
#include "engine/kinduction/kinduction.h"

#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::kinduction {
namespace {

using testing::Bench;
using testing::Truth;

/// x takes the value of y, which is zero after the first iteration. From an arbitrary state, x may be 1 up to
/// the second iteration, so that the property x != 1 is 3-inductive and neither 1- nor 2-inductive.
constexpr const char* three_inductive = R"(program
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00
  set y #x00
edge 1 -> 1
  set x y
  set y #x00
edge 1 -> 2
  guard (= x #x01)
)";

/// The error is reached in the fourth iteration.
constexpr const char* counter = R"(program
variable x (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00
edge 1 -> 1
  set x (bvadd x #x01)
edge 1 -> 2
  guard (= x #x04)
)";

/// Not k-inductive for any k without facts: y may be larger than x in an unreachable state.
constexpr const char* equal_counters = R"(program
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00
  set y #x00
edge 1 -> 1
  set x (bvadd x #x01)
  set y (bvadd y #x01)
edge 1 -> 2
  guard (not (= x y))
)";

struct KInductionTest : ::testing::Test {
  JudgedResult run(const char* text) { return bench.run(program::parse(terms, text)); }

  term::TermManager terms;
  Bench bench{terms, make_descriptor()};
};

const certificate::KInduction* proof_of(const JudgedResult& judged) {
  if (judged.result.certificate() == nullptr) return nullptr;
  return std::get_if<certificate::KInduction>(judged.result.certificate());
}

TEST_F(KInductionTest, FindsTheSmallestK) {
  bench.settings.set("kinduction.facts", "off");
  const JudgedResult judged = run(three_inductive);
  const auto* proof = proof_of(judged);
  ASSERT_NE(proof, nullptr);
  EXPECT_EQ(proof->k, 3U);
  EXPECT_TRUE(judged.judgement.is_accepted());
}

TEST_F(KInductionTest, EndsAtTheBound) {
  bench.settings.set("kinduction.facts", "off");
  bench.settings.set("kinduction.max_k", "2");
  const JudgedResult judged = run(three_inductive);
  ASSERT_FALSE(judged.result.has_evidence());
  EXPECT_EQ(judged.result.reason()->reason, Reason::Bound);
}

TEST_F(KInductionTest, FactsMakeAPropertyInductive) {
  bench.settings.set("kinduction.max_k", "5");
  const JudgedResult judged = run(equal_counters);
  const auto* proof = proof_of(judged);
  ASSERT_NE(proof, nullptr);
  EXPECT_EQ(proof->k, 1U);
  EXPECT_FALSE(proof->facts.at.at(1).is_true());
  EXPECT_GT(bench.counter("facts"), 0U);
}

TEST_F(KInductionTest, WithoutFactsItIsNot) {
  bench.settings.set("kinduction.facts", "off");
  bench.settings.set("kinduction.max_k", "5");
  EXPECT_FALSE(run(equal_counters).result.has_evidence());
}

TEST_F(KInductionTest, EverySourceOfFactsGivesAProof) {
  for (const char* source : {"dagger", "acceleration"}) {
    bench.settings.set("kinduction.facts", source);
    bench.settings.set("kinduction.max_k", "5");
    EXPECT_TRUE(run(equal_counters).judgement.is_accepted()) << source;
  }
}

TEST_F(KInductionTest, FindsTheErrorOfTheBaseCase) {
  const JudgedResult judged = run(counter);
  ASSERT_NE(judged.result.error_path(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_EQ(judged.result.error_path()->num_steps(), 6U);  // initialisation, four iterations, error
}

/// The guard of the last edge is impossible within the bound.
TEST_F(KInductionTest, FindsNoErrorBelowItsDepth) {
  bench.settings.set("kinduction.facts", "off");
  bench.settings.set("kinduction.max_k", "5");
  EXPECT_EQ(run(counter).result.error_path(), nullptr);
}

class RandomPrograms : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(KInduction, RandomPrograms, ::testing::Values("on", "off"));

/// States have six bits, so 80 steps reach every error. Safe programs need not be k-inductive.
TEST_P(RandomPrograms, AgreeWithBruteForce) {
  unsigned num_proofs = 0, num_errors = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    bench.settings.set("kinduction.facts", GetParam());
    bench.settings.set("kinduction.max_k", "80");
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    const JudgedResult judged = bench.run(program);
    if (judged.result.certificate() != nullptr) {
      ++num_proofs;
      EXPECT_EQ(Truth::Safe, truth) << seed;
    }
    if (truth == Truth::Unsafe) {
      ++num_errors;
      EXPECT_NE(nullptr, judged.result.error_path()) << seed;
    }
    if (judged.result.has_evidence()) {
      EXPECT_TRUE(judged.judgement.is_accepted()) << seed;
    } else {
      EXPECT_NE(Reason::Rejected, judged.result.reason()->reason) << seed;
    }
  }
  EXPECT_GT(num_proofs, 0U);
  EXPECT_GT(num_errors, 3U);
}

}  // namespace
}  // namespace pendulum::engine::kinduction
