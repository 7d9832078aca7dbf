// Tests every procedure on random DAGs: labels are checked, executions are followed, and no procedure finds
// labels for a feasible DAG.
#include "interpolation/core.h"
#include "interpolation/dag/dag_condition.h"
#include "interpolation/random_dag.h"

namespace pendulum::interpolation {
namespace {

using smt::SatResult;

struct Case {
  Method method;
  Theory theory;
  unsigned count;
  double solved;  ///< share of the infeasible DAGs for which labels have to be found
};

class RandomDagsTest : public InterpolationTest, public ::testing::WithParamInterface<Case> {
 protected:
  SatResult has_run(const Dag& dag) {
    const DagCondition condition(terms, dag, DagCondition::Encoding::Symbols);
    const auto solver = solvers->make(terms, {.backend = smt::Backend::Cvc5});
    for (const term::Term clause : condition.clauses()) solver->assert_term(clause);
    solver->set_time_limit(std::chrono::seconds(5));
    return solver->check();
  }
};

std::string name_of(Theory theory) {
  switch (theory) {
    case Theory::Integers:
      return "integers";
    case Theory::Reals:
      return "reals";
    case Theory::BitVectors:
      return "bitvectors";
    case Theory::Arrays:
      return "arrays";
  }
  return {};
}

INSTANTIATE_TEST_SUITE_P(
    Methods, RandomDagsTest,
    ::testing::Values(
        Case{Method::Cubes, Theory::Integers, 30, 1.0}, Case{Method::Cubes, Theory::Reals, 20, 1.0},
        Case{Method::Cubes, Theory::BitVectors, 16, 0.9}, Case{Method::Cubes, Theory::Arrays, 12, 0.7},
        Case{Method::Core, Theory::Integers, 20, 1.0}, Case{Method::Core, Theory::Reals, 20, 1.0},
        Case{Method::Core, Theory::BitVectors, 16, 0.9}, Case{Method::Core, Theory::Arrays, 8, 0.6},
        Case{Method::Chc, Theory::Integers, 30, 1.0}, Case{Method::Chc, Theory::Reals, 20, 1.0},
        Case{Method::Chc, Theory::BitVectors, 16, 0.8}, Case{Method::Chc, Theory::Arrays, 12, 0.6},
        Case{Method::Sequence, Theory::Integers, 16, 0.9}, Case{Method::Sequence, Theory::Reals, 20, 0.9},
        Case{Method::Sequence, Theory::BitVectors, 8, 0.0}, Case{Method::Newton, Theory::Integers, 30, 1.0},
        Case{Method::Newton, Theory::Reals, 20, 1.0}, Case{Method::Newton, Theory::BitVectors, 16, 0.8},
        Case{Method::Newton, Theory::Arrays, 12, 0.8}, Case{Method::Proof, Theory::BitVectors, 40, 1.0}),
    [](const auto& parameter) {
      return std::string(to_string(parameter.param.method)) + "_" + name_of(parameter.param.theory);
    });

/// A procedure keeps lemmas from one DAG to the next; DAGs disappear and return, as in an engine that covers
/// nodes.
TEST_P(RandomDagsTest, OneProcedureForManyDags) {
  const Case& test = GetParam();
  std::vector<OwnedDag> dags;
  for (unsigned seed = 1; seed <= 4; ++seed) dags.push_back(RandomDag(terms, test.theory, seed).make());
  const auto procedure = make_interpolator(test.method, context());
  for (const std::size_t i : {0, 1, 0, 2, 3, 1, 2, 0}) {
    const Outcome outcome = procedure->label(dags[i].dag, std::chrono::milliseconds(1000));
    if (const auto* labels = std::get_if<Labels>(&outcome)) {
      EXPECT_EQ(check_labels(dags[i].dag, *labels, context()), std::nullopt) << "DAG " << i;
    }
  }
}

TEST_P(RandomDagsTest, LabelsOrRun) {
  const Case& test = GetParam();
  unsigned infeasible = 0, labelled = 0;
  for (unsigned seed = 1; seed <= test.count; ++seed) {
    const OwnedDag owned = RandomDag(terms, test.theory, seed).make();
    const SatResult expected = has_run(owned.dag);
    const Outcome outcome = label(test.method, owned.dag, std::chrono::milliseconds(5000));
    if (expected == SatResult::Unsat) ++infeasible;
    if (const auto* labels = std::get_if<Labels>(&outcome)) {
      EXPECT_NE(expected, SatResult::Sat) << "seed " << seed;
      EXPECT_EQ(check_labels(owned.dag, *labels, context()), std::nullopt) << "seed " << seed;
      ++labelled;
      continue;
    }
    const Failure& failure = std::get<Failure>(outcome);
    if (failure.path) {
      EXPECT_NE(expected, SatResult::Unsat) << "seed " << seed;
      EXPECT_TRUE(is_execution(owned.dag, *failure.path)) << "seed " << seed;
    } else if (expected == SatResult::Unsat) {
      EXPECT_EQ(failure.reason.find("has a run"), std::string::npos) << "seed " << seed;
      RecordProperty("seed_" + std::to_string(seed), failure.reason);
    } else if (expected == SatResult::Sat && test.method != Method::Cubes) {
      ADD_FAILURE() << "seed " << seed << ": no path, " << failure.reason;
    }
  }
  EXPECT_GT(infeasible, test.count / 5);
  EXPECT_GE(labelled, test.solved * infeasible) << "of " << infeasible;
  RecordProperty("labelled", static_cast<int>(labelled));
  RecordProperty("infeasible", static_cast<int>(infeasible));
}

TEST_F(InterpolationTest, TheCoreOfARandomDagHasNoRunAndIsWeaker) {
  unsigned weaker = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const OwnedDag owned = RandomDag(terms, Theory::Integers, seed).make();
    auto core = restrict_to_core(owned.dag, context(), test_limit);
    if (auto* failure = std::get_if<Failure>(&core)) {
      ASSERT_TRUE(failure->path) << failure->reason;
      EXPECT_TRUE(is_execution(owned.dag, *failure->path));
      continue;
    }
    const OwnedDag& restricted = std::get<OwnedDag>(core);
    verify_dag(restricted.dag);
    const Labels labels = expect_labels(Method::Cubes, restricted.dag);
    EXPECT_EQ(check_labels(owned.dag, labels, context()), std::nullopt) << "seed " << seed;
    for (std::size_t i = 0; i < owned.dag.edges.size(); ++i) {
      const term::TermVector all = term::conjuncts(owned.dag.edges[i].action->guard);
      for (const term::Term kept : term::conjuncts(restricted.dag.edges[i].action->guard))
        EXPECT_TRUE(kept.is_true() || std::ranges::find(all, kept) != all.end());
      if (restricted.dag.edges[i].action->guard != owned.dag.edges[i].action->guard) ++weaker;
    }
    for (std::size_t i = 0; i < owned.dag.nodes.size(); ++i)
      EXPECT_TRUE(std::ranges::includes(owned.dag.nodes[i].scope, restricted.dag.nodes[i].scope));
  }
  EXPECT_GT(weaker, 10u);
}

}  // namespace
}  // namespace pendulum::interpolation
