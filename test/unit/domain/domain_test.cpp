// Compares every operation of the domains with a solver, on random small elements.
#include "domain/domain.h"

#include <algorithm>
#include <cfenv>
#include <map>

#include "domain/interpolate.h"
#include "domain_fixture.h"
#include "term/traverse.h"

namespace pendulum::domain {
namespace {

using testing::DomainFixture;
using testing::RandomElements;

constexpr unsigned rounds = 40;
constexpr std::size_t dimensions = 3;

class DomainTest : public ::testing::TestWithParam<DomainKind> {
 protected:
  Element make(const std::vector<Constraint>& constraints) { return domain_.from(dimensions, constraints); }
  term::Term term(const Element& element) { return oracle_.term(domain_.constraints(element)); }

  DomainFixture oracle_{dimensions};
  Domain domain_{{GetParam(), Widening::H79, 300'000}, oracle_.statistics};
  RandomElements random_{GetParam(), dimensions, 7};
};

INSTANTIATE_TEST_SUITE_P(Kinds, DomainTest, ::testing::Values(DomainKind::Octagon, DomainKind::Polyhedron),
                         [](const auto& test) {
                           return test.param == DomainKind::Octagon ? "Octagon" : "Polyhedron";
                         });

TEST_P(DomainTest, RoundingModeIsTheDefault) {
  EXPECT_EQ(FE_TONEAREST, std::fegetround());
}

TEST_P(DomainTest, ConstraintsThatFitAreKeptExactly) {
  for (unsigned i = 0; i < rounds; ++i) {
    const auto constraints = random_.constraints();
    EXPECT_TRUE(oracle_.are_equal(oracle_.term(constraints), term(make(constraints))));
  }
}

TEST_P(DomainTest, BottomHasNoIntegerPoint) {
  unsigned bottoms = 0, others = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    auto constraints = random_.constraints();
    for (const Constraint& more : random_.constraints()) constraints.push_back(more);
    const bool is_bottom = domain_.is_bottom(make(constraints));
    ++(is_bottom ? bottoms : others);
    if (is_bottom) {
      EXPECT_FALSE(oracle_.is_satisfiable(oracle_.term(constraints)));
    }
  }
  EXPECT_GT(bottoms, 2u);
  EXPECT_GT(others, 2u);
  EXPECT_TRUE(domain_.is_bottom(domain_.bottom(dimensions)));
  EXPECT_TRUE(domain_.is_top(domain_.top(dimensions)));
}

TEST_P(DomainTest, RationalPointsAloneAreBottom) {
  Constraint low, high;  // 1 <= 2 d0 <= 1
  low.expression.add(0, 2);
  low.expression.constant = -1;
  high.expression = low.expression.negated();
  EXPECT_TRUE(domain_.is_bottom(make({low, high})));
}

TEST_P(DomainTest, JoinMeetAndOrder) {
  unsigned below = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints()), b = make(random_.constraints());
    const Element joined = domain_.join(a, b), met = domain_.meet(a, b);
    EXPECT_TRUE(oracle_.implies(term(a), term(joined)));
    EXPECT_TRUE(oracle_.implies(term(b), term(joined)));
    EXPECT_TRUE(oracle_.are_equal(term(met), oracle_.terms.mk_and(term(a), term(b))));
    EXPECT_TRUE(domain_.leq(a, joined));
    EXPECT_TRUE(domain_.leq(met, a));
    if (domain_.leq(a, b)) {
      ++below;
      EXPECT_TRUE(oracle_.implies(term(a), term(b)));
    }
    if (domain_.is_disjoint(a, b)) {
      EXPECT_FALSE(oracle_.is_satisfiable(term(met)));
    }
  }
  EXPECT_GT(below, 0u);
}

TEST_P(DomainTest, BoundsAndSatisfaction) {
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints());
    if (domain_.is_bottom(a)) continue;
    const Expression expression = random_.expression();
    const Interval interval = domain_.bounds(a, expression);
    const term::Term value = oracle_.term(expression);
    if (interval.low) {
      EXPECT_TRUE(oracle_.implies(term(a), oracle_.terms.mk_ge(value, oracle_.terms.mk_int(*interval.low))));
    }
    if (interval.high) {
      EXPECT_TRUE(oracle_.implies(term(a), oracle_.terms.mk_le(value, oracle_.terms.mk_int(*interval.high))));
    }
    const Constraint constraint{expression, false};
    if (domain_.satisfies(a, constraint)) {
      EXPECT_TRUE(oracle_.implies(term(a), oracle_.term(constraint)));
    }
  }
}

TEST_P(DomainTest, WideningContainsBothAndKeepsWhatItIsBoundedBy) {
  for (const Widening widening : {Widening::H79, Widening::BHRZ03}) {
    const Domain domain({GetParam(), widening, 300'000}, oracle_.statistics);
    for (unsigned i = 0; i < rounds; ++i) {
      const Element a = make(random_.constraints()), b = make(random_.constraints());
      const std::vector<Constraint> bounds = random_.constraints();
      const Element widened = domain.widen_up_to(a, b, bounds);
      EXPECT_TRUE(oracle_.implies(term(a), term(widened)));
      EXPECT_TRUE(oracle_.implies(term(b), term(widened)));
      // Section 2: if A and B satisfy C in T, so does the result.
      for (const Constraint& bound : bounds)
        if (domain.satisfies(a, bound) && domain.satisfies(b, bound)) {
          EXPECT_TRUE(domain.satisfies(widened, bound));
        }
    }
  }
}

TEST_P(DomainTest, WideningEndsChains) {
  for (const Widening widening : {Widening::H79, Widening::BHRZ03}) {
    const Domain domain({GetParam(), widening, 300'000}, oracle_.statistics);
    for (unsigned i = 0; i < 10; ++i) {
      Element element = make(random_.constraints());
      unsigned steps = 0;
      for (; steps < 60; ++steps) {
        // x := x + 1, y := y + x and similar assignments, alternately.
        Expression value = random_.expression();
        const Dimension target = random_.dimension();
        const Step change[] = {step::assign(target, value)};
        const Element next = domain.join(element, domain.apply(element, change));
        if (domain.leq(next, element)) continue;
        element = domain.widen(element, next);
      }
      EXPECT_FALSE(domain.is_bottom(element) && steps == 0);
    }
  }
  // A counter whose bound a widening has to drop at once.
  Constraint zero;
  zero.is_equality = true;
  zero.expression.add(0, 1);
  Expression successor;
  successor.add(0, 1);
  successor.constant = 1;
  const Step change[] = {step::assign(0, successor)};
  Element element = make({zero});
  for (unsigned i = 0; i < 3; ++i)
    element = domain_.widen(element, domain_.join(element, domain_.apply(element, change)));
  EXPECT_TRUE(domain_.leq(domain_.apply(element, change), element));
}

/// Image: a(x) and x' = value imply image(x'). Preimage: after(value) implies preimage.
TEST_P(DomainTest, AssignmentsForwardsAndBackwards) {
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints());
    const Dimension target = random_.dimension();
    const Step assign = step::assign(target, random_.expression());
    const Step unassign = step::backward(assign);
    const term::Term value = oracle_.term(assign.constraint.expression);
    const term::Substitution after{{oracle_.variables[target], value}};
    const term::Term image = term(domain_.apply(a, {&assign, 1}));
    EXPECT_TRUE(oracle_.implies(term(a), term::substitute(oracle_.terms, image, after)));
    const term::Term preimage = term(domain_.apply(a, {&unassign, 1}));
    const term::Term exact = term::substitute(oracle_.terms, term(a), after);
    EXPECT_TRUE(oracle_.implies(exact, preimage));
    if (domain_.is_exact(unassign)) {
      EXPECT_TRUE(oracle_.implies(preimage, exact));
    }
  }
}

TEST_P(DomainTest, GeneralConstraintsAreOverApproximated) {
  RandomElements general(DomainKind::Polyhedron, dimensions, 11);
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints());
    const Constraint constraint = general.constraint();
    const Step add = step::add(constraint);
    const term::Term exact = oracle_.terms.mk_and(term(a), oracle_.term(constraint));
    const term::Term result = term(domain_.apply(a, {&add, 1}));
    EXPECT_TRUE(oracle_.implies(exact, result));
    EXPECT_TRUE(oracle_.implies(result, term(a)));
    if (domain_.is_exact(add)) {
      EXPECT_TRUE(oracle_.implies(result, exact));
    }
  }
}

TEST_P(DomainTest, DimensionsComeAndGo) {
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints());
    const Step there_and_back[] = {step::embed(2), step::trim(dimensions)};
    EXPECT_TRUE(oracle_.are_equal(term(a), term(domain_.apply(a, there_and_back))));
    const Step forget = step::forget(0);
    const term::Term forgotten = term(domain_.apply(a, {&forget, 1}));
    EXPECT_TRUE(oracle_.implies(term(a), forgotten));
    const term::TermVector left = term::symbols(forgotten);
    EXPECT_EQ(left.end(), std::ranges::find(left, oracle_.variables[0]));
  }
}

/// Section 2: A implies I, I and E are disjoint, over common variables. For every procedure.
TEST_P(DomainTest, Interpolants) {
  std::map<Interpolation, unsigned> found;
  for (unsigned i = 0; i < 6 * rounds; ++i) {
    const Element a = make(random_.constraints()), e = make(random_.constraints());
    if (domain_.is_bottom(a) || domain_.is_bottom(e) || !domain_.is_disjoint(a, e)) continue;
    for (const Interpolation method : {Interpolation::Constraints, Interpolation::Directions,
                                       Interpolation::HalfSpace, Interpolation::Projection}) {
      const std::vector<Constraint> interpolant = interpolate(domain_, a, e, method);
      if (interpolant.empty()) continue;
      const term::Term term_of_it = oracle_.term(interpolant);
      EXPECT_TRUE(oracle_.implies(term(a), term_of_it));
      EXPECT_FALSE(oracle_.is_satisfiable(oracle_.terms.mk_and(term_of_it, term(e))));
      ++found[method];
    }
    for (const InterpolationOrder order : {InterpolationOrder::Paper, InterpolationOrder::Extended})
      EXPECT_FALSE(interpolate(domain_, a, e, order).empty());
  }
  for (const auto& [method, count] : found) EXPECT_GT(count, 3u) << static_cast<int>(method);
  EXPECT_EQ(4u, found.size());
}

/// PPL evaluates lazily: an operation that is aborted must not change its operands.
TEST_P(DomainTest, OperandsSurviveAnExhaustedBudget) {
  constexpr std::size_t many = 7;
  RandomElements random(DomainKind::Polyhedron, many, 3);
  for (const unsigned long weight : {5ul, 50ul, 500ul, 5'000ul}) {
    const Domain poor({GetParam(), Widening::H79, weight}, oracle_.statistics);
    for (unsigned i = 0; i < rounds / 4; ++i) {
      std::vector<Constraint> first, second;
      for (int k = 0; k < 4; ++k) {
        for (Constraint& c : random.constraints()) first.push_back(std::move(c));
        for (Constraint& c : random.constraints()) second.push_back(std::move(c));
      }
      const Element a = domain_.from(many, first), b = domain_.from(many, second);
      const auto before_a = domain_.constraints(a), before_b = domain_.constraints(b);
      (void)poor.join(a, b);
      (void)poor.widen(a, b);
      (void)poor.leq(a, b);
      (void)poor.is_disjoint(a, b);
      (void)poor.constraints(a);
      (void)poor.bounds(a, random.expression());
      EXPECT_EQ(before_a, domain_.constraints(a));
      EXPECT_EQ(before_b, domain_.constraints(b));
    }
  }
}

/// A very small budget: results are weaker, not wrong.
TEST_P(DomainTest, FallsBackWhenTheBudgetIsUsedUp) {
  const Domain poor({GetParam(), Widening::H79, 60}, oracle_.statistics);
  for (unsigned i = 0; i < rounds; ++i) {
    const Element a = make(random_.constraints()), b = make(random_.constraints());
    const Element joined = poor.join(a, b);
    EXPECT_TRUE(oracle_.implies(term(a), term(joined)));
    EXPECT_TRUE(oracle_.implies(term(b), term(joined)));
    EXPECT_TRUE(oracle_.implies(oracle_.terms.mk_and(term(a), term(b)), term(poor.meet(a, b))));
    if (poor.leq(a, b)) {
      EXPECT_TRUE(oracle_.implies(term(a), term(b)));
    }
    if (poor.is_bottom(a)) {
      EXPECT_FALSE(oracle_.is_satisfiable(term(a)));
    }
  }
  if (GetParam() == DomainKind::Polyhedron) {
    EXPECT_GT(oracle_.statistics.counter("domain.fallbacks_octagon"), 0u);
  }
}

}  // namespace
}  // namespace pendulum::domain
