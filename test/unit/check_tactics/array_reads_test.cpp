// Simplified reads have the same value in all models, and reads of known elements become these elements.
#include "check/tactics/array_reads.h"

#include <gtest/gtest.h>

#include <random>

#include "term/evaluation/evaluate.h"

namespace pendulum::check {
namespace {

using term::Term;

class ArrayReadsTest : public ::testing::Test {
 protected:
  Term bv(unsigned value) { return terms_.mk_bv(value, 2); }
  Term symbol(const std::string& name) { return terms_.mk_symbol(name, terms_.bitvec_sort(2)); }

  term::TermManager terms_;
  term::Sort memory_ = terms_.array_sort(terms_.bitvec_sort(2), terms_.bitvec_sort(2));
  Term a_ = terms_.mk_symbol("a", memory_);
  Term x_ = symbol("x");
  Term y_ = symbol("y");
  Term c_ = terms_.mk_symbol("c", terms_.bool_sort());
};

TEST_F(ArrayReadsTest, KnownElementsComeOut) {
  ArrayReads reads(terms_);
  const Term ended = terms_.mk_store(a_, bv(3), bv(0));
  const Term chosen = terms_.mk_ite(c_, terms_.mk_store(ended, bv(1), x_), ended);
  EXPECT_EQ(reads(terms_.mk_select(chosen, bv(3))), bv(0)) << "whatever c is";
  EXPECT_EQ(reads(terms_.mk_select(chosen, bv(1))), terms_.mk_ite(c_, x_, terms_.mk_select(a_, bv(1))));
  EXPECT_EQ(reads(terms_.mk_select(a_, y_)), terms_.mk_select(a_, y_)) << "nothing is known";
}

TEST_F(ArrayReadsTest, OperationsOnAFewConstantsAreDoneOneByOne) {
  ArrayReads reads(terms_);
  const Term index = terms_.mk_ite(c_, bv(1), bv(2));
  EXPECT_EQ(reads(terms_.mk_bvult(index, bv(3))), terms_.mk_true());
  EXPECT_EQ(reads(terms_.mk_eq(terms_.mk_bvadd(index, bv(1)), bv(3))), terms_.mk_not(c_));
  EXPECT_EQ(reads(terms_.mk_select(a_, index)),
            terms_.mk_ite(c_, terms_.mk_select(a_, bv(1)), terms_.mk_select(a_, bv(2))));
  const Term open = terms_.mk_bvult(terms_.mk_ite(c_, x_, bv(2)), bv(3));
  EXPECT_EQ(reads(open), open) << "x can be anything";
}

TEST_F(ArrayReadsTest, MeaningStaysForChoices) {
  std::mt19937 random(2);
  for (unsigned round = 0; round < 300; ++round) {
    ArrayReads reads(terms_);
    std::vector<Term> pool{bv(0), bv(1), bv(2), bv(3), x_};
    const auto pick = [&] { return pool[random() % pool.size()]; };
    const auto condition = [&] {
      const Term left = pick();
      return random() % 2 == 0 ? terms_.mk_bvult(left, pick()) : terms_.mk_eq(left, pick());
    };
    for (unsigned i = 0; i < 12; ++i) {
      const Term left = pick();
      Term made = terms_.mk_ite(random() % 2 == 0 ? c_ : condition(), left, pick());
      if (random() % 3 == 0) made = terms_.mk_bvadd(made, pick());
      if (random() % 5 == 0) made = terms_.mk_select(terms_.mk_store(a_, made, left), pick());
      if (random() % 2 == 0) made = reads(made);  // a simplified term occurs again, inside of another term
      pool.push_back(made);
    }
    const Term last = terms_.mk_bvmul(pick(), terms_.mk_bvsub(pick(), pick()));
    const Term simplified = reads(last);
    for (unsigned value = 0; value < 8; ++value) {
      Term content = terms_.mk_zero(memory_);
      for (unsigned i = 0; i < 4; ++i)
        content = terms_.mk_store(content, bv(i), bv(static_cast<unsigned>(random() % 4)));
      const term::Model model{{a_, term::normalize_array_value(terms_, content)},
                              {x_, bv(value % 4)},
                              {c_, terms_.mk_bool(value / 4 == 1)}};
      EXPECT_EQ(term::evaluate(terms_, last, model), term::evaluate(terms_, simplified, model));
    }
  }
}

TEST_F(ArrayReadsTest, MeaningStays) {
  std::mt19937 random(1);
  const Term indices[] = {x_, y_, bv(0), bv(1), bv(2), bv(3)};
  for (unsigned round = 0; round < 200; ++round) {
    ArrayReads reads(terms_);
    Term array = a_;
    for (unsigned i = 0; i < 6; ++i) {
      const Term written =
          terms_.mk_store(array, indices[random() % 6], terms_.mk_select(array, indices[random() % 6]));
      array = random() % 2 == 0 ? written
                                : terms_.mk_ite(terms_.mk_eq(x_, indices[random() % 6]), written, array);
    }
    const Term read = terms_.mk_select(array, indices[random() % 6]);
    const Term seen_through = reads(read);
    for (unsigned value = 0; value < 16; ++value) {
      Term content = terms_.mk_zero(memory_);
      for (unsigned i = 0; i < 4; ++i)
        content = terms_.mk_store(content, bv(i), bv(static_cast<unsigned>(random() % 4)));
      const term::Model model{
          {a_, term::normalize_array_value(terms_, content)}, {x_, bv(value % 4)}, {y_, bv(value / 4)}};
      EXPECT_EQ(term::evaluate(terms_, read, model), term::evaluate(terms_, seen_through, model));
    }
  }
}

}  // namespace
}  // namespace pendulum::check
