#include "system/solve_equations.h"

#include <gtest/gtest.h>

namespace pendulum::system {
namespace {

using term::Term;

class SolveEquations : public ::testing::Test {
 protected:
  Term symbol(const char* name) { return terms_.mk_symbol(name, terms_.int_sort()); }
  Term plus_one(Term term) { return terms_.mk_add(term, terms_.mk_int(1)); }
  term::TermManager terms_;
  const Term x_ = symbol("x"), a_ = symbol("a"), b_ = symbol("b"), c_ = symbol("c");
};

TEST_F(SolveEquations, FollowsChainsOfDefinitions) {
  const Term relation =
      terms_.mk_and({terms_.mk_eq(a_, plus_one(b_)), terms_.mk_eq(b_, plus_one(x_)), terms_.mk_lt(a_, c_)});
  const SolvedRelation solved = solve_equations(terms_, relation, {a_, b_, c_});
  EXPECT_EQ(solved.values.size(), 2u);
  EXPECT_EQ(solved.values.at(b_), plus_one(x_));
  EXPECT_EQ(solved.values.at(a_), terms_.mk_add(x_, terms_.mk_int(2)));
  EXPECT_EQ(solved.rest, terms_.mk_lt(solved.values.at(a_), c_));
}

TEST_F(SolveEquations, CyclesStayEquations) {
  const Term relation = terms_.mk_and(terms_.mk_eq(a_, plus_one(b_)), terms_.mk_eq(b_, plus_one(a_)));
  const SolvedRelation solved = solve_equations(terms_, relation, {a_, b_});
  EXPECT_EQ(solved.values.size(), 1u);
  EXPECT_FALSE(solved.rest.is_true());
}

TEST_F(SolveEquations, TheFirstSymbolIsEliminated) {
  const SolvedRelation solved = solve_equations(terms_, terms_.mk_eq(a_, b_), {b_, a_});
  EXPECT_EQ(solved.values.size(), 1u);
  EXPECT_EQ(solved.values.at(b_), a_);
  EXPECT_TRUE(solved.rest.is_true());
}

TEST_F(SolveEquations, SecondEquationsAndOtherSymbolsStay) {
  const Term relation = terms_.mk_and(terms_.mk_eq(a_, x_), terms_.mk_eq(a_, plus_one(c_)));
  const SolvedRelation solved = solve_equations(terms_, relation, {a_});
  EXPECT_EQ(solved.values.size(), 1u);
  EXPECT_FALSE(solved.rest.is_true());
  EXPECT_TRUE(solve_equations(terms_, relation, {}).values.empty());
}

TEST_F(SolveEquations, BooleanLiteralsAreDefinitions) {
  const Term p = terms_.mk_symbol("p", terms_.bool_sort()), q = terms_.mk_symbol("q", terms_.bool_sort());
  const SolvedRelation solved = solve_equations(terms_, terms_.mk_and(p, terms_.mk_not(q)), {p, q});
  EXPECT_EQ(solved.values.at(p), terms_.mk_true());
  EXPECT_EQ(solved.values.at(q), terms_.mk_false());
}

}  // namespace
}  // namespace pendulum::system
