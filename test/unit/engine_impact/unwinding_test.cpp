// The slides' rules about covers, one by one.
#include "engine/impact/unwinding.h"

#include <gtest/gtest.h>

#include "check_kernel/small_programs.h"

namespace pendulum::engine::impact {
namespace {

using arg::LabelOrigin;
using arg::NodeId;
using check::test::Counter;
using check::test::TermContext;
using term::Term;

/// x = 0; while (x < 10) x++;   node 1 is the first at the head; loop(n) is the next one below n.
struct UnwindingTest : ::testing::Test {
  TermContext w;
  Counter counter{w};
  arg::Implications implications{w.terms, w.solvers->make(w.terms, {}), w.yes(), w.statistics, "test."};
  Unwinding unwinding{counter.program, nullptr, implications, w.statistics, "test."};

  NodeId first() { return unwinding.expand(0).at(0); }
  NodeId loop(NodeId node) { return unwinding.expand(node).at(0); }
  void label(NodeId node, std::int64_t bound) {
    unwinding.strengthen(node, w.at_most(counter.x, bound), LabelOrigin::Interpolant);
  }
};

TEST_F(UnwindingTest, ANodeIsCoveredByAnEarlierOneWhoseLabelItImplies) {
  const NodeId a = first(), b = loop(a);
  label(a, 5);
  EXPECT_FALSE(unwinding.close(b));
  label(b, 3);
  EXPECT_TRUE(unwinding.close(b));
  EXPECT_EQ(unwinding.arg().node(b).covered_by, std::vector<NodeId>{a});
}

TEST_F(UnwindingTest, NeverByALaterOne) {
  const NodeId a = first(), b = loop(a);
  label(a, 3);
  label(b, 5);
  EXPECT_FALSE(unwinding.close(a));
  EXPECT_FALSE(unwinding.is_covered(a));
}

TEST_F(UnwindingTest, AStrongerCovererCoversNoMore) {
  const NodeId a = first(), b = loop(a);
  label(a, 5);
  label(b, 3);
  ASSERT_TRUE(unwinding.close(b));
  EXPECT_TRUE(unwinding.take_uncovered_leaves().empty());
  label(a, 4);
  EXPECT_FALSE(unwinding.is_covered(b));
  EXPECT_EQ(unwinding.take_uncovered_leaves(), std::vector<NodeId>{b});
  EXPECT_TRUE(unwinding.close(b));
}

TEST_F(UnwindingTest, WhatIsImpliedAlreadyChangesNothing) {
  const NodeId a = first(), b = loop(a);
  label(a, 5);
  label(b, 3);
  ASSERT_TRUE(unwinding.close(b));
  label(a, 7);
  EXPECT_TRUE(unwinding.is_covered(b));
  EXPECT_EQ(unwinding.arg().node(a).label, w.at_most(counter.x, 5));
}

TEST_F(UnwindingTest, LabelsDoNotRepeatFacts) {
  const NodeId a = first();
  label(a, 7);
  implications.assume_at(counter.head, {w.at_most(counter.x, 7)});
  label(a, 8);
  EXPECT_EQ(unwinding.arg().node(a).label, w.at_most(counter.x, 7)) << "the facts imply the formula";
  label(a, 5);
  EXPECT_EQ(unwinding.arg().node(a).label, w.at_most(counter.x, 5)) << "the fact is dropped";
}

TEST_F(UnwindingTest, FactsEnableCovers) {
  const NodeId a = first(), b = loop(a), c = loop(b);
  label(a, 5);
  label(b, 6);
  label(c, 7);
  EXPECT_FALSE(unwinding.close_path(c));
  implications.assume_at(counter.head, {w.at_most(counter.x, 4)});
  unwinding.reopen(counter.head);
  EXPECT_TRUE(unwinding.close_path(c));
  EXPECT_EQ(unwinding.arg().node(b).covered_by, std::vector<NodeId>{a});
}

/// x |> y removes z |> w for w below x: a, b, c, d are nodes of the head, each below the one before; d |> c,
/// then b |> a.
TEST_F(UnwindingTest, ACoverRemovesCoversByDescendants) {
  const NodeId a = first(), b = loop(a), c = loop(b), d = loop(c);
  label(a, 9);
  label(b, 1);
  label(c, 9);
  unwinding.strengthen(c, w.no(w.is(counter.x, 4)), LabelOrigin::Interpolant);
  label(d, 2);
  label(b, 0);
  // d implies c but neither a, whose label is chosen for this, nor b.
  unwinding.strengthen(a, w.no(w.is(counter.x, 2)), LabelOrigin::Interpolant);
  ASSERT_TRUE(unwinding.close(d));
  ASSERT_EQ(unwinding.arg().node(d).covered_by, std::vector<NodeId>{c});
  ASSERT_TRUE(unwinding.close(b));
  EXPECT_TRUE(unwinding.arg().node(d).covered_by.empty());
  // d is below b, so it is covered through b and is not an open leaf.
  EXPECT_TRUE(unwinding.is_covered(d));
  EXPECT_TRUE(unwinding.take_uncovered_leaves().empty());
  // When b is uncovered, d becomes an open leaf again.
  unwinding.strengthen(a, w.no(w.is(counter.x, 0)), LabelOrigin::Interpolant);
  EXPECT_FALSE(unwinding.is_covered(d));
  const std::vector<NodeId> leaves = unwinding.take_uncovered_leaves();
  EXPECT_NE(std::find(leaves.begin(), leaves.end(), d), leaves.end());
}

TEST_F(UnwindingTest, CoveredNodesCoverNobody) {
  const NodeId a = first(), b = loop(a), c = loop(b);
  label(a, 5);
  label(b, 5);
  ASSERT_TRUE(unwinding.close(b));
  EXPECT_TRUE(unwinding.is_covered(c));
  EXPECT_EQ(unwinding.candidates(c, 10), std::vector<NodeId>{a});
}

TEST_F(UnwindingTest, ClosingAPathBeginsAbove) {
  const NodeId a = first(), b = loop(a), c = loop(b);
  label(a, 5);
  label(b, 5);
  label(c, 5);
  EXPECT_TRUE(unwinding.close_path(c));
  EXPECT_EQ(unwinding.arg().node(b).covered_by, std::vector<NodeId>{a});
  EXPECT_TRUE(unwinding.arg().node(c).covered_by.empty());
}

}  // namespace
}  // namespace pendulum::engine::impact
