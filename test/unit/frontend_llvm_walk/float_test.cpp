// Floating-point instructions: comparisons, conversions, the rounding mode, and bits of NaNs. Results are
// compared with those of the processor.
#include <llvm/IR/IntrinsicInst.h>

#include <bit>
#include <cmath>
#include <limits>

#include "frontend/llvm/memory/float_values.h"
#include "frontend/llvm/walk/float_scaling.h"
#include "frontend_llvm_walk/walk_fixture.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::frontend {
namespace {

const std::string program =
    "float f; double d; extern long double l; int main(void) { f = f + 1; d = f; return (int)d + (int)l; }";

const std::vector<double> samples{0.0,       -0.0,         1.0,           -1.5, 3.25, 1e300,  -1e300,
                                  5e-324,    2147483647.0, -2147483649.0, 1e10, 0.99, -0.999, INFINITY,
                                  -INFINITY, NAN};

class FloatTest : public WalkTest {
 protected:
  const FloatArithmetic& floats() const { return parts->evaluator.floats(); }
  Term bits(double value) { return terms.mk_bv(mpz_class(std::bit_cast<std::uint64_t>(value)), 64); }
  Term value(Term term) { return term::evaluate(terms, term, {}); }
  llvm::Type* type_of(const std::string& object) const {
    return module().getGlobalVariable(object, true)->getValueType();
  }
  llvm::Type* integer(unsigned width) const { return llvm::Type::getIntNTy(module().getContext(), width); }
  Term nearest() { return floats().rounding_mode(path); }
};

TEST_F(FloatTest, ComparisonsAreThoseOfLlvm) {
  start(program);
  for (unsigned predicate = 0; predicate < 16; ++predicate)
    for (const double a : samples)
      for (const double b : samples) {
        const unsigned relation = std::isnan(a) || std::isnan(b) ? 8 : a < b ? 4 : a > b ? 2 : 1;
        const Term result = floats().comparison(predicate, type_of("d"), bits(a), bits(b));
        EXPECT_EQ(value(result).is_true(), (predicate & relation) != 0) << predicate << ' ' << a << ' ' << b;
      }
}

TEST_F(FloatTest, NumbersThatFitAreConvertedToIntegers) {
  start(program);
  for (const double x : samples) {
    Path here(terms, drops);
    const Term result =
        floats().conversion(here, llvm::Instruction::FPToSI, type_of("d"), integer(32), nearest(), bits(x));
    if (x > -2147483649.0 && x < 2147483648.0) {
      EXPECT_EQ(value(result), terms.mk_bv(static_cast<int>(x), 32)) << x;
    } else {
      ASSERT_EQ(here.inputs().size(), 1U) << x;
      EXPECT_EQ(here.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);
      EXPECT_EQ(value(here.inputs()[0].origin.unchanged), terms.mk_bv(INT32_MIN, 32)) << x;
    }
  }
}

TEST_F(FloatTest, TheRoundingModeIsConstantUnlessTheProgramSetsIt) {
  start(program);
  EXPECT_EQ(nearest(), terms.mk_bv(1, 3));
}

TEST_F(FloatTest, TheRoundingModeIsAVariableIfTheProgramSetsIt) {
  start(
      "double d; int main(void) { __builtin_set_flt_rounds(n); d = d + 1; return __builtin_flt_rounds(); }");
  EXPECT_FALSE(nearest().is_value());
  floats().set_rounding_mode(path, terms.mk_bv(3, 32));
  EXPECT_EQ(nearest(), terms.mk_bv(3, 3));
  EXPECT_TRUE(path.take_exits().empty());
  floats().set_rounding_mode(path, symbol("mode"));
  EXPECT_EQ(path.take_exits().size(), 1U);  // other modes are not supported
}

TEST_F(FloatTest, OnlyComputedNansAreReplaced) {
  start(program);
  const Term constant = bits(2.5);
  EXPECT_EQ(observable(path, context().variables, type_of("d"), constant), constant);
  EXPECT_EQ(observable(path, context().variables, integer(64), constant), constant);
  const Term converted = floats().floats(type_of("d")).from_signed(nearest(), symbol("i"));
  EXPECT_EQ(observable(path, context().variables, type_of("d"), converted), converted);
  EXPECT_TRUE(path.inputs().empty());
  const Term sum =
      floats().arithmetic(llvm::Instruction::FAdd, type_of("d"), nearest(), symbol("x", 64), symbol("y", 64));
  EXPECT_NE(observable(path, context().variables, type_of("d"), sum), sum);
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.unchanged, terms.mk_bv(mpz_class("fff8000000000000", 16), 64));
}

TEST_F(FloatTest, BitsOfExtendedNumbers) {
  start(program);
  llvm::Type* extended = type_of("l");
  const Term one = terms.mk_bv(mpz_class("3fff8000000000000000", 16), 80);
  EXPECT_EQ(observable(path, context().variables, extended, one), one);
  EXPECT_EQ(value(is_valid_x87(terms, one)), terms.mk_true());
  EXPECT_EQ(value(is_valid_x87(terms, terms.mk_bv(mpz_class("3fff0000000000000000", 16), 80))),
            terms.mk_false());
  EXPECT_EQ(value(floats().bits(extended, floats().number(extended, one))), one);
  const Term two = floats().arithmetic(llvm::Instruction::FAdd, extended, nearest(), one, one);
  EXPECT_EQ(value(two), terms.mk_bv(mpz_class("40008000000000000000", 16), 80));
}

TEST_F(FloatTest, ProductsWithPowersOfTwo) {
  start(program);
  const term::FloatTerms doubles = floats().floats(type_of("d"));
  for (const double x : samples) {
    if (std::isnan(x)) continue;
    for (const int n : {0, 1, -1, 60, -60, 1023, -1023, 2100, -2100, 1000000, INT32_MAX, INT32_MIN}) {
      const Term result = scaled(doubles, nearest(), bits(x), terms.mk_bv(n, 32));
      EXPECT_EQ(value(result), bits(std::ldexp(x, n))) << x << ' ' << n;
    }
    int exponent = 0;
    EXPECT_EQ(value(fraction_of(doubles, bits(x))), bits(std::frexp(x, &exponent))) << x;
    if (std::isfinite(x)) {
      EXPECT_EQ(value(exponent_of(doubles, bits(x), 32)), terms.mk_bv(exponent, 32)) << x;
    }
  }
}

}  // namespace
}  // namespace pendulum::frontend
