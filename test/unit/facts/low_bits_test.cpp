// Tests facts::low_bit_facts: congruences modulo powers of two.
#include "facts/low_bits.h"

#include <gtest/gtest.h>

#include "program/text/text.h"

namespace pendulum::facts {
namespace {

/// x starts with `first` and becomes `next` in a loop; the error reads its lowest bit.
std::vector<term::TermVector> facts_of_loop(term::TermManager& terms, const std::string& first,
                                            const std::string& next,
                                            const std::string& error = "(= ((_ extract 0 0) x) #b1)") {
  return low_bit_facts(program::parse(terms, R"(program
variable x (_ BitVec 8) unsigned
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x )" + first + R"(
edge 1 -> 1
  guard (not (= x #x03))
  set x )" + next + R"(
edge 1 -> 2
  guard )" + error + "\n"));
}

TEST(LowBitsTest, FindsTheStepOfALoopThatWrapsAround) {
  term::TermManager terms;
  const auto facts = facts_of_loop(terms, "#x0a", "(bvadd x #x04)");
  const term::Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  ASSERT_EQ(1u, facts[1].size());
  EXPECT_EQ(terms.mk_eq(terms.mk_extract(x, 1, 0), terms.mk_bv(2, 2)), facts[1][0]);
  EXPECT_TRUE(facts[0].empty());
  EXPECT_TRUE(facts[2].empty());
}

TEST(LowBitsTest, MultipliesWithEvenNumbers) {
  term::TermManager terms;
  const auto facts = facts_of_loop(terms, "#x00", "(bvmul #x04 (bvadd x #x01))");
  ASSERT_EQ(1u, facts[1].size());
  const term::Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  EXPECT_EQ(terms.mk_eq(terms.mk_extract(x, 1, 0), terms.mk_bv(0, 2)), facts[1][0]);
}

TEST(LowBitsTest, FindsNothingIfBothParitiesOccur) {
  term::TermManager terms;
  EXPECT_TRUE(facts_of_loop(terms, "#x0a", "(bvadd x #x03)")[1].empty());
}

TEST(LowBitsTest, FindsNothingAfterADivision) {
  term::TermManager terms;
  EXPECT_TRUE(facts_of_loop(terms, "#x0a", "(bvudiv x #x02)")[1].empty());
}

TEST(LowBitsTest, IsSilentIfNoTermReadsLowBits) {
  term::TermManager terms;
  EXPECT_TRUE(facts_of_loop(terms, "#x0a", "(bvadd x #x04)", "(bvult x #x05)")[1].empty());
}

}  // namespace
}  // namespace pendulum::facts
