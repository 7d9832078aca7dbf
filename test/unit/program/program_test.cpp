// Tests the builder and the rules of verify_program: each rule with a program that satisfies it and one that
// violates it.
#include "program/program.h"

#include <gtest/gtest.h>

#include <array>

namespace pendulum::program {
namespace {

class ProgramTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  term::Sort int32 = terms.bitvec_sort(32);
  term::Term x = terms.mk_symbol("x", int32);
  term::Term y = terms.mk_symbol("y", int32);
  term::Term in = terms.mk_symbol("in", int32);
  term::Term in2 = terms.mk_symbol("in2", int32);
  term::Term zero = terms.mk_bv(0, 32);
  term::Term one = terms.mk_bv(1, 32);
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry");
  LocationId loop = builder.add_location("loop");
  LocationId error = builder.add_location("error");

  void SetUp() override {
    builder.add_variable({x, "x", "main", Variable::Signedness::Signed});
    builder.add_variable({y, "y", "main", Variable::Signedness::Unknown});
    builder.set_entry(entry);
    builder.set_error(error);
  }

  Edge edge(LocationId source, LocationId target, term::Term guard, std::vector<Assignment> updates = {},
            std::vector<term::Term> inputs = {}) {
    Edge result{.source = source, .target = target, .guard = guard, .updates = std::move(updates)};
    for (term::Term input : inputs) result.inputs.push_back({input, {}});
    return result;
  }

  /// The text of the error that build() throws; empty if it throws none.
  std::string refusal() {
    try {
      builder.build();
    } catch (const base::InternalError& failure) {
      return failure.what();
    }
    return "";
  }
};

TEST_F(ProgramTest, BuildsAGraph) {
  EXPECT_EQ(0u, builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, zero}})));
  EXPECT_EQ(1u, builder.add_edge(edge(loop, loop, terms.mk_true(), {{x, terms.mk_bvadd(x, in)}}, {in})));
  EXPECT_EQ(2u, builder.add_edge(edge(loop, error, terms.mk_bvslt(x, zero))));
  const Program program = builder.build();
  EXPECT_EQ(3u, program.locations().size());
  EXPECT_EQ((std::vector<EdgeId>{1, 2}), program.outgoing(loop));
  EXPECT_EQ((std::vector<EdgeId>{0, 1}), program.incoming(loop));
  EXPECT_TRUE(program.is_variable(y));
  EXPECT_FALSE(program.is_variable(in));
  EXPECT_EQ(1u, program.variable_index(y));
  EXPECT_EQ(&terms, &program.terms());
}

TEST_F(ProgramTest, NamesAreMadeUnique) {
  builder.add_location("loop.1");
  const LocationId second = builder.add_location("loop");
  const LocationId third = builder.add_location("loop");
  const LocationId unnamed = builder.add_location("");
  const Program program = builder.build();
  EXPECT_EQ("loop", program.location(loop).name);
  EXPECT_EQ("loop.2", program.location(second).name);
  EXPECT_EQ("loop.3", program.location(third).name);
  EXPECT_FALSE(program.location(unnamed).name.empty());
}

TEST_F(ProgramTest, UpdatesAreSortedAndIdentitiesDropped) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{y, one}, {x, zero}}));
  builder.add_edge(edge(loop, loop, terms.mk_true(), {{y, x}, {x, x}}));
  const Program program = builder.build();
  ASSERT_EQ(2u, program.edge(0).updates.size());
  EXPECT_EQ(x, program.edge(0).updates[0].variable);
  EXPECT_EQ(y, program.edge(0).updates[1].variable);
  ASSERT_EQ(1u, program.edge(1).updates.size());
  EXPECT_EQ(y, program.edge(1).updates[0].variable);
}

TEST_F(ProgramTest, EdgesThatCannotBeTakenAreDropped) {
  EXPECT_FALSE(builder.add_edge(edge(entry, loop, terms.mk_false())).has_value());
  EXPECT_TRUE(builder.build().edges().empty());
}

TEST_F(ProgramTest, RefusesTwoUpdatesOfOneVariable) {
  EXPECT_THROW(builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, zero}, {x, one}})),
               base::InternalError);
}

TEST_F(ProgramTest, RefusesTwoDeclarationsOfOneVariable) {
  EXPECT_THROW(builder.add_variable({x, "", "", Variable::Signedness::Unknown}), base::InternalError);
}

TEST_F(ProgramTest, RefusesLocationsOutOfRange) {
  builder.add_edge(edge(entry, 17, terms.mk_true()));
  EXPECT_NE(std::string::npos, refusal().find("declared locations"));
}

TEST_F(ProgramTest, RefusesEntryOutOfRange) {
  builder.set_entry(17);
  EXPECT_NE(std::string::npos, refusal().find("among the"));
}

TEST_F(ProgramTest, RefusesEntryThatIsTheError) {
  builder.set_error(entry);
  EXPECT_NE(std::string::npos, refusal().find("two locations"));
}

TEST_F(ProgramTest, RefusesGuardsThatAreNotBool) {
  builder.add_edge(edge(entry, loop, in, {}, {in}));
  EXPECT_NE(std::string::npos, refusal().find("sort Bool"));
}

TEST_F(ProgramTest, RefusesUpdatesOfAnotherSort) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, terms.mk_bv(0, 8)}}));
  EXPECT_NE(std::string::npos, refusal().find("(_ BitVec 32)"));
}

TEST_F(ProgramTest, RefusesUpdatesOfUndeclaredVariables) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{in, zero}}));
  EXPECT_NE(std::string::npos, refusal().find("declared variables"));
}

TEST_F(ProgramTest, RefusesUndeclaredSymbols) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, in}}));
  EXPECT_NE(std::string::npos, refusal().find("its own inputs"));
}

TEST_F(ProgramTest, RefusesInputsOfOtherEdges) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, in}}, {in}));
  builder.add_edge(edge(loop, error, terms.mk_eq(in, zero)));
  EXPECT_NE(std::string::npos, refusal().find("should not use in"));
}

TEST_F(ProgramTest, RefusesInputsOfTwoEdges) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, in}}, {in}));
  builder.add_edge(edge(loop, error, terms.mk_true(), {}, {in}));
  EXPECT_NE(std::string::npos, refusal().find("belong to one edge"));
}

TEST_F(ProgramTest, RefusesInputsThatAreVariables) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {}, {x}));
  EXPECT_NE(std::string::npos, refusal().find("and a variable"));
}

TEST_F(ProgramTest, AcceptsSeveralInputs) {
  builder.add_edge(edge(entry, loop, terms.mk_bvslt(in, in2), {{x, in}}, {in, in2}));
  EXPECT_EQ("", refusal());
}

TEST_F(ProgramTest, RefusesEdgesThatLeaveTheError) {
  builder.add_edge(edge(error, loop, terms.mk_true()));
  EXPECT_NE(std::string::npos, refusal().find("leave the error"));
}

TEST_F(ProgramTest, RefusesVariablesLiveAtEntry) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, zero}}));
  builder.add_edge(edge(loop, error, terms.mk_bvslt(x, y)));
  EXPECT_NE(std::string::npos, refusal().find("variable y should not be live"));
}

TEST_F(ProgramTest, RefusesVariablesReadByTheEdgeThatAssignsThem) {
  builder.add_edge(edge(entry, loop, terms.mk_true(), {{x, terms.mk_bvadd(x, one)}}));
  EXPECT_NE(std::string::npos, refusal().find("variable x should not be live"));
}

TEST_F(ProgramTest, RefusesQuantifiers) {
  const term::Term bound = terms.mk_symbol("bound", int32);
  const term::Term body = terms.mk_bvslt(bound, in);
  builder.add_edge(edge(entry, loop, terms.mk_forall(std::array{bound}, body), {}, {in}));
  EXPECT_NE(std::string::npos, refusal().find("free of quantifiers"));
}

TEST_F(ProgramTest, UnsupportedEdgesLeadToTheError) {
  Edge wrong = edge(entry, loop, terms.mk_true());
  wrong.is_unsupported = true;
  builder.add_edge(wrong);
  EXPECT_NE(std::string::npos, refusal().find("is unsupported"));
}

TEST_F(ProgramTest, AcceptsUnsupportedEdgesIntoTheError) {
  Edge good = edge(entry, error, terms.mk_true());
  good.is_unsupported = true;
  builder.add_edge(good);
  EXPECT_EQ("", refusal());
}

TEST(SourceLocationTest, Text) {
  EXPECT_EQ("unknown location", SourceLocation{}.to_string());
  EXPECT_EQ("a.c:12", (SourceLocation{"a.c", 12, 3, "main"}).to_string());
}

}  // namespace
}  // namespace pendulum::program
