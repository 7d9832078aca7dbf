// Every back end agrees with the evaluation of floating-point operators: with given operands, the result is
// the only model. cvc5's own theory and the circuits, two implementations, are compared for all operands of
// small formats.
#include <random>

#include "smt/solver_fixture.h"
#include "term/evaluation/evaluate.h"
#include "term/floating_point/float_terms.h"
#include "term/floating_point/lowering.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {
namespace {

using term::FloatFormat;
using term::FloatTerms;
using term::Kind;
using term::RoundingMode;
using term::SortRule;
using term::Term;
using term::TermVector;

class FloatTest : public SmtTest {
 protected:
  /// All operators, applied to symbols: to a rounding mode and numbers of the format, or an integer.
  struct Application {
    TermVector symbols;
    Term term;
  };
  std::vector<Application> applications(FloatFormat format, FloatFormat other, std::uint32_t integer_width) {
    std::vector<Application> result;
    for (const term::KindInfo& row : term::kind_table) {
      if (!term::is_float_operator(row.kind)) continue;
      Application& application = result.emplace_back();
      for (std::size_t i = 0; i < row.arity.min; ++i) {
        const bool is_mode = i == 0 && !term::is_float_comparison(row.kind);
        const bool is_integer = row.sort_rule == SortRule::BitVecToFloat;
        const std::uint32_t width = is_mode      ? term::rounding_mode_width
                                    : is_integer ? integer_width
                                                 : format.width();
        application.symbols.push_back(
            manager.mk_symbol(fmt::format("x{}w{}", i, width), manager.bitvec_sort(width)));
      }
      const std::uint32_t parameter = row.sort_rule == SortRule::FloatToFloat    ? other.code()
                                      : row.sort_rule == SortRule::FloatToBitVec ? integer_width
                                                                                 : 0;
      application.term = manager.mk_float(row.kind, application.symbols, format.code(), parameter);
    }
    return result;
  }

  mpz_class random_number(std::uint32_t width) {
    mpz_class result = 0;
    for (std::uint32_t i = 0; i < width; i += 32) result = (result << 32) + (random_() & 0xffffffffU);
    return result & ((mpz_class(1) << width) - 1);
  }

  /// The result of the operator is the value of its evaluation, and nothing else.
  void check_application(Backend backend, const Application& application) {
    const auto solver = make_solver(backend, "QF_BV");
    const Term result = manager.mk_symbol(fmt::format("result{}", application.term.sort().to_string()),
                                          application.term.sort());
    solver->assert_term(manager.mk_eq(result, application.term));
    for (int round = 0; round < 4; ++round) {
      term::Model model;
      solver->push();
      for (const Term symbol : application.symbols) {
        const std::uint32_t width = symbol.sort().width();
        const bool is_mode = width == term::rounding_mode_width;
        const Term value = manager.mk_bv(is_mode ? mpz_class(round) : random_number(width), width);
        model.emplace(symbol, value);
        solver->assert_term(manager.mk_eq(symbol, value));
      }
      const Term expected = term::evaluate(manager, application.term, model);
      ASSERT_EQ(solver->check(), SatResult::Sat) << solver->name() << ": " << application.term.to_string();
      EXPECT_EQ(solver->value(result), expected) << solver->name() << ": " << application.term.to_string();
      EXPECT_EQ(solver->value(application.term), expected) << solver->name();
      const TermVector differs{manager.mk_distinct(result, expected)};
      ASSERT_EQ(solver->check(differs), SatResult::Unsat) << solver->name();
      EXPECT_EQ(solver->unsat_core(), differs);
      solver->pop();
    }
  }

  /// Does the solver prove that the application and its circuit are equal for all operands?
  SatResult difference(Backend backend, Term term) {
    const auto solver = make_solver(backend, "QF_BV");
    const Term result = manager.mk_symbol(fmt::format("r{}", term.sort().to_string()), term.sort());
    solver->assert_term(manager.mk_eq(result, term::lower_float_operator(manager, term)));
    solver->assert_term(manager.mk_distinct(result, term));
    return solver->check();
  }

  std::mt19937_64 random_{11};
};

TEST_F(FloatTest, BackEndsAgreeWithEvaluation) {
  for (const Backend backend : {Backend::Z3, Backend::Cvc5, Backend::Cadical}) {
    for (const Application& application : applications(term::float16, term::float32, 16))
      check_application(backend, application);
    for (const Application& application : applications(term::float32, term::float16, 32)) {
      const Kind kind = application.term.kind();
      if (kind == Kind::FloatFma || kind == Kind::FloatDiv || kind == Kind::FloatSqrt) continue;
      check_application(backend, application);
    }
  }
}

/// Operators that cvc5 decides in a few seconds for all operands.
TEST_F(FloatTest, TheTheoryOfCvc5AgreesWithCircuits) {
  for (const Application& application : applications(term::float16, term::float32, 16)) {
    const Kind kind = application.term.kind();
    const bool is_quick = term::is_float_comparison(kind) || kind == Kind::FloatRound ||
                          (term::sort_rule(kind) != SortRule::Floats && application.symbols.size() == 2);
    if (!is_quick) continue;
    EXPECT_EQ(difference(Backend::Cvc5, application.term), SatResult::Unsat) << application.term.to_string();
  }
}

/// cvc5 1.0.3 crashes on these conversions.
TEST_F(FloatTest, ConversionsThatCvc5DoesNotSupport) {
  const Term mode = bitvec("mode", term::rounding_mode_width);
  const auto convert = [&](Kind kind, FloatFormat format, std::uint32_t width, std::uint32_t parameter) {
    return manager.mk_float(kind, TermVector{mode, bitvec(fmt::format("x{}", width).c_str(), width)},
                            format.code(), parameter);
  };
  for (const Term term : {
           convert(Kind::FloatFromSigned, term::float80, 64, 0),
           convert(Kind::FloatFromUnsigned, term::float80, 65, 0),
           convert(Kind::FloatFromUnsigned, term::float32, 1, 0),
           convert(Kind::FloatToUnsigned, term::float32, 32, 1),
           convert(Kind::FloatToFloat, {3, 4}, 7, FloatFormat{2, 3}.code()),
           convert(Kind::FloatToFloat, {5, 4}, 9, FloatFormat{3, 8}.code()),
       }) {
    const auto solver = make_solver(Backend::Cvc5, "QF_BV");
    solver->assert_term(
        manager.mk_eq(term, bitvec(fmt::format("r{}", term.id()).c_str(), term.sort().width())));
    EXPECT_EQ(solver->check(), SatResult::Sat) << term.to_string();
  }
}

/// The definitions of results must follow push and pop, and assumptions must include them.
TEST_F(FloatTest, ResultsStayDefinedAfterPop) {
  const FloatTerms floats(manager, term::float32);
  const Term x = bitvec("x", 32), y = bitvec("y", 32), mode = floats.mode(RoundingMode::NearestEven);
  const Term sum = floats.add(mode, x, y);
  const Term one = manager.mk_bv(0x3f800000, 32), two = manager.mk_bv(0x40000000, 32);
  const Term are_one = manager.mk_and(manager.mk_eq(x, one), manager.mk_eq(y, one));
  for (const Backend backend : {Backend::Z3, Backend::Cvc5, Backend::Cadical}) {
    const auto solver = make_solver(backend, "QF_BV");
    solver->push();
    solver->assert_term(manager.mk_eq(sum, two));
    EXPECT_EQ(solver->check(), SatResult::Sat);
    solver->pop();
    solver->assert_term(are_one);
    const TermVector wrong{manager.mk_eq(x, x), manager.mk_distinct(sum, two)};
    EXPECT_EQ(solver->check(wrong), SatResult::Unsat) << solver->name();
    EXPECT_EQ(solver->unsat_core(), TermVector{wrong[1]}) << solver->name();
    EXPECT_EQ(solver->check(TermVector{manager.mk_eq(sum, two)}), SatResult::Sat);
    EXPECT_EQ(solver->check(TermVector{manager.mk_not(manager.mk_eq(sum, one))}), SatResult::Sat);
    EXPECT_EQ(solver->value(floats.mul(mode, sum, two)), manager.mk_bv(0x40800000, 32)) << solver->name();
  }
}

/// A NaN result has the bits of computed_nan(); a NaN operand may have any bits.
TEST_F(FloatTest, ComputedNanHasOnePattern) {
  const FloatTerms floats(manager, term::float16);
  const Term x = bitvec("x", 16), mode = floats.mode(RoundingMode::NearestEven);
  const Term product = floats.mul(mode, x, manager.mk_bv(0x3c00, 16));
  const Term nan = manager.mk_bv(term::float16.computed_nan(), 16);
  for (const Backend backend : {Backend::Z3, Backend::Cvc5, Backend::Cadical}) {
    const auto solver = make_solver(backend, "QF_BV");
    solver->assert_term(floats.is_nan(x));
    EXPECT_EQ(solver->check(TermVector{manager.mk_distinct(product, nan)}), SatResult::Unsat);
    EXPECT_EQ(solver->check(TermVector{manager.mk_distinct(x, nan)}), SatResult::Sat);
    EXPECT_EQ(solver->check(TermVector{manager.mk_eq(product, x)}), SatResult::Sat) << solver->name();
  }
}

/// x - y is x + (-y); the sign of a result and the sign of a negated result are different bits.
TEST_F(FloatTest, ChangesOfTheSignArePassedAsValues) {
  const FloatTerms floats(manager, term::float16);
  const Term x = bitvec("x", 16), y = manager.mk_bv(0x3e00, 16),
             mode = floats.mode(RoundingMode::NearestEven);
  const Term product = floats.mul(mode, x, y);
  const Term negated = floats.mul(mode, floats.negate(x), y);
  const Term nan = floats.is_nan(product);
  for (const Backend backend : {Backend::Z3, Backend::Cvc5, Backend::Cadical}) {
    const auto solver = make_solver(backend, "QF_BV");
    EXPECT_EQ(
        solver->check(TermVector{manager.mk_not(nan), manager.mk_distinct(floats.negate(product), negated)}),
        SatResult::Unsat)
        << solver->name();
    // product - |product| is 0, twice the product if it is negative, or NaN.
    const Term difference = floats.sub(mode, product, floats.abs(product));
    EXPECT_EQ(solver->check(TermVector{floats.lt(manager.mk_bv(0, 16), difference)}), SatResult::Unsat);
    EXPECT_EQ(solver->check(TermVector{floats.lt(difference, manager.mk_bv(0, 16))}), SatResult::Sat);
  }
}

TEST_F(FloatTest, Cvc5LowersBelowQuantifiers) {
  const FloatTerms floats(manager, {3, 3});
  const Term x = bitvec("x", 6), mode = floats.mode(RoundingMode::NearestEven);
  const Term doubled = floats.add(mode, x, x);
  const Term commutes = manager.mk_forall(
      TermVector{x}, manager.mk_eq(doubled, floats.mul(mode, x, manager.mk_bv(0b010000, 6))));
  const auto solver = make_solver(Backend::Cvc5);
  solver->assert_term(commutes);
  EXPECT_EQ(solver->check(), SatResult::Sat);
}

TEST_F(FloatTest, EagerBitBlastingUsesCircuits) {
  const FloatTerms floats(manager, {3, 4});
  const Term x = bitvec("x", 7), y = bitvec("y", 7), mode = floats.mode(RoundingMode::NearestEven);
  const auto solver = factory->make(
      manager, {.backend = Backend::Cvc5, .logic = "QF_BV", .cores = false, .bitvectors = BitVectors::Eager});
  solver->assert_term(manager.mk_distinct(floats.add(mode, x, y), floats.add(mode, y, x)));
  EXPECT_EQ(solver->check(), SatResult::Unsat);
}

}  // namespace
}  // namespace pendulum::smt
