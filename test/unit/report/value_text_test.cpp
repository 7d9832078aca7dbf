#include "report/value_text.h"

#include <gtest/gtest.h>

namespace pendulum::report {
namespace {

class ValueText : public ::testing::Test {
 protected:
  std::string text(long value, unsigned width, Reading reading) {
    return value_text(terms.mk_bv(mpz_class(value), width), reading);
  }

  term::TermManager terms;
};

TEST_F(ValueText, Numbers) {
  EXPECT_EQ(text(-3, 32, Reading::Signed), "-3");
  EXPECT_EQ(text(-1, 8, Reading::Unsigned), "255");
  EXPECT_EQ(text('x', 8, Reading::Signed), "120 ('x')");
  EXPECT_EQ(text(-1, 8, Reading::Signed), "-1");
  EXPECT_EQ(text(-2, 32, Reading::Unsigned), "4294967294 (0xfffffffe)");
  EXPECT_EQ(text(77, 32, Reading::Unsigned), "77");
  EXPECT_EQ(text(4096, 32, Reading::Pointer), "0x1000");
  EXPECT_EQ(value_text(terms.mk_true(), Reading::Signed), "1");
  EXPECT_EQ(value_text(terms.mk_false(), Reading::Unsigned), "0");
}

TEST_F(ValueText, Arrays) {
  const auto number = [&](long value) { return terms.mk_bv(mpz_class(value), 32); };
  const term::Sort sort = terms.array_sort(terms.bitvec_sort(32), terms.bitvec_sort(32));
  const term::Term zeros = terms.mk_const_array(sort, number(0));
  EXPECT_EQ(value_text(zeros, Reading::Signed), "{0}");
  term::Term array = terms.mk_store(zeros, number(5), number(-1));
  array = terms.mk_store(array, number(3), number(7));
  EXPECT_EQ(value_text(array, Reading::Signed), "{[3] = 7, [5] = -1}");
  array = terms.mk_store(terms.mk_const_array(sort, number(9)), number(2), number(0));
  EXPECT_EQ(value_text(array, Reading::Signed), "{[2] = 0}, 9 elsewhere");
  EXPECT_EQ(value_text(terms.mk_const_array(sort, number(9)), Reading::Signed), "9 everywhere");
}

}  // namespace
}  // namespace pendulum::report
