// Tests the values of flags per location and the relation between flags on small programs.
#include <gtest/gtest.h>

#include <algorithm>

#include "facts/flags/flag_formulas.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::facts {
namespace {

using term::Term;

/// A counter below 3, a lock that is taken and released, and a number without bound.
constexpr const char* lock = R"(program
variable i (_ BitVec 8) unsigned
variable taken (_ BitVec 8) unsigned
variable owner (_ BitVec 8) unsigned
variable sum (_ BitVec 8) unsigned
location 0 "entry"
location 1 "loop"
location 2 "inside"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set i #x00
  set taken #x00
  set owner #x00
  set sum #x00
edge 1 -> 2
  input big Bool internal
  guard (and (bvult i #x03) (= taken #x00))
  set taken #x01
  set owner (ite big #x07 #x05)
edge 2 -> 1
  guard (not (= owner #x00))
  set i (bvadd i #x01)
  set sum (bvadd sum i)
  set taken #x00
  set owner #x00
edge 2 -> 1
  guard (= owner #x07)
edge 1 -> 1
  guard (= owner #x07)
  set taken #x00
  set owner #x00
edge 1 -> 3
  guard (or (= sum #xff) (bvult #x03 i) (and (= taken #x01) (= owner #x00)))
)";

class FlagsTest : public ::testing::Test {
 protected:
  void load(const char* text) { program_.emplace(program::parse(terms_, text)); }
  Term symbol(const char* name) { return terms_.find_symbol(name); }
  Term bv(int value) { return terms_.mk_bv(value, 8); }
  LocationValues values() { return flag_values(*program_, stop_); }
  term::TermVector live(program::LocationId location) { return program::live_variables(*program_)[location]; }

  /// The facts of a location imply the formula.
  bool implies(const term::TermVector& facts, Term formula) {
    smt::SolverOptions options;
    options.logic = "QF_BV";
    const auto solver = solvers_->make(terms_, options);
    for (const Term fact : facts) solver->assert_term(fact);
    solver->assert_term(terms_.mk_not(formula));
    return solver->check() == smt::SatResult::Unsat;
  }
  term::TermVector relation_facts(program::LocationId location) {
    const LocationValues sets = values();
    const FlagRelation relation(*program_, sets, {}, stop_);
    term::TermVector facts = value_formulas(terms_, *sets[location], live(location));
    facts.push_back(relation_formula(terms_, relation, *sets[location], location, live(location), 1000));
    return facts;
  }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  std::optional<program::Program> program_;
};

TEST_F(FlagsTest, ValuesDependOnTheLocation) {
  load(lock);
  const LocationValues sets = values();
  EXPECT_EQ((term::TermVector{bv(0), bv(1)}), sets[1]->at(symbol("taken")));
  EXPECT_EQ(term::TermVector{bv(1)}, sets[2]->at(symbol("taken")));
  EXPECT_EQ(2u, sets[2]->at(symbol("owner")).size());
}

TEST_F(FlagsTest, GuardsBoundACounter) {
  load(lock);
  const LocationValues sets = values();
  EXPECT_EQ(4u, sets[1]->at(symbol("i")).size());
  EXPECT_EQ(3u, sets[2]->at(symbol("i")).size());
  EXPECT_FALSE(sets[1]->contains(symbol("sum")));
}

TEST_F(FlagsTest, UnreachableLocationsHaveNoValues) {
  load(R"(program
variable x (_ BitVec 8) unsigned
location 0 "entry"
location 1 "a"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #x01
edge 1 -> 2
  guard (= x #x02)
)");
  EXPECT_FALSE(values()[2]);
}

TEST_F(FlagsTest, TheRelationConnectsFlags) {
  load(lock);
  const Term is_taken = terms_.mk_eq(symbol("taken"), bv(1));
  const Term is_owned = terms_.mk_eq(symbol("owner"), bv(7));
  const term::TermVector facts = relation_facts(1);
  EXPECT_TRUE(implies(facts, terms_.mk_eq(is_taken, is_owned)));
  EXPECT_TRUE(implies(facts, terms_.mk_or(is_owned, terms_.mk_eq(symbol("owner"), bv(0)))));
  EXPECT_FALSE(implies(facts, is_taken));
  EXPECT_FALSE(implies(facts, terms_.mk_not(is_taken)));
  // The counter is below 3 while the lock is taken.
  EXPECT_TRUE(implies(facts, terms_.mk_implies(is_taken, terms_.mk_bvult(symbol("i"), bv(3)))));
  EXPECT_FALSE(implies(facts, terms_.mk_bvult(symbol("i"), bv(3))));
}

TEST_F(FlagsTest, ValuesAloneDoNotConnectFlags) {
  load(lock);
  const LocationValues sets = values();
  const Term is_taken = terms_.mk_eq(symbol("taken"), bv(1));
  const Term is_owned = terms_.mk_eq(symbol("owner"), bv(7));
  EXPECT_FALSE(implies(value_formulas(terms_, *sets[1], live(1)), terms_.mk_eq(is_taken, is_owned)));
}

TEST_F(FlagsTest, PairsContainTheProjections) {
  load(lock);
  const LocationValues sets = values();
  const FlagRelation relation(*program_, sets, {}, stop_);
  term::TermVector facts = value_formulas(terms_, *sets[1], live(1));
  const term::TermVector pairs = pair_formulas(terms_, relation, *sets[1], 1, live(1));
  facts.insert(facts.end(), pairs.begin(), pairs.end());
  const Term is_taken = terms_.mk_eq(symbol("taken"), bv(1));
  EXPECT_TRUE(implies(facts, terms_.mk_eq(is_taken, terms_.mk_eq(symbol("owner"), bv(7)))));
  EXPECT_TRUE(implies(facts, terms_.mk_implies(is_taken, terms_.mk_bvult(symbol("i"), bv(3)))));
}

/// `mode` is an input that is compared with two constants; `copy` remembers it.
constexpr const char* open_values = R"(program
variable mode (_ BitVec 8) unsigned
variable copy (_ BitVec 8) unsigned
variable seen (_ BitVec 8) unsigned
location 0 "entry"
location 1 "loop"
location 2 "known"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input any (_ BitVec 8) internal
  set mode any
  set copy #x00
  set seen #x00
edge 1 -> 2
  guard (and (not (= mode #x01)) (not (= mode #x02)))
  set copy mode
  set seen #x09
edge 1 -> 2
  guard (or (= mode #x01) (= mode #x02))
  set copy mode
  set seen mode
edge 2 -> 3
  guard (and (= seen #x09) (= copy #x02) (= mode #x03))
)";

TEST_F(FlagsTest, OtherValuesAreDistinguishedFromListedOnes) {
  load(open_values);
  const LocationValues sets = values();
  EXPECT_FALSE(sets[2]->contains(symbol("mode")));
  const std::map<Term, FlagDomain> domains = flag_domains(*program_, sets);
  EXPECT_TRUE(domains.at(symbol("mode")).has_other);
  EXPECT_FALSE(domains.at(symbol("seen")).has_other);
  const term::TermVector facts = relation_facts(2);
  const Term is_nine = terms_.mk_eq(symbol("seen"), bv(9));
  EXPECT_TRUE(implies(facts, terms_.mk_implies(is_nine, terms_.mk_distinct(symbol("copy"), bv(2)))));
  EXPECT_TRUE(implies(facts, terms_.mk_or(is_nine, terms_.mk_distinct(symbol("mode"), bv(77)))));
  EXPECT_FALSE(implies(facts, terms_.mk_distinct(symbol("mode"), bv(77))));
  EXPECT_FALSE(implies(facts, terms_.mk_distinct(symbol("mode"), bv(3))));
  EXPECT_FALSE(implies(facts, terms_.mk_distinct(symbol("copy"), bv(77))));
}

/// The counter `n` ends at 3 only because `active` becomes 0 then; `total` has no bound.
constexpr const char* counter = R"(program
variable n (_ BitVec 8) unsigned
variable active (_ BitVec 8) unsigned
variable total (_ BitVec 8) unsigned
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set n #x00
  set active #x01
  set total #x00
edge 1 -> 1
  guard (and (= active #x01) (not (= n #x7f)))
  set n (bvadd n #x01)
  set active (ite (bvult n #x02) #x01 #x00)
edge 1 -> 1
  set total (bvadd total #x01)
edge 1 -> 2
  guard (or (= n #x05) (= total #x7f))
)";

TEST_F(FlagsTest, TheRelationBoundsACounter) {
  load(counter);
  const std::map<Term, FlagDomain> domains = flag_domains(*program_, values());
  EXPECT_TRUE(domains.at(symbol("n")).has_other);
  EXPECT_LE(domains.at(symbol("total")).values.size(), 4u);
  const term::TermVector facts = relation_facts(1);
  EXPECT_TRUE(implies(facts, terms_.mk_bvule(symbol("n"), bv(3))));
  EXPECT_FALSE(implies(facts, terms_.mk_bvult(symbol("n"), bv(3))));
  EXPECT_TRUE(
      implies(facts, terms_.mk_eq(terms_.mk_eq(symbol("n"), bv(3)), terms_.mk_eq(symbol("active"), bv(0)))));
  EXPECT_FALSE(implies(facts, terms_.mk_bvult(symbol("total"), bv(100))));
}

TEST_F(FlagsTest, ALimitOnTheSizeGivesNoFormula) {
  load(lock);
  const LocationValues sets = values();
  const FlagRelation relation(*program_, sets, {}, stop_);
  EXPECT_TRUE(relation_formula(terms_, relation, *sets[1], 1, live(1), 1).is_null());
}

TEST_F(FlagsTest, TheLimitOnBitsDropsFlagsWithManyValues) {
  load(lock);
  const std::vector<Flag> flags = select_flags(*program_, values(), 3);
  EXPECT_LE(num_bits(flags), 3u);
  EXPECT_TRUE(std::ranges::any_of(flags, [&](const Flag& flag) { return flag.variable == symbol("taken"); }));
}

}  // namespace
}  // namespace pendulum::facts
