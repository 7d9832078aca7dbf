#include "smt/horn.h"

#include "smt/solver_fixture.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using namespace std::chrono_literals;
using term::Term;
using term::TermVector;

/// P(x): x is initially 0 and grows by 1; query: P(x) and x < 0, or x > `bound` for a derivable error.
class HornTest : public SmtTest {
 protected:
  HornSystem counter(Term error) {
    HornSystem system;
    system.predicates = {{x}, {}};
    system.clauses.push_back({.body = {}, .constraint = manager.mk_true(), .head = {0, {manager.mk_int(0)}}});
    system.clauses.push_back({.body = {{0, {x}}},
                              .constraint = manager.mk_true(),
                              .head = {0, {manager.mk_add(x, manager.mk_int(1))}}});
    system.clauses.push_back({.body = {{0, {x}}}, .constraint = error, .head = {1, {}}});
    system.query = 1;
    return system;
  }

  Term x = integer("x");
};

TEST_F(HornTest, Solves) {
  const HornAnswer answer =
      factory->solve_horn(manager, counter(manager.mk_lt(x, manager.mk_int(0))), {.limit = 10s});
  ASSERT_EQ(answer.kind, HornAnswer::Kind::Solved) << answer.reason;
  ASSERT_EQ(answer.solution.size(), 2u);
  EXPECT_TRUE(answer.solution[1].is_false());
  // An inductive invariant that excludes the error.
  const Term invariant = answer.solution[0];
  const auto after = [&](Term value) { return term::substitute(manager, invariant, {{x, value}}); };
  const auto solver = make_solver(Backend::Cvc5);
  EXPECT_EQ(solver->check(TermVector{manager.mk_not(after(manager.mk_int(0)))}), SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{invariant, manager.mk_not(after(manager.mk_add(x, manager.mk_int(1))))}),
            SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{invariant, manager.mk_lt(x, manager.mk_int(0))}), SatResult::Unsat);
}

TEST_F(HornTest, FindsDerivations) {
  const HornAnswer answer =
      factory->solve_horn(manager, counter(manager.mk_gt(x, manager.mk_int(3))), {.limit = 10s});
  EXPECT_EQ(answer.kind, HornAnswer::Kind::Derivable);
}

TEST_F(HornTest, PredicatesThatNothingLeadsToAreFalse) {
  HornSystem system = counter(manager.mk_lt(x, manager.mk_int(0)));
  const Term y = integer("y");
  system.predicates.push_back({y});
  // Contradictory, but not by simplification.
  system.clauses.push_back({.body = {{0, {x}}},
                            .constraint = manager.mk_and(
                                manager.mk_eq(x, y), manager.mk_eq(x, manager.mk_add(y, manager.mk_int(2)))),
                            .head = {2, {y}}});
  system.clauses.push_back({.body = {{2, {y}}}, .constraint = manager.mk_true(), .head = {1, {}}});
  const HornAnswer answer = factory->solve_horn(manager, system, {.limit = 10s});
  ASSERT_EQ(answer.kind, HornAnswer::Kind::Solved) << answer.reason;
  EXPECT_TRUE(answer.solution[2].is_false());
}

/// sum(n, r): r is the sum of two derived values; all values are positive.
TEST_F(HornTest, SolvesNonlinearClauses) {
  const Term y = integer("y");
  HornSystem system;
  system.predicates = {{x}, {}};
  system.clauses.push_back({.body = {}, .constraint = manager.mk_true(), .head = {0, {manager.mk_int(1)}}});
  system.clauses.push_back(
      {.body = {{0, {x}}, {0, {y}}}, .constraint = manager.mk_true(), .head = {0, {manager.mk_add(x, y)}}});
  system.clauses.push_back(
      {.body = {{0, {x}}}, .constraint = manager.mk_lt(x, manager.mk_int(1)), .head = {1, {}}});
  system.query = 1;
  const HornAnswer answer = factory->solve_horn(manager, system, {.limit = 10s});
  ASSERT_EQ(answer.kind, HornAnswer::Kind::Solved) << answer.reason;
  const Term solution = answer.solution[0];
  const auto at = [&](Term value) { return term::substitute(manager, solution, {{x, value}}); };
  const auto solver = make_solver(Backend::Cvc5);
  EXPECT_EQ(solver->check(TermVector{solution, at(y), manager.mk_not(at(manager.mk_add(x, y)))}),
            SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{solution, manager.mk_lt(x, manager.mk_int(1))}), SatResult::Unsat);
}

TEST_F(HornTest, GivesUpInTime) {
  HornSystem system;
  system.predicates = {{}, {}};
  system.clauses.push_back({.body = {}, .constraint = manager.mk_true(), .head = {0, {}}});
  system.clauses.push_back({.body = {{0, {}}}, .constraint = factoring(manager), .head = {1, {}}});
  system.query = 1;
  const auto start = base::Clock::now();
  const HornAnswer answer = factory->solve_horn(manager, system, {.limit = 200ms});
  EXPECT_EQ(answer.kind, HornAnswer::Kind::Unknown);
  EXPECT_EQ(answer.reason, "timeout");
  EXPECT_LT(base::Clock::now() - start, 5s);
  stop.request_stop();
  EXPECT_EQ(factory->solve_horn(manager, system, {.limit = 10s}).kind, HornAnswer::Kind::Unknown);
}

}  // namespace
}  // namespace pendulum::smt
