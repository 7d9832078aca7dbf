// Unwinding removes the stack, keeps executions up to missing calls, and leads missing calls to the error.
#include "program/passes/unwind_calls.h"

#include <gtest/gtest.h>

#include "base/stop.h"
#include "program/recursive_program.h"
#include "program/unroller.h"
#include "term/traverse.h"

namespace pendulum::program {
namespace {

using NodeId = CallTree::NodeId;

class UnwindCallsTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  base::StopToken stop;

  /// A chain of one call from main and `inner` nested calls.
  static CallTree chain(unsigned inner) {
    CallTree tree;
    NodeId last = tree.add(CallTree::root, 1);
    for (unsigned i = 0; i < inner; ++i) last = tree.add(last, 2);
    return tree;
  }

  static UnwoundProgram unwind(const Program& program, const CallTree& tree) {
    return unwind_calls(program, *recognise_calls(program).structure, tree);
  }

  /// The condition on `in`, a value, under which an edge that `accept` accepts leads to the error.
  bool reaches_error(const Program& program, const RecursiveProgram& source, unsigned in,
                     const Unroller::LastEdge& accept) {
    Unroller unroller(program, Unroller::Count::BackEdges, stop);
    unroller.start_at_entry();
    unroller.add_layer();
    const term::Term condition = unroller.reach_by(program.error(), 0, accept);
    term::Model model;
    for (const term::Term symbol : unroller.symbols()) model.emplace(symbol, terms.mk_bv(in, 8));
    EXPECT_LE(unroller.symbols().size(), 1U) << source.in.name();
    return term::evaluate(terms, condition, model).is_true();
  }
};

TEST_F(UnwindCallsTest, KnowsChildren) {
  const CallTree tree = chain(2);
  ASSERT_EQ(4U, tree.nodes().size());
  EXPECT_EQ(3U, tree.nodes()[3].depth);
  EXPECT_EQ(2U, tree.nodes()[3].parent);
  EXPECT_EQ(std::optional<NodeId>(2), tree.child(1, 2));
  EXPECT_EQ(std::nullopt, tree.child(1, 1));
  EXPECT_FALSE(tree == chain(1));
}

TEST_F(UnwindCallsTest, NoVariableOfTheStackIsLeft) {
  const RecursiveProgram sum(terms);
  const Program unwound = unwind(sum.build(), chain(3)).transformed.program;
  for (const term::Term variable : {sum.depth, sum.sites, sum.stack})
    EXPECT_FALSE(unwound.is_variable(variable));
  for (const Edge& edge : unwound.edges())
    for (const Assignment& update : edge.updates) EXPECT_FALSE(update.value.sort().is_array());
  EXPECT_TRUE(Wto(unwound).elements().back().body.empty());
}

TEST_F(UnwindCallsTest, KeepsExecutions) {
  for (const unsigned wrong : {6U, 3U, 7U}) {
    const RecursiveProgram sum(terms, 3, wrong);
    const UnwoundProgram unwound = unwind(sum.build(), chain(3));
    const Program& program = unwound.transformed.program;
    for (unsigned in = 0; in < 6; ++in) {
      const bool fails = in <= 3 && in * (in + 1) / 2 == wrong;
      EXPECT_EQ(fails,
                reaches_error(program, sum, in, [&](EdgeId id) { return !program.edge(id).is_unsupported; }))
          << in << " " << wrong;
      EXPECT_FALSE(
          reaches_error(program, sum, in, [&](EdgeId id) { return program.edge(id).is_unsupported; }));
    }
  }
}

TEST_F(UnwindCallsTest, AMissingCallLeadsToTheError) {
  const RecursiveProgram sum(terms, 3, 7);
  const UnwoundProgram unwound = unwind(sum.build(), chain(2));
  const Program& program = unwound.transformed.program;
  ASSERT_EQ(1U, unwound.missing.size());
  const auto& [location, site] = *unwound.missing.begin();
  EXPECT_EQ(2U, site);
  EXPECT_EQ(std::optional<NodeId>(3), unwound.node[location]);
  EXPECT_EQ(3U, unwound.transformed.origin[location]);
  for (unsigned in = 0; in < 5; ++in)
    EXPECT_EQ(in == 3, reaches_error(program, sum, in, [](EdgeId) { return true; })) << in;
}

TEST_F(UnwindCallsTest, ACallBeyondTheLimitDoesNotExist) {
  RecursiveProgram sum(terms, 3, 7);
  const term::Term limit = terms.mk_bvult(sum.depth, terms.mk_bv(2, 8));
  sum.edges[RecursiveProgram::recursive_call].guard =
      terms.mk_and(limit, terms.mk_distinct(sum.n, terms.mk_bv(0, 8)));
  EXPECT_TRUE(unwind(sum.build(), chain(1)).missing.empty());
  EXPECT_EQ(1U, unwind(sum.build(), chain(0)).missing.size());
}

TEST_F(UnwindCallsTest, CopiesOfAnEdgeHaveTheirOwnInputs) {
  RecursiveProgram sum(terms);
  const term::Term extra = terms.mk_symbol("extra", sum.byte);
  sum.edges[RecursiveProgram::base].updates = {{sum.result, extra}};
  sum.edges[RecursiveProgram::base].inputs = {{extra, {}}};
  const Transformed unwound = unwind(sum.build(), chain(1)).transformed;
  unsigned copies = 0;
  for (const Edge& edge : unwound.program.edges())
    for (const Input& input : edge.inputs) copies += unwound.original_input(input.symbol) == extra ? 1 : 0;
  EXPECT_EQ(2U, copies);  // the builder has checked that they differ
}

// Horn clauses over integers have call sites that are integers.
TEST_F(UnwindCallsTest, NumbersOfCallSitesAreBitVectorsOrIntegers) {
  EXPECT_EQ(7U, number_of_site(terms.mk_bv(7, 32)));
  EXPECT_EQ(7U, number_of_site(terms.mk_int(7)));
  EXPECT_THROW((void)number_of_site(terms.mk_int(-7)), base::InternalError);
}

}  // namespace
}  // namespace pendulum::program
