// Remainders as variables preserve the meaning; the parts of an unswitched edge are together the edge.
#include "domain/remainders.h"
#include "domain/unswitch.h"
#include "domain_fixture.h"
#include "program/text/text.h"
#include "term/traverse.h"

namespace pendulum::domain {
namespace {

using program::Edge;
using program::Program;
using term::Term;

struct DetailsTest : ::testing::Test, testing::Logic {
  /// The value of a variable after the edge.
  static Term after(const Edge& edge, Term variable) {
    for (const program::Assignment& update : edge.updates)
      if (update.variable == variable) return update.value;
    return variable;
  }
};

constexpr const char* remainders = R"(program
variable x Int
variable y Int
variable z Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input in Int internal
  set x in
  set y 7
  set z (* (- 3) in)
edge 1 -> 1
  guard (= (mod (- (+ x y) 5) 3) 1)
  set x (+ x (* 2 y) (- 4))
  set y (- 1 x)
edge 1 -> 1
  guard (and (> (div (* (- 1) x) 3) z) (<= x 10) (>= y (- 4)))
  set x (* x y)
  set z (+ z (mod x 3))
edge 1 -> 2
  guard (= (mod (* 6 z) 3) 1)
)";

TEST_F(DetailsTest, RemaindersMeanTheSame) {
  const Program original = program::parse(terms, remainders);
  const RemainderView view(original);
  ASSERT_FALSE(view.is_trivial());
  const Program& program = view.program();
  EXPECT_EQ(program.variables().size(), original.variables().size() + 4);  // x and y by 3; z has no remainder
  ASSERT_EQ(program.edges().size(), original.edges().size());
  for (program::EdgeId id = 0; id < program.edges().size(); ++id) {
    const Edge &before = original.edge(id), &edge = program.edge(id);
    EXPECT_TRUE(is_valid(terms.mk_eq(before.guard, view.to_original(edge.guard)))) << id;
    for (const program::Variable& variable : original.variables())
      EXPECT_TRUE(is_valid(
          terms.mk_eq(after(before, variable.symbol), view.to_original(after(edge, variable.symbol)))))
          << id << " " << variable.symbol.name();
    // The definition of a new variable, evaluated with the new values, is its value after the edge.
    const term::Substitution changed = program::substitution_of(before);
    for (std::size_t i = original.variables().size(); i < program.variables().size(); ++i) {
      const Term ghost = program.variables()[i].symbol;
      const Term wanted = term::substitute(terms, view.to_original(ghost), changed);
      EXPECT_TRUE(is_valid(terms.mk_eq(wanted, view.to_original(after(edge, ghost)))))
          << id << " " << ghost.name();
    }
  }
  EXPECT_TRUE(is_valid(view.to_original(view.ranges())));
}

TEST_F(DetailsTest, WithoutRemaindersNothingChanges) {
  std::string text = remainders;
  for (const char* operation : {"mod", "div"})
    for (std::size_t at = text.find(operation); at != std::string::npos; at = text.find(operation))
      text.replace(at, 3, "+");
  const Program original = program::parse(terms, text);
  EXPECT_TRUE(RemainderView(original).is_trivial());
}

/// The bounds of x do not simplify to false, but the bounds of its quotient, q <= 1 and 2 <= q, do.
TEST_F(DetailsTest, AnEdgeKeepsItsIdIfTheBoundsOfQuotientsContradict) {
  const Program original = program::parse(terms, R"(program
variable x Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input in Int internal
  set x in
edge 1 -> 1
  guard (and (<= x 5) (not (<= (div x 3) 1)))
edge 1 -> 2
  guard (= (mod x 3) 2)
)");
  const RemainderView view(original);
  ASSERT_FALSE(view.is_trivial());
  ASSERT_EQ(view.program().edges().size(), original.edges().size());
  EXPECT_EQ(view.program().edge(1).guard, original.edge(1).guard);
}

TEST_F(DetailsTest, PartsOfAnEdgeAreTheEdge) {
  const Program program = program::parse(terms, R"(program
variable f Int
variable i Int
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input in Int internal
  guard (>= in 0)
  set f (- in 5)
  set i 0
edge 1 -> 2
  guard (< i 9)
edge 2 -> 2
  guard (and (not (= f 0)) (<= f 8))
  set i (+ i 1)
edge 2 -> 1
  guard (= f 0)
  set i (+ i 2)
edge 1 -> 3
  guard (> i 20)
)");
  AffineProgram affine(program, terms.mk_true(), stop);
  const auto before = affine.edges();
  ASSERT_TRUE(affine.unswitch());
  std::set<std::uint32_t> parts;
  for (const AffineEdge& edge : before) {
    const auto conjunction = [&](const AffineEdge& each) {
      term::TermVector all;
      for (const LinearConstraint& constraint : each.action.constraints)
        all.push_back(to_term(terms, constraint));
      return terms.mk_and(all);
    };
    term::TermVector of_parts;
    for (const AffineEdge& each : affine.edges()) {
      if (each.path != edge.path || each.action.updates.size() != edge.action.updates.size()) continue;
      of_parts.push_back(conjunction(each));
      if (each.part != 0) parts.insert(each.part);
      // i changes, and the inner loop is entered with f already split.
      EXPECT_EQ(each.part != 0, each.target == 1 && !each.is_back_edge);
    }
    EXPECT_TRUE(is_valid(terms.mk_implies(conjunction(edge), terms.mk_or(of_parts))));
  }
  EXPECT_EQ(parts.size(), 4u);  // f < 0, f = 0, 1 <= f <= 8, f > 8
}

}  // namespace
}  // namespace pendulum::domain
