#include <fmt/core.h>
#include <gtest/gtest.h>

#include "program/text/text.h"
#include "trace/fold.h"
#include "trace/post_dominators.h"
#include "trace/statements.h"

namespace pendulum::trace {
namespace {

Statement statement(std::vector<std::size_t> data, std::optional<std::size_t> control = std::nullopt,
                    Step::Kind kind = Step::Kind::Statement) {
  Statement result;
  result.step.kind = kind;
  result.data = std::move(data);
  result.control = control;
  return result;
}

std::string relevant(std::vector<Statement> statements) {
  slice(statements);
  std::string text;
  for (const Statement& one : statements) text += one.step.is_relevant ? '+' : '-';
  return text;
}

TEST(Slice, FollowsDataAndControl) {
  // 0: x = 1; 1: y = 2; 2: if (x); 3: z = 3; 4: error, which reads z
  EXPECT_EQ(relevant({statement({}), statement({}), statement({0}), statement({}, 2), statement({3}, 2)}),
            "+-+++");
}

TEST(Slice, TheArgumentsOfACallMatterOnlyIfTheyAreUsed) {
  // 0: a = 1; 1: call f(a); 2: error in f that does not read a
  EXPECT_EQ(relevant({statement({}), statement({0}, std::nullopt, Step::Kind::Call), statement({}, 1)}),
            "-++");
  EXPECT_EQ(relevant({statement({}), statement({0}, std::nullopt, Step::Kind::Call), statement({1}, 1)}),
            "+++");
}

TEST(PostDominators, TheJoinOfABranch) {
  term::TermManager terms;
  const program::Program program = program::parse(terms, R"(program
variable x (_ BitVec 8)
location 0 "entry"
location 1 "error"
location 2 "branch"
location 3 "then"
location 4 "join"
entry 0
error 1
edge 0 -> 2
  set x #x00
edge 2 -> 3
  guard (= x #x00)
edge 2 -> 4
  guard (not (= x #x00))
edge 3 -> 4
edge 3 -> 1
  guard (= x #x01)
edge 4 -> 1
)");
  const PostDominators dominators(program);
  EXPECT_EQ(dominators.immediate(2), 4U);
  EXPECT_EQ(dominators.immediate(3), 4U);  // the edge into the error does not count
  EXPECT_EQ(dominators.immediate(4), PostDominators::none);
}

TEST(PostDominators, AnErrorIsNoEndOfAnEndlessLoop) {
  term::TermManager terms;
  const program::Program program = program::parse(terms, R"(program
variable x (_ BitVec 8)
location 0 "entry"
location 1 "error"
location 2 "branch"
location 3 "then"
location 4 "label"
location 5 "join"
entry 0
error 1
edge 0 -> 2
  set x #x00
edge 2 -> 3
  guard (= x #x00)
edge 2 -> 5
  guard (not (= x #x00))
edge 3 -> 4
edge 4 -> 1
edge 5 -> 2
)");
  EXPECT_EQ(PostDominators(program).immediate(2), PostDominators::none);
}

TEST(PostDominators, ALoopWithoutExit) {
  term::TermManager terms;
  const program::Program program = program::parse(terms, R"(program
variable x (_ BitVec 8)
location 0 "entry"
location 1 "error"
location 2 "head"
location 3 "body"
entry 0
error 1
edge 0 -> 2
  set x #x00
edge 2 -> 3
edge 3 -> 2
edge 3 -> 1
  guard (= x #x01)
)");
  const PostDominators dominators(program);
  EXPECT_EQ(dominators.immediate(0), 2U);
}

Step line(unsigned number, const std::string& name, const std::string& value) {
  Step step;
  step.file = "a.c";
  step.line = number;
  step.changes = {{name, value}};
  return step;
}

std::vector<const Step*> pointers(const std::vector<Step>& steps) {
  std::vector<const Step*> result;
  for (const Step& step : steps) result.push_back(&step);
  return result;
}

TEST(Fold, TheFirstAndTheLastIterationRemain) {
  std::vector<Step> steps{line(1, "n", "16")};
  for (int i = 0; i < 16; ++i) {
    steps.push_back(line(2, "i", std::to_string(i)));
    steps.push_back(line(3, "s", std::to_string(2 * i)));
  }
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[1].step, &steps[1]);
  EXPECT_EQ(items[3].step, nullptr);
  EXPECT_EQ(items[3].iterations, 14U);
  ASSERT_EQ(items[3].items.size(), 28U);
  EXPECT_EQ(items[3].items[0].step, &steps[3]);
  EXPECT_EQ(items[3].ranges, (std::vector<NamedValue>{{"i", "1..14"}, {"s", "2..28"}}));
  EXPECT_EQ(items[5].step, &steps.back());
}

TEST(Fold, FewIterationsAreShown) {
  const std::vector<Step> steps{line(1, "i", "0"), line(1, "i", "1"), line(1, "i", "2")};
  EXPECT_EQ(fold(pointers(steps)).size(), 3U);
}

TEST(Fold, NestedLoops) {
  std::vector<Step> steps;
  for (int i = 0; i < 5; ++i) {
    steps.push_back(line(1, "i", std::to_string(i)));
    for (int j = 0; j < 4 + i; ++j) steps.push_back(line(2, "j", std::to_string(j)));
  }
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 9U);  // two outer iterations with an inner fold, and a fold between them
  EXPECT_EQ(items[4].step, nullptr);
  EXPECT_EQ(items[4].iterations, 3U);
  ASSERT_EQ(items[4].items.size(), 12U);
  EXPECT_EQ(items[4].items[2].iterations, 3U);  // the inner loop of the second outer iteration
}

TEST(Fold, RecursiveCallsAndTheirReturns) {
  std::vector<Step> steps;
  for (unsigned n = 6; n-- > 0;) {
    Step call = line(2, "n", std::to_string(n));
    call.kind = Step::Kind::Call;
    call.callee = "f";
    call.depth = 5 - n;
    steps.push_back(call);
  }
  for (unsigned n = 0; n < 6; ++n) {
    Step step = line(3, "", "");
    step.changes.clear();
    step.returned = std::to_string(2 * n);
    step.depth = 6 - n;
    steps.push_back(step);
  }
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(title_of(items[1]), "4 more nested calls");
  EXPECT_EQ(items[1].ranges, (std::vector<NamedValue>{{"n", "4..1"}}));
  EXPECT_EQ(title_of(items[4]), "4 more returns");
  EXPECT_EQ(items[4].ranges, (std::vector<NamedValue>{{"result", "2..8"}}));
}

TEST(Fold, DepthsThatChangeIrregularlyAreNoLoop) {
  std::vector<Step> steps;
  for (const unsigned depth : {0, 1, 1, 2, 2, 3}) {
    steps.push_back(line(1, "i", "0"));
    steps.back().depth = depth;
  }
  EXPECT_EQ(fold(pointers(steps)).size(), 6U);
}

TEST(Fold, ElementsOfAnArrayAreOneRange) {
  std::vector<Step> steps;
  for (int i = 0; i < 9; ++i) {
    steps.push_back(line(1, fmt::format("a[{}].x", i), std::to_string(i * i)));
    steps.back().changes.push_back({fmt::format("b[{}]", 8 - i), "0"});
    steps.back().changes.push_back({"c[2]", std::to_string(i)});
    steps.back().changes.push_back({"flag", i == 4 ? "1" : "0"});
  }
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].ranges,
            (std::vector<NamedValue>{
                {"a[1..7].x", "1..49"}, {"b[7..1]", "0"}, {"c[2]", "1..7"}, {"flag", "0, ..., 0"}}));
}

TEST(Fold, VariablesOfCalleesFollowThoseOfTheLoop) {
  std::vector<Step> steps;
  for (int i = 0; i < 5; ++i) {
    Step call = line(2, "n", "&n");
    call.kind = Step::Kind::Call;
    steps.push_back(call);
    steps.push_back(line(7, "n", std::to_string(-i)));
    steps.back().depth = 1;
    steps.back().function = "f";
    steps.push_back(line(3, "n", std::to_string(i)));
  }
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 7U);
  EXPECT_EQ(items[3].ranges, (std::vector<NamedValue>{{"n", "1..3"}, {"n", "-1..-3"}}));
}

TEST(Fold, OfThreeIterationsALongOneIsFolded) {
  std::vector<Step> steps;
  for (int i = 0; i < 3; ++i)
    for (unsigned number = 1; number <= 5; ++number) steps.push_back(line(number, "i", std::to_string(i)));
  const std::vector<Item> items = fold(pointers(steps));
  ASSERT_EQ(items.size(), 11U);
  EXPECT_EQ(title_of(items[5]), "1 more iteration");
}

TEST(Fold, AGapIsNotFolded) {
  Trace trace;
  for (int i = 0; i < 10; ++i) trace.steps.push_back(line(1, "i", std::to_string(i < 5 ? i : 90 + i)));
  trace.omitted = 90;
  trace.omitted_after = 5;
  const std::vector<Item> items = fold(trace, pointers(trace.steps));
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[1].ranges, (std::vector<NamedValue>{{"i", "1..3"}}));
  EXPECT_EQ(items[4].ranges, (std::vector<NamedValue>{{"i", "96..98"}}));
}

}  // namespace
}  // namespace pendulum::trace
