#include "engine/euforia/euforia.h"

#include <gtest/gtest.h>

#include "engine/euforia/euf_solver.h"
#include "engine/euforia/term_projection.h"
#include "engine/ic3/control_split.h"
#include "engine/ic3ia/ic3ia.h"
#include "frontend/horn/horn_program.h"
#include "frontend/horn/horn_vmt.h"
#include "frontend/horn/linearize.h"
#include "frontend/vmt/read_vmt.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::euforia {
namespace {

using smt::SatResult;
using term::Term;

class EufSolverTest : public ::testing::Test {
 protected:
  EufSolver make() { return EufSolver(terms_, abstraction_, solvers_->make(terms_, {})); }
  Term word(const char* name) { return terms_.mk_symbol(name, terms_.bitvec_sort(8)); }
  Term value(int number) { return terms_.mk_bv(number, 8); }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  EufAbstraction abstraction_{terms_, Arrays::Abstract};
};

TEST_F(EufSolverTest, KnowsCongruenceAndDistinctValues) {
  const Term x = word("x"), y = word("y");
  EufSolver solver = make();
  solver.assert_term(terms_.mk_eq(x, y));
  EXPECT_EQ(solver.check(term::TermVector{terms_.mk_distinct(terms_.mk_bvmul(x, x), terms_.mk_bvmul(y, y))}),
            SatResult::Unsat);
  EXPECT_EQ(solver.check(term::TermVector{terms_.mk_eq(x, value(1)), terms_.mk_eq(y, value(2))}),
            SatResult::Unsat);
}

/// The result does not depend on the order in which the operands occurred first.
TEST_F(EufSolverTest, KnowsCommutativity) {
  const Term x = word("x"), y = word("y"), u = word("u"), v = word("v");
  EufSolver solver = make();
  for (const Term fact : {terms_.mk_distinct(x, y), terms_.mk_eq(y, v), terms_.mk_eq(x, u)})
    solver.assert_term(fact);
  EXPECT_EQ(solver.check(term::TermVector{terms_.mk_distinct(terms_.mk_bvadd(x, y), terms_.mk_bvadd(u, v))}),
            SatResult::Unsat);
  const Term one = value(1);
  EXPECT_EQ(
      solver.check(term::TermVector{terms_.mk_distinct(terms_.mk_bvadd(x, one), terms_.mk_bvadd(u, one))}),
      SatResult::Unsat);
}

TEST_F(EufSolverTest, DoesNotKnowArithmetic) {
  const Term x = word("x"), y = word("y");
  EufSolver solver = make();
  // x < y and y < x: unsatisfiable, but satisfiable for uninterpreted predicates.
  EXPECT_EQ(solver.check(term::TermVector{terms_.mk_bvult(x, y), terms_.mk_bvult(y, x)}), SatResult::Sat);
  // A comparison and its negation are recognised as complementary.
  EXPECT_EQ(solver.check(term::TermVector{terms_.mk_bvult(x, y), terms_.mk_bvule(y, x)}), SatResult::Unsat);
  EXPECT_EQ(solver.unsat_core().size(), 2u);
}

TEST_F(EufSolverTest, ArraysAreFunctionsUnlessInterpreted) {
  const Term a = terms_.mk_symbol("a", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(8)));
  const Term b = terms_.mk_symbol("b", a.sort());
  const Term i = word("i");
  const term::TermVector question{terms_.mk_eq(b, terms_.mk_store(a, i, value(3))),
                                  terms_.mk_distinct(terms_.mk_select(b, i), value(3))};
  EXPECT_EQ(make().check(question), SatResult::Sat);
  EufAbstraction interpreted(terms_, Arrays::Interpreted);
  EufSolver solver(terms_, interpreted, solvers_->make(terms_, {}));
  EXPECT_EQ(solver.check(question), SatResult::Unsat);
}

/// Steps backwards: the literals fold, which the model does not respect.
TEST_F(EufSolverTest, ProjectionFindsTheAxiomThatFoldingUses) {
  const Term a = terms_.mk_symbol("a", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(8)));
  const Term i = word("i"), j = word("j"), x = word("x");
  const Term read = terms_.mk_eq(terms_.mk_select(terms_.mk_store(a, i, x), j), value(3));
  for (const bool is_same : {true, false}) {
    EufSolver solver = make();
    const Term same = terms_.mk_eq(i, j);
    solver.assert_term(is_same ? same : terms_.mk_not(same));
    solver.assert_term(read);
    solver.assert_term(terms_.mk_distinct(x, value(3)));
    solver.assert_term(terms_.mk_distinct(terms_.mk_select(a, j), value(3)));
    ASSERT_EQ(solver.check({}), SatResult::Sat) << "EUF does not know what a store does";
    const ic3::Truth truth = [&](Term formula) { return solver.value(formula).is_true(); };
    KnownValues values;
    values.admit_all();
    TermProjection projection(terms_, truth, &abstraction_, values);
    projection.add(read);
    const ic3::Cube cube = projection.project({});
    ASSERT_FALSE(projection.axioms().empty());
    for (const Term axiom : projection.axioms()) solver.assert_term(axiom);
    EXPECT_EQ(solver.check({}), SatResult::Unsat) << "the axioms exclude the model";
  }
}

/// The results of one path of an edge are learnt even if the program does not contain its values.
TEST_F(EufSolverTest, FoldingAlongAPathIsLearnt) {
  const Term x = word("x"), choice = terms_.mk_symbol("b", terms_.bool_sort());
  const Term two = terms_.mk_bvadd(terms_.mk_ite(choice, terms_.mk_bvadd(x, value(1)), x), value(1));
  const Term formula = terms_.mk_and(choice, terms_.mk_distinct(two, terms_.mk_bvadd(x, value(2))));
  EufSolver solver = make();
  solver.assert_term(formula);
  ASSERT_EQ(solver.check({}), SatResult::Sat);
  const ic3::Truth truth = [&](Term literal) { return solver.value(literal).is_true(); };
  const KnownValues none;
  TermProjection projection(terms_, truth, &abstraction_, none);
  projection.add(formula);
  projection.project({});
  for (const Term axiom : projection.axioms()) solver.assert_term(axiom);
  EXPECT_EQ(solver.check({}), SatResult::Unsat);
}

TEST_F(EufSolverTest, ProjectionOfAModelThatFitsHasNoAxioms) {
  const Term x = word("x"), y = word("y");
  EufSolver solver = make();
  const Term formula =
      terms_.mk_eq(terms_.mk_ite(terms_.mk_eq(x, y), terms_.mk_bvadd(x, value(1)), y), value(5));
  solver.assert_term(formula);
  ASSERT_EQ(solver.check({}), SatResult::Sat);
  const ic3::Truth truth = [&](Term literal) { return solver.value(literal).is_true(); };
  KnownValues values;
  values.add(formula);
  TermProjection projection(terms_, truth, &abstraction_, values);
  projection.add(formula);
  const ic3::Cube cube = projection.project({});
  EXPECT_FALSE(cube.empty());
  for (const Term literal : cube) EXPECT_TRUE(truth(literal)) << "Theorem 3.1: " << literal.to_string();
}

/// An engine on a VMT text, with the judge.
class SystemTest : public ::testing::Test {
 protected:
  using Values = std::vector<std::pair<std::string, std::string>>;
  JudgedResult run(const Descriptor& descriptor, const std::string& text, const Values& values = {}) {
    return run(descriptor, system::to_program(terms_, frontend::read_vmt(terms_, text, "test.vmt")), values);
  }
  JudgedResult run(const Descriptor& descriptor, const program::Program& program, const Values& values = {}) {
    check::Judge judge(program, nullptr, *solvers_, stop_, {});
    base::Settings settings;
    for (const base::OptionSpec& option : descriptor.options) settings.declare(option);
    for (const auto& [key, value] : values) settings.set(key, value);
    Registry registry;
    Env env{.terms = terms_,
            .solvers = *solvers_,
            .settings = settings,
            .statistics = statistics_,
            .stop = stop_,
            .judge = judge,
            .registry = registry};
    return run_and_judge(descriptor, Task{program}, env);
  }
  std::uint64_t counter(const std::string& name) { return statistics_.counter(name); }

  term::TermManager terms_;
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(120)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
};

/// Example 4.5.
const std::string example_4_5 = R"(
(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8))) (declare-fun a+ () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-fun i () (_ BitVec 8)) (declare-fun i+ () (_ BitVec 8))
(define-fun .a () (Array (_ BitVec 8) (_ BitVec 8)) (! a :next a+))
(define-fun .i () (_ BitVec 8) (! i :next i+))
(define-fun .init () Bool (! (= (select a i) #x03) :init true))
(define-fun .trans () Bool (! (and (= a+ (store a i #x03)) (= i+ i)) :trans true))
(define-fun .property () Bool (! (= (select a i) #x03) :invar-property 0))
)";

TEST_F(SystemTest, Example45) {
  const JudgedResult judged = run(make_descriptor(), example_4_5, {{"euforia.facts", "off"}});
  EXPECT_TRUE(judged.judgement.is_accepted()) << judged.judgement.reason;
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_GE(counter("engine.euforia.axioms"), 1u) << "McCarthy's axiom has to be learnt";
}

TEST_F(SystemTest, Example45WithInterpretedArraysNeedsNoAxiom) {
  EXPECT_NE(run(make_descriptor(), example_4_5, {{"euforia.arrays", "interpreted"}, {"euforia.facts", "off"}})
                .result.certificate(),
            nullptr);
  EXPECT_EQ(counter("engine.euforia.axioms"), 0u);
}

TEST_F(SystemTest, Example45WithAnotherStoreIsUnsafe) {
  std::string text = example_4_5;
  text.replace(text.find("(store a i #x03)"), 16, "(store a i #x04)");
  const JudgedResult judged = run(make_descriptor(), text);
  EXPECT_TRUE(judged.judgement.is_accepted()) << judged.judgement.reason;
  EXPECT_NE(judged.result.error_path(), nullptr);
}

/// x counts by 3 from 0 as long as it is below 5 (Figure 3.2 as a system).
std::string counting(const std::string& bound) {
  return "(declare-fun x () (_ BitVec 32)) (declare-fun x+ () (_ BitVec 32))"
         "(define-fun .x () (_ BitVec 32) (! x :next x+))"
         "(define-fun .i () Bool (! (= x #x00000000) :init true))"
         "(define-fun .t () Bool (! (= x+ (ite (bvslt x #x00000005) (bvadd x #x00000003) x)) :trans true))"
         "(define-fun .p () Bool (! (bvsle x #x0000000" +
         bound + ") :invar-property 0))";
}

TEST_F(SystemTest, CountingIsDecidedByBothEngines) {
  for (const Descriptor& descriptor : {make_descriptor(), ic3ia::make_descriptor()}) {
    const JudgedResult safe = run(descriptor, counting("7"));
    EXPECT_NE(safe.result.certificate(), nullptr) << descriptor.key << " " << safe.judgement.reason;
    const JudgedResult unsafe = run(descriptor, counting("5"));
    EXPECT_NE(unsafe.result.error_path(), nullptr) << descriptor.key << " " << unsafe.judgement.reason;
  }
}

TEST_F(SystemTest, SimulationRefutesWhatInterpolantsDo) {
  const Values simulation{{"euforia.refinement", "simulation"}, {"euforia.facts", "off"}};
  EXPECT_NE(run(make_descriptor(), counting("7"), simulation).result.certificate(), nullptr);
  EXPECT_NE(run(make_descriptor(), counting("5"), simulation).result.error_path(), nullptr);
}

/// x += 3, y += 6, and 2x = y + 2 is an error: simulation proves it, interpolants lead the search to values
/// that it does not leave. Both in turns prove it, and the option selects one of them.
TEST_F(SystemTest, RefinementsAlternate) {
  const std::string text =
      "(declare-fun x () (_ BitVec 32)) (declare-fun x+ () (_ BitVec 32))"
      "(declare-fun y () (_ BitVec 32)) (declare-fun y+ () (_ BitVec 32))"
      "(define-fun .x () (_ BitVec 32) (! x :next x+)) (define-fun .y () (_ BitVec 32) (! y :next y+))"
      "(define-fun .i () Bool (! (and (= x #x00000000) (= y #x00000000)) :init true))"
      "(define-fun .t () Bool (! (and (= x+ (bvadd x #x00000003)) (= y+ (bvadd y #x00000006))) :trans true))"
      "(define-fun .p () Bool (! (not (= (bvmul #x00000002 x) (bvadd y #x00000002))) :invar-property 0))";
  for (const char* refinement : {"alternate", "simulation"}) {
    const Values values{{"euforia.refinement", refinement}, {"euforia.facts", "off"}, {"euforia.slice", "1"}};
    const JudgedResult judged = run(make_descriptor(), text, values);
    EXPECT_NE(judged.result.certificate(), nullptr) << refinement << ": " << judged.judgement.reason;
  }
}

/// A loop calls F, whose derivation contains a loop: F's result is its argument plus 3.
std::string nonlinear(const std::string& bound) {
  return "(declare-rel B (Int)) (declare-rel F (Int Int)) (declare-rel G (Int Int Int)) (declare-rel U ())"
         "(declare-var i Int) (declare-var j Int) (declare-var r Int)"
         "(rule (=> (= i 0) (B i)))"
         "(rule (=> (and (B i) (< i 5) (F i r)) (B r)))"
         "(rule (=> (and (= i r) (= j 0)) (G i r j)))"
         "(rule (=> (and (G i r j) (< j 3)) (G i (+ r 1) (+ j 1))))"
         "(rule (=> (and (G i r j) (>= j 3)) (F i r)))"
         "(rule (=> (and (B i) (>= i " +
         bound + ")) U)) (query U)";
}

TEST_F(SystemTest, NonlinearClauses) {
  for (const auto& [bound, is_safe] : {std::pair("7", true), std::pair("6", false)}) {
    const auto system = frontend::read_horn(terms_, nonlinear(bound), "a.smt2");
    ASSERT_FALSE(frontend::is_linear(system));
    const frontend::LinearSystem linear = frontend::linearize(terms_, system);
    EXPECT_TRUE(frontend::is_linear(linear.system));
    const JudgedResult judged = run(make_descriptor(), frontend::to_program(terms_, linear.system).program);
    EXPECT_TRUE(judged.judgement.is_accepted()) << judged.judgement.reason;
    EXPECT_EQ(judged.result.certificate() != nullptr, is_safe);
    EXPECT_EQ(judged.result.error_path() != nullptr, !is_safe);
  }
}

/// Example 4.2, as a system in both encodings of section 4.2: relations are control, which is split.
TEST_F(SystemTest, HornToVmtKeepsTheVerdict) {
  for (const auto& [bound, is_safe] : {std::pair("7", true), std::pair("6", false)}) {
    const std::string text =
        "(declare-rel E ()) (declare-rel L (Int)) (declare-rel M (Int)) (declare-rel U ())"
        "(declare-var x Int) (rule E) (rule (=> E (L 0)))"
        "(rule (=> (and (L x) (< x 5)) (L (+ x 3)))) (rule (=> (and (L x) (not (< x 5))) (M x)))"
        "(rule (=> (and (M x) (not (< x " +
        std::string(bound) + "))) U)) (query U)";
    const auto horn = frontend::read_horn(terms_, text, "a.smt2");
    for (const auto encoding : {frontend::HornEncoding::Functional, frontend::HornEncoding::Relational}) {
      const auto system = frontend::to_transition_system(terms_, horn, encoding);
      EXPECT_EQ(system.state.size(), 7u);  // four relations, two intermediate locations, the query
      const JudgedResult judged = run(make_descriptor(), system::to_program(terms_, system));
      EXPECT_TRUE(judged.judgement.is_accepted()) << judged.judgement.reason;
      EXPECT_EQ(judged.result.certificate() != nullptr, is_safe);
      EXPECT_EQ(judged.result.error_path() != nullptr, !is_safe);
      EXPECT_GT(counter("ic3.control_locations"), 3u);
    }
  }
}

/// A sum of two counters, in a relation that is a disjunction of steps: a fact of a linear fixpoint, step by
/// step.
TEST_F(SystemTest, RelationalStepsKeepSums) {
  for (const auto& [sum, is_safe] : {std::pair("(+ a 1)", true), std::pair("a", false)}) {
    const std::string text =
        "(declare-rel P (Int)) (declare-rel L (Int Int Int)) (declare-rel X (Int Int)) (declare-rel U ())"
        "(declare-var a Int) (declare-var n Int) (declare-var c Int)"
        "(rule (=> (> n 0) (P n))) (rule (=> (P n) (L n n 1)))"
        "(rule (=> (and (L a n c) (> n 1)) (L a (- n 1) (+ c 1))))"
        "(rule (=> (and (L a n c) (not (> n 1))) (X a (+ c 1))))"
        "(rule (=> (and (X a c) (not (= c " +
        std::string(sum) + "))) U)) (query U)";
    const auto horn = frontend::read_horn(terms_, text, "a.smt2");
    const auto system = frontend::to_transition_system(terms_, horn, frontend::HornEncoding::Relational);
    const JudgedResult judged = run(make_descriptor(), system::to_program(terms_, system));
    EXPECT_TRUE(judged.judgement.is_accepted()) << judged.judgement.reason;
    EXPECT_EQ(judged.result.certificate() != nullptr, is_safe);
    EXPECT_EQ(judged.result.error_path() != nullptr, !is_safe);
  }
}

/// A state machine in an integer: its states are locations; another variable is data.
TEST_F(SystemTest, ControlSplitTakesChoicesAmongValuesOnly) {
  const std::string text =
      "(declare-fun s () Int) (declare-fun s+ () Int) (declare-fun n () Int) (declare-fun n+ () Int)"
      "(define-fun .s () Int (! s :next s+)) (define-fun .n () Int (! n :next n+))"
      "(define-fun .i () Bool (! (and (= s 0) (= n 0)) :init true))"
      "(define-fun .t () Bool (! (and (= s+ (ite (= s 0) 1 0)) (= n+ (ite (= s 0) (+ n 1) (- n 1)))) :trans "
      "true))"
      "(define-fun .p () Bool (! (=> (= s 0) (= n 0)) :invar-property 0))";
  const program::Program program = system::to_program(terms_, frontend::read_vmt(terms_, text, "a.vmt"));
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
  const ic3::ControlSplit split(program, env);
  EXPECT_EQ(split.program().locations().size(), 4u);  // entry, error, s = 0, s = 1
  EXPECT_NE(run(make_descriptor(), text).result.certificate(), nullptr);
}

TEST_F(SystemTest, ClausesThatUseTheirHeadTwiceHaveNoLinearRecursion) {
  const auto system = frontend::read_horn(terms_,
                                          "(declare-rel P (Int)) (declare-var x Int) (declare-var y Int)"
                                          "(rule (P 1)) (rule (=> (and (P x) (P y)) (P (+ x y))))"
                                          "(query (P 0))",
                                          "a.smt2");
  EXPECT_FALSE(frontend::has_linear_recursion(system));
}

}  // namespace
}  // namespace pendulum::engine::euforia
