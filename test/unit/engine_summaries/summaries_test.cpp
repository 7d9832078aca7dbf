// Summaries of nonlinear Horn clauses and of a program with an explicit stack.
#include "engine/summaries/summaries.h"

#include "engine/tree_search_fixture.h"
#include "frontend/horn/horn_program.h"
#include "program/recursive_program.h"

namespace pendulum::engine::summaries {
namespace {

using testing::Bench;

struct SummariesTest : ::testing::Test {
  JudgedResult run_clauses(const std::string& text) {
    return bench.run(frontend::to_program(terms, frontend::read_horn(terms, text, "a.smt2")).program);
  }

  static bool has_summaries(const JudgedResult& judged) {
    const certificate::Certificate* certificate = judged.result.certificate();
    return certificate != nullptr && std::holds_alternative<certificate::Summaries>(*certificate) &&
           judged.judgement.is_accepted();
  }

  term::TermManager terms;
  Bench bench{terms, make_descriptor()};
};

/// Fibonacci numbers with the condition that violates the query.
std::string fibonacci(const std::string& condition) {
  return R"((declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 2)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (>= n 2) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (and (fib n r) )" +
         condition + ") false)))";
}

TEST_F(SummariesTest, ProvesNonlinearClauses) {
  EXPECT_TRUE(has_summaries(run_clauses(fibonacci("(< r (- n 1))"))));
}

TEST_F(SummariesTest, FindsDerivations) {
  const JudgedResult judged = run_clauses(fibonacci("(> r 4)"));
  ASSERT_NE(judged.result.error_path(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
}

// EUFORIA's example gpdr_example.
TEST_F(SummariesTest, ProvesClausesOverBooleans) {
  EXPECT_TRUE(has_summaries(run_clauses(R"((declare-rel R (Bool Bool Bool)) (declare-rel G ())
(declare-var x0 Bool) (declare-var x1 Bool) (declare-var y0 Bool) (declare-var y1 Bool)
(declare-var x Bool) (declare-var y Bool)
(rule (R true true true))
(rule (=> (and (R x0 y0 x) (R x1 y1 y)) (R (xor x0 x1) (xor y0 y1) x)))
(rule (=> (R true false y) G))
(query G))")));
}

TEST_F(SummariesTest, ProvesClausesOverBitVectors) {
  const auto conjunctions = [](const char* error) {
    return std::string(R"((declare-fun P ((_ BitVec 8)) Bool)
(assert (P #x0c))
(assert (P #x06))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (P x) (P y)) (P (bvand x y)))))
(assert (=> (P )") +
           error + ") false))";
  };
  EXPECT_TRUE(has_summaries(run_clauses(conjunctions("#x01"))));
  EXPECT_NE(run_clauses(conjunctions("#x04")).result.error_path(), nullptr);
}

TEST_F(SummariesTest, DecidesProgramsWithAStack) {
  EXPECT_TRUE(has_summaries(bench.run(program::RecursiveProgram(terms, 3, 7).build())));
  EXPECT_NE(bench.run(program::RecursiveProgram(terms, 3, 6).build()).result.error_path(), nullptr);
}

TEST_F(SummariesTest, GivesUpWithoutRecursion) {
  const JudgedResult judged = bench.run(program::parse(terms, testing::slides_program));
  ASSERT_NE(judged.result.reason(), nullptr);
  EXPECT_EQ(judged.result.reason()->reason, Reason::Incomplete);
}

}  // namespace
}  // namespace pendulum::engine::summaries
