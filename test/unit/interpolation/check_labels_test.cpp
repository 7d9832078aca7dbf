// The label checker accepts right labels and reports wrong ones.
#include "interpolation/check_labels.h"

#include "interpolation/interpolation_fixture.h"

namespace pendulum::interpolation {
namespace {

using term::Term;
using term::TermVector;

/// x := 0; x := x + 1; x < 0.
class CheckLabelsTest : public InterpolationTest {
 protected:
  CheckLabelsTest() {
    DagMaker maker(terms, 4);
    maker.edge(0, 1, terms.mk_true(), {{x, number(0)}});
    maker.edge(1, 2, terms.mk_true(), {{x, add(x, 1)}});
    maker.edge(2, 3, terms.mk_lt(x, number(0)));
    owned = maker.finish();
    labels = {terms.mk_true(), terms.mk_ge(x, number(0)), terms.mk_ge(x, number(1)), terms.mk_false()};
  }

  std::string wrong() { return check_labels(owned.dag, labels, context()).value_or(""); }

  Term x = integer("x");
  OwnedDag owned;
  Labels labels;
};

TEST_F(CheckLabelsTest, AcceptsRightLabels) {
  EXPECT_EQ(wrong(), "");
}

TEST_F(CheckLabelsTest, RejectsAnEdgeThatIsNoTriple) {
  labels[1] = terms.mk_ge(x, number(-1));
  EXPECT_EQ(wrong(), "the edge 1 -> 2 as a Hoare triple: does not hold");
  labels[1] = terms.mk_ge(x, number(1));
  EXPECT_EQ(wrong(), "the edge 0 -> 1 as a Hoare triple: does not hold");
  labels[1] = terms.mk_ge(x, number(0));
  labels[2] = terms.mk_ge(x, number(-1));
  EXPECT_EQ(wrong(), "the edge 2 -> 3 as a Hoare triple: does not hold");
}

TEST_F(CheckLabelsTest, RejectsWrongEnds) {
  labels[3] = terms.mk_true();
  EXPECT_EQ(wrong(), "the label of the goal is not false");
  labels[0] = terms.mk_false();
  EXPECT_EQ(wrong(), "the label of the root is not true");
  labels.pop_back();
  EXPECT_EQ(wrong(), "there is not one label per node");
}

TEST_F(CheckLabelsTest, RejectsSymbolsOutOfScope) {
  labels[2] =
      terms.mk_and(labels[2], terms.mk_or(terms.mk_le(integer("y"), x), terms.mk_le(x, integer("y"))));
  labels[2] = terms.mk_and(labels[2], terms.mk_eq(integer("y"), integer("y")));
  EXPECT_EQ(wrong(), "the label of node 2 mentions y, which is not in its scope");
}

TEST_F(CheckLabelsTest, LabelsAreRelativeToWhatIsKnown) {
  labels[1] = terms.mk_true();
  EXPECT_EQ(wrong(), "the edge 1 -> 2 as a Hoare triple: does not hold");
  owned.dag.nodes[1].known = terms.mk_ge(x, number(0));
  EXPECT_EQ(wrong(), "");
}

TEST_F(CheckLabelsTest, WhatIsNotProvedIsWrong) {
  // x * y * z with x, y, z > 2^32 and an odd prime product: neither solver decides it within the time limit.
  const Term a = bitvec("a", 64), b = bitvec("b", 64), one = terms.mk_bv(1, 64);
  const Term small = terms.mk_bv(std::int64_t{1} << 32, 64);
  const Term product = terms.mk_eq(terms.mk_bvmul(a, b), terms.mk_bv(std::int64_t{0x7fffffffffffffe7}, 64));
  DagMaker maker(terms, 2);
  maker.edge(0, 1,
             terms.mk_and({product, terms.mk_bvult(a, small), terms.mk_bvult(b, small),
                           terms.mk_bvult(one, a), terms.mk_bvult(one, b)}),
             {}, {a, b});
  const OwnedDag hard = maker.finish();
  base::StopToken soon(base::Clock::now() + std::chrono::milliseconds(300));
  const auto limited = smt::make_solver_factory({}, soon, statistics);
  const Context in_a_hurry{terms, *limited, stop, statistics, {}, 0};
  EXPECT_EQ(check_labels(hard.dag, {terms.mk_true(), terms.mk_false()}, in_a_hurry),
            "the edge 0 -> 1 as a Hoare triple: not proved");
}

TEST_F(CheckLabelsTest, Interpolants) {
  const Term y = integer("y"), z = integer("z");
  const Term a = terms.mk_and(terms.mk_le(x, y), terms.mk_eq(x, number(3)));
  const Term b = terms.mk_and(terms.mk_le(y, z), terms.mk_eq(z, number(1)));
  EXPECT_EQ(check_interpolant(a, terms.mk_ge(y, number(3)), b, context()), std::nullopt);
  EXPECT_EQ(check_interpolant(a, terms.mk_ge(y, number(2)), b, context()), std::nullopt);
  EXPECT_TRUE(check_interpolant(a, terms.mk_ge(y, number(4)), b, context()));
  EXPECT_TRUE(check_interpolant(a, terms.mk_ge(y, number(1)), b, context()));
  EXPECT_TRUE(check_interpolant(a, a, b, context())) << "x is not shared";
}

TEST_F(CheckLabelsTest, Sequences) {
  const Term y = integer("y");
  const TermVector formulas{terms.mk_eq(x, number(0)), terms.mk_eq(y, add(x, 1)), terms.mk_lt(y, number(1))};
  TermVector sequence{terms.mk_true(), terms.mk_ge(x, number(0)), terms.mk_ge(y, number(1)),
                      terms.mk_false()};
  EXPECT_EQ(check_sequence(formulas, sequence, context()), std::nullopt);
  sequence[2] = terms.mk_ge(y, number(2));
  EXPECT_TRUE(check_sequence(formulas, sequence, context()));
  sequence[2] = terms.mk_and(terms.mk_ge(y, number(1)), terms.mk_ge(x, number(0)));
  EXPECT_TRUE(check_sequence(formulas, sequence, context())) << "x is not used later";
  sequence.pop_back();
  EXPECT_TRUE(check_sequence(formulas, sequence, context()));
}

}  // namespace
}  // namespace pendulum::interpolation
