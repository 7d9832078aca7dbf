// Which back edges are removed because their loop changes no variable.
#include "program/passes/without_stuttering.h"

#include <gtest/gtest.h>

namespace pendulum::program {
namespace {

class StutteringTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry");
  LocationId head = builder.add_location("head");
  LocationId body = builder.add_location("body");
  LocationId error = builder.add_location("error");
  term::Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  term::Term dead = terms.mk_symbol("dead", terms.bitvec_sort(8));

  void SetUp() override {
    for (const term::Term symbol : {x, dead}) {
      Variable variable;
      variable.symbol = symbol;
      builder.add_variable(variable);
    }
    builder.set_entry(entry);
    builder.set_error(error);
    edge(entry, head, {{x, terms.mk_bv(0, 8)}});
    edge(head, body, {});
    builder.add_edge({.source = head, .target = error, .guard = terms.mk_eq(x, terms.mk_bv(1, 8))});
  }
  void edge(LocationId source, LocationId target, std::vector<Assignment> updates) {
    builder.add_edge(
        {.source = source, .target = target, .guard = terms.mk_true(), .updates = std::move(updates)});
  }
};

TEST_F(StutteringTest, ALoopWithoutEffectIsLeftOrEnds) {
  edge(body, head, {{dead, x}});
  const Program result = without_stuttering(builder.build());
  EXPECT_EQ(3u, result.edges().size());
  EXPECT_TRUE(result.outgoing(body).empty());
}

TEST_F(StutteringTest, AnAssignmentKeepsTheLoop) {
  edge(body, head, {{x, terms.mk_bvadd(x, terms.mk_bv(1, 8))}});
  EXPECT_EQ(4u, without_stuttering(builder.build()).edges().size());
}

/// Without the back edge, an execution that enters the loop at its body would not reach the head.
TEST_F(StutteringTest, ALoopWithTwoEntriesIsKept) {
  edge(body, head, {});
  edge(entry, body, {{x, terms.mk_bv(1, 8)}});
  EXPECT_EQ(5u, without_stuttering(builder.build()).edges().size());
}

TEST_F(StutteringTest, NestedLoopsWithoutEffectAreBothRemoved) {
  edge(body, body, {});
  edge(body, head, {});
  EXPECT_EQ(3u, without_stuttering(builder.build()).edges().size());
}

}  // namespace
}  // namespace pendulum::program
