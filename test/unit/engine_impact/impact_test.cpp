// Tests IMPACT on the lecture's program and on random ones: graph, event log and judgement.
#include "engine/impact/impact.h"

#include <algorithm>

#include "engine/impact/search.h"
#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::impact {
namespace {

using testing::Bench;
using testing::Searched;
using testing::Truth;

struct ImpactTest : ::testing::Test {
  term::TermManager terms;
  Bench bench{terms, make_descriptor()};
};

/// The slides, without forced covers: refine with L = 0; unwind; refine the path through both branches; 5 is
/// covered by 1.
TEST_F(ImpactTest, SlidesLockUnlock) {
  bench.settings.set("impact.forced_cover", "off");
  const program::Program program = program::parse(terms, testing::slides_program);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_LE(bench.counter("iterations"), 3u);

  // The first refinement: the path 0, 1, error; L = 0 at node 1 and false at the error.
  const auto refinements = searched.events<arg::RefinementStarted>();
  ASSERT_GE(refinements.size(), 2u);
  EXPECT_EQ(refinements[0].nodes.size(), 3u);
  const auto labels = searched.events<arg::Labelled>();
  ASSERT_GE(labels.size(), 2u);
  const term::Term is_unlocked = terms.mk_eq(terms.mk_symbol("L", terms.int_sort()), terms.mk_int(0));
  EXPECT_EQ(labels[0].node, 1u);
  EXPECT_EQ(labels[0].label, is_unlocked);
  EXPECT_TRUE(labels[1].label.is_false());
  // The second one: once around the loop; then the second node of location 1 is covered by the first.
  EXPECT_EQ(refinements[1].nodes.size(), 6u);
  const auto covers = searched.events<arg::Covered>();
  ASSERT_GE(covers.size(), 1u);
  EXPECT_EQ(searched.search.arg().node(covers[0].node).location, 1u);
  EXPECT_EQ(covers[0].by, std::vector<arg::NodeId>{1});
}

TEST_F(ImpactTest, LabelsThatAreInductiveBecomeFacts) {
  bench.settings.set("impact.learn", "on");
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(or p in)")));
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_GE(bench.counter("learnt_facts"), 1u);
  EXPECT_EQ(bench.counter("rejected_proofs"), 0u);
}

TEST_F(ImpactTest, NothingIsLearntFromAnUnsafeTwin) {
  bench.settings.set("impact.learn", "on");
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(and p in)")));
  EXPECT_NE(judged.result.error_path(), nullptr);
  EXPECT_EQ(bench.counter("learnt_facts"), 0u);
}

TEST_F(ImpactTest, LearningCanBeSwitchedOff) {
  bench.settings.set("impact.learn", "off");
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(or p in)")));
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_EQ(bench.counter("learnt_facts"), 0u);
}

TEST_F(ImpactTest, SlidesLockUnlockWithForcedCovers) {
  const program::Program program = program::parse(terms, testing::slides_program);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_LE(bench.counter("iterations"), 3u);
  EXPECT_GE(bench.counter("forced_covers"), 1u);
  const auto tried = searched.events<arg::ForcedCoverTried>();
  EXPECT_EQ(tried.size(), bench.counter("forced_covers_tried"));
}

TEST_F(ImpactTest, BreadthFirst) {
  bench.settings.set("impact.order", "bfs");
  const program::Program program = program::parse(terms, testing::slides_program);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
}

/// Programs for which ufo needs one refinement need at least two here, because a refinement covers one path;
/// forced covers may save one.
TEST_F(ImpactTest, UfoFigure1NeedsSeveralRefinements) {
  bench.settings.set("impact.forced_cover", "off");
  const program::Program program = program::parse(terms, testing::ufo_figure_1);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_GE(bench.counter("iterations"), 2u);
}

TEST_F(ImpactTest, UfoFigure1WithForcedCovers) {
  const program::Program program = program::parse(terms, testing::ufo_figure_1);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
}

TEST_F(ImpactTest, TheUnlockIsForgotten) {
  std::string text = testing::slides_program;
  text.replace(text.find("  set L 0\n  set new (+ new 1)\n"), 30, "  set new (+ new 1)\n");
  const program::Program program = program::parse(terms, text);
  const Searched<Search> searched(bench, program);
  const auto* found = std::get_if<Counterexample>(&searched.outcome);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->path.num_steps(), 5u);
  ASSERT_FALSE(searched.events<arg::RefinementEnded>().empty());
  EXPECT_TRUE(searched.events<arg::RefinementEnded>().back().is_feasible);
}

class RandomPrograms : public ::testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {};

INSTANTIATE_TEST_SUITE_P(Impact, RandomPrograms,
                         ::testing::Combine(::testing::Values("int", "bv"),
                                            ::testing::Values("small", "large"),
                                            ::testing::Values("on", "off")),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::get<1>(test.param) + "_forced_" +
                                  std::get<2>(test.param);
                         });

TEST_P(RandomPrograms, AgreeWithBruteForce) {
  std::array<unsigned, 3> seen{};
  for (unsigned seed = 0; seed < 20; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    bench.settings.set("impact.theory", std::get<0>(GetParam()));
    bench.settings.set("impact.learn", seed % 2 == 0 ? "on" : "off");
    bench.settings.set("impact.blocks", std::get<1>(GetParam()));
    bench.settings.set("impact.forced_cover", std::get<2>(GetParam()));
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    ++seen[static_cast<std::size_t>(truth)];
    const JudgedResult judged = bench.run(program);
    const std::string what = "seed " + std::to_string(seed) + ": " +
                             (judged.result.reason() ? judged.result.reason()->detail : "");
    EXPECT_EQ(truth == Truth::Safe, judged.result.certificate() != nullptr) << what;
    if (truth == Truth::Unsafe) {
      EXPECT_NE(nullptr, judged.result.error_path()) << what;
    }
    EXPECT_EQ(0u, bench.counter("rejected_proofs")) << what;
  }
  EXPECT_GT(seen[0], 3u);
  EXPECT_GT(seen[1], 3u);
}

}  // namespace
}  // namespace pendulum::engine::impact
