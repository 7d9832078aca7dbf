// The order of theories, and what becomes of right and wrong evidence of a search.
#include "engine/search_driver.h"

#include <gtest/gtest.h>

#include "fake_engines.h"

namespace pendulum::engine {
namespace {

using Start = CounterProgram::Start;

/// The location of the loop, and the variable x, of the program that is searched.
program::LocationId loop_of(const program::Program& program) {
  for (program::LocationId location = 0; location < program.locations().size(); ++location)
    if (location != program.entry() && location != program.error()) return location;
  ADD_FAILURE() << "the program should have a loop";
  return 0;
}

/// The path that leaves the loop at once; the value of the first edge's input, if it has one, is `start`.
SearchOutcome short_path(const PreparedProgram& prepared, std::int64_t start) {
  const program::Program& program = prepared.program();
  term::TermManager& terms = program.terms();
  certificate::Step first{program.outgoing(program.entry()).at(0), {}};
  for (const program::Input& input : program.edge(first.edge).inputs)
    first.inputs.emplace(input.symbol,
                         prepared.is_over_integers() ? terms.mk_int(start) : terms.mk_bv(start, 8));
  Counterexample found;
  found.path.append(first);
  found.path.append(certificate::Step{program.incoming(program.error()).at(0), {}});
  return found;
}

class SearchDriverTest : public ::testing::Test {
 protected:
  /// The outcome "x <= bound in the loop" in the theory of the search.
  SearchOutcome at_most(const PreparedProgram& prepared, std::int64_t bound) {
    const term::Term x = prepared.program().variables().front().symbol;
    Proof proof;
    proof.invariant.at[loop_of(prepared.program())] =
        prepared.is_over_integers() ? bench_.terms.mk_le(x, bench_.terms.mk_int(bound))
                                    : bench_.terms.mk_bvule(x, bench_.terms.mk_bv(bound, 8));
    return proof;
  }
  Result run(std::optional<Theory> first, const SearchFunction& search) {
    const SearchPlan plan{.blocks = Blocks::Large, .first = first, .key = "test"};
    return search_in_theories(
        Task{bench_.counter.program}, bench_.env, plan,
        [&](const PreparedProgram& prepared, arg::EventLog* log) {
          searched_.push_back(prepared.is_over_integers() ? Theory::Integers : Theory::BitVectors);
          return search(prepared, log);
        });
  }
  std::uint64_t counter(const std::string& name) { return bench_.statistics.counter("engine.test." + name); }
  /// The judge accepts the evidence of the result.
  bool is_accepted(const Result& result) {
    if (const auto* proof = result.certificate()) return bench_.judge.judge(*proof).is_accepted();
    if (const auto* path = result.error_path()) return bench_.judge.judge(*path).is_accepted();
    return false;
  }

  Bench bench_{Start::Zero};
  std::vector<Theory> searched_;  ///< theories of the searches, in order
};

using Theories = std::vector<Theory>;

TEST_F(SearchDriverTest, AProofOverIntegersIsEnough) {
  const Result result =
      run(Theory::Integers, [&](const auto& prepared, auto*) { return at_most(prepared, 10); });
  ASSERT_NE(result.certificate(), nullptr);
  EXPECT_TRUE(is_accepted(result));
  EXPECT_EQ(searched_, Theories{Theory::Integers});
  EXPECT_EQ(counter("integer_failures"), 0U);
}

TEST_F(SearchDriverTest, ARejectedProofOverIntegersIsFollowedByBitVectors) {
  const Result result = run(Theory::Integers, [&](const auto& prepared, auto*) {
    return at_most(prepared, prepared.is_over_integers() ? 9 : 10);
  });
  EXPECT_TRUE(is_accepted(result));
  EXPECT_EQ(searched_, (Theories{Theory::Integers, Theory::BitVectors}));
  EXPECT_GE(counter("rejected_proofs"), 1U);
  EXPECT_EQ(counter("integer_failures"), 1U);
}

TEST_F(SearchDriverTest, ASpuriousPathOverIntegersIsFollowedByBitVectors) {
  const Result result = run(Theory::Integers, [&](const auto& prepared, auto*) {
    return prepared.is_over_integers() ? short_path(prepared, 0) : at_most(prepared, 10);
  });
  EXPECT_TRUE(is_accepted(result));
  EXPECT_EQ(searched_, (Theories{Theory::Integers, Theory::BitVectors}));
  EXPECT_EQ(counter("spurious_paths"), 1U);
}

TEST_F(SearchDriverTest, APathThatCannotBeConcretisedIsNoCounterexample) {
  const Result result =
      run(Theory::BitVectors, [&](const auto& prepared, auto*) { return short_path(prepared, 0); });
  ASSERT_FALSE(result.has_evidence());
  EXPECT_EQ(result.reason()->reason, Reason::Incomplete);
  EXPECT_EQ(result.reason()->detail, "the counterexample path cannot be concretised");
}

TEST_F(SearchDriverTest, BothSearchesMayEndWithoutEvidence) {
  const Result result = run(Theory::Integers, [&](const auto& prepared, auto*) -> SearchOutcome {
    return Undecided{prepared.is_over_integers() ? "first" : "second"};
  });
  ASSERT_FALSE(result.has_evidence());
  EXPECT_EQ(result.reason()->detail, "second");
  EXPECT_EQ(counter("integer_failures"), 1U);
}

TEST_F(SearchDriverTest, ADecidedResultIsReturnedUnchanged) {
  const Result result = run(Theory::Integers, [&](const auto&, auto*) -> SearchOutcome {
    return Decided{Result::unknown(Reason::Bound, "three")};
  });
  ASSERT_FALSE(result.has_evidence());
  EXPECT_EQ(result.reason()->reason, Reason::Bound);
  EXPECT_EQ(searched_.size(), 1U);
}

TEST_F(SearchDriverTest, BitVectorsFirstMeansBitVectorsOnly) {
  const Result result =
      run(Theory::BitVectors, [&](const auto&, auto*) -> SearchOutcome { return Undecided{"nothing"}; });
  EXPECT_FALSE(result.has_evidence());
  EXPECT_EQ(searched_, Theories{Theory::BitVectors});
}

/// The counter is compared by < with a sum of a loop, so integers are suitable.
TEST_F(SearchDriverTest, WithoutATheorySuitableTheoryChooses) {
  const Result result = run(std::nullopt, [&](const auto& prepared, auto*) { return at_most(prepared, 10); });
  EXPECT_TRUE(is_accepted(result));
  EXPECT_EQ(searched_, Theories{Theory::Integers});
}

TEST(SearchDriver, ACounterexampleOverIntegersIsConcretised) {
  Bench bench(Start::Input);
  const SearchPlan plan{.first = Theory::Integers, .key = "test"};
  const Result result = search_in_theories(
      Task{bench.counter.program}, bench.env, plan,
      [&](const PreparedProgram& prepared, arg::EventLog*) { return short_path(prepared, 11); });
  ASSERT_NE(result.error_path(), nullptr);
  EXPECT_TRUE(bench.judge.judge(*result.error_path()).is_accepted());
}

TEST(SearchPlan, BlocksDependOnTheTheoryIfTheyAreUnset) {
  SearchPlan plan;
  EXPECT_EQ(plan.blocks_for(Theory::BitVectors), Blocks::Large);
  plan.blocks.reset();
  EXPECT_EQ(plan.blocks_for(Theory::BitVectors), Blocks::Medium);
  EXPECT_EQ(plan.blocks_for(Theory::Integers), Blocks::Large);
}

TEST(SearchPlan, OptionsDescribeThePlan) {
  base::Settings settings;
  for (const base::OptionSpec& option : search_options("p", "auto")) settings.declare(option);
  EXPECT_EQ(search_plan(settings, "p", "k").blocks, std::nullopt);
  EXPECT_EQ(search_plan(settings, "p", "k").first, std::nullopt);
  settings.set("p.blocks", "small");
  settings.set("p.theory", "bv");
  const SearchPlan plan = search_plan(settings, "p", "k");
  EXPECT_EQ(plan.blocks, Blocks::Small);
  EXPECT_EQ(plan.first, Theory::BitVectors);
  EXPECT_EQ(plan.key, "k");
}

}  // namespace
}  // namespace pendulum::engine
