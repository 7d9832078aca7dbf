#include <chrono>

#include "smt/random_terms.h"
#include "smt/solver_fixture.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using namespace std::chrono_literals;
using term::Term;
using term::TermVector;

class EliminateTest : public SmtTest {
 protected:
  /// Returns whether `result` is equivalent to exists `bound`. `body`, according to the solver that did not
  /// compute it.
  void expect_equivalent(const TermVector& bound, Term body, Term result) {
    const auto solver = make_solver(Backend::Cvc5);
    solver->set_time_limit(5000ms);
    EXPECT_EQ(solver->check(TermVector{body, manager.mk_not(result)}), SatResult::Unsat) << body.to_string();
    EXPECT_EQ(solver->check(TermVector{result, manager.mk_not(manager.mk_exists(bound, body))}),
              SatResult::Unsat)
        << body.to_string() << "\n"
        << result.to_string();
  }
};

TEST_F(EliminateTest, Integers) {
  const Term x = integer("x"), y = integer("y"), z = integer("z");
  const Term body = manager.mk_and({manager.mk_lt(x, y), manager.mk_lt(y, z)});
  const auto result = factory->eliminate(manager, TermVector{y}, body, 5000ms);
  ASSERT_TRUE(result);
  EXPECT_EQ(term::symbols(*result), (TermVector{x, z}));
  expect_equivalent({y}, body, *result);
}

TEST_F(EliminateTest, BooleansAndIntegers) {
  const Term p = boolean("p"), q = boolean("q"), x = integer("x"), y = integer("y");
  const Term body =
      manager.mk_and({manager.mk_or(p, manager.mk_lt(x, y)), manager.mk_or(manager.mk_not(p), q),
                      manager.mk_eq(manager.mk_add(y, y), manager.mk_add(x, manager.mk_int(1)))});
  const auto result = factory->eliminate(manager, TermVector{p, y}, body, 5000ms);
  ASSERT_TRUE(result);
  for (const Term symbol : term::symbols(*result)) EXPECT_TRUE(symbol == q || symbol == x);
  expect_equivalent({p, y}, body, *result);
}

TEST_F(EliminateTest, NothingToEliminate) {
  const Term a = boolean("a");
  EXPECT_EQ(factory->eliminate(manager, {}, a, 1000ms), a);
  const auto without = factory->eliminate(manager, TermVector{boolean("b")}, a, 1000ms);
  ASSERT_TRUE(without);
  EXPECT_EQ(*without, a);
}

TEST_F(EliminateTest, RandomLinearFormulas) {
  RandomTerms random(manager, 3);
  unsigned done = 0;
  for (int round = 0; round < 15; ++round) {
    const Term p = boolean("p0"), i = integer("i0");
    const Term body = random.integer_formula(3);
    const auto result = factory->eliminate(manager, TermVector{p, i}, body, 1000ms);
    if (!result) continue;
    ++done;
    for (const Term symbol : term::symbols(*result)) EXPECT_TRUE(symbol != p && symbol != i);
    // The values of the free symbols decide both sides; a solver searches the values of the bound symbols.
    for (int sample = 0; sample < 5; ++sample) {
      const auto solver = make_solver(Backend::Cvc5);
      term::Model model;
      for (const Term symbol : term::symbols(TermVector{body, *result})) {
        if (symbol == p || symbol == i) continue;
        model[symbol] = symbol.sort().is_bool() ? manager.mk_bool(random.below(2) == 0)
                                                : manager.mk_int(static_cast<int>(random.below(15)) - 7);
        solver->assert_term(manager.mk_eq(symbol, model[symbol]));
      }
      solver->assert_term(body);
      const bool holds = term::evaluate(manager, *result, model).is_true();
      EXPECT_EQ(solver->check(), holds ? SatResult::Sat : SatResult::Unsat) << body.to_string() << "\n"
                                                                            << result->to_string();
    }
  }
  EXPECT_GE(done, 10u);
}

TEST_F(EliminateTest, GivesUpWhenTheTaskIsStopped) {
  stop.request_stop();
  EXPECT_FALSE(factory->eliminate(manager, TermVector{integer("x")},
                                  manager.mk_lt(integer("x"), integer("y")), 1000ms));
}

}  // namespace
}  // namespace pendulum::smt
