// Tests the fixpoint without refinement: the result of widening alone, and that it is inductive.
#include "domain/fixpoint.h"

#include "domain/paper_programs.h"
#include "domain_fixture.h"
#include "program/integer_view/integer_view.h"
#include "program/random_program.h"
#include "program/text/text.h"
#include "term/smtlib/reader.h"

namespace pendulum::domain {
namespace {

using program::Program;

struct FixpointTest : ::testing::Test, testing::Logic {
  bool implies(const term::TermVector& facts, const char* fact) {
    return Logic::implies(terms.mk_and(facts), term::SmtLibReader(terms).read_term(fact));
  }

  std::vector<term::TermVector> invariants(const char* text) {
    const Program program = program::parse(terms, text);
    return linear_invariants(program, terms.mk_true(), std::chrono::seconds(20), statistics, stop);
  }
};

/// DAGGER, section 1, on Fig. 1 with the boxed code: widening alone finds 100x >= y and z = 10w, but not y >=
/// x.
TEST_F(FixpointTest, Figure1) {
  const auto found = invariants(testing::figure_1_boxed);
  EXPECT_TRUE(implies(found[1], "(= z (* 10 w))"));
  EXPECT_TRUE(implies(found[1], "(<= y (* 100 x))"));
  EXPECT_FALSE(implies(found[1], "(<= y x)"));
}

/// Descending steps find the upper bounds, which widening has lost.
TEST_F(FixpointTest, NestedLoopsKeepTheirBounds) {
  const auto found = invariants(R"(program
variable i Int
variable j Int
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "exit"
location 4 "error"
location 5 "never"
entry 0
error 4
edge 0 -> 1
  set i 0
  set j 0
edge 1 -> 2
  guard (< i 10)
  set j 0
edge 2 -> 2
  guard (< j i)
  set j (+ j 1)
edge 2 -> 1
  guard (>= j i)
  set i (+ i 1)
edge 1 -> 3
  guard (>= i 10)
edge 3 -> 4
  guard (> j 12)
edge 1 -> 5
  guard (> i 10)
edge 2 -> 5
  guard (> j 20)
edge 5 -> 4
)");
  EXPECT_TRUE(implies(found[1], "(and (<= 0 i) (<= i 10))"));
  EXPECT_TRUE(implies(found[2], "(and (<= 0 j) (<= j i) (<= i 9))"));
  EXPECT_FALSE(implies(found[2], "(<= i 8)"));
  ASSERT_EQ(1u, found[5].size());
  EXPECT_TRUE(found[5].front().is_false());
}

TEST_F(FixpointTest, RandomProgramsHaveInductiveStates) {
  for (const DomainKind kind : {DomainKind::Octagon, DomainKind::Polyhedron}) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Program bits = program::testing::RandomProgram(terms, seed).make();
      const program::IntegerView view(bits);
      const AffineProgram affine(view.program(), view.range_facts(), stop);
      const Domain domain({kind, Widening::H79, 300'000}, statistics);
      const StateSpace space(affine, domain, 10, WideConstraints::Always);
      const auto states = fixpoint(space, base::Clock::now() + std::chrono::seconds(20), stop);
      ASSERT_TRUE(states);
      for (AffineEdgeId id = 0; id < affine.edges().size(); ++id) {
        const State image = space.image(id, (*states)[affine.edge(id).source]);
        EXPECT_TRUE(space.leq(image, (*states)[affine.edge(id).target])) << seed << " edge " << id;
      }
    }
  }
}

TEST_F(FixpointTest, NothingWhenTheTimeIsUp) {
  const Program program =
      program::parse(terms,
                     "program\nvariable x Int\nlocation 0 \"entry\"\nlocation 1 \"head\"\n"
                     "location 2 \"error\"\nentry 0\nerror 2\nedge 0 -> 1\n  set x 0\n"
                     "edge 1 -> 1\n  set x (+ x 1)\nedge 1 -> 2\n  guard (< x 0)\n");
  const AffineProgram affine(program, terms.mk_true(), stop);
  const Domain domain({DomainKind::Octagon, Widening::H79, 300'000}, statistics);
  const StateSpace space(affine, domain, 10, WideConstraints::Always);
  EXPECT_FALSE(fixpoint(space, base::Clock::now() - std::chrono::seconds(1), stop));
}

}  // namespace
}  // namespace pendulum::domain
