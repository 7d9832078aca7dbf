// Candidate invariants from closed forms: which candidates are generated, and which of them Houdini keeps.
#include "acceleration/invariant_candidates.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "acceleration/acceleration_fixture.h"
#include "acceleration/entry_values.h"
#include "facts/houdini.h"
#include "program/text/text.h"

namespace pendulum::acceleration::test {
namespace {

class InvariantCandidates : public ::testing::Test {
 protected:
  /// The inductive candidates of each location. Stores all candidates in `proposed_`.
  facts::Facts facts_of(const std::string& text) {
    program_ = program::parse(w_.terms, text);
    const auto candidates = invariant_candidates(*program_, w_.prover, *w_.solvers, w_.stop);
    facts::Facts formulas(program_->locations().size());
    for (std::size_t location = 0; location < candidates.size(); ++location)
      for (const CandidateFact& candidate : candidates[location])
        formulas[location].push_back(to_bitvectors(w_.terms, candidate));
    proposed_ = formulas;
    return facts::houdini(*program_, facts::Facts(formulas.size()), formulas, *w_.solvers, w_.statistics,
                          w_.stop);
  }
  bool implies(const TermVector& facts, Term formula) {
    return w_.prover.is_valid(w_.terms.mk_implies(w_.terms.mk_and(facts), formula));
  }
  Term x() { return w_.symbol("x", 8); }
  Term y() { return w_.symbol("y", 8); }
  Term n() { return w_.symbol("n", 8); }

  AccelerationContext w_;
  std::optional<program::Program> program_;
  facts::Facts proposed_;
};

/// A program with one loop. `before` contains the assignments before the loop, `body` the guard and the
/// assignments of its edge.
std::string loop(const std::string& before, const std::string& body) {
  return R"(program
variable n (_ BitVec 8)
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input any (_ BitVec 8) internal
  set n any
)" + before +
         R"(edge 1 -> 1
)" + body +
         R"(edge 1 -> 2
  guard (= (bvadd x (bvmul y n)) #x05)
)";
}

TEST_F(InvariantCandidates, TwoLinearVariables) {
  const auto facts = facts_of(loop("  set x #x02\n  set y #x07\n",
                                   "  guard (bvult x n)\n  set x (bvadd x #x03)\n  set y (bvadd y #x02)\n"));
  // 2 (x - 2) = 3 (y - 7).
  const Term left = w_.times(w_.plus(x(), -2), 2), right = w_.times(w_.plus(y(), -7), 3);
  EXPECT_TRUE(implies(facts[1], w_.terms.mk_eq(left, right)));
  EXPECT_TRUE(facts[0].empty());
  EXPECT_TRUE(facts[2].empty());
}

TEST_F(InvariantCandidates, ResiduesOfTheStride) {
  const auto facts =
      facts_of(loop("  set x #x03\n  set y any\n", "  guard (bvult x n)\n  set x (bvadd x #x04)\n"));
  EXPECT_TRUE(implies(facts[1], w_.terms.mk_eq(w_.terms.mk_extract(x(), 1, 0), w_.bv(3, 2))));
  EXPECT_FALSE(implies(facts[1], w_.terms.mk_eq(w_.terms.mk_extract(x(), 2, 0), w_.bv(3, 3))));
}

TEST_F(InvariantCandidates, BoundsOfGuards) {
  const auto facts =
      facts_of(loop("  set x #x00\n  set y #x00\n", "  guard (bvult x n)\n  set x (bvadd x #x01)\n"));
  EXPECT_TRUE(implies(facts[1], w_.terms.mk_bvule(x(), n())));
  EXPECT_FALSE(implies(facts[1], w_.terms.mk_bvult(x(), n())));
}

TEST_F(InvariantCandidates, EntryValuesThatTheLoopDoesNotChange) {
  // x and y start with the same arbitrary value, which n keeps.
  const auto facts =
      facts_of(loop("  set x any\n  set y any\n", "  set x (bvadd x #x01)\n  set y (bvadd y #xff)\n"));
  EXPECT_TRUE(implies(facts[1], w_.terms.mk_eq(w_.terms.mk_bvadd(x(), y()), w_.times(n(), 2))));
}

TEST_F(InvariantCandidates, UnknownEntryValuesAreLeftOut) {
  const auto facts = facts_of(loop("  input other (_ BitVec 8) internal\n  set x other\n  set y #x00\n",
                                   "  set x (bvadd x #x01)\n  set y (bvadd y #x01)\n"));
  for (const Term candidate : proposed_[1])
    EXPECT_EQ(TermVector{y()}, term::symbols(candidate)) << candidate.to_string();
  EXPECT_FALSE(implies(facts[1], w_.terms.mk_eq(x(), y())));
}

TEST_F(InvariantCandidates, SeveralPathsMustAgree) {
  const std::string before = "  set x #x00\n  set y #x00\n";
  const std::string choice = "  input c Bool internal\n  set x (bvadd x (ite c #x01 #x02))\n";
  // Each path adds the same number to x and y.
  const auto agree = facts_of(loop(before, choice + "  set y (bvadd y (ite c #x01 #x02))\n"));
  EXPECT_TRUE(implies(agree[1], w_.terms.mk_eq(x(), y())));
  const auto differ = facts_of(loop(before, choice + "  set y (bvadd y (ite c #x02 #x01))\n"));
  EXPECT_FALSE(implies(differ[1], w_.terms.mk_eq(x(), y())));
  for (const Term candidate : proposed_[1]) EXPECT_NE(candidate, w_.terms.mk_eq(x(), y()));
}

TEST_F(InvariantCandidates, SumsOfACounter) {
  const auto facts = facts_of(loop("  set x #x00\n  set y #x00\n",
                                   "  guard (bvult x n)\n  set x (bvadd x #x01)\n  set y (bvadd y x)\n"));
  const Term right = w_.terms.mk_bvmul(x(), w_.plus(x(), -1));
  EXPECT_TRUE(implies(facts[1], w_.terms.mk_eq(w_.times(y(), 2), right)));
}

TEST_F(InvariantCandidates, ALoopBehindALoop) {
  const auto facts = facts_of(R"(program
variable i (_ BitVec 8)
variable j (_ BitVec 8)
variable n (_ BitVec 8)
variable x (_ BitVec 8)
location 0 "entry"
location 1 "up"
location 2 "down"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input any (_ BitVec 8) internal
  set i #x00
  set n any
  set x #x00
edge 1 -> 1
  guard (bvult i n)
  set i (bvadd i #x01)
  set x (bvadd x #x02)
edge 1 -> 2
  guard (not (bvult i n))
  set j #x00
edge 2 -> 2
  guard (bvult j n)
  set j (bvadd j #x01)
  set x (bvsub x #x02)
edge 2 -> 3
  guard (and (not (bvult j n)) (not (= x #x00)))
)");
  // The first loop ends with x = 2 i and i = n.
  const Term sum = w_.terms.mk_bvadd(x(), w_.times(w_.symbol("j", 8), 2));
  EXPECT_TRUE(implies(facts[2], w_.terms.mk_eq(sum, w_.times(n(), 2))));
}

TEST_F(InvariantCandidates, FactsHaveAnIntegerReading) {
  const Term i = w_.terms.mk_symbol("i.int", w_.terms.int_sort());
  const auto image = [&](Term) { return i; };
  AffineForm form = symbol_form(x());
  form.constant = -4;
  const CandidateFact equality{{{form}}, {}};
  EXPECT_EQ(w_.terms.mk_eq(i, w_.terms.mk_int(4)), to_integers(w_.terms, equality, image));
  EXPECT_EQ(w_.is(x(), 4), to_bitvectors(w_.terms, equality));
  EXPECT_TRUE(to_integers(w_.terms, {{}, w_.is(x(), 4)}, image).is_null());
}

TEST_F(InvariantCandidates, InequalitiesDoNotWrapAround) {
  // x + y <= 200 over unsigned numbers, not modulo 256.
  AffineForm form = symbol_form(x());
  form.add(symbol_form(y()));
  form.constant = -200;
  const CandidateFact fact{{{form, AffineFact::Relation::AtMost, PolynomialArithmetic::Signedness::Unsigned}},
                           {}};
  const auto holds = [&](int a, int b) {
    return term::evaluate(w_.terms, to_bitvectors(w_.terms, fact), {{x(), w_.bv(a, 8)}, {y(), w_.bv(b, 8)}})
        .is_true();
  };
  EXPECT_TRUE(holds(100, 100));
  EXPECT_FALSE(holds(100, 101));
  EXPECT_FALSE(holds(200, 100));
}

}  // namespace
}  // namespace pendulum::acceleration::test
