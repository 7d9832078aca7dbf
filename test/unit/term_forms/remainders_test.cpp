// The lemmas about remainders hold for all small numbers, and are found when a model violates them.
#include "term/forms/remainders.h"

#include <gtest/gtest.h>

#include "term/evaluation/evaluate.h"

namespace pendulum::term {
namespace {

class RemaindersTest : public ::testing::Test {
 protected:
  RemaindersTest() {
    for (const char* name : {"a", "b", "c", "z", "y"})
      symbols_.push_back(terms_.mk_symbol(name, terms_.int_sort()));
    for (std::size_t i = 0; i < 3; ++i)
      results_.push_back(remainders_.symbol_of(symbols_[i], symbols_[i == 2 ? 4 : 3]));
  }

  /// Calls `visit` for small values of the symbols, where the results are the remainders.
  void for_all(const std::function<void(Model&)>& visit) {
    for (long a = -5; a <= 5; ++a)
      for (long b = -5; b <= 5; ++b)
        for (long c = -5; c <= 5; ++c)
          for (long z = -2; z <= 4; ++z)
            for (const long y : {z, 3L}) {
              Model model;
              const long values[] = {a, b, c, z, y};
              for (std::size_t i = 0; i < symbols_.size(); ++i)
                model.emplace(symbols_[i], terms_.mk_int(values[i]));
              for (std::size_t i = 0; i < 3; ++i) {
                const Term remainder = terms_.mk_int_mod(symbols_[i], symbols_[i == 2 ? 4 : 3]);
                model.emplace(results_[i], evaluate(terms_, remainder, model));
              }
              visit(model);
            }
  }

  TermVector violated_in(const Model& model) {
    return remainders_.violated(
        [&](Term t) -> std::optional<mpz_class> { return evaluate(terms_, t, model).integer_value(); });
  }

  TermManager terms_;
  Remainders remainders_{terms_};
  TermVector symbols_, results_;
};

TEST_F(RemaindersTest, TheLemmasHold) {
  const Term all = terms_.mk_and(remainders_.lemmas());
  for_all([&](Model& model) {
    ASSERT_TRUE(evaluate(terms_, all, model).is_true());
    for (const Term lemma : violated_in(model)) EXPECT_TRUE(evaluate(terms_, lemma, model).is_true());
  });
}

/// `violated` finds a lemma whenever one of all lemmas is false.
TEST_F(RemaindersTest, AWrongModelViolatesALemma) {
  const Term all = terms_.mk_and(remainders_.lemmas());
  std::size_t wrong = 0;
  for_all([&](Model& model) {
    Term& result = model.at(results_[0]);
    result = terms_.mk_int(result.integer_value() == 0 ? 1 : 0);
    if (evaluate(terms_, all, model).is_true()) return;
    ++wrong;
    const Term found = terms_.mk_and(violated_in(model));
    ASSERT_TRUE(evaluate(terms_, found, model).is_false());
  });
  EXPECT_GT(wrong, 1000U);
}

TEST_F(RemaindersTest, OnlyRemaindersByVariablesBecomeSymbols) {
  const Term a = symbols_[0], z = symbols_[3];
  const Term by_constant = terms_.mk_eq(terms_.mk_int_mod(a, terms_.mk_int(3)), z);
  EXPECT_EQ(remainders_.image(by_constant), by_constant);
  EXPECT_EQ(remainders_.image(terms_.mk_eq(terms_.mk_int_mod(a, z), z)), terms_.mk_eq(results_[0], z));
  EXPECT_EQ(remainders_.size(), 3U);
}

}  // namespace
}  // namespace pendulum::term
