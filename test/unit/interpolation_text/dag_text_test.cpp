#include "interpolation/text/dag_text.h"

#include <sstream>

#include "base/error.h"
#include "interpolation/interpolation_fixture.h"

namespace pendulum::interpolation {
namespace {

using term::Term;

class DagTextTest : public InterpolationTest {
 protected:
  /// The action of the middle edges is shared and has an input.
  OwnedDag example() {
    const Term x = integer("x"), y = integer("y z"), input = integer("in");
    DagMaker maker(terms, 4);
    maker.edge(0, 1, terms.mk_true(), {{x, number(0)}, {y, number(0)}});
    maker.edge(1, 2, terms.mk_gt(input, number(0)), {{x, input}, {y, x}}, {input});
    maker.edge(1, 2, terms.mk_gt(input, number(0)), {{x, input}, {y, x}}, {input});
    maker.edge(2, 3, terms.mk_lt(terms.mk_add(x, y), number(0)));
    maker.known(2, terms.mk_ge(y, number(0)));
    OwnedDag owned = maker.finish();
    owned.dag.edges[2].action = owned.dag.edges[1].action;
    owned.dag.nodes[2].location = 77;
    return owned;
  }
  std::string text_of(const Dag& dag) {
    std::ostringstream out;
    write_dag(out, terms, dag);
    return out.str();
  }
};

TEST_F(DagTextTest, ReadsWhatItWrote) {
  const OwnedDag owned = example();
  const StoredDag stored = read_dag(terms, text_of(owned.dag));
  ASSERT_EQ(stored.dag.nodes.size(), owned.dag.nodes.size());
  for (std::size_t i = 0; i < owned.dag.nodes.size(); ++i) {
    EXPECT_EQ(stored.dag.nodes[i].scope, owned.dag.nodes[i].scope);
    EXPECT_EQ(stored.dag.nodes[i].known, owned.dag.nodes[i].known);
    EXPECT_EQ(stored.dag.nodes[i].location, owned.dag.nodes[i].location);
  }
  ASSERT_EQ(stored.dag.edges.size(), 4u);
  EXPECT_EQ(stored.dag.edges[1].action->guard, owned.dag.edges[1].action->guard);
  EXPECT_NE(stored.dag.edges[2].action->inputs[0].symbol, stored.dag.edges[1].action->inputs[0].symbol);
  EXPECT_EQ(text_of(stored.dag), text_of(read_dag(terms, text_of(stored.dag)).dag));
  expect_labels(Method::Cubes, stored.dag);
}

TEST_F(DagTextTest, AnotherManagerReadsIt) {
  const std::string text = text_of(example().dag);
  term::TermManager other;
  const StoredDag stored = read_dag(other, text);
  EXPECT_EQ(stored.dag.nodes[2].location, 77u);
  EXPECT_EQ(stored.dag.nodes[2].scope.size(), 2u);
}

TEST_F(DagTextTest, RefusesWhatIsNoDag) {
  const std::string text = text_of(example().dag);
  const auto without = [&](const std::string& word) {
    std::string damaged = text;
    damaged.replace(damaged.find(word), word.size(), "");
    return damaged;
  };
  EXPECT_THROW(read_dag(terms, without("nodes\n")), base::InputError);
  EXPECT_THROW(read_dag(terms, without("(node 0 () true)\n")), base::InputError);
  EXPECT_THROW(read_dag(terms, without(" 77")), base::InputError);
  EXPECT_THROW(read_dag(terms, "program\nnodes\n"), base::InputError);
}

}  // namespace
}  // namespace pendulum::interpolation
