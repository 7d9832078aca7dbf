// Tests the normal form of equalities: it is equivalent, and equalities that differ by distribution have the
// same one.
#include "facts/equality_normal_form.h"

#include <gtest/gtest.h>

#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::facts {
namespace {

using term::Term;

class EqualityNormalForm : public ::testing::Test {
 protected:
  Term number(int value) { return terms_.mk_bv(value, 4); }
  Term times(Term a, int factor) { return terms_.mk_bvmul(number(factor), a); }
  Term plus(Term a, int b) { return terms_.mk_bvadd(a, number(b)); }
  void expect_equivalent(Term formula) {
    const Term normal = normalize_equality(terms_, formula);
    for (int a = 0; a < 16; ++a)
      for (int b = 0; b < 16; ++b)
        for (const bool c : {false, true}) {
          const term::Model model{{x_, number(a)}, {y_, number(b)}, {c_, terms_.mk_bool(c)}};
          ASSERT_EQ(term::evaluate(terms_, formula, model), term::evaluate(terms_, normal, model))
              << a << " " << b;
        }
  }

  term::TermManager terms_;
  Term x_ = terms_.mk_symbol("x", terms_.bitvec_sort(4));
  Term y_ = terms_.mk_symbol("y", terms_.bitvec_sort(4));
  Term c_ = terms_.mk_symbol("c", terms_.bool_sort());
};

TEST_F(EqualityNormalForm, FactorsAreDistributed) {
  const Term before = terms_.mk_eq(times(x_, 2), times(y_, 3));
  const Term after = terms_.mk_eq(times(plus(x_, 3), 2), times(plus(y_, 2), 3));
  EXPECT_NE(before, after);
  EXPECT_EQ(normalize_equality(terms_, before), normalize_equality(terms_, after));
  expect_equivalent(before);
  expect_equivalent(after);
}

TEST_F(EqualityNormalForm, ProductsOfSums) {
  // 2 y = x (x - 1) before and after x := x + 1, y := y + x.
  const auto formula = [&](Term x, Term y) {
    return terms_.mk_eq(times(y, 2), terms_.mk_bvmul(x, plus(x, -1)));
  };
  const Term after = formula(plus(x_, 1), terms_.mk_bvadd(y_, x_));
  EXPECT_EQ(normalize_equality(terms_, formula(x_, y_)), normalize_equality(terms_, after));
  expect_equivalent(after);
}

TEST_F(EqualityNormalForm, ChoicesBecomeCases) {
  const Term x = terms_.mk_ite(c_, plus(x_, 1), plus(x_, 2));
  const Term y = terms_.mk_ite(c_, plus(y_, 1), plus(y_, 2));
  EXPECT_EQ(normalize_equality(terms_, terms_.mk_eq(x_, y_)), normalize_equality(terms_, terms_.mk_eq(x, y)));
  expect_equivalent(terms_.mk_eq(x, times(y, 3)));
}

TEST_F(EqualityNormalForm, OtherFormulasStay) {
  const Term order = terms_.mk_bvule(times(x_, 2), y_);
  EXPECT_EQ(order, normalize_equality(terms_, order));
  expect_equivalent(terms_.mk_eq(terms_.mk_bv_binary(term::Kind::BvUrem, x_, number(3)), times(y_, 5)));
}

}  // namespace
}  // namespace pendulum::facts
