// Tests the procedure `proof` and its parts: the clauses of a DAG, interpolants, and guided cubes.
#include "interpolation/proof.h"

#include "interpolation/dag/dag_clauses.h"
#include "interpolation/guided_cubes.h"
#include "interpolation/random_dag.h"

namespace pendulum::interpolation {
namespace {

using term::Term;

class ProofTest : public InterpolationTest {
 protected:
  /// The interpolants of the inner nodes, without guided cubes.
  Labels interpolants(const Dag& dag) {
    const DagClauses condition(terms, dag);
    const smt::RefutationAnswer answer = smt::refute(condition.clauses(), condition.num_variables(), 0, stop);
    EXPECT_EQ(answer.result, smt::SatResult::Unsat);
    Labels labels{terms.mk_true()};
    for (NodeId node = 1; node < dag.goal(); ++node)
      labels.push_back(smt::interpolant(terms, condition.clauses(), answer.refutation, condition.cut(node)));
    labels.push_back(terms.mk_false());
    return labels;
  }

  /// x = 0; three times (x += 2, or nothing); assert x is even. Edges pass nodes.
  OwnedDag parity(std::int64_t increment) {
    const Term x = bitvec("x", 32);
    DagMaker maker(terms, 5);
    maker.edge(0, 1, terms.mk_true(), {{x, terms.mk_bv(0, 32)}});
    for (NodeId node = 1; node < 3; ++node)
      maker.edge(node, node + 1, terms.mk_true(), {{x, terms.mk_bvadd(x, terms.mk_bv(increment, 32))}});
    maker.edge(1, 3, terms.mk_true());
    for (NodeId node = 1; node < 4; ++node)
      maker.edge(node, 4, terms.mk_eq(terms.mk_extract(x, 0, 0), terms.mk_bv(1, 1)));
    return maker.finish();
  }
};

TEST_F(ProofTest, InterpolantsOfOneRefutationAreLabels) {
  const OwnedDag owned = parity(2);
  EXPECT_EQ(check_labels(owned.dag, interpolants(owned.dag), context()), std::nullopt);
}

TEST_F(ProofTest, AFeasibleTwinHasAnExecution) {
  const OwnedDag owned = parity(3);
  const Outcome outcome = label(Method::Proof, owned.dag);
  const auto* failure = std::get_if<Failure>(&outcome);
  ASSERT_TRUE(failure && failure->path);
  EXPECT_TRUE(is_execution(owned.dag, *failure->path));
}

TEST_F(ProofTest, InterpolantsOfRandomDagsAreLabels) {
  unsigned infeasible = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const OwnedDag owned = RandomDag(terms, Theory::BitVectors, seed).make();
    const DagClauses condition(terms, owned.dag);
    const auto answer = smt::refute(condition.clauses(), condition.num_variables(), seed, stop);
    ASSERT_NE(answer.result, smt::SatResult::Unknown) << answer.reason;
    if (answer.result == smt::SatResult::Sat) {
      EXPECT_TRUE(is_execution(owned.dag, condition.path(answer.model))) << "seed " << seed;
      continue;
    }
    ++infeasible;
    EXPECT_EQ(check_labels(owned.dag, interpolants(owned.dag), context()), std::nullopt) << "seed " << seed;
  }
  EXPECT_GT(infeasible, 10u);
}

TEST_F(ProofTest, GuidedCubesKeepGivenLabelsAfterTheDeadline) {
  const OwnedDag owned = parity(2);
  const Labels given = interpolants(owned.dag);
  const base::StopToken passed(base::Clock::now());
  const Labels labels = shrink_labels(context(), owned.dag, given, passed);
  EXPECT_EQ(labels, given);
}

TEST_F(ProofTest, GuidedCubesReplaceBitsByTermsOfTheDag) {
  const Term x = bitvec("x", 32), limit = terms.mk_bv(1000, 32);
  DagMaker maker(terms, 4);
  const Term input = bitvec("in", 32);
  maker.edge(0, 1, terms.mk_bvult(input, limit), {{x, input}}, {input});
  maker.edge(1, 2, terms.mk_true(), {{x, terms.mk_bvadd(x, terms.mk_bv(1, 32))}});
  maker.edge(2, 3, terms.mk_bvult(limit, x));
  const OwnedDag owned = maker.finish();
  const Labels labels = expect_labels(Method::Proof, owned.dag);
  ASSERT_EQ(labels.size(), 4u);
  EXPECT_EQ(labels[2], terms.mk_not(terms.mk_bvult(limit, x)));
}

TEST_F(ProofTest, OtherTheoriesAreNotSupported) {
  const Term x = integer("x");
  DagMaker maker(terms, 3);
  maker.edge(0, 1, terms.mk_true(), {{x, number(0)}});
  maker.edge(1, 2, terms.mk_lt(x, number(0)));
  const OwnedDag owned = maker.finish();
  EXPECT_FALSE(is_bit_level(owned.dag));
  EXPECT_TRUE(std::holds_alternative<Failure>(label(Method::Proof, owned.dag)));
}

}  // namespace
}  // namespace pendulum::interpolation
