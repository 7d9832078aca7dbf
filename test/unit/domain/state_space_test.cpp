// Tests edges of programs: compares their affine cases with evaluation, images and preimages of states with a
// solver, and tests packs.
#include "domain/state_space.h"

#include "domain_fixture.h"
#include "program/integer_view/integer_view.h"
#include "program/random_program.h"
#include "program/text/text.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::domain {
namespace {

using program::Edge;
using program::Program;
using term::Term;

struct StateSpaceTest : ::testing::TestWithParam<DomainKind>, testing::Logic {};

INSTANTIATE_TEST_SUITE_P(Kinds, StateSpaceTest,
                         ::testing::Values(DomainKind::Octagon, DomainKind::Polyhedron),
                         [](const auto& test) {
                           return test.param == DomainKind::Octagon ? "Octagon" : "Polyhedron";
                         });

/// The program's edges composed along the path of an affine edge: its guard, and variables after it.
struct Composed {
  term::TermVector guards;
  term::Substitution values;
};

Composed compose(const Program& program, const AffineEdge& edge) {
  term::TermManager& terms = program.terms();
  Composed result;
  for (const program::EdgeId id : edge.path) {
    term::Substituter substitute(terms, result.values);
    const Edge& step = program.edge(id);
    result.guards.push_back(substitute(step.guard));
    std::vector<std::pair<Term, Term>> changed;
    for (const program::Assignment& update : step.updates)
      changed.emplace_back(update.variable, substitute(update.value));
    for (const auto& [variable, value] : changed) result.values[variable] = value;
  }
  return result;
}

/// For every composed edge: the steps of the program are the union of the steps of its cases. Images contain
/// the successors of the steps, preimages their predecessors.
TEST_P(StateSpaceTest, RandomProgramsOverIntegers) {
  std::size_t checked = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Program bits = program::testing::RandomProgram(terms, seed).make();
    const program::IntegerView view(bits);
    const Program& program = view.program();
    const AffineProgram affine(program, view.range_facts(), stop);
    const Domain domain({GetParam(), Widening::H79, 300'000}, statistics);
    const StateSpace space(affine, domain, 10, WideConstraints::Always);
    std::map<std::vector<program::EdgeId>, term::TermVector> images, preimages;
    std::map<std::vector<program::EdgeId>, const AffineEdge*> edges;
    bool is_complete = true;
    const State before = space.constrain(space.top(), space.from_term(view.range_facts(), is_complete));
    for (AffineEdgeId id = 0; id < affine.edges().size(); ++id) {
      const AffineEdge& edge = affine.edge(id);
      edges[edge.path] = &edge;
      images[edge.path].push_back(space.to_term(space.image(id, before)));
      preimages[edge.path].push_back(space.to_term(space.preimage(id, space.top())));
    }
    for (const auto& [path, edge] : edges) {
      const Composed composed = compose(program, *edge);
      const Term step = terms.mk_and(view.range_facts(), terms.mk_and(composed.guards));
      const Term image = term::substitute(terms, terms.mk_or(images[path]), composed.values);
      EXPECT_TRUE(implies(step, image)) << "seed " << seed << ", " << edge->source << " -> " << edge->target;
      EXPECT_TRUE(implies(step, terms.mk_or(preimages[path]))) << "seed " << seed;
      ++checked;
    }
  }
  EXPECT_GT(checked, 40u);
}

constexpr const char* swap_and_sums = R"(program
variable x Int
variable y Int
variable z Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input a Int internal
  input b Int internal
  guard (and (<= 0 a) (<= a 5) (not (= b 3)))
  set x a
  set y b
  set z (+ a b)
edge 1 -> 1
  guard (<= x 9)
  set x y
  set y x
  set z (+ z (* 2 x))
edge 1 -> 2
  guard (< z (ite (< x y) x y))
)";

/// Parallel assignments with a cycle, a disequality and an ite: exact in polyhedra.
TEST_P(StateSpaceTest, ParallelAssignments) {
  const Program program = program::parse(terms, swap_and_sums);
  const AffineProgram affine(program, terms.mk_true(), stop);
  const Domain domain({GetParam(), Widening::H79, 300'000}, statistics);
  const StateSpace space(affine, domain, 10, WideConstraints::Later);
  ASSERT_EQ(5u, affine.edges().size());  // b < 3, b > 3; the loop; x < y, x >= y
  for (AffineEdgeId id = 0; id < affine.edges().size(); ++id)
    if (GetParam() == DomainKind::Polyhedron) {
      EXPECT_TRUE(space.is_exact(id));
    }
  const AffineEdgeId loop = affine.outgoing(1)[0];
  ASSERT_TRUE(affine.edge(loop).is_back_edge);
  bool is_complete = true;
  const Term x = terms.find_symbol("x"), y = terms.find_symbol("y"), z = terms.find_symbol("z");
  const Term start = terms.mk_and(
      {terms.mk_eq(x, terms.mk_int(1)), terms.mk_eq(y, terms.mk_int(2)), terms.mk_eq(z, terms.mk_int(3))});
  const State before = space.constrain(space.top(), space.from_term(start, is_complete));
  ASSERT_TRUE(is_complete);
  const Term after = space.to_term(space.image(loop, before));
  EXPECT_TRUE(implies(after, terms.mk_and(terms.mk_eq(x, terms.mk_int(2)), terms.mk_eq(y, terms.mk_int(1)))));
  EXPECT_TRUE(implies(after, terms.mk_eq(z, terms.mk_int(5))));
  // Backwards: only the state before.
  const State pre = space.preimage(loop, space.image(loop, before));
  EXPECT_TRUE(implies(start, space.to_term(pre)));
  if (GetParam() == DomainKind::Polyhedron) {
    EXPECT_TRUE(implies(space.to_term(pre), start));
  }
}

/// 100 variables in separate loops and one that relates neighbours: packs make it feasible.
TEST_P(StateSpaceTest, HundredVariables) {
  std::string text = "program\n";
  for (int i = 0; i < 100; ++i) text += "variable v" + std::to_string(i) + " Int\n";
  text += "location 0 \"entry\"\nlocation 1 \"head\"\nlocation 2 \"error\"\nentry 0\nerror 2\nedge 0 -> 1\n";
  for (int i = 0; i < 100; ++i) text += "  set v" + std::to_string(i) + " " + std::to_string(i) + "\n";
  text += "edge 1 -> 1\n";
  for (int i = 0; i < 100; i += 2)
    text += "  set v" + std::to_string(i) + " (+ v" + std::to_string(i + 1) + " 1)\n";
  text += "edge 1 -> 2\n  guard (and";
  for (int i = 0; i < 99; ++i) text += " (< v" + std::to_string(i + 1) + " v" + std::to_string(i) + ")";
  text += ")\n";
  const Program program = program::parse(terms, text);
  const AffineProgram affine(program, terms.mk_true(), stop);
  const Domain domain({GetParam(), Widening::H79, 300'000}, statistics);
  const StateSpace space(affine, domain, 8, WideConstraints::Later);
  EXPECT_GE(space.packing().size(), 100u / 8);
  for (std::size_t i = 0; i < space.packing().size(); ++i) EXPECT_LE(space.packing().pack(i).size(), 8u);
  const auto start = base::Clock::now();
  State state = space.image(affine.outgoing(0)[0], space.top());
  for (int i = 0; i < 3; ++i)
    state = space.widen_up_to(state, space.join(state, space.image(affine.outgoing(1)[0], state)), {});
  EXPECT_FALSE(state.is_bottom);
  EXPECT_LT(base::Clock::now() - start, std::chrono::seconds(5));
  // v1 = 1 and v0 = 0 or 2: a bound within a pack.
  bool is_complete = true;
  const Term fact = terms.mk_eq(terms.find_symbol("v99"), terms.mk_int(99));
  EXPECT_TRUE(space.satisfies(state, space.from_term(fact, is_complete).front()));
}

/// Ranges of C types are not used until they are requested.
TEST_P(StateSpaceTest, WideConstraintsComeLater) {
  const Program program = program::parse(terms, R"(program
variable x Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
edge 1 -> 1
  guard (<= x 2147483646)
  set x (+ x 1)
edge 1 -> 2
  guard (< x 0)
)");
  const AffineProgram affine(program, terms.mk_true(), stop);
  const Domain domain({GetParam(), Widening::H79, 300'000}, statistics);
  StateSpace space(affine, domain, 8, WideConstraints::Later);
  const AffineEdgeId loop = affine.outgoing(1)[0];
  EXPECT_FALSE(space.is_exact(loop));
  EXPECT_TRUE(space.to_term(space.image(loop, space.top())).is_true());
  EXPECT_TRUE(space.enable_wide(loop));
  EXPECT_FALSE(space.enable_wide(loop));
  EXPECT_TRUE(space.is_exact(loop));
  EXPECT_FALSE(space.to_term(space.image(loop, space.top())).is_true());
}

/// The test of an input that matters to nothing else is no condition. An input that is assigned remains.
TEST(AffineCases, InputsAreProjectedAway) {
  term::TermManager terms;
  const base::StopToken stop;
  const Term x = terms.mk_symbol("x", terms.int_sort()), in = terms.mk_symbol("in", terms.int_sort());
  const Term zero = terms.mk_int(0), five = terms.mk_int(5);
  const auto cases_of = [&](Term guard, std::vector<program::Assignment> updates) {
    Edge edge;
    edge.guard = guard;
    edge.inputs = {{in, {}}};
    edge.updates = std::move(updates);
    return affine_cases(terms, edge, {}, {}, stop);
  };
  const auto tested = cases_of(terms.mk_distinct(in, zero), {});
  ASSERT_EQ(tested.size(), 1u);
  EXPECT_TRUE(tested[0].constraints.empty());
  const auto between = cases_of(terms.mk_and(terms.mk_le(x, in), terms.mk_le(in, five)), {});
  ASSERT_EQ(between.size(), 1u);
  ASSERT_EQ(between[0].constraints.size(), 1u);
  EXPECT_EQ(to_term(terms, between[0].constraints[0]), term::normalize_literal(terms, terms.mk_le(x, five)));
  EXPECT_EQ(cases_of(terms.mk_distinct(in, zero), {{x, in}}).size(), 2u);
  // x <= 2 in <= 5 also requires an even number between x and 5, so the projection would not be exact.
  const Term twice = terms.mk_mul(terms.mk_int(2), in);
  EXPECT_EQ(cases_of(terms.mk_and(terms.mk_le(x, twice), terms.mk_le(twice, five)), {})[0].constraints.size(),
            2u);
}

/// The cases of a Boolean test of an input: the flag is set in one, and not in the other.
TEST(AffineCases, ContainedCasesAreRemoved) {
  term::TermManager terms;
  const base::StopToken stop;
  const Term flag = terms.mk_symbol("flag", terms.bool_sort()), in = terms.mk_symbol("in", terms.int_sort());
  Edge edge;
  edge.guard = terms.mk_true();
  edge.inputs = {{in, {}}};
  edge.updates = {{flag, terms.mk_distinct(in, terms.mk_int(0))}};
  EXPECT_EQ(affine_cases(terms, edge, {}, {}, stop).size(), 2u);
}

/// Splitting a guard has no bound on its work; a stop request must end it.
TEST(AffineCases, StopWhenTold) {
  term::TermManager terms;
  base::StopToken stop;
  Edge edge;
  edge.guard = terms.mk_distinct(terms.mk_symbol("x", terms.int_sort()), terms.mk_int(0));
  EXPECT_EQ(affine_cases(terms, edge, {}, {}, stop).size(), 2u);
  stop.request_stop();
  EXPECT_THROW((void)affine_cases(terms, edge, {}, {}, stop), base::Stopped);
}

}  // namespace
}  // namespace pendulum::domain
