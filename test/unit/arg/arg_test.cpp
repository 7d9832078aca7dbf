#include "arg/arg.h"

#include <gtest/gtest.h>

#include <sstream>

#include "arg/invariant.h"
#include "arg/well_labelled.h"
#include "base/error.h"
#include "check_kernel/small_programs.h"

namespace pendulum::arg {
namespace {

using check::test::Counter;
using check::test::TermContext;
using term::Term;

/// The counting loop unwound: 0 entry, 1 head, 2 head again, 3 after (from 1), 4 error (from 3).
struct Unwound {
  TermContext w;
  Counter counter{w};
  EventLog log;
  Arg arg{counter.program, &log};
  NodeId head, again, after, error;

  Unwound() {
    head = arg.add_node(counter.head);
    arg.add_edge(arg.root(), head, 0);
    arg.set_expanded(arg.root());
    again = arg.add_node(counter.head);
    arg.add_edge(head, again, 1);
    after = arg.add_node(counter.after);
    arg.add_edge(head, after, 2);
    arg.set_expanded(head);
    error = arg.add_node(counter.error);
    arg.add_edge(after, error, 3);
    arg.set_expanded(after);
  }
  /// x <= 10 at the head, x = 10 after the loop, the second head covered by the first.
  void prove() {
    arg.set_label(head, w.at_most(counter.x, 10), LabelOrigin::Interpolant);
    arg.set_label(again, w.at_most(counter.x, 10), LabelOrigin::Interpolant);
    arg.set_label(after, w.is(counter.x, 10), LabelOrigin::Interpolant);
    arg.set_label(error, w.terms.mk_false(), LabelOrigin::Interpolant);
    arg.cover(again, {head});
  }
};

TEST(Arg, the_root_stands_at_the_entry_and_is_true) {
  Unwound u;
  EXPECT_EQ(u.arg.node(u.arg.root()).location, u.counter.entry);
  EXPECT_TRUE(u.arg.node(u.arg.root()).label.is_true());
  EXPECT_TRUE(u.arg.node(u.arg.root()).is_expanded);
  EXPECT_FALSE(u.arg.node(u.again).is_expanded);
}

TEST(Arg, edges_follow_the_program_and_close_no_cycle) {
  Unwound u;
  EXPECT_THROW(u.arg.add_edge(u.again, u.after, 3), base::InternalError);
  EXPECT_THROW(u.arg.add_edge(u.again, u.head, 1), base::InternalError);
  EXPECT_THROW(u.arg.add_edge(u.head, u.head, 1), base::InternalError);
  EXPECT_EQ(u.arg.node(u.again).outgoing.size(), 0U);
  u.arg.add_edge(u.again, u.after, 2);  // a second path to a node: a DAG
  EXPECT_EQ(u.arg.node(u.after).incoming.size(), 2U);
}

TEST(Arg, covers_join_different_nodes_of_one_location) {
  Unwound u;
  EXPECT_THROW(u.arg.cover(u.after, {u.head}), base::InternalError);
  EXPECT_THROW(u.arg.cover(u.again, {u.again}), base::InternalError);
  EXPECT_THROW(u.arg.cover(u.again, {}), base::InternalError);
  u.arg.cover(u.again, {u.head});
  EXPECT_EQ(u.arg.node(u.again).covered_by, std::vector<NodeId>{u.head});
  u.arg.uncover(u.again);
  EXPECT_TRUE(u.arg.node(u.again).covered_by.empty());
}

TEST(Arg, orders) {
  Unwound u;
  u.arg.add_edge(u.again, u.after, 2);
  const std::vector<NodeId> all = {0, u.head, u.again, u.after, u.error};
  EXPECT_EQ(u.arg.topological_order(), all);
  EXPECT_EQ(u.arg.ancestors(u.error), all);
  EXPECT_EQ(u.arg.ancestors(u.again), (std::vector<NodeId>{0, u.head, u.again}));
  EXPECT_EQ(u.arg.descendants(u.after), (std::vector<NodeId>{u.after, u.error}));
  EXPECT_TRUE(u.arg.is_ancestor(u.again, u.error));
  EXPECT_FALSE(u.arg.is_ancestor(u.error, u.again));
  EXPECT_TRUE(u.arg.is_ancestor(u.again, u.again));
  u.arg.add_node(u.counter.head);  // not connected: not part of the order
  EXPECT_EQ(u.arg.topological_order(), all);
}

TEST(Arg, dominators_where_ways_meet) {
  Unwound u;
  EXPECT_EQ(u.arg.dominators(), (std::vector<NodeId>{0, 0, u.head, u.head, u.after}));
  u.arg.add_edge(u.again, u.after, 2);
  EXPECT_EQ(u.arg.dominators(), (std::vector<NodeId>{0, 0, u.head, u.head, u.after}));
  const NodeId third = u.arg.add_node(u.counter.head);
  u.arg.add_edge(u.again, third, 1);
  EXPECT_EQ(u.arg.dominators()[third], u.again);
}

TEST(Arg, what_a_covered_node_dominates_is_covered) {
  Unwound u;
  const NodeId third = u.arg.add_node(u.counter.head);
  u.arg.add_edge(u.again, third, 1);
  const NodeId exit = u.arg.add_node(u.counter.after);
  u.arg.add_edge(third, exit, 2);
  u.arg.cover(u.again, {u.head});
  auto is_covered = u.arg.covered_nodes();
  EXPECT_FALSE(is_covered[u.head]);
  EXPECT_TRUE(is_covered[u.again]);
  EXPECT_TRUE(is_covered[exit]);
  EXPECT_FALSE(is_covered[u.after]);
  u.arg.add_edge(u.head, exit, 2);  // a path around the covered node
  EXPECT_FALSE(u.arg.covered_nodes()[exit]);
}

TEST(Arg, removal_takes_what_is_below_and_the_covers_that_rested_on_it) {
  Unwound u;
  const NodeId third = u.arg.add_node(u.counter.head);
  u.arg.add_edge(u.again, third, 1);
  u.arg.cover(u.head, {third});
  EXPECT_EQ(u.arg.remove_below(u.again), std::vector<NodeId>{u.head});
  EXPECT_TRUE(u.arg.node(third).is_removed);
  EXPECT_FALSE(u.arg.node(u.again).is_removed);
  EXPECT_TRUE(u.arg.node(u.again).outgoing.empty());
  EXPECT_TRUE(u.arg.node(u.head).covered_by.empty());
  EXPECT_EQ(u.arg.topological_order(), (std::vector<NodeId>{0, u.head, u.again, u.after, u.error}));
}

TEST(Arg, removal_refuses_nodes_with_another_way) {
  Unwound u;
  u.arg.add_edge(u.again, u.after, 2);
  EXPECT_THROW(u.arg.remove_below(u.again), base::InternalError);
}

TEST(Arg, deep_graphs_need_no_stack) {
  TermContext w;
  Counter counter(w);
  Arg arg(counter.program, nullptr);
  NodeId last = arg.add_node(counter.head);
  arg.add_edge(arg.root(), last, 0);
  for (int i = 0; i < 200'000; ++i) {
    const NodeId next = arg.add_node(counter.head);
    arg.add_edge(last, next, 1);
    last = next;
  }
  EXPECT_EQ(arg.topological_order().size(), 200'002U);
  EXPECT_EQ(arg.ancestors(last).size(), 200'002U);
  EXPECT_EQ(arg.dominators()[last], last - 1);
}

TEST(EventLog, tells_what_happened_in_order) {
  Unwound u;
  const std::size_t before = u.log.events().size();
  EXPECT_EQ(before, 5U + 4U + 3U);  // nodes, edges, expansions
  u.prove();
  u.arg.uncover(u.again);
  const auto& events = u.log.events();
  ASSERT_EQ(events.size(), before + 6);
  const auto* label = std::get_if<Labelled>(&events[before]);
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->node, u.head);
  EXPECT_EQ(label->label, u.w.at_most(u.counter.x, 10));
  EXPECT_EQ(to_string(label->origin), "interpolant");
  const auto* covered = std::get_if<Covered>(&events[before + 4]);
  ASSERT_NE(covered, nullptr);
  EXPECT_EQ(covered->by, std::vector<NodeId>{u.head});
  EXPECT_NE(std::get_if<Uncovered>(&events[before + 5]), nullptr);
}

TEST(WellLabelled, a_proof_passes_all_checks) {
  Unwound u;
  u.prove();
  const Term known = u.w.yes();
  EXPECT_EQ(check_well_labelled(u.arg, known, *u.w.solvers), std::nullopt);
  EXPECT_EQ(check_complete(u.arg, known, *u.w.solvers), std::nullopt);
  EXPECT_EQ(check_safe(u.arg, known, *u.w.solvers), std::nullopt);
}

TEST(WellLabelled, labels_that_do_not_follow_are_found) {
  Unwound u;
  u.prove();
  u.arg.set_label(u.after, u.w.is(u.counter.x, 11), LabelOrigin::Interpolant);
  EXPECT_EQ(check_well_labelled(u.arg, u.w.yes(), *u.w.solvers),
            "the edge from node 1 to node 3 is not a Hoare triple");
  u.arg.set_label(u.arg.root(), u.w.is(u.counter.x, 1), LabelOrigin::Interpolant);
  EXPECT_EQ(check_well_labelled(u.arg, u.w.yes(), *u.w.solvers), "the root is not labelled true");
}

TEST(WellLabelled, known_facts_may_be_used) {
  Unwound u;
  u.prove();
  u.arg.set_label(u.head, u.w.yes(), LabelOrigin::Interpolant);
  EXPECT_NE(check_well_labelled(u.arg, u.w.yes(), *u.w.solvers), std::nullopt);
  EXPECT_EQ(check_well_labelled(u.arg, u.w.at_most(u.counter.x, 10), *u.w.solvers), std::nullopt);
}

TEST(WellLabelled, a_cover_must_hold) {
  Unwound u;
  u.prove();
  u.arg.set_label(u.again, u.w.at_most(u.counter.x, 11), LabelOrigin::Interpolant);
  EXPECT_EQ(check_complete(u.arg, u.w.yes(), *u.w.solvers), "the cover of node 2 does not hold");
}

TEST(WellLabelled, an_uncovered_leaf_is_no_complete_graph) {
  Unwound u;
  u.prove();
  u.arg.uncover(u.again);
  EXPECT_EQ(check_complete(u.arg, u.w.yes(), *u.w.solvers), "node 2 lacks edge 1");
  u.arg.set_label(u.again, u.w.terms.mk_false(), LabelOrigin::Interpolant);
  EXPECT_EQ(check_complete(u.arg, u.w.yes(), *u.w.solvers), std::nullopt);
}

TEST(WellLabelled, covers_that_rest_on_each_other_are_none) {
  Unwound u;
  u.prove();
  const NodeId third = u.arg.add_node(u.counter.head);
  u.arg.add_edge(u.again, third, 1);
  u.arg.set_label(third, u.w.at_most(u.counter.x, 10), LabelOrigin::Interpolant);
  u.arg.cover(u.again, {third});
  EXPECT_EQ(check_complete(u.arg, u.w.yes(), *u.w.solvers),
            "the cover of node 2 does not lead to an uncovered node");
  u.arg.cover(third, {u.again});
  EXPECT_NE(check_complete(u.arg, u.w.yes(), *u.w.solvers), std::nullopt);
  u.arg.cover(u.again, {u.head});
  EXPECT_EQ(check_complete(u.arg, u.w.yes(), *u.w.solvers), std::nullopt);
}

TEST(WellLabelled, error_nodes_must_be_empty) {
  Unwound u;
  u.prove();
  u.arg.set_label(u.error, u.w.is(u.counter.x, 10), LabelOrigin::Interpolant);
  EXPECT_EQ(check_safe(u.arg, u.w.yes(), *u.w.solvers), "the label of error node 4 is satisfiable");
}

TEST(Invariant, says_each_thing_once) {
  Unwound u;
  u.prove();
  const Term x = u.counter.x;
  Implications implications(u.w.terms, u.w.solvers->make(u.w.terms, {}), u.w.yes(), u.w.statistics, "test.");
  // again is covered; a third node of the head is stronger than the first and adds nothing.
  const NodeId third = u.arg.add_node(u.counter.head);
  u.arg.add_edge(u.head, third, 1);
  u.arg.set_label(third, u.w.at_most(x, 4), LabelOrigin::Interpolant);
  // x <= 12 follows from x <= 10.
  u.arg.set_label(u.head, u.w.terms.mk_and(u.w.at_most(x, 12), u.w.at_most(x, 10)), LabelOrigin::Interpolant);
  const term::TermVector at = invariant(u.arg, implications);
  EXPECT_EQ(at[u.counter.head], u.w.at_most(x, 10));
  EXPECT_EQ(at[u.counter.after], u.w.is(x, 10));
  EXPECT_TRUE(at[u.counter.error].is_false());
  EXPECT_TRUE(at[u.counter.entry].is_true());
}

TEST(Implications, are_asked_once) {
  TermContext w;
  const Term x = w.symbol("x");
  Implications implications(w.terms, w.solvers->make(w.terms, {}), w.yes(), w.statistics, "test.");
  const std::uint64_t& checks = w.statistics.counter("test.cover_checks");
  EXPECT_TRUE(implications.implies(w.at_most(x, 3), w.at_most(x, 5)));
  EXPECT_FALSE(implications.implies(w.at_most(x, 5), w.at_most(x, 3)));
  EXPECT_EQ(checks, 2u);
  EXPECT_TRUE(implications.implies(w.at_most(x, 3), w.at_most(x, 5)));
  EXPECT_FALSE(implications.implies(w.at_most(x, 5), w.at_most(x, 3)));
  EXPECT_TRUE(implications.implies(w.terms.mk_and(w.is(x, 3), w.at_most(x, 9)), w.at_most(x, 9)));
  EXPECT_FALSE(implications.is_empty(w.at_most(x, 5)));
  EXPECT_EQ(checks, 2u);  // the state that refuted the second implication shows that the label is satisfiable
  EXPECT_TRUE(implications.is_empty(w.terms.mk_and(w.is(x, 3), w.is(x, 4))));
}

TEST(Implications, facts_hold_at_their_location_only) {
  TermContext w;
  const Term x = w.symbol("x"), y = w.symbol("y");
  Implications implications(w.terms, w.solvers->make(w.terms, {}), w.yes(), w.statistics, "test.");
  const Term small = w.at_most(x, 5);
  EXPECT_FALSE(implications.implies_at(1, small, w.at_most(x, 3)));
  implications.assume_at(1, {w.at_most(x, 4), w.terms.mk_eq(x, y)});
  EXPECT_FALSE(implications.implies_at(1, small, w.at_most(x, 3)));
  implications.assume_at(1, {w.at_most(y, 3)});
  EXPECT_TRUE(implications.implies_at(1, small, w.at_most(x, 3))) << "an older state is not used any more";
  EXPECT_FALSE(implications.implies_at(2, small, w.at_most(x, 3)));
  EXPECT_FALSE(implications.implies(small, w.at_most(x, 3)));
  EXPECT_TRUE(implications.is_empty_at(1, w.is(x, 4)));
  EXPECT_FALSE(implications.is_empty_at(2, w.is(x, 4)));
  EXPECT_TRUE(implications.is_fact_at(1, w.at_most(y, 3)));
  EXPECT_FALSE(implications.is_fact_at(2, w.at_most(y, 3)));
  EXPECT_EQ(implications.facts_at(1).size(), 3u);
  EXPECT_TRUE(implications.facts_at(2).empty());
}

TEST(Implications, facts_need_no_solver) {
  TermContext w;
  const Term x = w.symbol("x");
  Implications implications(w.terms, w.solvers->make(w.terms, {}), w.yes(), w.statistics, "test.");
  implications.assume_at(1, {w.at_most(x, 4)});
  EXPECT_TRUE(implications.implies_at(1, w.no(w.is(x, 2)), w.at_most(x, 4)));
  EXPECT_EQ(w.statistics.counter("test.cover_checks"), 0u);
}

TEST(Implications, some_formulas_cover_together) {
  TermContext w;
  const Term x = w.symbol("x");
  Implications implications(w.terms, w.solvers->make(w.terms, {}), w.yes(), w.statistics, "test.");
  const term::TermVector parts = {w.is(x, 7), w.at_most(x, 2), w.is(x, 9), w.is(x, 3)};
  auto found = implications.cover_at(1, w.at_most(x, 3), parts);
  ASSERT_TRUE(found.has_value());
  std::ranges::sort(*found);
  EXPECT_EQ(*found, (std::vector<std::size_t>{1, 3}));
  EXPECT_FALSE(implications.cover_at(1, w.at_most(x, 4), parts).has_value());
  implications.assume_at(1, {w.no(w.is(x, 4))});
  EXPECT_TRUE(implications.cover_at(1, w.at_most(x, 4), parts).has_value());
  EXPECT_FALSE(implications.cover_at(1, w.at_most(x, 4), {}).has_value());
}

TEST(Invariant, contains_the_facts) {
  Unwound u;
  u.prove();
  Implications implications(u.w.terms, u.w.solvers->make(u.w.terms, {}), u.w.yes(), u.w.statistics, "test.");
  const Term fact = u.w.at_most(u.counter.x, 10);
  implications.assume_at(u.counter.head, {fact});
  u.arg.set_label(u.head, u.w.yes(), LabelOrigin::Interpolant);
  u.arg.set_label(u.again, u.w.yes(), LabelOrigin::Interpolant);
  EXPECT_EQ(invariant(u.arg, implications)[u.counter.head], fact);
  // Without the fact, the exit from the head is not a Hoare triple.
  EXPECT_NE(check_well_labelled(u.arg, u.w.yes(), *u.w.solvers), std::nullopt);
  AssumedFacts facts(u.w.yes());
  facts.at.assign(u.arg.program().locations().size(), u.w.yes());
  facts.at[u.counter.head] = fact;
  EXPECT_EQ(check_well_labelled(u.arg, facts, *u.w.solvers), std::nullopt);
}

TEST(Dot, shows_labels_and_covers) {
  Unwound u;
  u.prove();
  std::ostringstream out;
  print_dot(out, u.arg);
  EXPECT_NE(out.str().find("n2 -> n1 [style=dashed"), std::string::npos);
  EXPECT_NE(out.str().find("4: error\\nfalse"), std::string::npos);
}

TEST(Dot, escapes_newlines_and_never_cuts_within_a_character) {
  Unwound u;
  std::string name = "a\n";
  while (name.size() < 300) name += "\u00e4";
  u.arg.set_label(u.head, u.w.terms.mk_symbol(name, u.w.terms.bool_sort()), LabelOrigin::Initial);
  std::ostringstream out;
  print_dot(out, u.arg);
  const std::string text = out.str();
  const std::size_t start = text.find("a\\n\u00e4");
  ASSERT_NE(start, std::string::npos) << text;
  const std::size_t end = text.find("...", start);
  ASSERT_NE(end, std::string::npos) << text;
  EXPECT_EQ((end - start - 3) % 2, 0U) << text;
}

}  // namespace
}  // namespace pendulum::arg
