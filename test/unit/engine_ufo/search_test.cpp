// Tests UFOMAIN on one program: the paper's example step by step, nested loops, and Definition 1 on the
// results.
#include "engine/ufo/search.h"

#include "arg/well_labelled.h"
#include "program/passes/passes.h"
#include "ufo_fixture.h"

namespace pendulum::engine::ufo {
namespace {

class SearchTest : public ::testing::TestWithParam<Configuration> {
 protected:
  term::TermManager terms_;
  Bench bench_{terms_};

  /// Searches, and checks the graph of a proof against the definitions of section 3.
  SearchOutcome search(const program::Program& program) {
    check::Judge judge(program, nullptr, *bench_.solvers, bench_.stop, {});
    Env env{.terms = terms_,
            .solvers = *bench_.solvers,
            .settings = bench_.settings,
            .statistics = bench_.statistics,
            .stop = bench_.stop,
            .judge = judge,
            .registry = bench_.registry};
    Search search(program, terms_.mk_true(), GetParam(), env, &log_);
    SearchOutcome outcome = search.run();
    if (std::holds_alternative<Proof>(outcome)) {
      const term::Term known = terms_.mk_true();
      EXPECT_EQ(std::nullopt, arg::check_well_labelled(search.arg(), known, *bench_.solvers));
      EXPECT_EQ(std::nullopt, arg::check_complete(search.arg(), known, *bench_.solvers));
      EXPECT_EQ(std::nullopt, arg::check_safe(search.arg(), known, *bench_.solvers));
    }
    EXPECT_EQ(0u, counter("rejected_interpolants"));
    return outcome;
  }

  SearchOutcome search(const char* text) {
    program_ = program::prune_unreachable(program::parse(terms_, text)).program;
    return search(program_);
  }

  std::uint64_t counter(const std::string& name) {
    return bench_.statistics.counter(GetParam().prefix() + name);
  }

  program::Program program_;
  arg::EventLog log_;
};

INSTANTIATE_TEST_SUITE_P(Configurations, SearchTest, ::testing::ValuesIn(configurations()),
                         [](const auto& test) { return test.param.key; });

/// Section 2: one refinement. The paper asks one SMT query in it, which labels make unnecessary.
TEST_P(SearchTest, Figure1IsProvedWithOneRefinement) {
  const SearchOutcome outcome = search(figure_1);
  ASSERT_TRUE(std::holds_alternative<Proof>(outcome));
  EXPECT_EQ("1 (2 3 4 5 6) 7 8", program::Wto(program_).to_string());
  EXPECT_EQ(1u, counter("refinements"));
  EXPECT_LE(counter("queries"), 1u);
  EXPECT_EQ(2u, counter("iterations"));
}

/// Fig. 1(b): v1, v2, v3, v4, v5, v6, v2', v7, v8 are in the condition; v3' is not (and v9 is pruned).
TEST_P(SearchTest, Figure1HasTheGraphOfTheFigure) {
  if (GetParam().post != PostKind::True) GTEST_SKIP() << "another graph";
  search(figure_1);
  std::vector<std::vector<std::uint32_t>> covers;
  std::size_t dag_size = 0;
  for (const arg::Event& event : log_.events()) {
    if (const auto* covered = std::get_if<arg::Covered>(&event)) covers.push_back(covered->by);
    if (const auto* started = std::get_if<arg::RefinementStarted>(&event)) dag_size = started->nodes.size();
  }
  EXPECT_EQ(9u, dag_size);
  // v2' is covered by v2, before and after the refinement.
  ASSERT_EQ(2u, covers.size());
  EXPECT_EQ(covers[0], covers[1]);
  EXPECT_EQ(1u, covers[0].size());
}

TEST_P(SearchTest, Figure1WithABug) {
  std::string text = figure_1;
  text.replace(text.find("set x i"), 7, "set x (- 3 i)");
  const SearchOutcome outcome = search(text.c_str());
  const auto* found = std::get_if<Counterexample>(&outcome);
  ASSERT_NE(nullptr, found);
  EXPECT_EQ(program_.error(), program_.edge(found->path.last_step().edge).target);
  EXPECT_EQ(program_.entry(), program_.edge(found->path.segments[0].steps[0].edge).source);
}

/// The inner loop counts to 3 in each of any number of outer iterations.
constexpr const char* nested = R"(program
variable i Int
variable total Int
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "behind"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  set i 0
  set total 0
edge 1 -> 2
  set i 0
edge 2 -> 2
  guard (< i 3)
  set i (+ i 1)
edge 2 -> 1
  guard (>= i 3)
  set total (+ total i)
edge 1 -> 3
edge 3 -> 4
  guard (< total 0)
)";

TEST_P(SearchTest, LoopsInLoops) {
  EXPECT_TRUE(std::holds_alternative<Proof>(search(nested)));
}

TEST_P(SearchTest, LoopsInLoopsWithABug) {
  std::string text = nested;
  text.replace(text.find("(< total 0)"), 11, "(= total 6)");
  const SearchOutcome outcome = search(text.c_str());
  const auto* found = std::get_if<Counterexample>(&outcome);
  ASSERT_NE(nullptr, found);
  EXPECT_EQ(13u, found->path.num_steps());
}

/// The exit of the loop is inside of it, and its head is not reached.
TEST_P(SearchTest, ALoopThatIsNeverEntered) {
  const SearchOutcome outcome = search(R"(program
variable x Int
location 0 "entry"
location 1 "before"
location 2 "head"
location 3 "body"
location 4 "behind"
location 5 "error"
entry 0
error 5
edge 0 -> 1
  set x 1
edge 1 -> 2
  guard (< x 0)
edge 1 -> 4
  guard (>= x 0)
edge 2 -> 3
  set x (- x 1)
edge 3 -> 2
edge 3 -> 4
  guard (< x (- 5))
edge 4 -> 5
  guard (< x 0)
)");
  EXPECT_TRUE(std::holds_alternative<Proof>(outcome));
}

/// Two entries into a loop: the head is not the only entry.
TEST_P(SearchTest, ALoopWithTwoEntries) {
  const SearchOutcome outcome = search(R"(program
variable x Int
location 0 "entry"
location 1 "choice"
location 2 "left"
location 3 "right"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  input in Int internal
  set x in
edge 1 -> 2
  guard (> x 5)
edge 1 -> 3
  guard (> x 3)
edge 2 -> 3
  set x (+ x 1)
edge 3 -> 2
edge 2 -> 4
  guard (< x 0)
edge 3 -> 4
  guard (< x 1)
)");
  EXPECT_TRUE(std::holds_alternative<Proof>(outcome));
}

/// The head of the loop is not reached by its own entry; the other entry leads to another location of the
/// loop.
constexpr const char* side_entry = R"(program
variable x Int
location 0 "entry"
location 1 "choice"
location 2 "left"
location 3 "right"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  set x 4
edge 1 -> 2
  guard (> x 5)
edge 1 -> 3
  guard (> x 3)
edge 2 -> 3
  set x (ite (< x 9) (+ x 1) x)
edge 3 -> 2
edge 3 -> 4
  guard (> x 9)
)";

TEST_P(SearchTest, ALoopThatIsEnteredBesideItsHead) {
  EXPECT_TRUE(std::holds_alternative<Proof>(search(side_entry)));
}

TEST_P(SearchTest, ALoopThatIsEnteredBesideItsHeadWithABug) {
  std::string text = side_entry;
  text.replace(text.find("(> x 9)"), 7, "(= x 6)");
  const SearchOutcome outcome = search(text.c_str());
  const auto* found = std::get_if<Counterexample>(&outcome);
  ASSERT_NE(nullptr, found);
  EXPECT_EQ(7u, found->path.num_steps());
}

}  // namespace
}  // namespace pendulum::engine::ufo
