// Lemmas about operations are instantiated wherever the operations occur.
#include "engine/euforia/operation_lemmas.h"

#include <gtest/gtest.h>

#include "engine/euforia/euf_domain.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::euforia {
namespace {

using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

/// Two copies of a function, x = x + 3 and y = y + 3, as edges of a chain.
class OperationLemmasTest : public ::testing::Test {
 protected:
  Term word(const char* name) { return terms_.mk_symbol(name, terms_.bitvec_sort(8)); }
  Term value(int number) { return terms_.mk_bv(number, 8); }
  program::Program copies() {
    program::ProgramBuilder builder(terms_);
    std::vector<LocationId> chain;
    for (const char* name : {"entry", "first", "second", "last", "error"})
      chain.push_back(builder.add_location(name));
    builder.set_entry(chain[0]);
    builder.set_error(chain[4]);
    for (const Term variable : {x_, y_}) builder.add_variable({.symbol = variable});
    const auto add = [&](std::size_t i, Term guard, std::vector<program::Assignment> updates) {
      builder.add_edge(
          {.source = chain[i], .target = chain[i + 1], .guard = guard, .updates = std::move(updates)});
    };
    add(0, terms_.mk_true(), {{x_, value(3)}, {y_, value(3)}});
    add(1, terms_.mk_true(), {{x_, terms_.mk_bvadd(x_, value(3))}});
    add(2, terms_.mk_true(), {{y_, terms_.mk_bvadd(y_, value(3))}});
    add(3, terms_.mk_or(terms_.mk_distinct(x_, value(6)), terms_.mk_distinct(y_, value(6))), {});
    return builder.build();
  }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  const Term x_ = word("x"), y_ = word("y");
};

TEST_F(OperationLemmasTest, ALemmaHoldsForEveryCopy) {
  const program::Program program = copies();
  base::Settings settings;
  Registry registry;
  check::Judge judge(program, nullptr, *solvers_, stop_, {});
  Env env{.terms = terms_,
          .solvers = *solvers_,
          .settings = settings,
          .statistics = statistics_,
          .stop = stop_,
          .judge = judge,
          .registry = registry};
  EufDomain domain(program, env, Arrays::Abstract);
  ic3::Ic3 ic3(program, domain, {.prefix = "euforia."}, statistics_, stop_);
  OperationLemmas operations(program, domain.abstraction());
  const Term next = ic3.to_next(x_), sum = terms_.mk_bvadd(x_, value(3));
  const TermVector core{terms_.mk_eq(x_, value(3)), terms_.mk_eq(next, sum),
                        terms_.mk_distinct(next, value(6))};
  EXPECT_EQ(operations.learn(ic3, core), 2u) << "one axiom for x + 3 and one for y + 3";
  EXPECT_EQ(operations.learn(ic3, core), 0u) << "the schema is known";
  // The core of the other copy has the same schema.
  const Term next_y = ic3.to_next(y_);
  EXPECT_EQ(
      operations.learn(ic3, {terms_.mk_eq(y_, value(3)), terms_.mk_eq(next_y, terms_.mk_bvadd(y_, value(3))),
                             terms_.mk_distinct(next_y, value(6))}),
      0u);
  // With the axioms, the abstraction contains no counterexample: values of both copies are known.
  EXPECT_TRUE(std::holds_alternative<ic3::Proved>(ic3.check()));
  EXPECT_EQ(statistics_.counter("euforia.step_lemmas"), 0u);
}

TEST_F(OperationLemmasTest, CoresWithoutOperationsAreNotLearnt) {
  const program::Program program = copies();
  base::Settings settings;
  Registry registry;
  check::Judge judge(program, nullptr, *solvers_, stop_, {});
  Env env{.terms = terms_,
          .solvers = *solvers_,
          .settings = settings,
          .statistics = statistics_,
          .stop = stop_,
          .judge = judge,
          .registry = registry};
  EufDomain domain(program, env, Arrays::Abstract);
  ic3::Ic3 ic3(program, domain, {.prefix = "euforia."}, statistics_, stop_);
  OperationLemmas operations(program, domain.abstraction());
  EXPECT_EQ(operations.learn(ic3, {terms_.mk_eq(x_, y_), terms_.mk_distinct(x_, y_)}), 0u);
  EXPECT_EQ(operations.learn(ic3, {}), 0u);
  EXPECT_EQ(operations.num_schemas(), 0u);
}

/// Operands of commutative operations match in both orders; other operations do not.
TEST_F(OperationLemmasTest, InstancesAreValid) {
  const program::Program program = copies();
  base::Settings settings;
  Registry registry;
  check::Judge judge(program, nullptr, *solvers_, stop_, {});
  Env env{.terms = terms_,
          .solvers = *solvers_,
          .settings = settings,
          .statistics = statistics_,
          .stop = stop_,
          .judge = judge,
          .registry = registry};
  EufDomain domain(program, env, Arrays::Abstract);
  ic3::Ic3 ic3(program, domain, {.prefix = "euforia."}, statistics_, stop_);
  OperationLemmas operations(program, domain.abstraction());
  // p + 4 does not occur.
  EXPECT_EQ(
      operations.learn(ic3, {terms_.mk_eq(x_, value(3)), terms_.mk_eq(y_, terms_.mk_bvadd(x_, value(4))),
                             terms_.mk_distinct(y_, value(7))}),
      0u);
  EXPECT_EQ(operations.num_schemas(), 1u);
}

}  // namespace
}  // namespace pendulum::engine::euforia
