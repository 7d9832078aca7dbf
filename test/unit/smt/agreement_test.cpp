// Z3, cvc5 and term::evaluate must mean the same by the same term.
#include <chrono>
#include <map>
#include <vector>

#include "smt/random_terms.h"
#include "smt/solver_fixture.h"
#include "term/evaluate.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using namespace std::chrono_literals;
using term::Kind;
using term::Term;
using term::TermVector;

class AgreementTest : public SmtTest {
 protected:
  /// The answer; a model must satisfy the formula, a core must suffice.
  SatResult answer(Solver& solver, Term assertion, const TermVector& assumptions) {
    solver.set_time_limit(2000ms);
    solver.push();
    solver.assert_term(assertion);
    const SatResult result = solver.check(assumptions);
    if (result == SatResult::Sat) check_model(solver, assertion, assumptions);
    if (result == SatResult::Unsat) {
      const TermVector core = solver.unsat_core();
      EXPECT_NE(solver.check(core), SatResult::Sat) << solver.name() << ": " << assertion.to_string();
    }
    solver.pop();
    return result;
  }

  void check_model(Solver& solver, Term assertion, TermVector formulas) {
    formulas.push_back(assertion);
    const TermVector symbols = term::symbols(formulas);
    const term::Model model = solver.model(symbols);
    EXPECT_EQ(model.size(), symbols.size());
    for (const Term formula : formulas) {
      EXPECT_TRUE(term::evaluate(manager, formula, model).is_true())
          << solver.name() << ": " << formula.to_string();
    }
  }

  template <typename MakeFormula>
  void compare(const std::string& logic, unsigned rounds, MakeFormula make_formula) {
    const auto z3 = make_solver(Backend::Z3, logic), cvc5 = make_solver(Backend::Cvc5, logic);
    std::map<SatResult, unsigned> counts;
    for (unsigned round = 0; round < rounds; ++round) {
      const Term assertion = make_formula();
      const TermVector assumptions{make_formula(), make_formula(), make_formula()};
      const SatResult one = answer(*z3, assertion, assumptions), two = answer(*cvc5, assertion, assumptions);
      if (one != SatResult::Unknown && two != SatResult::Unknown) {
        EXPECT_EQ(one, two) << assertion.to_string();
        ++counts[one];
      }
    }
    // The formulas are worth something only if both answers are frequent.
    EXPECT_GE(counts[SatResult::Sat], rounds / 10);
    EXPECT_GE(counts[SatResult::Unsat], rounds / 10);
    EXPECT_GE(counts[SatResult::Sat] + counts[SatResult::Unsat], rounds * 9 / 10);
  }
};

TEST_F(AgreementTest, RandomBitVectorsAndArrays) {
  RandomTerms random(manager, 1);
  compare("QF_ABV", 60, [&] { return random.formula(3); });
}

TEST_F(AgreementTest, RandomIntegers) {
  RandomTerms random(manager, 2);
  compare("QF_LIA", 50, [&] { return random.integer_formula(4); });
}

/// Every operator on every pair of values of 3 bits, and on some integers and rationals: the solver's
/// value under fixed arguments is evaluate's.
class OperatorTest : public BackendTest {};
PENDULUM_FOR_EVERY_BACKEND(OperatorTest);

TEST_P(OperatorTest, BitVectorOperatorsMeanWhatEvaluateSays) {
  const auto solver = make("QF_BV");
  const Term x = bitvec("x", 3), y = bitvec("y", 3);
  TermVector terms{manager.mk_bvnot(x), manager.mk_bvneg(x), manager.mk_sign_extend(x, 2),
                   manager.mk_zero_extend(x, 2), manager.mk_extract(x, 2, 1)};
  for (const Kind kind :
       {Kind::BvAnd,   Kind::BvOr,    Kind::BvXor,  Kind::BvAdd,  Kind::BvSub, Kind::BvMul,
        Kind::BvUdiv,  Kind::BvUrem,  Kind::BvSdiv, Kind::BvSrem, Kind::BvShl, Kind::BvLshr,
        Kind::BvAshr,  Kind::BvUlt,   Kind::BvUle,  Kind::BvSlt,  Kind::BvSle, Kind::BvConcat,
        Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo}) {
    terms.push_back(manager.mk_bv_binary(kind, x, y));
  }
  // One fresh symbol per term, so that the solver computes them, not its model evaluator alone.
  TermVector results;
  for (const Term term : terms) {
    results.push_back(manager.mk_fresh("result", term.sort()));
    solver->assert_term(manager.mk_eq(results.back(), term));
  }
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < 8; ++b) {
      const term::Model model{{x, manager.mk_bv(a, 3)}, {y, manager.mk_bv(b, 3)}};
      ASSERT_EQ(solver->check(TermVector{manager.mk_eq(x, model.at(x)), manager.mk_eq(y, model.at(y))}),
                SatResult::Sat);
      for (std::size_t i = 0; i < terms.size(); ++i) {
        const Term expected = term::evaluate(manager, terms[i], model);
        EXPECT_EQ(solver->value(results[i]), expected) << terms[i].to_string() << " at " << a << ", " << b;
        EXPECT_EQ(solver->value(terms[i]), expected) << terms[i].to_string() << " at " << a << ", " << b;
      }
    }
  }
}

// Z3 4.8.12 folds its own bvsmul_noovfl wrongly once the arguments are known to be constants.
TEST_P(OperatorTest, OverflowOfConstantsIsFoldedRightly) {
  const Term x = bitvec("x", 3), y = bitvec("y", 3);
  const auto solver = make("QF_BV");
  for (int a = -4; a < 4; ++a) {
    for (int b = -4; b < 4; ++b) {
      solver->push();
      solver->assert_term(manager.mk_eq(x, manager.mk_bv(a, 3)));
      solver->assert_term(manager.mk_eq(y, manager.mk_bv(b, 3)));
      solver->assert_term(manager.mk_bv_binary(Kind::BvSmulo, x, y));
      EXPECT_EQ(solver->check(), a * b < -4 || a * b > 3 ? SatResult::Sat : SatResult::Unsat)
          << a << " * " << b;
      solver->pop();
    }
  }
}

TEST_P(OperatorTest, ArithmeticOperatorsMeanWhatEvaluateSays) {
  const auto solver = make();
  const Term x = integer("x"), v = bitvec("v", 4), r = symbol("r", manager.real_sort());
  TermVector terms{manager.mk_neg(x),
                   manager.mk_sub(x, manager.mk_int(3)),
                   manager.mk_le(x, manager.mk_int(2)),
                   manager.mk_lt(x, manager.mk_int(2)),
                   manager.mk_int_div(manager.mk_int(7), x),
                   manager.mk_int_mod(manager.mk_int(-7), x),
                   manager.mk_int2bv(x, 3),
                   manager.mk_bv2nat(v),
                   manager.mk_to_int(r),
                   manager.mk_to_real(x),
                   manager.mk_real_div(r, manager.mk_real(mpq_class(-3, 2)))};
  for (const int divisor : {-3, -1, 2, 5}) {
    terms.push_back(manager.mk_int_div(x, manager.mk_int(divisor)));
    terms.push_back(manager.mk_int_mod(x, manager.mk_int(divisor)));
  }
  for (int a = -8; a <= 8; ++a) {
    const term::Model model{{x, manager.mk_int(a)},
                            {v, manager.mk_bv(a, 4)},
                            {r, manager.mk_real(mpq_class(a, 3) + mpq_class(1, 7))}};
    ASSERT_EQ(solver->check(TermVector{manager.mk_eq(x, model.at(x)), manager.mk_eq(v, model.at(v)),
                                       manager.mk_eq(r, model.at(r))}),
              SatResult::Sat);
    for (const Term term : terms) {
      EXPECT_EQ(solver->value(term), term::evaluate(manager, term, model)) << term.to_string() << " at " << a;
    }
  }
}

}  // namespace
}  // namespace pendulum::smt
