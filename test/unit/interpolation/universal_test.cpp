// Compares the elimination of universal quantifiers with the quantified formula, decided by the other solver.
#include "interpolation/universal.h"

#include "interpolation/interpolation_fixture.h"
#include "smt/random_terms.h"

namespace pendulum::interpolation {
namespace {

using term::Term;
using term::TermVector;

class UniversalTest : public InterpolationTest {
 protected:
  Universal eliminate(const TermVector& bound, Term body) {
    const base::StopToken deadline(base::Clock::now() + std::chrono::seconds(5));
    return eliminate_forall(context(), bound, body, deadline);
  }
  /// For values of the free symbols, the result is false if some values of the bound symbols make `body`
  /// false; if it claims to be exact, only then.
  void expect_right(const TermVector& bound, Term body, smt::RandomTerms& random) {
    const Universal result = eliminate(bound, body);
    for (const Term symbol : term::symbols(result.term))
      EXPECT_EQ(std::ranges::find(bound, symbol), bound.end());
    for (int sample = 0; sample < 6; ++sample) {
      const auto solver = solvers->make(terms, {.backend = smt::Backend::Cvc5});
      solver->set_time_limit(std::chrono::seconds(2));
      term::Model model;
      for (const Term symbol : term::symbols(TermVector{body, result.term})) {
        if (std::ranges::find(bound, symbol) == bound.end()) model[symbol] = value(symbol.sort(), random);
      }
      solver->assert_term(terms.mk_not(term::substitute(terms, body, model)));
      const bool holds = term::evaluate(terms, result.term, model).is_true();
      const smt::SatResult found = solver->check();
      EXPECT_FALSE(holds && found == smt::SatResult::Sat) << body.to_string();
      EXPECT_FALSE(!holds && result.is_exact && found == smt::SatResult::Unsat) << body.to_string();
    }
  }

  Term value(term::Sort sort, smt::RandomTerms& random) {
    const auto below = [&](std::size_t bound) { return static_cast<int>(random.below(bound)); };
    if (sort.is_bool()) return terms.mk_bool(below(2) == 0);
    if (sort.is_int()) return terms.mk_int(below(15) - 7);
    if (sort.is_bitvec()) return terms.mk_bv(below(16), sort.width());
    const Term zeros = terms.mk_const_array(sort, value(sort.element(), random));
    return terms.mk_store(zeros, value(sort.index(), random), value(sort.element(), random));
  }
};

TEST_F(UniversalTest, EquationsDecide) {
  const Term i = integer("i"), x = integer("x"), y = integer("y");
  // i + x = y  =>  i >= 3: y - x >= 3
  const Universal result =
      eliminate({i}, terms.mk_implies(terms.mk_eq(terms.mk_add(i, x), y), terms.mk_ge(i, number(3))));
  EXPECT_TRUE(result.is_exact);
  EXPECT_TRUE(is_valid(terms.mk_eq(result.term, terms.mk_ge(terms.mk_sub(y, x), number(3)))));
  const Term b = bitvec("b"), u = bitvec("u");
  const Universal bits = eliminate(
      {b}, terms.mk_implies(terms.mk_eq(terms.mk_bvadd(u, terms.mk_bvneg(b)), u), terms.mk_bvult(b, u)));
  EXPECT_TRUE(bits.is_exact);
  EXPECT_TRUE(is_valid(terms.mk_eq(bits.term, terms.mk_bvult(terms.mk_bv(0, 8), u))));
}

TEST_F(UniversalTest, CleanOfExample3) {
  // UFO, Example 3: forall x4, c7. x3 >= 0 or (c7 and x4 >= 0) is x3 >= 0.
  const Term x3 = integer("x3"), x4 = integer("x4"), c7 = terms.mk_symbol("c7", terms.bool_sort());
  const Term body = terms.mk_or(terms.mk_ge(x3, number(0)), terms.mk_and(c7, terms.mk_ge(x4, number(0))));
  const Universal result = eliminate({x4, c7}, body);
  EXPECT_TRUE(result.is_exact);
  EXPECT_EQ(result.term, terms.mk_ge(x3, number(0)));
}

TEST_F(UniversalTest, BoundsAreInstances) {
  // i < x  =>  i < y: for integers x <= y, for bit-vectors x <= y as well
  const Term i = integer("i"), x = integer("x"), y = integer("y");
  const Universal result = eliminate({i}, terms.mk_implies(terms.mk_lt(i, x), terms.mk_lt(i, y)));
  EXPECT_TRUE(result.is_exact);
  EXPECT_TRUE(is_valid(terms.mk_eq(result.term, terms.mk_le(x, y))));
  const Term b = bitvec("b"), u = bitvec("u"), v = bitvec("v");
  const Universal bits = eliminate({b}, terms.mk_implies(terms.mk_bvult(b, u), terms.mk_bvult(b, v)));
  EXPECT_TRUE(bits.is_exact);
  EXPECT_TRUE(is_valid(terms.mk_eq(bits.term, terms.mk_bvule(u, v))));
}

TEST_F(UniversalTest, RandomIntegers) {
  smt::RandomTerms random(terms, 7);
  for (int round = 0; round < 12; ++round)
    expect_right({integer("i0"), terms.mk_symbol("p0", terms.bool_sort())}, random.integer_formula(3),
                 random);
}

TEST_F(UniversalTest, RandomBitVectorsAndArrays) {
  smt::RandomTerms random(terms, 8);
  const Term array = terms.mk_symbol("m0", terms.array_sort(terms.bitvec_sort(4), terms.bitvec_sort(4)));
  for (int round = 0; round < 12; ++round)
    expect_right({bitvec("v0", 4), array, terms.mk_symbol("p0", terms.bool_sort())}, random.formula(3),
                 random);
}

}  // namespace
}  // namespace pendulum::interpolation
