// A formula that is satisfiable over bit-vectors is satisfiable over integers; without bit operations the
// converse holds too.
#include "check/tactics/integer_reading.h"

#include <gtest/gtest.h>

#include "smt/factory/factory.h"
#include "smt/random_terms.h"
#include "term/evaluation/evaluate.h"
#include "term/print.h"

namespace pendulum::check {
namespace {

using smt::SatResult;
using term::Kind;
using term::Term;
using term::TermVector;

class IntegerReadingTest : public ::testing::Test {
 protected:
  std::unique_ptr<smt::Solver> solver_with(const TermVector& formulas) {
    smt::SolverOptions options;
    options.logic = term::logic_of(formulas);
    auto solver = factory_->make(terms_, options);
    solver->set_time_limit(std::chrono::milliseconds(300));
    for (const Term formula : formulas) solver->assert_term(formula);
    return solver;
  }
  SatResult over_integers(const TermVector& formulas) {
    IntegerReading reading(terms_, formulas);
    TermVector translated;
    for (const Term formula : formulas) translated.push_back(reading.translate(formula));
    translated.insert(translated.end(), reading.constraints().begin(), reading.constraints().end());
    return solver_with(translated)->check();
  }
  Term word(const char* name, std::uint32_t width = 32) {
    return terms_.mk_symbol(name, terms_.bitvec_sort(width));
  }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> factory_ = smt::make_solver_factory({}, stop_, statistics_);
};

/// Every operator on every pair of values of 3 bits: the right result is possible, and if the translation
/// is exact, no other result is.
class OperatorTest : public IntegerReadingTest {
 protected:
  void check(Term operation, bool is_exact) {
    const Term result = terms_.mk_fresh("result", operation.sort());
    const Term definition = terms_.mk_eq(result, operation);
    IntegerReading reading(terms_, {&definition, 1});
    const Term translated = reading.translate(definition);
    // All assumptions are translated first, because the translation grows.
    std::vector<TermVector> runs;
    for (long x = 0; x < 8; ++x) {
      for (long y = 0; y < 8; ++y) {
        const term::Model model{{a_, terms_.mk_bv(x, 3)}, {b_, terms_.mk_bv(y, 3)}};
        TermVector run{terms_.mk_eq(result, term::evaluate(terms_, operation, model))};
        for (const auto& [symbol, value] : model) run.push_back(terms_.mk_eq(symbol, value));
        for (Term& term : run) term = reading.translate(term);
        runs.push_back(std::move(run));
      }
    }
    TermVector all = reading.constraints();
    all.push_back(translated);
    const auto solver = solver_with(all);
    for (TermVector& run : runs) {
      const std::string where = fmt::format("{} where {}", operation.to_string(), run[1].to_string());
      EXPECT_EQ(solver->check(run), SatResult::Sat) << where;
      run.front() = terms_.mk_not(run.front());
      EXPECT_TRUE(!is_exact || solver->check(run) == SatResult::Unsat) << where;
    }
  }
  Term a_ = word("a", 3), b_ = word("b", 3);
};

TEST_F(OperatorTest, MeansWhatEvaluateSays) {
  using enum Kind;
  for (const Kind kind :
       {BvAdd, BvSub, BvMul, BvConcat, BvUlt, BvUle, BvSlt, BvSle, BvSaddo, BvSsubo, BvSmulo})
    check(terms_.mk_bv_binary(kind, a_, b_), true);
  for (const Kind kind : {BvAnd, BvOr, BvXor, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr})
    check(terms_.mk_bv_binary(kind, a_, b_), false);
  const Term sum = terms_.mk_bvadd(a_, b_);
  for (const Term operation : {terms_.mk_bvnot(sum), terms_.mk_bvneg(sum), terms_.mk_extract(sum, 2, 1),
                               terms_.mk_extract(sum, 1, 0), terms_.mk_sign_extend(sum, 2),
                               terms_.mk_zero_extend(sum, 2), terms_.mk_ite(terms_.mk_eq(a_, b_), a_, sum)})
    check(operation, true);
}

TEST_F(OperatorTest, IsExactWithConstants) {
  using enum Kind;
  for (const Kind kind : {BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr})
    for (const long constant : {1, 2, 3, 5, 7})
      check(terms_.mk_bv_binary(kind, terms_.mk_bvadd(a_, b_), terms_.mk_bv(constant, 3)), true);
  for (const long mask : {1, 3, 7}) check(terms_.mk_bv_binary(BvAnd, a_, terms_.mk_bv(mask, 3)), true);
}

TEST_F(IntegerReadingTest, RandomFormulasThatAreSatStaySat) {
  smt::RandomTerms random(terms_, 11);
  unsigned refuted = 0;
  for (int round = 0; round < 60; ++round) {
    const TermVector formula{random.formula(3), random.formula(3)};
    ASSERT_TRUE(IntegerReading::can_translate(formula));
    if (over_integers(formula) != SatResult::Unsat) continue;
    ++refuted;
    EXPECT_EQ(solver_with(formula)->check(), SatResult::Unsat) << terms_.mk_and(formula).to_string();
  }
  EXPECT_GE(refuted, 2u);
}

/// x + 1 <= n without overflow, and 3 x + 2 y <= n in wide words: both are linear.
TEST_F(IntegerReadingTest, RefutesLinearArithmeticOverWideWords) {
  const Term x = word("x"), y = word("y"), one = terms_.mk_bv(1, 32);
  const auto weighted = [&](Term first) {
    return terms_.mk_bvadd(terms_.mk_bvmul(terms_.mk_bv(3, 40), terms_.mk_sign_extend(first, 8)),
                           terms_.mk_bvmul(terms_.mk_bv(2, 40), terms_.mk_sign_extend(y, 8)));
  };
  const Term more = terms_.mk_bvadd(x, one);
  const Term bound = terms_.mk_bv(100, 40);
  TermVector formula{terms_.mk_bvsle(weighted(more), bound), terms_.mk_bvslt(bound, weighted(x))};
  EXPECT_EQ(over_integers(formula), SatResult::Sat);  // x + 1 may wrap
  formula.push_back(terms_.mk_not(terms_.mk_bv_binary(Kind::BvSaddo, x, one)));
  EXPECT_EQ(over_integers(formula), SatResult::Unsat);
}

/// A number that divides x - y and y divides x. This needs the lemmas about remainders.
TEST_F(IntegerReadingTest, RefutesIndivisibleSums) {
  const Term x = word("x"), y = word("y"), d = word("d"), zero = terms_.mk_bv(0, 32);
  const Term difference = terms_.mk_bvsub(x, y);
  const auto is_multiple = [&](Term number) {
    return terms_.mk_eq(terms_.mk_bv_binary(Kind::BvSrem, number, d), zero);
  };
  TermVector formula{terms_.mk_bvslt(zero, y), terms_.mk_bvslt(y, x), is_multiple(difference),
                     terms_.mk_not(is_multiple(x)), terms_.mk_bvslt(zero, d)};
  EXPECT_NE(over_integers(formula), SatResult::Unsat);
  formula.push_back(is_multiple(y));
  EXPECT_EQ(over_integers(formula), SatResult::Unsat);
}

/// c * c * 4 of a char does not overflow: the bounds show this, so no solver has to multiply.
TEST_F(IntegerReadingTest, BoundsDecide) {
  const Term c = terms_.mk_sign_extend(word("c", 8), 24);
  const Term overflows = terms_.mk_bv_binary(Kind::BvSmulo, terms_.mk_bvmul(c, c), terms_.mk_bv(4, 32));
  EXPECT_TRUE(IntegerReading(terms_, TermVector{overflows}).translate(overflows).is_false());
  const Term is_small = terms_.mk_bvslt(terms_.mk_bvmul(c, c), terms_.mk_bv(16385, 32));
  EXPECT_TRUE(IntegerReading(terms_, TermVector{is_small}).translate(is_small).is_true());
  const Term may_be = terms_.mk_bvslt(terms_.mk_bvmul(c, c), terms_.mk_bv(16384, 32));
  EXPECT_FALSE(IntegerReading(terms_, TermVector{may_be}).translate(may_be).is_value());
}

/// store(store(K(0), 0, 1), 1, 1) = K(1) over an index of one bit, and not over integers.
TEST_F(IntegerReadingTest, RefusesToCompareConstantArrays) {
  const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(1), terms_.bitvec_sort(8));
  const Term zeros = terms_.mk_zero(sort), some = terms_.mk_symbol("some", sort);
  EXPECT_TRUE(IntegerReading::can_translate(TermVector{terms_.mk_eq(some, terms_.mk_symbol("other", sort))}));
  EXPECT_FALSE(IntegerReading::can_translate(TermVector{terms_.mk_eq(some, zeros)}));
}

}  // namespace
}  // namespace pendulum::check
