// Tests facts: affine equalities of points, samples of executions, candidates that satisfy the samples,
// Houdini.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/budget.h"
#include "facts/affine.h"
#include "facts/assigned_values.h"
#include "facts/candidates.h"
#include "facts/houdini.h"
#include "facts/random_values.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::facts {
namespace {

TEST(AffineTest, RejectsPointsOfDifferentLengths) {
  EXPECT_THROW(affine_equalities({{0, 1}, {1}}), base::InternalError);
}

TEST(AssignedValuesTest, RejectsAFlagWithoutValues) {
  term::TermManager terms;
  const term::Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  EXPECT_THROW(one_of(terms, x, {}), base::InternalError);
  EXPECT_EQ(terms.mk_eq(x, terms.mk_bv(3, 8)), one_of(terms, x, {terms.mk_bv(3, 8)}));
}

TEST(AffineTest, FindsTheEqualityOfALine) {
  // y = 2x + 1
  const auto basis = affine_equalities({{0, 1}, {1, 3}, {5, 11}});
  ASSERT_EQ(1u, basis.size());
  const auto& row = basis[0];
  for (const long x : {0l, 1l, 5l, 9l}) EXPECT_EQ(0, row[0] * x + row[1] * (2 * x + 1) + row[2]);
}

TEST(AffineTest, FindsNothingInGeneralPosition) {
  EXPECT_TRUE(affine_equalities({{0, 0}, {1, 0}, {0, 1}}).empty());
  EXPECT_TRUE(affine_equalities({}).empty());
}

TEST(AffineTest, ScalesToCoprimeIntegers) {
  const auto basis = affine_equalities({{0, 0}, {6, 4}});
  ASSERT_EQ(1u, basis.size());
  EXPECT_EQ(1, gcd(gcd(basis[0][0], basis[0][1]), basis[0][2]));
}

/// x and y grow together; the error is x != y after the loop.
constexpr const char* together = R"(program
variable x (_ BitVec 32) signed
variable y (_ BitVec 32) signed
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x00000000
  set y #x00000000
edge 1 -> 1
  input more Bool internal
  guard (and more (not (bvsaddo x #x00000002)) (not (bvsaddo y #x00000002)))
  set x (bvadd x #x00000002)
  set y (bvadd y #x00000002)
edge 1 -> 2
  guard (not (= x y))
)";

class FactsTest : public ::testing::Test {
 protected:
  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  program::Program program_ = program::parse(terms_, together);
  term::Term x_ = terms_.find_symbol("x");
  term::Term y_ = terms_.find_symbol("y");

  static bool contains(const term::TermVector& terms, term::Term term) {
    return std::find(terms.begin(), terms.end(), term) != terms.end();
  }
};

TEST_F(FactsTest, RandomArraysAreNotAlwaysZeroAndComeAgainWithTheSeed) {
  const term::Sort bytes = terms_.array_sort(terms_.bitvec_sort(32), terms_.bitvec_sort(8));
  RandomValues values(program_, 1);
  RandomValues again(program_, 1);
  bool is_ever_filled = false;
  for (int i = 0; i < 20; ++i) {
    const term::Term array = values.draw(bytes);
    EXPECT_EQ(array, again.draw(bytes));
    is_ever_filled |= array != terms_.mk_zero(bytes);
  }
  EXPECT_TRUE(is_ever_filled);
}

TEST_F(FactsTest, SamplesAreReached) {
  const Samples samples = sample(program_, *solvers_, {}, 1, stop_);
  ASSERT_FALSE(samples[1].empty());
  for (const term::Model& state : samples[1]) EXPECT_EQ(state.at(x_), state.at(y_));
  EXPECT_TRUE(samples[2].empty());
}

TEST_F(FactsTest, CandidatesHoldInTheSamples) {
  const Samples samples = sample(program_, *solvers_, {}, 1, stop_);
  const auto all = candidates(program_, samples, Tier::Relations);
  EXPECT_TRUE(contains(all[1], terms_.mk_eq(x_, y_)));
  for (const term::Term candidate : all[1])
    for (const term::Model& state : samples[1])
      EXPECT_TRUE(term::evaluate(terms_, candidate, state).is_true()) << candidate.to_string();
}

TEST_F(FactsTest, HoudiniKeepsWhatIsInductiveAndNothingElse) {
  const term::Term equal = terms_.mk_eq(x_, y_);
  const term::Term even = terms_.mk_eq(terms_.mk_extract(x_, 0, 0), terms_.mk_bv(0, 1));
  const term::Term small = terms_.mk_bvsle(x_, terms_.mk_bv(10, 32));
  Facts candidates(3);
  candidates[1] = {equal, even, small};
  const auto facts = houdini(program_, Facts(3), candidates, *solvers_, statistics_, stop_);
  EXPECT_EQ((term::TermVector{equal, even}), facts[1]);
}

TEST_F(FactsTest, HoudiniBuildsOnWhatIsEstablished) {
  const term::Term equal = terms_.mk_eq(x_, y_);
  const term::Term not_larger = terms_.mk_bvsle(x_, y_);
  Facts established(3), candidates(3);
  established[1] = {equal};
  candidates[1] = {not_larger};
  const auto facts = houdini(program_, established, candidates, *solvers_, statistics_, stop_);
  EXPECT_EQ((term::TermVector{equal, not_larger}), facts[1]);
}

TEST_F(FactsTest, HoudiniAddsNothingWithoutTime) {
  Facts candidates(3);
  candidates[1] = {terms_.mk_eq(x_, y_)};
  EXPECT_TRUE(houdini(program_, Facts(3), candidates, *solvers_, statistics_,
                      base::Budget::at_most(stop_, std::chrono::milliseconds(0)))[1]
                  .empty());
}

TEST(AssignedValuesTest, FlagsGetConstantsAndWhatOtherFlagsHold) {
  term::TermManager terms;
  const program::Program program = program::parse(terms, R"(program
variable state Int
variable copy Int
variable count Int
variable input Int
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input in Int internal
  set state 1
  set copy 0
  set count 0
  set input in
edge 1 -> 1
  set state (ite (= state 1) 3 (ite (= count 0) 1 state))
  set copy state
  set count (+ count 1)
edge 1 -> 2
  guard (and (= copy 3) (= count 7) (= input 1))
)");
  const AssignedValues values = assigned_values(program);
  const auto of = [&](const char* name) {
    std::vector<std::string> result;
    const auto found = values.find(terms.mk_symbol(name, terms.int_sort()));
    if (found != values.end())
      for (const term::Term value : found->second) result.push_back(value.to_string());
    std::ranges::sort(result);
    return result;
  };
  EXPECT_EQ((std::vector<std::string>{"1", "3"}), of("state"));
  EXPECT_EQ((std::vector<std::string>{"0", "1", "3"}), of("copy"));
  EXPECT_TRUE(of("count").empty()) << "counts";
  EXPECT_TRUE(of("input").empty()) << "anything";
}

}  // namespace
}  // namespace pendulum::facts
