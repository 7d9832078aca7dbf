#include <gtest/gtest.h>

#include "base/error.h"
#include "base/stop.h"
#include "frontend/horn/horn_program.h"
#include "program/call_structure.h"
#include "program/passes/passes.h"

namespace pendulum::frontend {
namespace {

const std::string chc = R"((set-logic HORN)
(declare-fun P (Int Int) Bool)
(declare-fun Q () Bool)
(assert (forall ((x Int)) (=> (= x 0) (P x 3))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y) (< x y) (= z (+ x 1))) (P z y))))
(assert (forall ((x Int) (Q Int)) (=> (P x x) Q)))
(assert (forall ((x Int)) (=> (and (P x 4) (> x 9)) Q)))
(assert (=> Q false))
(check-sat)
)";

TEST(ReadHorn, ChcFormat) {
  term::TermManager terms;
  // A bound variable hides the predicate with the same name.
  EXPECT_THROW(read_horn(terms, chc, "a.smt2"), base::InputError);
  std::string text = chc;
  text.replace(text.find("(Q Int)"), 7, "(y Int)");
  const HornSystem system = read_horn(terms, text, "a.smt2");
  ASSERT_EQ(system.predicates.size(), 2u);
  ASSERT_EQ(system.clauses.size(), 5u);
  EXPECT_TRUE(system.clauses[0].body.empty());
  EXPECT_EQ(system.clauses[0].head->predicate, 0u);
  EXPECT_EQ(system.clauses[1].body.size(), 1u);
  EXPECT_EQ(system.clauses[2].head->predicate, 1u);
  EXPECT_EQ(system.clauses[2].line, 6u);
  EXPECT_FALSE(system.clauses[4].head.has_value());
}

TEST(ReadHorn, RuleFormatMeansTheSame) {
  term::TermManager terms;
  const HornSystem system = read_horn(terms, R"(
(declare-rel P (Int)) (declare-rel Bad ())
(declare-var x Int) (declare-var y Int)
(rule (P 0))
(rule (=> (and (P x) (= y (+ x 1))) (P y)) step)
(rule (=> (and (P x) (< x 0)) Bad))
(query Bad))",
                                      "a.smt2");
  ASSERT_EQ(system.clauses.size(), 4u);
  EXPECT_FALSE(system.clauses[3].head.has_value());
  ASSERT_EQ(system.clauses[3].body.size(), 1u);
  EXPECT_EQ(system.clauses[3].body[0].predicate, 1u);
}

TEST(HornSystem, ArgumentsHaveTheSortsOfTheDomain) {
  term::TermManager terms;
  HornSystem system = read_horn(terms, "(declare-rel P (Int)) (rule (P 0)) (query P)", "a.smt2");
  EXPECT_TRUE(is_well_formed(system));
  HornSystem wrong_sort = system;
  wrong_sort.clauses[0].head->arguments = {terms.mk_true()};
  EXPECT_FALSE(is_well_formed(wrong_sort));
  HornSystem too_few = system;
  too_few.clauses[1].body[0].arguments.clear();
  EXPECT_FALSE(is_well_formed(too_few));
  HornSystem unknown = system;
  unknown.clauses[1].body[0].predicate = 1;
  EXPECT_FALSE(is_well_formed(unknown));
}

TEST(ReadHorn, QueriesOfPredicatesWithArguments) {
  term::TermManager terms;
  const HornSystem system =
      read_horn(terms, "(declare-rel P (Int Bool)) (rule (P 0 true)) (query P)", "a.smt2");
  ASSERT_EQ(system.clauses.size(), 2u);
  EXPECT_EQ(system.clauses[1].body[0].arguments.size(), 2u);
}

TEST(ReadHorn, DisjunctionsInBodiesAndConjunctionsInHeadsSplit) {
  term::TermManager terms;
  const HornSystem system = read_horn(terms, R"(
(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (=> (or (P x) (and (Q x) (< x 0))) (and (P (+ x 1)) (Q x)))))
)",
                                      "a.smt2");
  ASSERT_EQ(system.clauses.size(), 4u);
  for (const Clause& clause : system.clauses) {
    EXPECT_EQ(clause.body.size(), 1u);
    EXPECT_TRUE(clause.head.has_value());
  }
}

TEST(ReadHorn, ExistentialBodies) {
  term::TermManager terms;
  const HornSystem system = read_horn(
      terms, "(declare-fun P (Int) Bool) (assert (forall ((x Int)) (=> (exists ((x Int)) (P x)) (P x))))",
      "a.smt2");
  ASSERT_EQ(system.clauses.size(), 1u);
  EXPECT_NE(system.clauses[0].body[0].arguments[0], system.clauses[0].head->arguments[0]);
}

TEST(ReadHorn, WhatIsNotHorn) {
  const auto is_unsupported = [](const std::string& text) {
    term::TermManager terms;
    try {
      to_program(terms, read_horn(terms, text, "a.smt2"));
    } catch (const base::Unsupported&) {
      return true;
    }
    return false;
  };
  const std::string two = "(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool)";
  EXPECT_TRUE(is_unsupported(two + "(assert (forall ((x Int)) (or (P x) (Q x))))"));
  EXPECT_TRUE(is_unsupported(two + "(assert (forall ((x Int)) (= (P x) (Q x))))"));
  EXPECT_FALSE(is_unsupported(two + "(assert (forall ((x Int)) (=> (and (P x) (P 1)) (Q x))))"));
  EXPECT_TRUE(is_unsupported("(declare-fun f (Int) Int) (assert (= (f 0) 0))"));
  EXPECT_FALSE(is_unsupported(two + "(assert (forall ((x Int)) (=> (P x) (Q x))))"));
}

// The symbol of the predicate p is p!0. A bound variable of that name must not capture it.
TEST(ReadHorn, BoundVariablesDoNotCapturePredicates) {
  term::TermManager terms;
  const HornSystem system = read_horn(terms, R"(
(declare-fun p () Bool)
(assert (=> true p))
(assert (forall ((p!0 Bool)) (=> (and p (not p!0)) false))))",
                                      "a.smt2");
  ASSERT_EQ(system.clauses.size(), 2u);
  EXPECT_EQ(system.clauses[1].body.size(), 1u);
}

TEST(HornProgram, NonlinearClausesCallTheDerivationsOfTuples) {
  term::TermManager terms;
  const HornSystem system = read_horn(terms, R"((declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))
(assert (=> (P 0) false)))",
                                      "a.smt2");
  const HornProgram horn = to_program(terms, system);
  const program::CallRecognition calls = program::recognise_calls(horn.program);
  ASSERT_TRUE(calls.structure.has_value()) << calls.reason;
  EXPECT_TRUE(calls.structure->depth.sort().is_int());
  EXPECT_EQ(calls.structure->stacks.size(), 1u);  // x
  std::string reason;
  const auto procedures = program::find_procedures(horn.program, *calls.structure, reason);
  ASSERT_TRUE(procedures.has_value()) << reason;
  ASSERT_EQ(procedures->all.size(), 2u);
  EXPECT_EQ(procedures->all[1].exits, std::vector<program::LocationId>{horn.location[0]});
  // The last edge of each clause has an origin.
  std::vector<std::size_t> clauses;
  for (const auto& origin : horn.origin)
    if (origin) clauses.push_back(origin->clause);
  EXPECT_EQ(clauses, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(HornProgram, LocationsEdgesAndArguments) {
  term::TermManager terms;
  std::string text = chc;
  text.replace(text.find("(Q Int)"), 7, "(y Int)");
  const HornSystem system = read_horn(terms, text, "a.smt2");
  const HornProgram horn = to_program(terms, system);
  const program::Program& program = horn.program;
  ASSERT_EQ(program.edges().size(), 5u);
  const term::Term first = horn.arguments[0][0], second = horn.arguments[0][1];
  // x = 0 is substituted.
  EXPECT_TRUE(program.edge(0).guard.is_true());
  EXPECT_TRUE(program.edge(0).inputs.empty());
  ASSERT_EQ(program.edge(0).updates.size(), 2u);
  EXPECT_EQ(program.edge(0).updates[0].value, terms.mk_int(0));
  // z = x + 1 is substituted, y keeps its value.
  EXPECT_EQ(program.edge(1).guard, terms.mk_lt(first, second));
  ASSERT_EQ(program.edge(1).updates.size(), 1u);
  EXPECT_EQ(program.edge(1).updates[0].value, terms.mk_add(first, terms.mk_int(1)));
  // The same variable twice is an equation, and so is a constant argument.
  EXPECT_EQ(program.edge(2).guard, terms.mk_eq(first, second));
  EXPECT_EQ(program.edge(3).guard,
            terms.mk_and(terms.mk_eq(second, terms.mk_int(4)), terms.mk_gt(first, terms.mk_int(9))));
  EXPECT_EQ(program.edge(4).target, program.error());
  EXPECT_EQ(horn.origin[4]->clause, 4u);
}

}  // namespace
}  // namespace pendulum::frontend
