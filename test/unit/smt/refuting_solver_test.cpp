// CaDiCaL's queries with floating-point operators are tried by intervals first; cores, models and levels are
// those of a solver.
#include "smt/factory/refuting_solver.h"

#include "smt/intervals/interval_solver.h"
#include "smt/solver_fixture.h"
#include "term/floating_point/float_terms.h"

namespace pendulum::smt {
namespace {

using term::FloatTerms;
using term::Term;
using term::TermVector;

class RefutingSolverTest : public SmtTest {
 protected:
  std::uint64_t count(const char* name) { return statistics.counter(name); }

  FloatTerms floats{manager, term::float32};
  Term x = bitvec("x", 32), y = bitvec("y", 32);
  Term one = manager.mk_bv(0x3f800000, 32), two = manager.mk_bv(0x40000000, 32);
  Term sum = floats.add(floats.mode(term::RoundingMode::NearestEven), x, one);
  Term is_positive = floats.le(one, x), is_less = floats.lt(sum, two), is_other = floats.le(y, one);
};

TEST_F(RefutingSolverTest, CoresContainNeededAssumptionsOnly) {
  const auto solver = make_solver(Backend::Cadical, "QF_BV");
  ASSERT_EQ(solver->check(TermVector{is_other, is_positive, is_less}), SatResult::Unsat);
  EXPECT_EQ(count("smt.intervals.unsat"), 1u);
  EXPECT_EQ(count("smt.cadical.checks"), 0u);
  EXPECT_EQ(solver->unsat_core(), (TermVector{is_positive, is_less}));
  EXPECT_THROW(solver->value(x), base::InternalError);
}

TEST_F(RefutingSolverTest, ModelsComeFromTheSolver) {
  const auto solver = make_solver(Backend::Cadical, "QF_BV");
  solver->assert_term(is_positive);
  solver->push();
  solver->assert_term(is_less);
  EXPECT_EQ(solver->check(), SatResult::Unsat);
  solver->pop();
  ASSERT_EQ(solver->check(TermVector{is_other}), SatResult::Sat);
  EXPECT_EQ(count("smt.intervals.checks"), 2u);
  EXPECT_EQ(count("smt.cadical.sat"), 1u);
  EXPECT_TRUE(manager.mk_bvule(one, solver->value(x)).is_true());
}

TEST_F(RefutingSolverTest, QueriesWithoutFloatsAreNotTried) {
  const auto solver = make_solver(Backend::Cadical, "QF_BV");
  solver->assert_term(manager.mk_bvult(x, y));
  EXPECT_EQ(solver->check(TermVector{manager.mk_bvult(y, x)}), SatResult::Unsat);
  EXPECT_EQ(count("smt.intervals.checks"), 0u);
  EXPECT_EQ(solver->unsat_core().size(), 1u);
}

/// Intervals do not relate variables: the solver has to find that there is no model. After some failures,
/// intervals are tried less often.
TEST_F(RefutingSolverTest, AttemptsBecomeRareAfterFailures) {
  const auto solver = make_solver(Backend::Cadical, "QF_BV");
  solver->assert_term(floats.lt(x, y));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(solver->check(TermVector{floats.lt(y, x)}), SatResult::Unsat);
  EXPECT_EQ(count("smt.cadical.unsat"), 12u);
  EXPECT_LT(count("smt.intervals.checks"), 8u);
}

TEST_F(RefutingSolverTest, TheIntervalSolverNeverAnswersSat) {
  const auto solver = make_interval_solver(manager, stop);
  EXPECT_EQ(solver->check(TermVector{is_positive, is_less}), SatResult::Unsat);
  EXPECT_EQ(solver->check(TermVector{is_positive}), SatResult::Unknown);
  EXPECT_EQ(solver->reason_unknown(), "it has a model");
  solver->set_time_limit(std::chrono::milliseconds(20));
  EXPECT_EQ(solver->check(TermVector{floats.lt(x, y), floats.lt(y, x)}), SatResult::Unknown);
  EXPECT_EQ(solver->reason_unknown(), "timeout");
}

}  // namespace
}  // namespace pendulum::smt
