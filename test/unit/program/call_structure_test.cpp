// recognise_calls accepts the form of the front end, and each single deviation from it is rejected.
#include "program/call_structure.h"

#include <gtest/gtest.h>

#include "recursive_program.h"

namespace pendulum::program {
namespace {

using Kind = CallStructure::Edge::Kind;

class CallStructureTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  RecursiveProgram sum{terms};

  term::Term number(unsigned value) { return terms.mk_bv(value, 8); }
  std::vector<Assignment>& updates(EdgeId edge) { return sum.edges[edge].updates; }
  void set(EdgeId edge, term::Term variable, term::Term value) {
    for (Assignment& update : updates(edge))
      if (update.variable == variable) update.value = value;
  }
  std::string reason() {
    const CallRecognition recognition = recognise_calls(sum.build());
    EXPECT_FALSE(recognition.structure.has_value());
    return recognition.reason;
  }
};

TEST_F(CallStructureTest, RecognisesTheStackOfTheFrontEnd) {
  const Program program = sum.build();
  const auto calls = recognise_calls(program).structure;
  ASSERT_TRUE(calls.has_value());
  EXPECT_EQ(sum.depth, calls->depth);
  EXPECT_EQ(sum.sites, calls->sites);
  EXPECT_EQ(term::TermVector{sum.stack}, calls->stacks);
  EXPECT_TRUE(calls->is_stack_variable(sum.stack));
  EXPECT_FALSE(calls->is_stack_variable(sum.n));

  const CallStructure::Edge& call = calls->edges[RecursiveProgram::recursive_call];
  EXPECT_EQ(Kind::Call, call.kind);
  EXPECT_EQ(terms.mk_bv(2, 4), call.site);
  EXPECT_EQ(number(127), call.limit);
  EXPECT_EQ(terms.mk_distinct(sum.n, number(0)), call.guard);
  ASSERT_EQ(1U, call.saves.size());
  EXPECT_EQ(sum.n, call.saves[0].value);
  ASSERT_EQ(1U, call.updates.size());
  EXPECT_EQ(sum.n, call.updates[0].variable);

  const CallStructure::Edge& back = calls->edges[RecursiveProgram::inner_return];
  EXPECT_EQ(Kind::Return, back.kind);
  EXPECT_TRUE(back.guard.is_true());
  ASSERT_EQ(1U, back.updates.size());
  EXPECT_EQ(calls->saved_value(terms, sum.stack), back.updates[0].value);
  EXPECT_EQ(Kind::Local, calls->edges[RecursiveProgram::initial].kind);
  EXPECT_EQ(Kind::Local, calls->edges[RecursiveProgram::add].kind);
}

TEST_F(CallStructureTest, FindsProcedures) {
  const Program program = sum.build();
  std::string reason;
  const auto procedures = find_procedures(program, *recognise_calls(program).structure, reason);
  ASSERT_TRUE(procedures.has_value()) << reason;
  ASSERT_EQ(2U, procedures->all.size());
  const Procedures::Procedure& callee = procedures->all[1];
  EXPECT_EQ(3U, callee.entry);
  EXPECT_EQ(std::vector<LocationId>{4}, callee.exits);
  EXPECT_EQ((std::vector<EdgeId>{RecursiveProgram::call_of_main, RecursiveProgram::recursive_call}),
            callee.calls);
  EXPECT_EQ((std::vector<EdgeId>{RecursiveProgram::return_to_main, RecursiveProgram::inner_return}),
            callee.returns);
  const std::vector<std::optional<std::size_t>> expected{0, std::nullopt, 0, 1, 1, 0, 1};
  EXPECT_EQ(expected, procedures->of_location);
}

TEST_F(CallStructureTest, NamesALocationOfTwoProcedures) {
  sum.edges.push_back({.source = 5, .target = 6, .guard = terms.mk_true()});
  const Program program = sum.build();
  std::string reason;
  EXPECT_FALSE(find_procedures(program, *recognise_calls(program).structure, reason).has_value());
  EXPECT_NE(std::string::npos, reason.find("belongs to two procedures")) << reason;
}

TEST_F(CallStructureTest, RejectsAProgramWithoutCalls) {
  std::erase_if(sum.edges, [&](const Edge& edge) { return edge.target == 3; });
  EXPECT_EQ("no edge is a call", reason());
}

TEST_F(CallStructureTest, RejectsOtherReadsOfTheStack) {
  sum.edges[RecursiveProgram::base].guard = terms.mk_eq(sum.depth, number(1));
  EXPECT_EQ("edge 2 reads depth", reason());
}

TEST_F(CallStructureTest, RejectsOtherWritesToTheStack) {
  updates(RecursiveProgram::add).push_back({sum.stack, terms.mk_store(sum.stack, sum.depth, sum.n)});
  EXPECT_EQ("edge 6 assigns stack", reason());
}

TEST_F(CallStructureTest, RejectsAReadBelowTheTop) {
  set(RecursiveProgram::inner_return, sum.n,
      terms.mk_select(sum.stack, terms.mk_bvsub(sum.depth, number(2))));
  EXPECT_NE(std::string::npos, reason().find("besides the top"));
}

TEST_F(CallStructureTest, RejectsAReadOfAValueThatTheCallDoesNotSave) {
  updates(RecursiveProgram::return_to_main).push_back({sum.n, terms.mk_select(sum.stack, sum.top)});
  EXPECT_EQ("the call 1 does not save a value in stack", reason());
}

TEST_F(CallStructureTest, RejectsACallWithoutLimitOfTheDepth) {
  sum.edges[RecursiveProgram::recursive_call].guard = terms.mk_distinct(sum.n, number(0));
  EXPECT_EQ("the guard of the call 3 should limit the depth only", reason());
}

TEST_F(CallStructureTest, RejectsAReturnThatDoesNotTestTheDepth) {
  sum.edges[RecursiveProgram::inner_return].guard =
      terms.mk_eq(terms.mk_select(sum.sites, sum.top), terms.mk_bv(2, 4));
  EXPECT_EQ("edge 5 tests either the depth or the call site", reason());
}

TEST_F(CallStructureTest, RejectsAReturnThatDoesNotPop) {
  set(RecursiveProgram::inner_return, sum.depth, terms.mk_bvsub(sum.depth, number(2)));
  EXPECT_EQ("edge 5 changes the depth by another number than 1", reason());
}

TEST_F(CallStructureTest, RejectsAStoreAtAnotherIndex) {
  set(RecursiveProgram::recursive_call, sum.stack, terms.mk_store(sum.stack, sum.n, sum.n));
  EXPECT_FALSE(recognise_calls(sum.build()).structure.has_value());
}

TEST_F(CallStructureTest, RejectsAnotherInitialDepth) {
  set(RecursiveProgram::initial, sum.depth, number(1));
  EXPECT_EQ("the initial edge 0 does not set the depth to 0", reason());
}

TEST_F(CallStructureTest, RejectsAnEdgeToTheEntry) {
  sum.edges.push_back({.source = 5, .target = 0, .guard = terms.mk_true()});
  EXPECT_EQ("an edge leads to the entry", reason());
}

}  // namespace
}  // namespace pendulum::program
