// The theory that a program's comparisons and sums suggest.
#include <gtest/gtest.h>

#include "engine/search_driver.h"
#include "program/text/text.h"

namespace pendulum::engine {
namespace {

/// A loop that adds `increment` to x and reaches the error if `guard` holds.
std::string loop(const std::string& increment, const std::string& guard) {
  return R"(program
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input any (_ BitVec 8) internal
  set x #x00
  set y any
edge 1 -> 1
  set x )" +
         increment +
         R"(
edge 1 -> 2
  guard )" +
         guard + "\n";
}

class SuitableTheoryTest : public ::testing::Test {
 protected:
  Theory theory_of(const std::string& text) {
    const program::Program program = program::parse(terms_, text);
    return suitable_theory(program, program);
  }
  term::TermManager terms_;
};

TEST_F(SuitableTheoryTest, AnOrderOfACounterNeedsIntegers) {
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)", "(bvult #x0a x)")), Theory::Integers);
  EXPECT_EQ(theory_of(loop("(bvmul x #x03)", "(bvslt #x0a x)")), Theory::Integers);
}

TEST_F(SuitableTheoryTest, AnEqualityOfACounterDoesNot) {
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)", "(= x #x0a)")), Theory::BitVectors);
}

TEST_F(SuitableTheoryTest, AnOrderOfAnotherVariableDoesNot) {
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)", "(bvult #x0a y)")), Theory::BitVectors);
}

/// y + 1 is a sum, but no value flows from x back into y.
TEST_F(SuitableTheoryTest, ASumThatIsNotAccumulatedDoesNot) {
  EXPECT_EQ(theory_of(loop("(bvadd y #x01)", "(bvult #x0a x)")), Theory::BitVectors);
}

/// Nine comparisons of a flag with constants, one order and one sum.
TEST_F(SuitableTheoryTest, AStateMachineDoesNot) {
  std::string flags;
  for (char digit = '0'; digit < '9'; ++digit) flags += std::string(" (= y #x0") + digit + ")";
  const std::string with_flags = "(and (bvult #x0a x) (or" + flags + "))";
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)", with_flags)), Theory::BitVectors);
  // A relation between variables shows that it is no state machine.
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)", "(and (= x y) " + with_flags + ")")), Theory::Integers);
  // Four flags are not enough for one sum.
  EXPECT_EQ(theory_of(loop("(bvadd x #x01)",
                           "(and (bvult #x0a x) (or (= y #x00) (= y #x01) (= y #x02) (= y #x03)))")),
            Theory::Integers);
}

}  // namespace
}  // namespace pendulum::engine
