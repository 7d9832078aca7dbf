#include "report/notation/value_text.h"

#include <gtest/gtest.h>

namespace pendulum::report {
namespace {

class ValueText : public ::testing::Test {
 protected:
  std::string text(long value, unsigned width, Interpretation interpretation) {
    return value_text(terms.mk_bv(mpz_class(value), width), interpretation);
  }

  term::TermManager terms;
};

TEST_F(ValueText, Numbers) {
  EXPECT_EQ(text(-3, 32, Interpretation::Signed), "-3");
  EXPECT_EQ(text(-1, 8, Interpretation::Unsigned), "255");
  EXPECT_EQ(text('x', 8, Interpretation::Signed), "120 ('x')");
  EXPECT_EQ(text(-1, 8, Interpretation::Signed), "-1");
  EXPECT_EQ(text(-2, 32, Interpretation::Unsigned), "4294967294 (0xfffffffe)");
  EXPECT_EQ(text(77, 32, Interpretation::Unsigned), "77");
  EXPECT_EQ(text(4096, 32, Interpretation::Pointer), "0x1000");
  EXPECT_EQ(value_text(terms.mk_true(), Interpretation::Signed), "1");
  EXPECT_EQ(value_text(terms.mk_false(), Interpretation::Unsigned), "0");
}

TEST_F(ValueText, Arrays) {
  const auto number = [&](long value) { return terms.mk_bv(mpz_class(value), 32); };
  const term::Sort sort = terms.array_sort(terms.bitvec_sort(32), terms.bitvec_sort(32));
  const term::Term zeros = terms.mk_const_array(sort, number(0));
  EXPECT_EQ(value_text(zeros, Interpretation::Signed), "{0}");
  term::Term array = terms.mk_store(zeros, number(5), number(-1));
  array = terms.mk_store(array, number(3), number(7));
  EXPECT_EQ(value_text(array, Interpretation::Signed), "{[3] = 7, [5] = -1}");
  array = terms.mk_store(terms.mk_const_array(sort, number(9)), number(2), number(0));
  EXPECT_EQ(value_text(array, Interpretation::Signed), "{[2] = 0}, 9 elsewhere");
  EXPECT_EQ(value_text(terms.mk_const_array(sort, number(9)), Interpretation::Signed), "9 everywhere");
}

}  // namespace
}  // namespace pendulum::report
