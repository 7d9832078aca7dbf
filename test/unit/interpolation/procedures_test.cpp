// Tests every procedure on handwritten DAGs.
#include "interpolation/interpolation_fixture.h"
#include "interpolation/sequence.h"

namespace pendulum::interpolation {
namespace {

using term::Term;
using term::TermVector;

class ProceduresTest : public InterpolationTest, public ::testing::WithParamInterface<Method> {};

INSTANTIATE_TEST_SUITE_P(Methods, ProceduresTest, ::testing::ValuesIn(all_methods),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

/// UFO, Fig. 1(b): v1, v2, v3, v4, v5, v6, v2', v7, v8 are nodes 0 to 8. The paper's mu_7 contains x >= 0
/// where the test for the error must be x < 0.
OwnedDag figure_1(term::TermManager& terms, Term i, Term n, Term x) {
  const auto number = [&](int value) { return terms.mk_int(value); };
  const Term input = terms.mk_fresh("n", terms.int_sort());
  DagMaker maker(terms, 9);
  maker.edge(0, 1, terms.mk_true(), {{i, number(0)}, {x, number(0)}, {n, input}}, {input});
  maker.edge(1, 2, terms.mk_lt(i, n));
  maker.edge(1, 7, terms.mk_ge(i, n));
  maker.edge(2, 3, terms.mk_le(i, number(2)));
  maker.edge(2, 4, terms.mk_gt(i, number(2)));
  maker.edge(3, 5, terms.mk_true(), {{x, number(0)}});
  maker.edge(4, 5, terms.mk_true(), {{x, i}});
  maker.edge(5, 6, terms.mk_true(), {{i, terms.mk_add(i, number(1))}});
  maker.edge(6, 7, terms.mk_ge(i, n));
  maker.edge(7, 8, terms.mk_lt(x, number(0)));
  return maker.finish();
}

TEST_P(ProceduresTest, UfoFigure1) {
  const Term i = integer("i"), n = integer("n"), x = integer("x");
  const OwnedDag owned = figure_1(terms, i, n, x);
  const Labels labels = expect_labels(GetParam(), owned.dag);
  ASSERT_FALSE(labels.empty());
  EXPECT_TRUE(is_valid(terms.mk_implies(labels[7], terms.mk_ge(x, number(0)))));
}

TEST_P(ProceduresTest, ADamagedLabelIsRejected) {
  const Term i = integer("i"), n = integer("n"), x = integer("x");
  const OwnedDag owned = figure_1(terms, i, n, x);
  const Labels labels = expect_labels(GetParam(), owned.dag);
  ASSERT_FALSE(labels.empty());
  Labels too_weak = labels;
  too_weak[7] = terms.mk_ge(x, number(-1));
  EXPECT_TRUE(check_labels(owned.dag, too_weak, context()));
  for (const NodeId node : {1u, 6u, 7u}) {
    Labels damaged = labels;
    damaged[node] = terms.mk_false();
    EXPECT_TRUE(check_labels(owned.dag, damaged, context())) << node;
  }
}

TEST_P(ProceduresTest, AFeasibleDagHasARun) {
  const Term x = integer("x"), input = integer("in");
  DagMaker maker(terms, 4);
  maker.edge(0, 1, terms.mk_true(), {{x, input}}, {input});
  maker.edge(0, 2, terms.mk_true(), {{x, number(1)}});
  maker.edge(1, 2, terms.mk_gt(x, number(10)), {{x, add(x, -8)}});
  maker.edge(2, 3, terms.mk_gt(x, number(5)));
  const OwnedDag owned = maker.finish();
  const Outcome outcome = label(GetParam(), owned.dag);
  ASSERT_TRUE(std::holds_alternative<Failure>(outcome));
  const Failure& failure = std::get<Failure>(outcome);
  ASSERT_TRUE(failure.path);
  EXPECT_TRUE(is_execution(owned.dag, *failure.path));
}

/// The inputs of an action that two edges share are different inputs.
TEST_P(ProceduresTest, SharedActions) {
  const Term x = integer("x"), y = integer("y"), input = integer("in");
  DagMaker maker(terms, 4);
  maker.edge(0, 1, terms.mk_true(), {{x, number(0)}, {y, number(0)}});
  maker.edge(1, 2, terms.mk_gt(input, number(0)), {{x, input}, {y, x}}, {input});
  maker.edge(2, 3, terms.mk_true());
  OwnedDag owned = maker.finish();
  // x, y = in, x twice: y is the first input.
  DagMaker twice(terms, 5);
  twice.edge(0, 1, terms.mk_true(), {{x, number(0)}, {y, number(0)}});
  twice.edge(1, 2, owned.actions[1]->guard, owned.actions[1]->updates, {input});
  twice.edge(2, 3, owned.actions[1]->guard, owned.actions[1]->updates, {input});
  twice.edge(3, 4, terms.mk_lt(terms.mk_add(x, y), number(2)));
  OwnedDag safe = twice.finish();
  safe.dag.edges[2].action = safe.dag.edges[1].action;
  expect_labels(GetParam(), safe.dag);
  DagMaker apart(terms, 5);
  apart.edge(0, 1, terms.mk_true(), {{x, number(0)}, {y, number(0)}});
  apart.edge(1, 2, owned.actions[1]->guard, owned.actions[1]->updates, {input});
  apart.edge(2, 3, owned.actions[1]->guard, owned.actions[1]->updates, {input});
  apart.edge(3, 4, terms.mk_not(terms.mk_eq(x, y)));
  OwnedDag unsafe = apart.finish();
  unsafe.dag.edges[2].action = unsafe.dag.edges[1].action;
  EXPECT_TRUE(std::holds_alternative<Failure>(label(GetParam(), unsafe.dag)));
}

TEST_P(ProceduresTest, LabelsMayRestOnWhatIsKnown) {
  const Term x = integer("x"), input = integer("in");
  DagMaker maker(terms, 3);
  maker.edge(0, 1, terms.mk_true(), {{x, input}}, {input});
  maker.edge(1, 2, terms.mk_lt(x, number(0)));
  maker.known(1, terms.mk_ge(x, number(0)));
  expect_labels(GetParam(), maker.finish().dag);
}

TEST_P(ProceduresTest, BitVectors) {
  // x is even after each branch; an odd x is an error. 2 * x wraps.
  const Term x = bitvec("x"), input = bitvec("in"), one = terms.mk_bv(1, 8), two = terms.mk_bv(2, 8);
  DagMaker maker(terms, 6);
  maker.edge(0, 1, terms.mk_true(), {{x, terms.mk_bvmul(two, input)}}, {input});
  maker.edge(1, 2, terms.mk_bvult(x, terms.mk_bv(100, 8)), {{x, terms.mk_bvadd(x, two)}});
  maker.edge(1, 3, terms.mk_bvule(terms.mk_bv(100, 8), x), {{x, terms.mk_bvmul(x, x)}});
  maker.edge(2, 4, terms.mk_true());
  maker.edge(3, 4, terms.mk_true());
  maker.edge(4, 5, terms.mk_eq(terms.mk_bv_binary(term::Kind::BvAnd, x, one), one));
  const OwnedDag owned = maker.finish();
  if (GetParam() != Method::Sequence) {
    expect_labels(GetParam(), owned.dag);
    return;
  }
  // Elimination of bit-vectors may give up, but then it has to report this.
  const Outcome outcome = label(GetParam(), owned.dag);
  if (const auto* failure = std::get_if<Failure>(&outcome)) {
    EXPECT_FALSE(failure->path);
  } else {
    EXPECT_EQ(check_labels(owned.dag, std::get<Labels>(outcome), context()), std::nullopt);
  }
}

TEST_P(ProceduresTest, Arrays) {
  // a[i] := 7 in one branch, a[j] := 7 and i := j in the other; then a[i] != 7.
  const term::Sort index = terms.bitvec_sort(4), sort = terms.array_sort(index, terms.bitvec_sort(8));
  const Term a = terms.mk_symbol("a", sort), i = bitvec("i", 4), j = bitvec("j", 4);
  const Term memory = terms.mk_symbol("memory", sort), in_i = bitvec("in_i", 4), in_j = bitvec("in_j", 4);
  const Term seven = terms.mk_bv(7, 8);
  DagMaker maker(terms, 5);
  maker.edge(0, 1, terms.mk_true(), {{a, memory}, {i, in_i}, {j, in_j}}, {memory, in_i, in_j});
  maker.edge(1, 2, terms.mk_bvult(i, j), {{a, terms.mk_store(a, i, seven)}});
  maker.edge(1, 3, terms.mk_bvule(j, i), {{a, terms.mk_store(a, j, seven)}, {i, j}});
  maker.edge(2, 3, terms.mk_true());
  maker.edge(3, 4, terms.mk_distinct(terms.mk_select(a, i), seven));
  const OwnedDag owned = maker.finish();
  const Outcome outcome = label(GetParam(), owned.dag);
  if (const auto* failure = std::get_if<Failure>(&outcome)) {
    EXPECT_FALSE(failure->path);
    EXPECT_TRUE(GetParam() == Method::Sequence || GetParam() == Method::Chc) << failure->reason;
  } else {
    EXPECT_EQ(check_labels(owned.dag, std::get<Labels>(outcome), context()), std::nullopt);
  }
}

TEST_P(ProceduresTest, Sequences) {
  const Term x = integer("x"), y = integer("y"), z = integer("z");
  const TermVector formulas{terms.mk_and(terms.mk_eq(x, number(0)), terms.mk_le(y, number(5))),
                            terms.mk_eq(z, terms.mk_add(x, y)), terms.mk_gt(z, number(5))};
  const auto interpolator = make_interpolator(GetParam(), context());
  // Twice with one procedure: actions of a chain do not outlive it.
  for (const Term third : {formulas[2], terms.mk_gt(z, number(7))}) {
    const TermVector sequence{formulas[0], formulas[1], third};
    const Outcome outcome = interpolate_sequence(*interpolator, terms, sequence, test_limit);
    ASSERT_TRUE(std::holds_alternative<Labels>(outcome)) << std::get<Failure>(outcome).reason;
    EXPECT_EQ(check_sequence(sequence, std::get<Labels>(outcome), context()), std::nullopt);
  }
  const Term a = terms.mk_and(terms.mk_le(x, y), terms.mk_eq(x, number(3)));
  const Term b = terms.mk_and(terms.mk_le(y, z), terms.mk_eq(z, number(1)));
  const auto interpolant = interpolate(*interpolator, terms, a, b, test_limit);
  ASSERT_TRUE(interpolant);
  EXPECT_EQ(check_interpolant(a, *interpolant, b, context()), std::nullopt);
  EXPECT_FALSE(interpolate(*interpolator, terms, a, terms.mk_le(y, z), test_limit));
}

TEST_P(ProceduresTest, GivesUpInTime) {
  // The guards multiply large numbers: no solver decides this in 100 ms.
  const Term a = bitvec("a", 64), b = bitvec("b", 64), one = terms.mk_bv(1, 64);
  const Term small = terms.mk_bv(std::int64_t{1} << 32, 64);
  DagMaker maker(terms, 3);
  const Term in_a = bitvec("in_a", 64), in_b = bitvec("in_b", 64);
  maker.edge(0, 1,
             terms.mk_and({terms.mk_bvult(in_a, small), terms.mk_bvult(in_b, small),
                           terms.mk_bvult(one, in_a), terms.mk_bvult(one, in_b)}),
             {{a, in_a}, {b, in_b}}, {in_a, in_b});
  maker.edge(1, 2, terms.mk_eq(terms.mk_bvmul(a, b), terms.mk_bv(std::int64_t{0x7fffffffffffffe7}, 64)));
  const OwnedDag owned = maker.finish();
  const auto start = base::Clock::now();
  const Outcome outcome = label(GetParam(), owned.dag, std::chrono::milliseconds(100));
  EXPECT_TRUE(std::holds_alternative<Failure>(outcome));
  EXPECT_LT(base::Clock::now() - start, std::chrono::seconds(5));
}

TEST(MethodTest, Names) {
  for (const Method method : all_methods) EXPECT_EQ(parse_method(to_string(method)), method);
  EXPECT_EQ(parse_method("proof"), Method::Proof);
  EXPECT_FALSE(parse_method("proofs"));
}

TEST(MethodTest, Defaults) {
  EXPECT_EQ(default_method("QF_LIA"), Method::Cubes);
  EXPECT_EQ(default_method("QF_BV"), Method::Cubes);
  EXPECT_EQ(default_method("ALL"), Method::Cubes);
  EXPECT_EQ(default_method(""), Method::Cubes);
  EXPECT_EQ(default_method("QF_ABV"), Method::Newton);
  EXPECT_EQ(default_method("QF_ALIA"), Method::Newton);
  EXPECT_EQ(methods_from("chc", "QF_ABV").front(), Method::Chc);
  EXPECT_EQ(methods_from("auto", "QF_ABV").front(), Method::Newton);
  EXPECT_EQ(methods_from("auto", "QF_LIA").size(), 4u);
  EXPECT_EQ(methods_from("auto", "QF_BV")[1], Method::Proof);
}

}  // namespace
}  // namespace pendulum::interpolation
