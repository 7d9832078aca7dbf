#include "engine/minimise_invariant.h"

#include <gtest/gtest.h>

#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::engine {
namespace {

/// x and y grow together, z grows independently.
constexpr const char* counters = R"(program
variable x Int
variable y Int
variable z Int
location 0 "entry"
location 1 "loop"
location 2 "behind"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set x 0
  set y 0
  set z 0
edge 1 -> 1
  set x (+ x 1)
  set y (+ y 1)
  set z (+ z 2)
edge 1 -> 2
edge 2 -> 3
  guard (< y 0)
)";

class MinimiseInvariantTest : public ::testing::Test {
 protected:
  certificate::Invariant small(const certificate::Invariant& invariant) {
    check::Judge judge(program, nullptr, *solvers, stop, {});
    Env env{.terms = terms,
            .solvers = *solvers,
            .settings = settings,
            .statistics = statistics,
            .stop = stop,
            .judge = judge,
            .registry = registry};
    return minimise_invariant(program, invariant, terms.mk_true(), env);
  }
  term::Term at_least(const char* name, int bound) {
    return terms.mk_le(terms.mk_int(bound), terms.mk_symbol(name, terms.int_sort()));
  }

  term::TermManager terms;
  base::Settings settings;
  base::StopToken stop;
  base::Statistics statistics;
  Registry registry;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  program::Program program = program::parse(terms, counters);
};

TEST_F(MinimiseInvariantTest, KeepsWhatTheErrorDependsOn) {
  const term::Term all = terms.mk_and({at_least("x", 0), at_least("y", 0), at_least("z", 0)});
  const certificate::Invariant result = small({{{1, all}, {2, all}}});
  EXPECT_EQ(at_least("y", 0), result.at.at(1));
  EXPECT_EQ(at_least("y", 0), result.at.at(2));
}

TEST_F(MinimiseInvariantTest, KeepsWhatAKeptConjunctDependsOn) {
  // y >= 0 after the loop follows from y >= x and x >= 0 in it.
  const term::Term equal =
      terms.mk_eq(terms.mk_symbol("x", terms.int_sort()), terms.mk_symbol("y", terms.int_sort()));
  const certificate::Invariant result =
      small({{{1, terms.mk_and({at_least("x", 0), equal, at_least("z", 0)})}, {2, at_least("y", 0)}}});
  EXPECT_EQ(terms.mk_and(at_least("x", 0), equal), result.at.at(1));
}

TEST_F(MinimiseInvariantTest, DisjunctsLoseConjuncts) {
  const term::Term first = terms.mk_and({at_least("y", 0), terms.mk_not(at_least("z", 6)), at_least("x", 0)});
  const term::Term rest = terms.mk_and({at_least("y", 0), at_least("z", 6), at_least("x", 3)});
  const certificate::Invariant result = small({{{1, terms.mk_or(first, rest)}, {2, at_least("y", 0)}}});
  EXPECT_EQ(at_least("y", 0), result.at.at(1));
}

TEST_F(MinimiseInvariantTest, DropsStrongerDisjunctsAndSaysOnceWhatAllSay) {
  // Not inductive, so that no conjunct can be dropped.
  const term::Term x = at_least("x", 1);
  const term::Term y = at_least("y", 1);
  const term::Term z = at_least("z", 1);
  const term::Term w = at_least("z", 5);
  const term::Term several = terms.mk_or({terms.mk_and({x, y, w}), terms.mk_and(y, z), terms.mk_and(x, y)});
  const certificate::Invariant result = small({{{1, several}, {2, at_least("y", 0)}}});
  EXPECT_EQ(terms.mk_and(y, terms.mk_or(x, z)), result.at.at(1));
}

TEST_F(MinimiseInvariantTest, LeavesWhatIsNotInductive) {
  const certificate::Invariant wrong{{{1, at_least("y", 1)}, {2, at_least("y", 0)}}};
  EXPECT_EQ(wrong.at, small(wrong).at);
  const certificate::Invariant missing{{{1, at_least("y", 0)}}};
  EXPECT_EQ(missing.at, small(missing).at);
}

}  // namespace
}  // namespace pendulum::engine
