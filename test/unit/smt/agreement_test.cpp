// Z3, cvc5 and term::evaluate must agree on the meaning of every term.
#include <fmt/core.h>

#include <chrono>
#include <functional>
#include <map>
#include <random>
#include <vector>

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

class AgreementTest : public SmtTest {
 protected:
  /// Returns the answer; checks that a model satisfies the formula and that a core suffices.
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
    // The test is meaningful only if both answers are frequent.
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

/// Linear arithmetic over words as in obligations: sums with constant factors, comparisons of both kinds,
/// overflow, extensions and extractions.
class RandomObligations {
 public:
  RandomObligations(term::TermManager& manager, unsigned seed, unsigned width)
      : manager_(manager), random_(seed), width_(width) {}

  Term formula(unsigned depth) {
    if (depth == 0) return atom();
    const Term a = formula(depth - 1), b = formula(depth - 1);
    switch (random_() % 4) {
      case 0:
        return manager_.mk_or(a, manager_.mk_not(b));
      case 1:
        return manager_.mk_eq(a, b);
      default:
        return manager_.mk_and(a, b);
    }
  }

 private:
  Term atom() {
    static constexpr Kind kinds[] = {Kind::BvUlt,   Kind::BvUle,   Kind::BvSlt,  Kind::BvSle,
                                     Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo};
    const std::size_t kind = random_() % (std::size(kinds) + 1);
    if (kind == std::size(kinds)) return manager_.mk_eq(word(2), word(2));
    if (kinds[kind] == Kind::BvSmulo) return manager_.mk_bv_binary(Kind::BvSmulo, word(1), constant());
    return manager_.mk_bv_binary(kinds[kind], word(2), word(2));
  }
  Term word(unsigned depth) {
    if (depth == 0)
      return random_() % 3 == 0 ? constant()
                                : manager_.mk_symbol(fmt::format("w{}_{}", random_() % 3, width_), sort());
    const Term a = word(depth - 1);
    switch (random_() % 8) {
      case 0:
        return manager_.mk_bv_binary(Kind::BvMul, a, constant());
      case 1:
        return manager_.mk_bv_binary(Kind::BvSub, a, word(depth - 1));
      case 2:
        return manager_.mk_ite(atom_of_words(), a, word(depth - 1));
      case 3:
        return manager_.mk_extract(manager_.mk_sign_extend(a, 3), width_ + 1, 2);
      case 4:
        return manager_.mk_bv_binary(random_() % 2 == 0 ? Kind::BvUdiv : Kind::BvSrem, a, constant());
      case 5:
        return manager_.mk_bvneg(a);
      default:
        return manager_.mk_bv_binary(Kind::BvAdd, a, word(depth - 1));
    }
  }
  Term atom_of_words() {
    return manager_.mk_bv_binary(random_() % 2 == 0 ? Kind::BvSlt : Kind::BvUle, word(0), word(0));
  }
  Term constant() {
    const int small = static_cast<int>(random_() % 9) - 3;
    return manager_.mk_bv(
        random_() % 4 == 0 ? mpz_class(mpz_class(1) << (width_ - 1)) + small : mpz_class(small), width_);
  }
  term::Sort sort() { return manager_.bitvec_sort(width_); }

  term::TermManager& manager_;
  std::mt19937 random_;
  unsigned width_;
};

class ViewsTest : public SmtTest {
 protected:
  SatResult ask(std::unique_ptr<Solver> solver, Term formula, std::chrono::milliseconds limit) {
    solver->set_time_limit(limit);
    solver->assert_term(formula);
    return solver->check();
  }

  /// cvc5 with eager bit-blasting agrees with Z3.
  void compare_views(const std::function<Term()>& make_formula, unsigned rounds,
                     std::chrono::milliseconds limit) {
    std::map<SatResult, unsigned> counts;
    for (unsigned round = 0; round < rounds; ++round) {
      const Term formula = make_formula();
      const SolverOptions options{.logic = "QF_BV", .cores = false};
      const SatResult truth = ask(factory->make(manager, options), formula, 2000ms);
      if (truth == SatResult::Unknown) continue;
      SolverOptions eager = options;
      eager.backend = Backend::Cvc5;
      eager.bitvectors = BitVectors::Eager;
      const SatResult other = ask(factory->make(manager, eager), formula, limit);
      if (other == SatResult::Unknown) continue;
      EXPECT_EQ(truth, other) << formula.to_string();
      ++counts[other];
    }
    // Only the answers that are given matter; how many are given within the limit depends on the machine.
    EXPECT_GE(counts[SatResult::Sat], rounds / 20);
    EXPECT_GE(counts[SatResult::Unsat], rounds / 20);
  }
};

TEST_F(ViewsTest, AgreeOnLinearArithmeticOverWords) {
  RandomObligations narrow(manager, 7, 5), wide(manager, 8, 32);
  compare_views([&] { return narrow.formula(2); }, 40, 100ms);
  compare_views([&] { return wide.formula(2); }, 30, 100ms);
}

/// Every operator on every pair of values of 3 bits, and on some integers and rationals: the value of the
/// solver under fixed arguments is that of evaluate.
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
