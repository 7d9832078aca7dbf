#include "trace/minimise.h"

#include <gtest/gtest.h>

#include "check/replay/interpreter.h"
#include "program/text/text.h"

namespace pendulum::trace {
namespace {

struct MinimiseTest : ::testing::Test {
  term::TermManager terms;
  base::StopToken stop;

  program::Program parse(const std::string& guard) {
    return program::parse(terms, R"(program
variable x (_ BitVec 32)
location 0 "entry"
location 1 "error"
location 2 "read"
entry 0
error 1
edge 0 -> 2
  input in (_ BitVec 32) call "nondet" at "a.c":1:1 in "main"
  set x in
edge 2 -> 1
  violation "bad"
  guard )" + guard + "\n");
  }

  std::optional<std::string> minimised(const program::Program& program, std::int64_t value) {
    certificate::ErrorPath path;
    const term::Term input = program.edge(0).inputs[0].symbol;
    path.append(certificate::Step{0, {{input, terms.mk_bv(value, 32)}}});
    path.append(certificate::Step{1, {}});
    EXPECT_TRUE(check::follow(program, path).reached_error);
    const auto smaller = minimise(program, path, stop);
    if (!smaller) return std::nullopt;
    EXPECT_TRUE(check::follow(program, *smaller).reached_error);
    const auto& inputs = smaller->segments[0].steps[0].inputs;
    return inputs.empty() ? "0" : inputs.begin()->second.signed_value().get_str();
  }
};

TEST_F(MinimiseTest, FindsTheBoundary) {
  EXPECT_EQ(minimised(parse("(bvslt #x00000064 x)"), 123456789), "101");
}

TEST_F(MinimiseTest, PrefersZero) {
  EXPECT_EQ(minimised(parse("(bvslt x #x00000064)"), -987654), "0");
}

TEST_F(MinimiseTest, KeepsTheOnlyValue) {
  EXPECT_EQ(minimised(parse("(= x #x000004d2)"), 1234), std::nullopt);
}

TEST_F(MinimiseTest, RemovesIterations) {
  // Reads numbers until one is 7.
  const program::Program program = program::parse(terms, R"(program
variable x (_ BitVec 32)
location 0 "entry"
location 1 "error"
location 2 "head"
entry 0
error 1
edge 0 -> 2
  set x #x00000000
edge 2 -> 1
  violation "bad"
  guard (= x #x00000007)
edge 2 -> 2
  input in (_ BitVec 32) call "nondet" at "a.c":1:1 in "main"
  guard (not (= x #x00000007))
  set x in
)");
  const term::Term input = program.edge(2).inputs[0].symbol;
  certificate::ErrorPath path;
  path.append(certificate::Step{0, {}});
  for (const int value : {3, 4, 5, 7}) path.append(certificate::Step{2, {{input, terms.mk_bv(value, 32)}}});
  path.append(certificate::Step{1, {}});
  const auto smaller = minimise(program, path, stop);
  ASSERT_TRUE(smaller);
  EXPECT_EQ(smaller->num_steps(), 3U);
  EXPECT_TRUE(check::follow(program, *smaller).reached_error);
}

TEST_F(MinimiseTest, StopsAtTheLimit) {
  const program::Program program = parse("(bvslt #x00000064 x)");
  certificate::ErrorPath path;
  path.append(certificate::Step{0, {{program.edge(0).inputs[0].symbol, terms.mk_bv(5000, 32)}}});
  path.append(certificate::Step{1, {}});
  EXPECT_FALSE(minimise(program, path, stop, {.max_runs = 2000, .max_steps = 1}));
}

}  // namespace
}  // namespace pendulum::trace
