// CaDiCaL with Pendulum's bit-blasting agrees with term::evaluate and the other solvers on the meaning of
// terms.
#include <chrono>
#include <random>

#include "base/error.h"
#include "smt/expansion.h"
#include "smt/random_terms.h"
#include "smt/solver_fixture.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using namespace std::chrono_literals;
using term::Kind;
using term::Term;
using term::TermVector;

constexpr Kind binary_kinds[] = {
    Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,    Kind::BvSub,   Kind::BvMul,   Kind::BvUdiv,
    Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem, Kind::BvShl,    Kind::BvLshr,  Kind::BvAshr,  Kind::BvUlt,
    Kind::BvUle,  Kind::BvSlt,  Kind::BvSle,  Kind::BvConcat, Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo};

class CadicalTest : public SmtTest {
 protected:
  std::unique_ptr<Solver> make() { return make_solver(Backend::Cadical, "QF_BV"); }

  /// Under x = a and y = b the circuit of each term has the value of evaluate.
  void expect_values(const TermVector& terms, Term x, Term y,
                     const std::vector<std::pair<long, long>>& pairs) {
    const auto solver = make();
    TermVector results;
    for (const Term term : terms) {
      results.push_back(manager.mk_fresh("result", term.sort()));
      solver->assert_term(manager.mk_eq(results.back(), term));
    }
    for (const auto& [a, b] : pairs) {
      const term::Model model{{x, manager.mk_bv(a, x.sort().width())},
                              {y, manager.mk_bv(b, y.sort().width())}};
      ASSERT_EQ(solver->check(TermVector{manager.mk_eq(x, model.at(x)), manager.mk_eq(y, model.at(y))}),
                SatResult::Sat);
      for (std::size_t i = 0; i < terms.size(); ++i)
        EXPECT_EQ(solver->value(results[i]), term::evaluate(manager, terms[i], model))
            << terms[i].to_string() << " at " << a << ", " << b;
    }
  }

  static std::vector<std::pair<long, long>> all_pairs(long bound) {
    std::vector<std::pair<long, long>> result;
    for (long a = 0; a < bound; ++a)
      for (long b = 0; b < bound; ++b) result.emplace_back(a, b);
    return result;
  }
};

TEST_F(CadicalTest, OperatorsMeanWhatEvaluateSays) {
  for (const unsigned width : {1U, 3U, 4U}) {
    const Term x = bitvec(width == 1 ? "a" : width == 3 ? "c" : "d", width);
    const Term y = bitvec(width == 1 ? "e" : width == 3 ? "g" : "h", width);
    TermVector terms{manager.mk_bvnot(x), manager.mk_bvneg(x), manager.mk_sign_extend(x, 2),
                     manager.mk_zero_extend(x, 2), manager.mk_ite(manager.mk_bvult(x, y), x, y)};
    for (const Kind kind : binary_kinds) terms.push_back(manager.mk_bv_binary(kind, x, y));
    expect_values(terms, x, y, all_pairs(1L << width));
  }
}

// Repeated bits at the top are removed before products and quotients.
TEST_F(CadicalTest, NarrowOperandsOfWideOperators) {
  const Term x = bitvec("x", 3), y = bitvec("y", 2);
  TermVector terms;
  for (const Kind kind : binary_kinds) {
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_sign_extend(x, 6), manager.mk_sign_extend(y, 7)));
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_zero_extend(x, 6), manager.mk_zero_extend(y, 7)));
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_zero_extend(y, 7), manager.mk_sign_extend(x, 6)));
    // Two bits too few: the product can overflow.
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_sign_extend(x, 1), manager.mk_sign_extend(y, 2)));
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_sign_extend(x, 6), manager.mk_bv(5, 9)));
    terms.push_back(manager.mk_bv_binary(kind, manager.mk_bv(-3, 9), manager.mk_sign_extend(y, 7)));
  }
  std::vector<std::pair<long, long>> pairs;
  for (long a = 0; a < 8; ++a)
    for (long b = 0; b < 4; ++b) pairs.emplace_back(a, b);
  expect_values(terms, x, y, pairs);
}

TEST_F(CadicalTest, WideOperatorsOnRandomValues) {
  std::mt19937_64 random(7);
  const Term x = bitvec("x", 33), y = bitvec("y", 33);
  TermVector terms;
  for (const Kind kind : binary_kinds) terms.push_back(manager.mk_bv_binary(kind, x, y));
  std::vector<std::pair<long, long>> pairs{{1L << 32, -1}, {1L << 32, 1L << 32}, {5, 0}, {-5, 0}};
  for (int i = 0; i < 20; ++i)
    pairs.emplace_back(static_cast<long>(random() >> random() % 64),
                       static_cast<long>(random() >> random() % 64));
  expect_values(terms, x, y, pairs);
}

TEST_F(CadicalTest, AgreesWithZ3OnRandomFormulas) {
  RandomTerms random(manager, 3);
  const auto z3 = make_solver(Backend::Z3, "QF_ABV");
  const auto cadical =
      factory->make(manager, {.backend = Backend::Cadical, .logic = "QF_BV", .encoding = Encoding::Expanded});
  unsigned num_sat = 0, num_unsat = 0;
  for (unsigned round = 0; round < 200; ++round) {
    const TermVector assumptions{random.formula(3), random.formula(3), random.formula(3)};
    if (!can_expand(assumptions)) continue;
    const SatResult result = cadical->check(assumptions);
    ASSERT_EQ(result, z3->check(assumptions)) << manager.mk_and(assumptions).to_string();
    if (result == SatResult::Sat) {
      ++num_sat;
      const term::Model model = cadical->model(term::symbols(assumptions));
      for (const Term formula : assumptions)
        EXPECT_TRUE(term::evaluate(manager, formula, model).is_true()) << formula.to_string();
    } else {
      ++num_unsat;
      const TermVector core = cadical->unsat_core();
      EXPECT_EQ(z3->check(core), SatResult::Unsat);
    }
  }
  EXPECT_GE(num_sat, 8U);
  EXPECT_GE(num_unsat, 8U);
}

TEST_F(CadicalTest, LevelsAndCores) {
  const auto solver = make();
  const Term x = bitvec("x"), y = bitvec("y");
  const Term low = manager.mk_bvult(x, manager.mk_bv(10, 8)),
             high = manager.mk_bvult(manager.mk_bv(20, 8), x);
  const Term other = manager.mk_bvult(x, y);
  solver->assert_term(low);
  solver->push();
  solver->assert_term(high);
  EXPECT_EQ(solver->check(), SatResult::Unsat);
  EXPECT_TRUE(solver->unsat_core().empty());
  solver->pop();
  ASSERT_EQ(solver->check(TermVector{other}), SatResult::Sat);
  EXPECT_TRUE(solver->value(other).is_true());
  ASSERT_EQ(solver->check(TermVector{other, high}), SatResult::Unsat);
  EXPECT_EQ(solver->unsat_core(), TermVector{high});
  solver->assert_term(manager.mk_false());
  EXPECT_EQ(solver->check(), SatResult::Unsat);
}

TEST_F(CadicalTest, TimeLimitGivesUnknownAndTheSolverLivesOn) {
  const auto solver = make();
  solver->push();
  solver->assert_term(factoring(manager));
  solver->set_time_limit(100ms);
  EXPECT_EQ(solver->check(), SatResult::Unknown);
  EXPECT_EQ(solver->reason_unknown(), "timeout");
  solver->pop();
  EXPECT_EQ(solver->check(), SatResult::Sat);
}

TEST_F(CadicalTest, RefusesWhatIsNotBits) {
  const auto solver = make();
  const Term x = integer("x");
  EXPECT_THROW(solver->assert_term(manager.mk_le(x, manager.mk_int(3))), base::InternalError);
}

TEST_F(CadicalTest, DeepTermsAreTranslated) {
  const auto solver = make();
  Term deep = bitvec("x", 2);
  for (int i = 0; i < 100'000; ++i)
    deep = manager.mk_bvnot(manager.mk_bvadd(deep, bitvec(i % 2 ? "y" : "z", 2)));
  solver->assert_term(manager.mk_eq(deep, manager.mk_bv(1, 2)));
  EXPECT_EQ(solver->check(), SatResult::Sat);
}

}  // namespace
}  // namespace pendulum::smt
