// Runs are followed exactly, and damaged ones are noticed.
#include "check/replay/interpreter.h"

#include <gtest/gtest.h>

#include "check_replay/adder.h"

namespace pendulum::check::test {
namespace {

using certificate::ErrorPath;
using certificate::Step;

TEST(Interpreter, FollowsAPathAndReportsInputsInOrder) {
  TermContext w;
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
  TermContext w;
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
  TermContext w;
  const Adder adder(w);
  ErrorPath path = adder.path(w, 42, {0});
  path.segments[0].steps[1].inputs.clear();
  EXPECT_TRUE(follow(adder.program, path).reached_error);
}

TEST(Interpreter, ExecutesFreely) {
  TermContext w;
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
  TermContext w;
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

}  // namespace
}  // namespace pendulum::check::test
