// Paths are followed exactly, and damaged paths are detected.
#include "check/interpreter.h"

#include <gtest/gtest.h>

#include "check/judge.h"
#include "check/small_programs.h"

namespace pendulum::check::test {
namespace {

using certificate::ErrorPath;
using certificate::Step;

/// n = input; if (n >= 100) stop; loop: x = x + n; until x == 42: error
struct Adder {
  explicit Adder(Workshop& w, bool is_unsupported = false) : program(make(w, is_unsupported)) {}
  Term x, n, input, again;
  Program program;

  ErrorPath path(Workshop& w, std::int64_t first, std::vector<std::int64_t> more) const {
    ErrorPath result;
    result.append(Step{0, {{input, w.bv(first)}}});
    for (const std::int64_t value : more) result.append(Step{1, {{again, w.bv(value)}}});
    result.append(Step{2, {}});
    return result;
  }

 private:
  Program make(Workshop& w, bool is_unsupported) {
    Draft draft(w);
    x = draft.variable(w.symbol("x"));
    n = draft.variable(w.symbol("n"));
    input = w.symbol("input");
    again = w.symbol("again");
    const LocationId entry = draft.location("entry");
    const LocationId loop = draft.location("loop");
    const LocationId error = draft.location("error");
    draft.edge(entry, loop, w.below(input, 100), {{x, w.bv(0)}, {n, input}}, {input});
    // Parallel: x gets the old n.
    draft.edge(loop, loop, w.no(w.is(x, 42)), {{x, w.terms.mk_bvadd(x, n)}, {n, again}}, {again});
    draft.edge(loop, error, w.is(x, 42), {}, {}, is_unsupported);
    return draft.build(entry, error);
  }
};

TEST(Interpreter, FollowsAPathAndReportsInputsInOrder) {
  Workshop w;
  const Adder adder(w);
  const check::Run run = follow(adder.program, adder.path(w, 40, {2, 7}));
  EXPECT_TRUE(run.reached_error) << run.stuck_reason;
  EXPECT_EQ(run.steps, 4u);
  EXPECT_EQ(run.state.at(adder.x), w.bv(42));
  EXPECT_EQ(run.state.at(adder.n), w.bv(7));
  ASSERT_EQ(run.inputs.size(), 1u);
  const std::vector<ConsumedInput>& inputs = run.inputs[0].inputs;
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].value, w.bv(40));
  EXPECT_EQ(inputs[1].value, w.bv(2));
  EXPECT_EQ(inputs[2].value, w.bv(7));
}

TEST(Interpreter, RefusesDamagedPaths) {
  Workshop w;
  const Adder adder(w);
  const ErrorPath good = adder.path(w, 40, {2, 7});
  const auto fails = [&](const ErrorPath& path) {
    const check::Run run = follow(adder.program, path);
    return !run.reached_error && !run.stuck_reason.empty();
  };
  EXPECT_TRUE(fails(adder.path(w, 41, {2, 7}))) << "an input changed";
  EXPECT_TRUE(fails(adder.path(w, 140, {2, 7}))) << "an input outside of the guard";
  EXPECT_TRUE(fails(ErrorPath{})) << "empty";
  for (std::size_t i = 0; i < good.segments[0].steps.size(); ++i) {
    ErrorPath path = good;
    path.segments[0].steps.erase(path.segments[0].steps.begin() + static_cast<long>(i));
    EXPECT_TRUE(fails(path)) << "step " << i << " dropped";
  }
  for (std::size_t i = 0; i + 1 < good.segments[0].steps.size(); ++i) {
    ErrorPath path = good;
    std::swap(path.segments[0].steps[i], path.segments[0].steps[i + 1]);
    EXPECT_TRUE(fails(path)) << "steps swapped at " << i;
  }
  ErrorPath path = good;
  path.append(Step{2, {}});
  EXPECT_TRUE(fails(path)) << "a step after the error";
  path = good;
  path.segments[0].steps[1].edge = 17;
  EXPECT_TRUE(fails(path)) << "no such edge";
  path = good;
  path.segments[0].steps[0].inputs[adder.input] = w.bv(40, 16);
  EXPECT_TRUE(fails(path)) << "a value of another sort";
}

TEST(Interpreter, MissingInputsAreZero) {
  Workshop w;
  const Adder adder(w);
  ErrorPath path = adder.path(w, 42, {0});
  path.segments[0].steps[1].inputs.clear();
  EXPECT_TRUE(follow(adder.program, path).reached_error);
}

TEST(Interpreter, ExecutesFreely) {
  Workshop w;
  const Adder adder(w);
  std::int64_t next = 38;
  const check::Run run = execute(
      adder.program,
      [&](const program::Input&) {
        const Term value = w.bv(next);
        next = next == 38 ? 3 : 1;
        return value;
      },
      100);
  EXPECT_TRUE(run.reached_error) << run.stuck_reason;
  EXPECT_EQ(run.inputs[0].inputs.size(), 4u);
  const check::Run endless = execute(adder.program, [](const program::Input&) { return Term(); }, 100);
  EXPECT_FALSE(endless.reached_error);
  EXPECT_EQ(endless.steps, 100u);
  const check::Run stuck = execute(adder.program, [&](const program::Input&) { return w.bv(200); }, 100);
  EXPECT_FALSE(stuck.reached_error);
  EXPECT_EQ(stuck.steps, 0u);
}

TEST(Interpreter, TenThousandsOfStepsAreQuick) {
  Workshop w;
  Draft draft(w);
  const Term x = draft.variable(w.symbol("x", 32));
  const LocationId entry = draft.location("entry"), head = draft.location("head"),
                   error = draft.location("error");
  draft.edge(entry, head, w.yes(), {{x, w.bv(0, 32)}});
  draft.edge(head, head, w.no(w.is(x, 50'000)), {{x, w.plus(x, 1)}});
  draft.edge(head, error, w.is(x, 50'000));
  const Program program = draft.build(entry, error);
  EXPECT_TRUE(execute(program, {}, 100'000).reached_error);
}

/// entry -> a -> (b | c, both possible) -> d -> error; the state at d shows which of them was taken.
struct Fork {
  explicit Fork(Workshop& w) : x(w.symbol("x")), input(w.symbol("in")), program(make(w)) {}
  Term x, input;
  Program program;

 private:
  Program make(Workshop& w) {
    Draft draft(w);
    draft.variable(x);
    for (const char* name : {"entry", "a", "b", "c", "d", "error"}) draft.location(name);
    draft.edge(0, 1, w.yes(), {{x, input}}, {input});
    draft.edge(1, 2, w.at_most(x, 5));
    draft.edge(1, 3, w.at_most(x, 7));
    draft.edge(2, 4, w.yes(), {{x, w.bv(1)}});
    draft.edge(3, 4, w.yes(), {{x, w.bv(2)}});
    draft.edge(4, 5, w.is(x, 2));
    return draft.build(0, 5);
  }
};

/// The same with entry, d and error only, and the input renamed.
program::Transformed coarse_fork(Workshop& w, const Fork& fork, Term renamed, bool has_d) {
  Draft draft(w);
  draft.variable(fork.x);
  const LocationId entry = draft.location("entry");
  const LocationId d = has_d ? draft.location("d") : 0;
  const LocationId error = draft.location("error");
  if (has_d) {
    draft.edge(entry, d, w.at_most(renamed, 7), {{fork.x, w.bv(2)}}, {renamed});
    draft.edge(d, error, w.is(fork.x, 2));
  } else {
    draft.edge(entry, error, w.at_most(renamed, 7), {}, {renamed});
  }
  program::Transformed result{draft.build(entry, error), {}, {{renamed, fork.input}}};
  result.origin = has_d ? std::vector<LocationId>{0, 4, 5} : std::vector<LocationId>{0, 5};
  return result;
}

TEST(RefinePath, FindsTheRunOfTheOriginalThroughRenamedInputsAndForks) {
  Workshop w;
  const Fork fork(w);
  const Term renamed = w.symbol("in!1");
  for (const bool has_d : {true, false}) {
    const program::Transformed coarse = coarse_fork(w, fork, renamed, has_d);
    ErrorPath path;
    path.append(Step{0, {{renamed, w.bv(4)}}});
    if (has_d) path.append(Step{1, {}});
    const auto fine = concretise_path(fork.program, coarse, path);
    ASSERT_TRUE(fine.has_value());
    EXPECT_EQ(fine->num_steps(), 4u);
    EXPECT_EQ(fine->segments[0].steps[0].inputs.at(fork.input), w.bv(4));
    EXPECT_TRUE(follow(fork.program, *fine).reached_error);
    path.segments[0].steps[0].inputs[renamed] = w.bv(9);
    EXPECT_FALSE(concretise_path(fork.program, coarse, path).has_value());
  }
}

TEST(Judge, AcceptsErrorPathsThatRunAndNothingElse) {
  Workshop w;
  const Adder adder(w);
  Judge judge(adder.program, nullptr, *w.solvers, w.stop, {});
  const Judgement good = judge.judge(adder.path(w, 40, {2, 7}));
  EXPECT_TRUE(good.is_accepted());
  EXPECT_EQ(good.judge, "interpreter");
  EXPECT_EQ(judge.judge(adder.path(w, 40, {3, 7})).verdict, Judgement::Verdict::Rejected);
}

TEST(Judge, APathIntoSomethingUnsupportedIsNoError) {
  Workshop w;
  const Adder adder(w, true);
  Judge judge(adder.program, nullptr, *w.solvers, w.stop, {});
  const Judgement word = judge.judge(adder.path(w, 40, {2, 7}));
  EXPECT_EQ(word.verdict, Judgement::Verdict::Rejected);
  EXPECT_EQ(word.reason, "unsupported: inline assembly");
}

}  // namespace
}  // namespace pendulum::check::test
