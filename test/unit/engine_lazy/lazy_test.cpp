// Lazy predicate abstraction on the lecture's program and on random ones.
#include "engine/lazy/lazy.h"

#include "engine/lazy/search.h"
#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::lazy {
namespace {

using testing::Bench;
using testing::Searched;
using testing::Truth;

struct LazyTest : ::testing::Test {
  term::TermManager terms;
  Bench bench{terms, make_descriptor()};

  std::vector<arg::NodeId> at(const arg::Arg& arg, program::LocationId location) {
    std::vector<arg::NodeId> nodes;
    for (const arg::NodeId node : arg.topological_order())
      if (arg.node(node).location == location) nodes.push_back(node);
    return nodes;
  }
};

/// The slides: the first refinement finds L = 0, the second one old = new.
TEST_F(LazyTest, SlidesLockUnlock) {
  const program::Program program = program::parse(terms, testing::slides_program);
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_LE(bench.counter("iterations"), 2u);
  const auto found = searched.events<arg::PredicatesFound>();
  ASSERT_GE(found.size(), 2u);
  const term::Term is_unlocked = terms.mk_eq(terms.mk_symbol("L", terms.int_sort()), terms.mk_int(0));
  EXPECT_EQ(found[0].predicates, term::TermVector{is_unlocked});
  EXPECT_EQ(found[0].location, 1u);
  // The second node of location 1 is covered by the first, and the first was the pivot: it is still node 1.
  const auto heads = at(searched.search.arg(), 1);
  ASSERT_GE(heads.size(), 2u);
  EXPECT_EQ(heads[0], 1u);
  EXPECT_FALSE(searched.events<arg::Covered>().empty());
}

TEST_F(LazyTest, EveryAbstractionAndScope) {
  for (const char* abstraction : {"cartesian", "boolean"}) {
    for (const char* scope : {"location", "region"}) {
      for (const char* order : {"dfs", "bfs"}) {
        for (const char* text : {testing::slides_program, testing::ufo_figure_1}) {
          term::TermManager own;
          Bench fresh(own, make_descriptor());
          fresh.settings.set("lazy.abstraction", abstraction);
          fresh.settings.set("lazy.predicates", scope);
          fresh.settings.set("lazy.order", order);
          const program::Program program = program::parse(own, text);
          const Searched<Search> searched(fresh, program);
          ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome)) << abstraction << scope << order;
          searched.check_graph(fresh);
        }
      }
    }
  }
}

/// p = r in all three branches. The first one is explored last, because nodes with the label true cover each
/// other before the refinements. Its label implies neither of the other two labels, but their disjunction.
TEST_F(LazyTest, SeveralNodesCoverALeafTogether) {
  bench.settings.set("lazy.predicates", "location");
  const program::Program program = program::parse(terms, R"(program
variable p Bool
variable r Bool
location 0 "entry"
location 1 "join"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input in Bool internal
  set p in
  set r in
edge 0 -> 1
  set p true
  set r true
edge 0 -> 1
  set p false
  set r false
edge 1 -> 2
  guard (or (and p (not r)) (and r (not p)))
)");
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_GE(bench.counter("joint_covers"), 1u);
}

/// x is assigned only in the second part; its refinement must not remove the first part.
TEST_F(LazyTest, OnlyWhatIsBelowThePivotIsExploredAgain) {
  const program::Program program = program::parse(terms, R"(program
variable x Int
variable y Int
location 0 "0"
location 1 "1"
location 2 "left"
location 3 "right"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  input in Int internal
  set y in
  set x 0
edge 1 -> 2
  guard (< y 0)
edge 1 -> 3
  guard (<= 0 y)
  set x 1
edge 2 -> 2
  set y (+ y 1)
edge 3 -> 4
  guard (< x 1)
)");
  const Searched<Search> searched(bench, program);
  ASSERT_TRUE(std::holds_alternative<Proof>(searched.outcome));
  searched.check_graph(bench);
  EXPECT_EQ(bench.counter("iterations"), 1u);
  for (const auto& removed : searched.events<arg::Removed>())
    EXPECT_EQ(searched.search.arg().node(removed.node).location, program.error());
}

TEST_F(LazyTest, LabelsThatAreInductiveBecomeFacts) {
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(or p in)")));
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_GE(bench.counter("learnt_facts"), 1u);
  EXPECT_EQ(bench.counter("rejected_proofs"), 0u);
}

TEST_F(LazyTest, NothingIsLearntFromAnUnsafeTwin) {
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(and p in)")));
  EXPECT_NE(judged.result.error_path(), nullptr);
  EXPECT_EQ(bench.counter("learnt_facts"), 0u);
}

TEST_F(LazyTest, LearningCanBeSwitchedOff) {
  bench.settings.set("lazy.learn", "off");
  const JudgedResult judged = bench.run(program::parse(terms, testing::flag_program("(or p in)")));
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_EQ(bench.counter("learnt_facts"), 0u);
}

TEST_F(LazyTest, TheUnlockIsForgotten) {
  std::string text = testing::slides_program;
  text.replace(text.find("  set L 0\n  set new (+ new 1)\n"), 30, "  set new (+ new 1)\n");
  const program::Program program = program::parse(terms, text);
  const Searched<Search> searched(bench, program);
  const auto* found = std::get_if<Counterexample>(&searched.outcome);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->path.num_steps(), 5u);
}

constexpr const char* two_flags = R"(program
variable p Bool
variable q Bool
location 0 "entry"
location 1 "both"
location 2 "one"
location 3 "none"
entry 0
error 3
edge 0 -> 1
  input p0 Bool internal
  input q0 Bool internal
  set p p0
  set q q0
edge 1 -> 2
  guard p
edge 2 -> 3
  guard q
)";

TEST(Regions, InnerOnesSeeWhatOuterOnesTrack) {
  term::TermManager terms;
  const term::Term p = terms.mk_symbol("p", terms.bool_sort()), q = terms.mk_symbol("q", terms.bool_sort());
  const program::Program program = program::parse(terms, two_flags);
  Regions regions(program);
  EXPECT_EQ(regions.add(regions.whole(), 1, {p}), term::TermVector{p});
  EXPECT_TRUE(regions.add(regions.whole(), 1, {p}).empty());
  const Regions::Id inner = regions.add_inside(regions.whole());
  EXPECT_EQ(regions.add(inner, 1, {p, q}), term::TermVector{q});
  EXPECT_EQ(regions.at(inner, 1), (term::TermVector{p, q}));
  EXPECT_EQ(regions.at(regions.whole(), 1), term::TermVector{p});
  EXPECT_TRUE(regions.at(inner, 2).empty());
}

TEST(Regions, PredicatesAreTrackedWhereTheirVariablesLive) {
  term::TermManager terms;
  const program::Program program = program::parse(terms, two_flags);
  const term::Term p = terms.find_symbol("p"), q = terms.find_symbol("q");
  Regions regions(program);
  const Regions::Id inner = regions.add_inside(regions.whole());
  EXPECT_EQ(regions.add_everywhere(inner, {p, q}), (term::TermVector{p, q}));
  EXPECT_TRUE(regions.add_everywhere(inner, {p}).empty());
  EXPECT_EQ(regions.at(inner, 1), (term::TermVector{p, q}));
  EXPECT_EQ(regions.at(inner, 2), term::TermVector{q});
  EXPECT_TRUE(regions.at(inner, 3).empty());
  EXPECT_TRUE(regions.at(regions.whole(), 1).empty());
}

class RandomPrograms : public ::testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {};

INSTANTIATE_TEST_SUITE_P(Lazy, RandomPrograms,
                         ::testing::Combine(::testing::Values("int", "bv"),
                                            ::testing::Values("small", "large"),
                                            ::testing::Values("cartesian", "boolean")),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::get<1>(test.param) + "_" +
                                  std::get<2>(test.param);
                         });

TEST_P(RandomPrograms, AgreeWithBruteForce) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    bench.settings.set("lazy.theory", std::get<0>(GetParam()));
    bench.settings.set("lazy.blocks", std::get<1>(GetParam()));
    bench.settings.set("lazy.abstraction", std::get<2>(GetParam()));
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    const JudgedResult judged = bench.run(program);
    const std::string what = "seed " + std::to_string(seed) + ": " +
                             (judged.result.reason() ? judged.result.reason()->detail : "");
    EXPECT_EQ(truth == Truth::Safe, judged.result.certificate() != nullptr) << what;
    if (truth == Truth::Unsafe) {
      EXPECT_NE(nullptr, judged.result.error_path()) << what;
    }
    EXPECT_EQ(0u, bench.counter("rejected_proofs")) << what;
  }
}

}  // namespace
}  // namespace pendulum::engine::lazy
