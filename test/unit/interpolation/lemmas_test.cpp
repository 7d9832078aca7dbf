// The parts of the procedure cubes: lemmas of nodes, their reuse, and the selection of those that are needed.
#include "interpolation/cubes.h"
#include "interpolation/interpolation_fixture.h"
#include "interpolation/lemma_pool.h"
#include "interpolation/needed_lemmas.h"
#include "interpolation/projection/relations.h"

namespace pendulum::interpolation {

namespace {

using term::Term;

/// Counts x up twice from 0 while y stays 0; the goal requires x > 5. Nodes 1, 2 and 3 are at one location.
class LemmasTest : public InterpolationTest {
 protected:
  LemmasTest() {
    program::Edge& first = actions.emplace_back();
    first.guard = terms.mk_true();
    first.updates = {{x, number(0)}, {y, number(0)}};
    program::Edge& count = actions.emplace_back();
    count.guard = terms.mk_true();
    count.updates = {{x, add(x, 1)}};
    program::Edge& last = actions.emplace_back();
    last.guard = terms.mk_and(terms.mk_gt(x, number(5)), terms.mk_ge(y, number(0)));
  }

  /// The DAG in which x is counted up `num_counts` times.
  Dag dag(NodeId num_counts) {
    Dag result;
    result.nodes.push_back({{}, terms.mk_true(), 0});
    for (NodeId i = 0; i <= num_counts; ++i) {
      result.nodes.push_back({{x, y}, terms.mk_true(), 1});
      result.edges.push_back({i, i + 1, &actions[i == 0 ? 0 : 1]});
    }
    result.nodes.push_back({{}, terms.mk_true(), 2});
    result.edges.push_back({num_counts + 1, num_counts + 2, &actions[2]});
    verify_dag(result);
    return result;
  }

  /// Gives the node after i counts the lemmas x <= i and y <= 0, and the goal the lemma false.
  void add_all_lemmas(LemmaGraph& graph) {
    for (NodeId node = 1; node < graph.dag().goal(); ++node) {
      graph.add_lemma(node, at_most(node - 1));
      graph.add_lemma(node, y_is_small);
    }
    graph.add_lemma(graph.dag().goal(), terms.mk_false());
  }

  Term at_most(std::int64_t value) { return terms.mk_le(x, number(value)); }

  const Term x = integer("x"), y = integer("y");
  const Term y_is_small = terms.mk_le(y, number(0));
  std::deque<program::Edge> actions;
};

TEST_F(LemmasTest, OnlyNeededLemmasAreSelected) {
  LemmaGraph graph(context());
  const Dag two = dag(2);
  graph.bind(two, test_limit);
  add_all_lemmas(graph);
  const std::vector<term::TermSet> needed = needed_lemmas(graph);
  ASSERT_EQ(needed.size(), 5u);
  EXPECT_TRUE(needed[0].empty());
  EXPECT_EQ(needed[1], term::TermSet{at_most(0)});
  EXPECT_EQ(needed[2], term::TermSet{at_most(1)});
  EXPECT_EQ(needed[3], term::TermSet{at_most(2)});
  EXPECT_EQ(needed[4], term::TermSet{terms.mk_false()});
  graph.retain(needed);
  EXPECT_EQ(graph.state(2).lemmas, term::TermVector{at_most(1)});
  EXPECT_TRUE(graph.blocked_core(4, {}));
  EXPECT_FALSE(graph.blocked_core(2, {terms.mk_gt(y, number(0))}));  // y <= 0 is not assumed any more
}

TEST_F(LemmasTest, ALemmaIsKeptAtAllNodesOfItsLocation) {
  LemmaGraph graph(context());
  const Dag one = dag(1);
  graph.bind(one, test_limit);
  add_all_lemmas(graph);
  graph.add_lemma(1, at_most(1));  // needed at node 2 only
  const std::vector<term::TermSet> needed = needed_lemmas(graph);
  EXPECT_TRUE(needed[2].contains(at_most(1)));
  EXPECT_TRUE(needed[1].contains(at_most(1)));
}

TEST_F(LemmasTest, LemmasAreKeptFromOneDagToTheNext) {
  LemmaGraph graph(context());
  const Dag one = dag(1), two = dag(2);
  EXPECT_FALSE(graph.bind(one, test_limit));
  EXPECT_TRUE(graph.bind(one, test_limit));
  graph.add_lemma(1, at_most(0));
  EXPECT_FALSE(graph.bind(two, test_limit));
  EXPECT_EQ(graph.state(1).lemmas, term::TermVector{at_most(0)});
  EXPECT_TRUE(graph.state(2).lemmas.empty());
}

/// Soundness: the lemma of a node outside of the present DAG may rest on a lemma that is dropped.
TEST_F(LemmasTest, NodesOutsideOfTheDagLoseTheirLemmas) {
  LemmaGraph graph(context());
  const Dag none = dag(0), one = dag(1);
  graph.bind(one, test_limit);
  add_all_lemmas(graph);
  graph.bind(none, test_limit);
  graph.retain(std::vector<term::TermSet>(none.nodes.size()));
  graph.bind(one, test_limit);
  for (NodeId node = 0; node < one.nodes.size(); ++node)
    EXPECT_TRUE(graph.state(node).lemmas.empty()) << node;
}

TEST_F(LemmasTest, LemmasAreTriedAtAllNodesOfTheirLocation) {
  LemmaGraph graph(context());
  LemmaPool pool(graph);
  const Dag two = dag(2);
  graph.bind(two, test_limit);
  pool.add(1, y_is_small);
  pool.add(1, at_most(0));
  pool.push_everywhere();
  EXPECT_EQ(graph.state(2).lemmas, term::TermVector{y_is_small});
  EXPECT_EQ(graph.state(3).lemmas, term::TermVector{y_is_small});
}

TEST_F(LemmasTest, InactiveLemmasAreNotTried) {
  LemmaGraph graph(context());
  LemmaPool pool(graph);
  const Dag one = dag(1), two = dag(2);
  graph.bind(one, test_limit);
  pool.add(1, y_is_small);
  pool.activate(std::vector<term::TermSet>(one.nodes.size()));
  graph.bind(two, test_limit);
  pool.push_everywhere();
  EXPECT_TRUE(graph.state(2).lemmas.empty());
  pool.add(2, y_is_small);  // found again
  pool.push_everywhere();
  EXPECT_EQ(graph.state(3).lemmas, term::TermVector{y_is_small});
}

TEST_F(LemmasTest, AnInterruptedProcedureContinues) {
  const auto cubes = make_cubes(context());
  const Dag many = dag(5);
  constexpr int max_attempts = 2000;
  for (int i = 0; i < max_attempts; ++i) {
    const Outcome outcome = cubes->label(many, std::chrono::milliseconds(2));
    if (const auto* labels = std::get_if<Labels>(&outcome)) {
      EXPECT_EQ(check_labels(many, *labels, context()), std::nullopt);
      return;
    }
    ASSERT_FALSE(std::get<Failure>(outcome).path);
  }
  FAIL() << "no labels after " << max_attempts << " attempts";
}

TEST_F(LemmasTest, SumsOfInequalities) {
  const Term z = integer("z");
  const auto sum = sum_without(terms, terms.mk_le(x, y), terms.mk_le(y, z));
  ASSERT_TRUE(sum);
  EXPECT_TRUE(is_valid(terms.mk_eq(*sum, terms.mk_le(x, z))));
  EXPECT_FALSE(sum_without(terms, terms.mk_le(x, y), terms.mk_le(z, y)));
  EXPECT_FALSE(sum_without(terms, terms.mk_eq(x, y), terms.mk_le(y, z)));
  EXPECT_FALSE(relations(terms, terms.mk_eq(x, number(3)), terms.mk_not(terms.mk_eq(y, number(3)))).empty());
  EXPECT_TRUE(relations(terms, terms.mk_eq(x, number(3)), terms.mk_eq(y, number(3))).empty());
}

}  // namespace

}  // namespace pendulum::interpolation
