// F-infinity, core levels, and facts that are added during the search.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/ic3/ic3.h"
#include "engine_ic3/exact_domain.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::ic3 {
namespace {

using program::LocationId;
using smt::SatResult;
using term::Term;

class InfiniteFrameTest : public ::testing::Test {
 protected:
  /// x and y are 0 at first; the loop assigns `next_x` and `next_y`; `bad` is the error.
  program::Program loop(Term next_x, Term next_y, Term bad) {
    program::ProgramBuilder builder(terms_);
    const LocationId entry = builder.add_location("entry");
    head_ = builder.add_location("loop");
    const LocationId error = builder.add_location("error");
    builder.set_entry(entry);
    builder.set_error(error);
    for (const Term variable : {x_, y_}) builder.add_variable({.symbol = variable});
    builder.add_edge({.source = entry,
                      .target = head_,
                      .guard = terms_.mk_true(),
                      .updates = {{x_, value(0)}, {y_, value(0)}}});
    builder.add_edge({.source = head_,
                      .target = head_,
                      .guard = terms_.mk_true(),
                      .updates = {{x_, next_x}, {y_, next_y}}});
    builder.add_edge({.source = head_, .target = error, .guard = bad, .violation = "bad"});
    return builder.build();
  }
  Term value(int number) { return terms_.mk_bv(number, 2); }
  Term is(Term variable, int number) { return terms_.mk_eq(variable, value(number)); }
  Term plus_one(Term variable) { return terms_.mk_bvadd(variable, value(1)); }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  const Term x_ = terms_.mk_symbol("x", terms_.bitvec_sort(2)),
             y_ = terms_.mk_symbol("y", terms_.bitvec_sort(2));
  LocationId head_ = 0;
};

TEST_F(InfiniteFrameTest, BlocksAtAllLevels) {
  Frames frames(2);
  frames.add_frame();
  const Cube small{is(x_, 1)}, large = make_cube({is(x_, 1), is(y_, 1)});
  frames.add(1, large, 1);
  EXPECT_FALSE(frames.is_blocked(1, large, infinite_level));
  frames.add(1, small, infinite_level);
  EXPECT_TRUE(frames.is_empty(1)) << "the larger cube is subsumed";
  frames.add_frame();
  EXPECT_TRUE(frames.is_blocked(1, large, 2));
  EXPECT_TRUE(frames.is_blocked(1, large, infinite_level));
  EXPECT_EQ(frames.cubes_from(1, 2), std::vector<Cube>{small});
  EXPECT_EQ(frames.cubes_from(1, infinite_level), std::vector<Cube>{small});
  EXPECT_FALSE(frames.is_blocked(0, large, 1));
}

TEST_F(InfiniteFrameTest, FactsReplaceCubes) {
  Frames frames(1);
  frames.add_frame();
  frames.add(0, make_cube({is(x_, 1), is(y_, 1)}), 1);
  frames.add(0, {is(y_, 2)}, 1);
  frames.drop_subsumed(0, {is(x_, 1)});
  EXPECT_EQ(frames.num_cubes(), 1u);
}

/// The core of a query names the frames that it needs.
TEST_F(InfiniteFrameTest, CoresGiveTheHighestLevel) {
  const program::Program program = loop(x_, y_, terms_.mk_and(is(x_, 1), is(y_, 1)));
  ExactDomain domain(program, *solvers_);
  StepSymbols symbols(program);
  StepSolver steps(program, head_, symbols, {x_, y_}, domain);
  using Induction = StepSolver::Induction;
  steps.block(head_, {is(y_, 1)}, 1);
  steps.block(head_, {is(x_, 1)}, 3);
  ASSERT_EQ(steps.check({is(x_, 1)}, 2, Induction::Plain), SatResult::Unsat);
  EXPECT_EQ(steps.blocked_level(), 4u);
  ASSERT_EQ(steps.check({is(y_, 1)}, 2, Induction::Plain), SatResult::Unsat);
  EXPECT_EQ(steps.blocked_level(), 2u);
  EXPECT_EQ(steps.check({is(y_, 1)}, 3, Induction::Plain), SatResult::Sat) << "frame 1 is not part of R_2";
  EXPECT_EQ(steps.check({is(x_, 1)}, infinite_level, Induction::Plain), SatResult::Sat);
  ASSERT_EQ(steps.check({is(x_, 1)}, infinite_level, Induction::Relative), SatResult::Unsat);
  EXPECT_EQ(steps.blocked_level(), infinite_level);
  // At level 1, only the entry is a source.
  ASSERT_EQ(steps.check({is(x_, 2)}, 1, Induction::Plain), SatResult::Unsat);
  EXPECT_EQ(steps.blocked_level(), 1u);
  steps.block(head_, {is(x_, 2)}, infinite_level);
  ASSERT_EQ(steps.check({is(x_, 2)}, 5, Induction::Plain), SatResult::Unsat);
  EXPECT_EQ(steps.blocked_level(), infinite_level);
}

/// x stays 0: not (x = 1) is inductive by itself.
TEST_F(InfiniteFrameTest, InductiveCubesHoldForever) {
  const program::Program program = loop(x_, plus_one(y_), is(x_, 1));
  ExactDomain domain(program, *solvers_);
  Ic3 ic3(program, domain, {.prefix = "ic3."}, statistics_, stop_);
  const Ic3::Outcome outcome = ic3.check();
  ASSERT_TRUE(std::holds_alternative<Proved>(outcome));
  const std::vector<term::TermVector> lemmas = ic3.inductive_lemmas();
  EXPECT_EQ(lemmas[head_], term::TermVector{terms_.mk_not(is(x_, 1))});
  EXPECT_EQ(ic3.needed_cubes(std::get<Proved>(outcome).level)[head_], std::vector<Cube>{Cube{is(x_, 1)}});
  EXPECT_GE(statistics_.counter("ic3.infinite_cubes"), 1u);

  // Another search of the program adopts the lemma and needs no proof obligation.
  base::Statistics other_statistics;
  Ic3 other(program, domain, {.prefix = "ic3."}, other_statistics, stop_);
  other.adopt_infinite(ic3.frames());
  EXPECT_TRUE(std::holds_alternative<Proved>(other.check()));
  EXPECT_EQ(other_statistics.counter("ic3.obligations"), 0u);
}

/// x = y is a fact that cubes over values need four cubes for.
TEST_F(InfiniteFrameTest, FactsMayBeAddedDuringTheSearch) {
  const program::Program program = loop(plus_one(x_), plus_one(y_), terms_.mk_distinct(x_, y_));
  ExactDomain domain(program, *solvers_);
  Ic3 ic3(program, domain, {.prefix = "ic3."}, statistics_, stop_);
  EXPECT_TRUE(std::holds_alternative<Paused>(ic3.check([] { return true; })));
  EXPECT_TRUE(ic3.add_fact(head_, terms_.mk_eq(x_, y_)));
  EXPECT_FALSE(ic3.add_fact(head_, terms_.mk_eq(x_, y_))) << "the fact is known";
  EXPECT_TRUE(std::holds_alternative<Proved>(ic3.check()));
  EXPECT_EQ(ic3.facts(head_), term::TermVector{terms_.mk_eq(x_, y_)});
  EXPECT_EQ(statistics_.counter("ic3.obligations"), 0u);
}

/// The same with solvers that exist: a first search has found the error, a fact that is added afterwards
/// excludes the trace. (The fact is not true; only the mechanism is tested.)
TEST_F(InfiniteFrameTest, FactsReachExistingSolvers) {
  const program::Program program = loop(plus_one(x_), y_, is(x_, 2));
  ExactDomain domain(program, *solvers_);
  Ic3 ic3(program, domain, {.prefix = "ic3."}, statistics_, stop_);
  ASSERT_TRUE(std::holds_alternative<Trace>(ic3.check()));
  EXPECT_TRUE(ic3.add_fact(head_, terms_.mk_not(is(x_, 2))));
  EXPECT_TRUE(std::holds_alternative<Proved>(ic3.check()));
}

}  // namespace
}  // namespace pendulum::engine::ic3
