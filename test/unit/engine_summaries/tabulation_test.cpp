// Tables of the reachable states of procedures.
#include "engine/summaries/tabulation.h"

#include <gtest/gtest.h>

#include "engine/summaries/summaries.h"
#include "engine/tree_search_fixture.h"

namespace pendulum::engine::summaries {
namespace {

/// The clauses  P(first);  P(x) and x < 5 => P(x + step);  P(x) and x = bad => error.
class Counting {
 public:
  Counting(term::TermManager& terms, int step, int bad) : x_(terms.mk_symbol("x", terms.bitvec_sort(8))) {
    const auto number = [&](int value) { return terms.mk_bv(value, 8); };
    clauses_.parameters = {{}, {x_}};
    clauses_.is_used = {true, true};
    clauses_.error = 0;
    clauses_.clauses.push_back(
        {.body = {}, .constraint = terms.mk_true(), .head = {1, {number(0)}}, .trace = {{0, {}, 0}}});
    clauses_.clauses.push_back({.body = {{1, {x_}}},
                                .constraint = terms.mk_bvult(x_, number(5)),
                                .head = {1, {terms.mk_bvadd(x_, number(step))}},
                                .trace = {{{}, {}, 0}, {1, {}, 0}}});
    clauses_.clauses.push_back({.body = {{1, {x_}}},
                                .constraint = terms.mk_eq(x_, number(bad)),
                                .head = {0, {}},
                                .trace = {{{}, {}, 0}, {2, {}, 0}}});
  }

  const ProcedureClauses& clauses() const { return clauses_; }
  term::Term x() const { return x_; }

 private:
  term::Term x_;
  ProcedureClauses clauses_;
};

struct TabulationTest : ::testing::Test {
  Tables run(const ProcedureClauses& clauses) { return tabulate(clauses, {false, false}, env, bench.stop); }

  term::TermManager terms;
  testing::Bench bench{terms, make_descriptor()};
  program::Program program = program::parse(terms, testing::slides_program);
  check::Judge judge{program, nullptr, *bench.solvers, bench.stop, {}};
  Env env{.terms = terms,
          .solvers = *bench.solvers,
          .settings = bench.settings,
          .statistics = bench.statistics,
          .stop = bench.stop,
          .judge = judge,
          .registry = bench.registry};
};

TEST_F(TabulationTest, ListsAllStates) {
  const Counting counting(terms, 2, 5);
  const Tables tables = run(counting.clauses());
  ASSERT_EQ(Tables::Kind::Closed, tables.kind);
  for (int value = 0; value < 9; ++value)
    EXPECT_EQ(value % 2 == 0 && value <= 6,
              term::evaluate(terms, tables.solution[1], {{counting.x(), terms.mk_bv(value, 8)}}).is_true());
}

TEST_F(TabulationTest, FindsThePathOfADerivation) {
  const Tables tables = run(Counting(terms, 2, 6).clauses());
  ASSERT_EQ(Tables::Kind::Error, tables.kind);
  EXPECT_EQ(5u, tables.path.num_steps());  // 0, 2, 4, 6
}

}  // namespace
}  // namespace pendulum::engine::summaries
