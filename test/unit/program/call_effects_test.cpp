#include "program/call_effects.h"

#include <gtest/gtest.h>

#include "program/recursive_program.h"

namespace pendulum::program {
namespace {

TEST(CallEffects, PairsAndAssignedVariables) {
  term::TermManager terms;
  const RecursiveProgram sum(terms);
  const Program program = sum.build();
  const CallRecognition calls = recognise_calls(program);
  ASSERT_TRUE(calls.structure.has_value()) << calls.reason;
  std::string reason;
  const auto procedures = find_procedures(program, *calls.structure, reason);
  ASSERT_TRUE(procedures.has_value()) << reason;
  const std::vector<CallPair> pairs = call_pairs(program, *calls.structure, *procedures);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].call, RecursiveProgram::call_of_main);
  EXPECT_EQ(pairs[0].back, RecursiveProgram::return_to_main);
  EXPECT_EQ(pairs[1].call, RecursiveProgram::recursive_call);
  EXPECT_EQ(pairs[1].back, RecursiveProgram::inner_return);
  // No procedure assigns variables of the stack.
  const auto assigned = assigned_variables(program, *calls.structure, *procedures);
  ASSERT_EQ(assigned.size(), 2U);
  EXPECT_EQ(assigned[0], (term::TermSet{sum.n, sum.result}));
  EXPECT_EQ(assigned[1], (term::TermSet{sum.n, sum.result}));
}

}  // namespace
}  // namespace pendulum::program
