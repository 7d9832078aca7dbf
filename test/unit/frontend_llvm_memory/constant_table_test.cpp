// Decision trees for constant tables agree with the theory of arrays.
#include "frontend/llvm/memory/constant_table.h"

#include <gtest/gtest.h>

#include <random>

#include "term/evaluation/evaluate.h"

namespace pendulum::frontend {
namespace {

using term::Kind;
using term::Term;

class ConstantTable : public testing::Test {
 protected:
  static constexpr std::uint32_t width = 6;

  Term table(const std::vector<std::pair<int, int>>& elements) {
    const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(width), terms_.bitvec_sort(8));
    Term result = terms_.mk_const_array(sort, terms_.mk_bv(7, 8));
    for (const auto& [index, value] : elements)
      result = terms_.mk_store(result, terms_.mk_bv(index, width), terms_.mk_bv(value, 8));
    return result;
  }

  void expect_same(Term array) {
    const Term read = read_table(terms_, array, index_);
    for (int i = 0; i < 1 << width; ++i) {
      const Term place = terms_.mk_bv(i, width);
      term::Model model;
      model.emplace(index_, place);
      EXPECT_EQ(term::evaluate(terms_, read, model), terms_.mk_select(array, place)) << "index " << i;
    }
  }

  term::TermManager terms_;
  Term index_ = terms_.mk_symbol("i", terms_.bitvec_sort(width));
};

TEST_F(ConstantTable, RunsBecomeADecisionTree) {
  const Term array = table({{0, 1}, {1, 1}, {2, 1}, {10, 3}, {11, 3}, {63, 9}});
  EXPECT_EQ(read_table(terms_, array, index_).kind(), Kind::Ite);
  expect_same(array);
}

TEST_F(ConstantTable, ManyRunsStayAnArray) {
  std::vector<std::pair<int, int>> elements;
  for (int i = 0; i < 64; ++i) elements.emplace_back(i, i * 37 % 64);
  EXPECT_EQ(read_table(terms_, table(elements), index_).kind(), Kind::Select);
}

TEST_F(ConstantTable, AscendingElementsAreOneRun) {
  std::vector<std::pair<int, int>> elements;
  for (int i = 0; i < 64; ++i) elements.emplace_back(i, i < 20 || i > 40 ? i + 100 : i + 60);
  const Term read = read_table(terms_, table(elements), index_);
  EXPECT_EQ(read.kind(), Kind::Ite);
  expect_same(table(elements));
}

TEST_F(ConstantTable, RandomTablesWithAscents) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<int, int>> elements;
    int value = 0;
    for (int i = 0; i < 64; ++i) {
      value = random() % 6 == 0 ? static_cast<int>(random() % 200)
                                : value + (round % 3 == 0 && i % 7 < 2 ? 0 : 1);
      if (random() % 20 != 0) elements.emplace_back(i, value % 256);
    }
    expect_same(table(elements));
  }
}

TEST_F(ConstantTable, RandomTables) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<int, int>> elements;
    for (int i = 0; i < 64; ++i)
      if (random() % 3 != 0) elements.emplace_back(i, static_cast<int>(random() % 2 + 6));
    expect_same(table(elements));
  }
}

}  // namespace
}  // namespace pendulum::frontend
