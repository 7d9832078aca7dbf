// Tests implicants and projections of random formulas: a solver checks their contracts.
#include "interpolation/projection/projection.h"

#include "interpolation/projection/implicant.h"
#include "smt/random_terms.h"
#include "smt/solver_fixture.h"
#include "term/forms/linear.h"
#include "term/traverse.h"

namespace pendulum::interpolation {
namespace {

using smt::SatResult;
using term::Term;

class ProjectionTest : public smt::SmtTest {
 protected:
  /// Unsat if `a` implies `b`.
  SatResult counterexample(Term a, Term b) {
    const auto solver = make_solver(smt::Backend::Z3);
    solver->set_time_limit(std::chrono::seconds(2));
    solver->assert_term(a);
    solver->assert_term(manager.mk_not(b));
    return solver->check();
  }

  /// A model of `formula`; empty if it has none or evaluates differently (division by zero).
  std::optional<term::Model> model_of(Term formula) {
    const auto solver = make_solver(smt::Backend::Z3);
    solver->set_time_limit(std::chrono::seconds(2));
    solver->assert_term(formula);
    if (solver->check() != SatResult::Sat) return std::nullopt;
    const term::Model model = solver->model(term::symbols(formula));
    if (!term::evaluate(manager, formula, model).is_true()) return std::nullopt;
    return model;
  }

  struct Tally {
    unsigned projected = 0;
    unsigned decided = 0;
  };

  void check_formula(Term formula, Tally& tally) {
    const auto model = model_of(formula);
    if (!model) return;
    Implicant implicant(manager, *model);
    ASSERT_TRUE(implicant.add(formula));
    const Term cube = manager.mk_and(implicant.literals());
    EXPECT_TRUE(term::evaluate(manager, cube, *model).is_true()) << formula.to_string();
    EXPECT_NE(counterexample(cube, formula), SatResult::Sat) << formula.to_string();

    // Every second symbol is eliminated.
    term::TermVector gone;
    const term::TermVector all = term::symbols(formula);
    for (std::size_t i = 0; i < all.size(); i += 2) gone.push_back(all[i]);
    const term::TermVector projected = project(manager, implicant.literals(), gone, *model);
    const Term result = manager.mk_and(projected);
    ++tally.projected;
    EXPECT_TRUE(term::evaluate(manager, result, *model).is_true()) << cube.to_string();
    for (const Term symbol : term::symbols(result))
      EXPECT_EQ(std::ranges::count(gone, symbol), 0) << symbol.to_string() << " in " << result.to_string();
    const SatResult answer = counterexample(result, manager.mk_exists(gone, cube));
    EXPECT_NE(answer, SatResult::Sat) << cube.to_string() << "\nprojected to " << result.to_string();
    if (answer == SatResult::Unsat) ++tally.decided;
  }
};

TEST_F(ProjectionTest, RandomIntegerFormulas) {
  smt::RandomTerms random(manager, 7);
  Tally tally;
  for (unsigned i = 0; i < 60; ++i) {
    term::TermVector parts;
    for (unsigned j = 0; j < 4; ++j) parts.push_back(random.integer_formula(3));
    check_formula(manager.mk_and(parts), tally);
  }
  EXPECT_GT(tally.projected, 20U);
  EXPECT_GT(tally.decided * 10, tally.projected * 8);
}

TEST_F(ProjectionTest, RandomBitVectorFormulas) {
  smt::RandomTerms random(manager, 8);
  Tally tally;
  for (unsigned i = 0; i < 60; ++i) {
    term::TermVector parts;
    for (unsigned j = 0; j < 3; ++j) parts.push_back(random.formula(2));
    check_formula(manager.mk_and(parts), tally);
  }
  EXPECT_GT(tally.projected, 20U);
  // Quantifiers over arrays are often too hard for the solver.
  EXPECT_GT(tally.decided * 10, tally.projected * 4);
}

TEST_F(ProjectionTest, UnitBoundsAreExact) {
  // exists x. a <= x and x <= b and x <= c, in a model with b less than c: a <= b and a <= c are kept.
  const Term a = integer("a"), b = integer("b"), c = integer("c"), x = integer("x");
  const term::TermVector cube{manager.mk_le(a, x), manager.mk_le(x, b), manager.mk_le(x, c)};
  const auto model = model_of(manager.mk_and(cube));
  ASSERT_TRUE(model);
  const Term gone[] = {x};
  const Term result = manager.mk_and(project(manager, cube, gone, *model));
  EXPECT_EQ(counterexample(result, manager.mk_and(manager.mk_le(a, b), manager.mk_le(a, c))),
            SatResult::Unsat);
  EXPECT_EQ(counterexample(manager.mk_and(manager.mk_le(a, b), manager.mk_le(a, c)), result),
            SatResult::Unsat);
}

TEST_F(ProjectionTest, AnUnboundedInputLeavesNoTrace) {
  const Term x = bitvec("x", 32), y = bitvec("y", 32);
  const term::TermVector cube{manager.mk_bvslt(x, y), manager.mk_bvslt(y, manager.mk_bv(7, 32))};
  const auto model = model_of(manager.mk_and(cube));
  ASSERT_TRUE(model);
  const Term gone[] = {x};
  const term::TermVector result = project(manager, cube, gone, *model);
  for (const Term literal : result) EXPECT_EQ(term::symbols(literal), term::TermVector{y});
}

/// Eliminating the first symbol removes the only literal with the second one.
TEST_F(ProjectionTest, ASymbolThatNoLongerOccursNeedsNoElimination) {
  const Term a = bitvec("a", 8), b = bitvec("b", 8);
  const term::TermVector cube{manager.mk_eq(a, b)};
  const term::Model model{{a, manager.mk_bv(3, 8)}, {b, manager.mk_bv(3, 8)}};
  const Term gone[] = {a, b};
  EXPECT_TRUE(project(manager, cube, gone, model).empty());
}

TEST_F(ProjectionTest, EqualConstraintsAreEqualTerms) {
  const Term x = integer("x"), y = integer("y");
  const Term two = manager.mk_int(2);
  const Term a =
      manager.mk_le(manager.mk_mul(two, x), manager.mk_add(manager.mk_mul(two, y), manager.mk_int(3)));
  const Term b = manager.mk_not(manager.mk_lt(manager.mk_add(y, manager.mk_int(1)), x));
  EXPECT_EQ(term::normalize_literal(manager, a), term::normalize_literal(manager, b));
}

}  // namespace
}  // namespace pendulum::interpolation
