#include "smt/solver.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "smt/solver_fixture.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using namespace std::chrono_literals;
using term::Term;
using term::TermVector;

class SolverTest : public BackendTest {
 protected:
  /// Sat, and the model makes the formula true.
  void expect_model(Term formula, const std::string& logic = {}) {
    const auto solver = make(logic);
    solver->assert_term(formula);
    ASSERT_EQ(solver->check(), SatResult::Sat) << formula.to_string();
    const term::Model model = solver->model(term::symbols(formula));
    EXPECT_EQ(model.size(), term::symbols(formula).size());
    EXPECT_TRUE(term::evaluate(manager, formula, model).is_true()) << formula.to_string();
  }
};
PENDULUM_FOR_EVERY_BACKEND(SolverTest);

TEST_P(SolverTest, EmptyIsSat) {
  EXPECT_EQ(make()->check(), SatResult::Sat);
}

TEST_P(SolverTest, PushAndPop) {
  const auto solver = make("QF_BV");
  const Term x = bitvec("x");
  solver->assert_term(manager.mk_bvult(x, manager.mk_bv(10, 8)));
  EXPECT_EQ(solver->check(), SatResult::Sat);
  solver->push();
  solver->assert_term(manager.mk_bvult(manager.mk_bv(20, 8), x));
  EXPECT_EQ(solver->check(), SatResult::Unsat);
  solver->push();
  EXPECT_EQ(solver->check(), SatResult::Unsat);
  solver->pop(2);
  EXPECT_EQ(solver->check(), SatResult::Sat);
  solver->push();
  solver->assert_term(manager.mk_eq(x, manager.mk_bv(9, 8)));
  ASSERT_EQ(solver->check(), SatResult::Sat);
  EXPECT_EQ(solver->value(x), manager.mk_bv(9, 8));
  solver->pop();
  solver->assert_term(manager.mk_false());
  EXPECT_EQ(solver->check(), SatResult::Unsat);
}

TEST_P(SolverTest, AssumptionsLastForOneCheck) {
  const auto solver = make();
  const Term a = boolean("a"), b = boolean("b");
  solver->assert_term(manager.mk_or(a, b));
  EXPECT_EQ(solver->check(TermVector{manager.mk_not(a), manager.mk_not(b)}), SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{manager.mk_not(a)}), SatResult::Sat);
  EXPECT_TRUE(solver->value(b).is_true());
  EXPECT_EQ(solver->check(), SatResult::Sat);
}

TEST_P(SolverTest, AssumptionsMayBeAnyFormula) {
  const auto solver = make("QF_LIA");
  const Term x = integer("x");
  const Term low = manager.mk_lt(x, manager.mk_int(3)), high = manager.mk_lt(manager.mk_int(5), x);
  EXPECT_EQ(solver->check(TermVector{low, high}), SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{high}), SatResult::Sat);
  EXPECT_EQ(solver->check(TermVector{manager.mk_not(high), manager.mk_not(low), manager.mk_true()}),
            SatResult::Sat);
  EXPECT_EQ(solver->check(TermVector{manager.mk_false()}), SatResult::Unsat);
  EXPECT_EQ(solver->unsat_core(), TermVector{manager.mk_false()});
}

TEST_P(SolverTest, AssumptionsKeepTheirMeaningAcrossPops) {
  const auto solver = make("QF_BV");
  const Term x = bitvec("x");
  const Term small = manager.mk_bvult(x, manager.mk_bv(4, 8));
  const Term large = manager.mk_bvult(manager.mk_bv(200, 8), x);
  for (int round = 0; round < 3; ++round) {
    solver->push();
    EXPECT_EQ(solver->check(TermVector{small, large}),
              SatResult::Unsat);  // asserts its proxies in this scope
    solver->push();
    EXPECT_EQ(solver->check(TermVector{small, large}), SatResult::Unsat);
    solver->pop(2);
    EXPECT_EQ(solver->check(TermVector{small}), SatResult::Sat);
    solver->push();
    solver->assert_term(large);
    EXPECT_EQ(solver->check(TermVector{small}), SatResult::Unsat);
    EXPECT_EQ(solver->check(), SatResult::Sat);
    solver->pop();
    EXPECT_EQ(solver->check(TermVector{large, small}), SatResult::Unsat);
  }
}

TEST_P(SolverTest, CoreIsASufficientSubsetInOrder) {
  const auto solver = make("QF_BV");
  const Term x = bitvec("x"), y = bitvec("y"), p = boolean("p");
  const TermVector assumptions{manager.mk_bvult(y, manager.mk_bv(7, 8)),
                               manager.mk_bvult(manager.mk_bv(9, 8), x), p,
                               manager.mk_bvult(x, manager.mk_bv(5, 8)), manager.mk_not(boolean("q"))};
  ASSERT_EQ(solver->check(assumptions), SatResult::Unsat);
  const TermVector core = solver->unsat_core();
  EXPECT_TRUE(std::ranges::includes(
      assumptions, core, {}, [&](Term t) { return std::ranges::find(assumptions, t); },
      [&](Term t) { return std::ranges::find(assumptions, t); }));
  EXPECT_EQ(solver->check(core), SatResult::Unsat);
  EXPECT_EQ(minimize_core(*solver, core, 100), (TermVector{assumptions[1], assumptions[3]}));
}

TEST_P(SolverTest, CoreOfContradictoryAssertionsIsEmpty) {
  const auto solver = make();
  const Term a = boolean("a");
  solver->assert_term(a);
  solver->assert_term(manager.mk_not(a));
  ASSERT_EQ(solver->check(TermVector{boolean("b")}), SatResult::Unsat);
  EXPECT_TRUE(minimize_core(*solver, solver->unsat_core(), 10).empty());
  ASSERT_EQ(solver->check(), SatResult::Unsat);
  EXPECT_TRUE(solver->unsat_core().empty());
}

TEST_P(SolverTest, RepeatedAndOppositeAssumptions) {
  const auto solver = make();
  const Term a = boolean("a");
  ASSERT_EQ(solver->check(TermVector{a, a}), SatResult::Sat);
  ASSERT_EQ(solver->check(TermVector{a, a, manager.mk_not(a)}), SatResult::Unsat);
  const TermVector core = solver->unsat_core();
  EXPECT_EQ(solver->check(core), SatResult::Unsat);
  EXPECT_EQ(core, (TermVector{a, manager.mk_not(a)}));
}

TEST_P(SolverTest, MinimizeCoreStopsAtItsLimit) {
  const auto solver = make();
  const TermVector core{boolean("a"), boolean("b"), manager.mk_not(boolean("a"))};
  ASSERT_EQ(solver->check(core), SatResult::Unsat);
  EXPECT_EQ(minimize_core(*solver, core, 0), core);
  EXPECT_EQ(minimize_core(*solver, core, 2), (TermVector{core[0], core[2]}));
}

TEST_P(SolverTest, ModelsOfBooleansAndBitVectors) {
  const Term a = boolean("a"), x = bitvec("x", 8), y = bitvec("wide", 100), z = bitvec("z", 1);
  expect_model(
      manager.mk_and({manager.mk_xor(a, boolean("b")),
                      manager.mk_eq(manager.mk_bvmul(x, x), manager.mk_bv(225, 8)),
                      manager.mk_bvslt(y, manager.mk_bv(-5, 100)), manager.mk_eq(z, manager.mk_bv(1, 1)),
                      manager.mk_bvult(manager.mk_zero_extend(x, 92), y)}),
      "QF_BV");
}

TEST_P(SolverTest, ModelsOfIntegersAndReals) {
  const Term x = integer("x"), y = integer("y"), r = symbol("r", manager.real_sort());
  const Term huge = manager.mk_int(mpz_class("-123456789012345678901234567890"));
  expect_model(manager.mk_and({manager.mk_lt(x, huge), manager.mk_lt(manager.mk_int(2), y),
                               manager.mk_eq(manager.mk_int_mod(y, manager.mk_int(7)), manager.mk_int(5)),
                               manager.mk_eq(manager.mk_add(r, r), manager.mk_real(mpq_class(-7, 3))),
                               manager.mk_lt(r, manager.mk_to_real(y))}));
}

TEST_P(SolverTest, DivisionByZeroIsZeroForTheSolverToo) {
  const Term x = integer("x"), y = integer("y");
  expect_model(manager.mk_and({manager.mk_le(y, manager.mk_int(0)), manager.mk_le(manager.mk_int(0), y),
                               manager.mk_eq(manager.mk_int_div(x, y), manager.mk_int_mod(x, y)),
                               manager.mk_lt(manager.mk_int(4), x)}));
  const auto solver = make();
  solver->assert_term(manager.mk_eq(y, manager.mk_int(0)));
  solver->assert_term(manager.mk_distinct(manager.mk_int_div(x, y), manager.mk_int(0)));
  EXPECT_EQ(solver->check(), SatResult::Unsat);
}

TEST_P(SolverTest, ModelsOfArrays) {
  const term::Sort bytes = manager.array_sort(manager.bitvec_sort(32), manager.bitvec_sort(8));
  const Term a = symbol("a", bytes), b = symbol("b", bytes), i = bitvec("i", 32), j = bitvec("j", 32);
  const Term stored = manager.mk_store(manager.mk_store(a, i, manager.mk_bv(1, 8)), j, manager.mk_bv(2, 8));
  expect_model(
      manager.mk_and({manager.mk_eq(b, stored), manager.mk_distinct(a, b), manager.mk_distinct(i, j),
                      manager.mk_eq(manager.mk_select(a, manager.mk_bvadd(i, j)), manager.mk_bv(77, 8)),
                      manager.mk_bvult(manager.mk_select(a, i), manager.mk_select(b, manager.mk_bv(5, 32)))}),
      "QF_ABV");
}

TEST_P(SolverTest, ModelsOfConstantArraysAndArraysOfOtherSorts) {
  const term::Sort ints = manager.array_sort(manager.int_sort(), manager.int_sort());
  const Term a = symbol("a", ints), c = symbol("c", ints), k = integer("k");
  expect_model(
      manager.mk_and({manager.mk_eq(a, manager.mk_store(manager.mk_const_array(ints, manager.mk_int(-3)), k,
                                                        manager.mk_int(9))),
                      manager.mk_lt(manager.mk_select(c, k), manager.mk_select(a, integer("m"))),
                      manager.mk_distinct(a, c)}));
  const term::Sort flags = manager.array_sort(manager.bitvec_sort(4), manager.bool_sort());
  const Term f = symbol("f", flags);
  expect_model(manager.mk_and(manager.mk_select(f, bitvec("n", 4)),
                              manager.mk_not(manager.mk_select(f, manager.mk_bv(3, 4)))));
  const term::Sort nested = manager.array_sort(manager.bitvec_sort(4), flags);
  const Term g = symbol("g", nested);
  expect_model(manager.mk_and(
      manager.mk_select(manager.mk_select(g, manager.mk_bv(1, 4)), manager.mk_bv(2, 4)),
      manager.mk_not(manager.mk_select(manager.mk_select(g, manager.mk_bv(7, 4)), manager.mk_bv(2, 4)))));
}

TEST_P(SolverTest, ValuesOfTermsAndOfUnmentionedSymbols) {
  const auto solver = make();
  const Term x = bitvec("x");
  solver->assert_term(manager.mk_eq(x, manager.mk_bv(250, 8)));
  ASSERT_EQ(solver->check(), SatResult::Sat);
  EXPECT_EQ(solver->value(manager.mk_bvadd(x, manager.mk_bv(10, 8))), manager.mk_bv(4, 8));
  EXPECT_TRUE(solver->value(manager.mk_bvult(x, manager.mk_bv(3, 8))).is_false());
  const Term other = solver->value(bitvec("unmentioned", 16));
  EXPECT_TRUE(other.is_value());
  EXPECT_EQ(other.sort(), manager.bitvec_sort(16));
}

TEST_P(SolverTest, UninterpretedFunctions) {
  const auto solver = make();
  const term::Sort thing = manager.uninterpreted_sort("Thing");
  const Term a = symbol("a", thing), b = symbol("b", thing);
  const auto& f = manager.declare_function("f", {thing, manager.int_sort()}, thing);
  const Term fa = manager.mk_apply(f, TermVector{a, manager.mk_int(1)});
  const Term fb = manager.mk_apply(f, TermVector{b, manager.mk_int(1)});
  solver->assert_term(manager.mk_distinct(fa, fb));
  ASSERT_EQ(solver->check(), SatResult::Sat);
  EXPECT_TRUE(solver->value(a).is_null());
  EXPECT_EQ(solver->check(TermVector{manager.mk_eq(a, b)}), SatResult::Unsat);
}

TEST_P(SolverTest, Quantifiers) {
  const auto solver = make();
  const Term x = integer("x"), y = integer("y");
  solver->assert_term(
      manager.mk_forall(TermVector{x}, manager.mk_or(manager.mk_lt(x, y), manager.mk_le(y, x))));
  // The free x is not the bound one.
  solver->assert_term(manager.mk_eq(x, manager.mk_int(3)));
  EXPECT_NE(solver->check(), SatResult::Unsat);
  solver->assert_term(manager.mk_not(manager.mk_exists(TermVector{x}, manager.mk_lt(y, x))));
  EXPECT_EQ(solver->check(), SatResult::Unsat);
}

TEST_P(SolverTest, TimeLimitGivesUnknownAndTheSolverLivesOn) {
  const auto solver = make("QF_BV");
  solver->set_time_limit(50ms);
  solver->push();
  solver->assert_term(factoring(manager));
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(solver->check(), SatResult::Unknown);
  EXPECT_EQ(solver->reason_unknown(), "timeout");
  EXPECT_EQ(solver->check(TermVector{boolean("a")}), SatResult::Unknown);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  solver->pop();
  solver->set_time_limit(std::nullopt);
  solver->assert_term(manager.mk_eq(bitvec("x"), manager.mk_bv(3, 8)));
  ASSERT_EQ(solver->check(), SatResult::Sat);
  EXPECT_EQ(solver->value(bitvec("x")), manager.mk_bv(3, 8));
}

TEST_P(SolverTest, StopTokenLimitsChecks) {
  const base::StopToken soon(base::Clock::now() + 100ms);
  const auto limited = make_solver_factory({}, soon, statistics);
  const auto solver = limited->make(manager, {.backend = GetParam(), .logic = "QF_BV"});
  solver->assert_term(factoring(manager));
  EXPECT_EQ(solver->check(), SatResult::Unknown);
  EXPECT_EQ(solver->reason_unknown(), "timeout");
  stop.request_stop();
  const auto stopped = make("QF_BV");
  EXPECT_EQ(stopped->check(), SatResult::Unknown);
}

TEST_P(SolverTest, ContractViolationsAreInternalErrors) {
  const auto solver = make();
  const Term a = boolean("a");
  EXPECT_THROW(solver->value(a), base::InternalError);
  EXPECT_THROW(solver->unsat_core(), base::InternalError);
  EXPECT_THROW(static_cast<void>(solver->reason_unknown()), base::InternalError);
  EXPECT_THROW(solver->pop(), base::InternalError);
  EXPECT_THROW(solver->assert_term(integer("i")), base::InternalError);
  EXPECT_THROW(solver->assert_term(Term()), base::InternalError);
  EXPECT_THROW(static_cast<void>(solver->check(TermVector{integer("i")})), base::InternalError);
  ASSERT_EQ(solver->check(), SatResult::Sat);
  EXPECT_THROW(solver->unsat_core(), base::InternalError);
  EXPECT_NO_THROW(solver->value(a));
  solver->push();
  EXPECT_THROW(solver->value(a), base::InternalError);
  ASSERT_EQ(solver->check(), SatResult::Sat);
  solver->assert_term(manager.mk_false());
  EXPECT_THROW(solver->value(a), base::InternalError);
  ASSERT_EQ(solver->check(), SatResult::Unsat);
  EXPECT_THROW(solver->value(a), base::InternalError);
  EXPECT_NO_THROW(solver->unsat_core());
  solver->pop();
  EXPECT_THROW(solver->unsat_core(), base::InternalError);
}

TEST_P(SolverTest, SolversOfOneManagerDoNotDisturbEachOther) {
  const auto one = make("QF_BV"), two = make("QF_BV");
  const Term x = bitvec("x");
  one->assert_term(manager.mk_eq(x, manager.mk_bv(1, 8)));
  two->assert_term(manager.mk_eq(x, manager.mk_bv(2, 8)));
  ASSERT_EQ(one->check(), SatResult::Sat);
  ASSERT_EQ(two->check(), SatResult::Sat);
  EXPECT_EQ(one->value(x), manager.mk_bv(1, 8));
  EXPECT_EQ(two->value(x), manager.mk_bv(2, 8));
}

// The test does not require that solvers decide such terms; it requires that the translation is not
// recursive.
TEST_P(SolverTest, DeepTermsAreTranslated) {
  const auto solver = make("QF_BV");
  const Term y = bitvec("y", 32);
  Term deep = bitvec("x", 32);
  for (int i = 0; i < 50'000; ++i) {
    deep = manager.mk_ite(manager.mk_bvult(deep, y), manager.mk_bvadd(deep, manager.mk_bv(3, 32)), y);
  }
  EXPECT_EQ(solver->check(), SatResult::Sat);
  solver->push();
  solver->assert_term(manager.mk_eq(deep, y));
  solver->pop();
  EXPECT_EQ(solver->check(TermVector{boolean("a")}), SatResult::Sat);
}

}  // namespace
}  // namespace pendulum::smt
