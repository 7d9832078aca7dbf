// Paths of transformed programs are found in the original program, also with repeated segments.
#include "engine/concretise_path.h"

#include <gtest/gtest.h>

#include <chrono>

#include "check/replay/interpreter.h"
#include "check_kernel/small_programs.h"
#include "check_replay/loop_fixture.h"

namespace pendulum::engine::test {
namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;
using check::follow;
using check::test::Draft;
using check::test::LoopTest;
using check::test::TermContext;
using program::LocationId;
using program::Program;
using term::Term;

/// entry -> a -> (b | c, both possible) -> d -> error; d keeps apart which one it was.
struct Fork {
  explicit Fork(TermContext& w) : x(w.symbol("x")), input(w.symbol("in")), program(make(w)) {}
  Term x, input;
  Program program;

 private:
  Program make(TermContext& w) {
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
program::Transformed coarse_fork(TermContext& w, const Fork& fork, Term renamed, bool has_d) {
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

TEST(ConcretisePath, DoesNotEnterLocationsWithoutAPathToTheError) {
  TermContext w;
  Draft draft(w);
  const Term x = w.symbol("x");
  draft.variable(x);
  for (const char* name : {"entry", "a", "endless", "error"}) draft.location(name);
  draft.edge(0, 1, w.yes(), {{x, w.bv(1)}});
  draft.edge(1, 2, w.yes());
  draft.edge(2, 2, w.yes());
  draft.edge(1, 3, w.is(x, 1));
  const Program original = draft.build(0, 3);
  Draft coarse(w);
  coarse.variable(x);
  coarse.location("entry");
  coarse.location("error");
  coarse.edge(0, 1, w.yes());
  ErrorPath path;
  path.append(Step{0, {}});
  const auto start = std::chrono::steady_clock::now();
  const auto fine = concretise_path(original, {coarse.build(0, 1), {0, 3}}, path);
  ASSERT_TRUE(fine.has_value());
  EXPECT_EQ(fine->num_steps(), 2u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(ConcretisePath, FindsTheExecutionOfTheOriginalThroughRenamedInputsAndForks) {
  TermContext w;
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

TEST_F(LoopTest, ConcretisedAsIfWrittenOut) {
  for (const std::int64_t period : {1, 2, 7, 1000}) {
    for (int round = 0; round < 5; ++round) {
      make(60, period);
      const program::Transformed large = program::large_block(*program_);
      ErrorPath coarse;
      const Term value = random_value();
      const auto edge_between = [&](LocationId source, LocationId target) {
        for (program::EdgeId id = 0; id < large.program.edges().size(); ++id)
          if (large.origin[large.program.edge(id).source] == source &&
              large.origin[large.program.edge(id).target] == target)
            return id;
        return program::EdgeId(99);
      };
      const auto step = [&](program::EdgeId edge) {
        Step result{edge, {}};
        for (const program::Input& input : large.program.edge(edge).inputs)
          result.inputs.emplace(input.symbol,
                                input.symbol.sort() == value.sort() ? value : w_.terms.mk_false());
        return result;
      };
      coarse.append(step(edge_between(0, 1)));
      coarse.append(Segment{{step(edge_between(1, 1))}, 20});
      coarse.append(Segment{{step(edge_between(1, 1)), step(edge_between(1, 1))}, 20});
      coarse.append(step(edge_between(1, 3)));
      const auto fine = concretise_path(*program_, large, coarse);
      const auto expected = concretise_path(*program_, large, certificate::expanded(w_.terms, coarse));
      ASSERT_TRUE(fine.has_value() && expected.has_value());
      EXPECT_EQ(fine->num_steps(), 122u);
      if (period == 1) {
        EXPECT_EQ(fine->segments.size(), 5u);
      }
      expect_same(follow(*program_, *fine), follow(*program_, *expected));
      EXPECT_TRUE(follow(*program_, *fine).reached_error);
    }
  }
}

/// Iterations that take different edges in turns are repeated together.
TEST_F(LoopTest, TurnsAreRepeatedTogether) {
  for (const std::int64_t period : {2, 7}) {
    make(100'000, period);
    const program::Transformed large = program::large_block(*program_);
    const LocationId head = large.program.edge(large.program.outgoing(large.program.entry())[0]).target;
    ErrorPath coarse;
    coarse.append(Step{large.program.outgoing(large.program.entry())[0], {}});
    for (const program::EdgeId id : large.program.outgoing(head)) {
      const program::Edge& edge = large.program.edge(id);
      if (edge.target == head) coarse.append(Segment{{{id, {{edge.inputs[0].symbol, low()}}}}, 100'000});
    }
    for (const program::EdgeId id : large.program.outgoing(head))
      if (large.program.edge(id).target != head) coarse.append(Step{id, {}});
    const auto start = std::chrono::steady_clock::now();
    const auto fine = concretise_path(*program_, large, coarse);
    ASSERT_TRUE(fine.has_value());
    EXPECT_LT(fine->segments.size(), 20u);
    EXPECT_EQ(fine->num_steps(), 200'002u);
    const check::Run run = follow(*program_, *fine);
    EXPECT_TRUE(run.reached_error) << run.stuck_reason;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  }
}

}  // namespace
}  // namespace pendulum::engine::test
