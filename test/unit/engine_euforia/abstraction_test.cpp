// The EUF abstraction of sums, and models that are extended to values that the solver has not seen.
#include <gtest/gtest.h>

#include "engine/euforia/euf_domain.h"
#include "engine/euforia/euf_solver.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::euforia {
namespace {

using smt::SatResult;
using term::Term;
using term::TermVector;

class AbstractionTest : public ::testing::Test {
 protected:
  EufSolver make(EufAbstraction& abstraction) { return {terms_, abstraction, solvers_->make(terms_, {})}; }
  EufSolver make() { return make(abstraction_); }
  Term word(const char* name) { return terms_.mk_symbol(name, terms_.bitvec_sort(8)); }
  Term value(int number) { return terms_.mk_bv(number, 8); }
  Term integer(const char* name) { return terms_.mk_symbol(name, terms_.int_sort()); }
  Term sum(const TermVector& operands) { return terms_.mk_add(operands); }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  EufAbstraction abstraction_{terms_, Arrays::Abstract};
};

TEST_F(AbstractionTest, OperandsHaveOneOrder) {
  const Term x = word("x"), y = word("y");
  EXPECT_EQ(abstraction_(terms_.mk_bvadd(x, y)), abstraction_(terms_.mk_bvadd(y, x)));
  EXPECT_EQ(abstraction_(terms_.mk_bv_binary(term::Kind::BvAnd, x, y)),
            abstraction_(terms_.mk_bv_binary(term::Kind::BvAnd, y, x)));
  const Term a = integer("a"), b = integer("b"), c = integer("c");
  EXPECT_EQ(abstraction_(sum({a, b, c})), abstraction_(sum({c, a, b})));
}

/// Sums of three and four operands: the operands are equal, but occur in another order.
TEST_F(AbstractionTest, LongSumsCommute) {
  for (const std::size_t size : {3u, 4u}) {
    TermVector left, right;
    EufSolver solver = make();
    for (std::size_t i = 0; i < size; ++i) left.push_back(integer(fmt::format("l{}", i).c_str()));
    for (std::size_t i = 0; i < size; ++i) right.push_back(integer(fmt::format("r{}", i).c_str()));
    // Symbols are sorted by age, so this reverses the order.
    for (std::size_t i = 0; i < size; ++i) solver.assert_term(terms_.mk_eq(left[i], right[size - 1 - i]));
    EXPECT_EQ(solver.check(TermVector{terms_.mk_distinct(sum(left), sum(right))}), SatResult::Unsat) << size;
  }
}

TEST_F(AbstractionTest, PartsOfASumAreSums) {
  const Term a = integer("a"), b = integer("b"), c = integer("c"), z = integer("z");
  EufSolver solver = make();
  solver.assert_term(terms_.mk_eq(z, sum({a, c})));
  EXPECT_EQ(solver.check(TermVector{terms_.mk_distinct(sum({a, b, c}), sum({z, b}))}), SatResult::Unsat);
}

/// Figure 3.4, line 10, for values that no formula of the solver contains.
TEST_F(AbstractionTest, NewValuesAreDistinct) {
  const Term x = word("x"), y = word("y"), z = word("z");
  EufSolver solver = make();
  solver.assert_term(terms_.mk_eq(x, value(1)));
  solver.assert_term(terms_.mk_eq(y, x));
  solver.assert_term(terms_.mk_distinct(z, x));
  ASSERT_EQ(solver.check({}), SatResult::Sat);
  const auto truth = [&](Term formula) { return solver.value(formula).is_true(); };
  for (int number = 2; number < 20; ++number)
    for (const Term variable : {x, y, z})
      EXPECT_FALSE(truth(terms_.mk_eq(variable, value(number)))) << number;
}

/// The extension is one model: it respects congruence and commutativity, and gives the same answer twice.
TEST_F(AbstractionTest, NewValuesRespectCongruence) {
  const Term x = word("x"), y = word("y"), z = word("z"), seven = value(7);
  EufSolver solver = make();
  solver.assert_term(terms_.mk_eq(x, y));
  solver.assert_term(terms_.mk_distinct(x, z));
  ASSERT_EQ(solver.check({}), SatResult::Sat);
  const auto truth = [&](Term formula) { return solver.value(formula).is_true(); };
  const Term fx = terms_.mk_bv_binary(term::Kind::BvUdiv, x, seven),
             fy = terms_.mk_bv_binary(term::Kind::BvUdiv, y, seven);
  EXPECT_TRUE(truth(terms_.mk_eq(fx, fy)));
  EXPECT_FALSE(truth(terms_.mk_eq(fx, terms_.mk_bv_binary(term::Kind::BvUdiv, z, seven))));
  EXPECT_TRUE(truth(terms_.mk_eq(terms_.mk_bvmul(fx, z), terms_.mk_bvmul(z, fy))));
  EXPECT_EQ(truth(terms_.mk_bvult(fx, z)), truth(terms_.mk_bvult(fy, z)));
  EXPECT_TRUE(truth(terms_.mk_eq(terms_.mk_ite(terms_.mk_eq(x, seven), fx, z), z)));
  // A later check that contains the value decides anew.
  EXPECT_EQ(solver.check(TermVector{terms_.mk_eq(x, seven)}), SatResult::Sat);
  EXPECT_TRUE(truth(terms_.mk_eq(y, seven)));
}

TEST_F(AbstractionTest, NewIndicesOfInterpretedArrays) {
  EufAbstraction interpreted(terms_, Arrays::Interpreted);
  EufSolver solver = make(interpreted);
  const Term a = terms_.mk_symbol("a", terms_.array_sort(terms_.bitvec_sort(8), terms_.bitvec_sort(8)));
  const Term i = word("i"), x = word("x"), y = word("y");
  solver.assert_term(terms_.mk_distinct(terms_.mk_select(a, i), x));
  solver.assert_term(terms_.mk_distinct(x, y));
  ASSERT_EQ(solver.check({}), SatResult::Sat);
  const auto truth = [&](Term formula) { return solver.value(formula).is_true(); };
  const Term written = terms_.mk_store(terms_.mk_store(a, value(5), x), value(6), y);
  EXPECT_TRUE(truth(terms_.mk_eq(terms_.mk_select(written, value(5)), x)));
  EXPECT_FALSE(truth(terms_.mk_eq(terms_.mk_select(written, value(6)), x)));
  EXPECT_TRUE(truth(terms_.mk_eq(terms_.mk_select(written, i), terms_.mk_select(a, i))));
}

/// A value that occurs only in a lemma is known for all literals of the cube: either the pre-image satisfies
/// the model, or an axiom excludes the model.
TEST_F(AbstractionTest, PreimagesKnowTheValuesOfLemmas) {
  program::ProgramBuilder builder(terms_);
  const program::LocationId entry = builder.add_location("entry"), loop = builder.add_location("loop"),
                            error = builder.add_location("error");
  builder.set_entry(entry);
  builder.set_error(error);
  const Term x = word("x");
  builder.add_variable({x});
  builder.add_edge({entry, loop, terms_.mk_true(), {{x, value(0)}}});
  builder.add_edge({loop, loop, terms_.mk_true(), {{x, terms_.mk_bvadd(x, value(1))}}});
  builder.add_edge({loop, error, terms_.mk_bvult(terms_.mk_bvadd(x, value(81)), value(99))});
  const program::Program program = builder.build();
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
  const Term next = terms_.mk_symbol("x'", x.sort());
  const ic3::Cube target{terms_.mk_bvult(terms_.mk_bvadd(x, value(81)), value(99))};
  const TermVector lemmas{terms_.mk_bvult(terms_.mk_bvmul(x, value(82)), value(99))};
  const std::function<Term(Term)> to_next = [&](Term term) {
    return term::substitute(terms_, term, {{x, next}});
  };
  const auto solver = domain.make_solver();
  const program::Edge& edge = program.edge(1);
  solver->assert_term(terms_.mk_eq(next, edge.updates[0].value));
  solver->assert_term(to_next(target[0]));
  solver->assert_term(lemmas[0]);
  // The model contradicts (x + 1) + 81 = x + 82.
  solver->assert_term(terms_.mk_not(terms_.mk_bvult(terms_.mk_bvadd(x, value(82)), value(99))));
  ASSERT_EQ(solver->check({}), SatResult::Sat);
  const ic3::Truth truth = [&](Term formula) { return solver->value(formula).is_true(); };
  const ic3::Projected projected = domain.preimage({edge, target, truth, lemmas, to_next});
  ASSERT_FALSE(projected.axioms.empty());
  EXPECT_FALSE(truth(projected.axioms[0]));
}

}  // namespace
}  // namespace pendulum::engine::euforia
