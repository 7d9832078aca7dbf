#include "witness/expression/readable.h"

#include <gtest/gtest.h>

#include "base/statistics.h"
#include "smt/factory/factory.h"

namespace pendulum::witness {
namespace {

using term::Term;

struct ReadableTest : ::testing::Test {
  ReadableTest() {
    program::ProgramBuilder builder(terms);
    i = variable(builder, "i", program::Variable::Signedness::Signed);
    n = variable(builder, "n", program::Variable::Signedness::Signed);
    hidden = terms.mk_symbol("hidden", terms.bitvec_sort(32));
    program::Variable other;
    other.symbol = hidden;
    builder.add_variable(other);
    const auto start = builder.add_location("entry");
    head = builder.add_location("head", {"a.c", 3, 1, "f"});
    const auto error = builder.add_location("error");
    builder.set_entry(start);
    builder.set_error(error);
    program::Edge entry;
    entry.source = start;
    entry.target = head;
    entry.guard = terms.mk_true();
    for (const Term symbol : {i, n, hidden}) entry.updates.push_back({symbol, terms.mk_bv(0, 32)});
    builder.add_edge(entry);
    program::Edge use;
    use.source = head;
    use.target = error;
    use.guard = terms.mk_eq(terms.mk_bvadd(i, hidden), n);
    builder.add_edge(use);
    program.emplace(builder.build());
  }
  Term variable(program::ProgramBuilder& builder, const std::string& name,
                program::Variable::Signedness signedness) {
    program::Variable made;
    made.symbol = terms.mk_symbol("f." + name, terms.bitvec_sort(32));
    made.source_name = name;
    made.function = "f";
    made.signedness = signedness;
    builder.add_variable(made);
    return made.symbol;
  }
  Term number(std::int64_t value) { return terms.mk_bv(value, 32); }
  ReadableInvariant read(Term invariant) {
    return InvariantReader(*program, solvers.get(), stop).read(head, invariant);
  }

  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  term::TermManager terms;
  Term i, n, hidden;
  program::LocationId head = 0;
  std::optional<program::Program> program;
};

using Texts = std::vector<std::string>;

TEST_F(ReadableTest, RedundantConjunctsAreRemoved) {
  const Term invariant = terms.mk_and({terms.mk_bvsle(number(0), i), terms.mk_bvsle(i, number(16)),
                                       terms.mk_bvule(i, number(17)), terms.mk_bvsle(i, number(20)),
                                       terms.mk_not(terms.mk_eq(i, number(-1)))});
  EXPECT_EQ(read(invariant).conjuncts, (Texts{"0 <= i", "i <= 16"}));
}

TEST_F(ReadableTest, NeededConjunctsRemain) {
  const Term invariant = terms.mk_and(terms.mk_bvsle(number(0), i), terms.mk_bvsle(i, n));
  EXPECT_EQ(read(invariant).conjuncts, (Texts{"0 <= i", "i <= n"}));
}

TEST_F(ReadableTest, TwoBoundsBecomeAnEquality) {
  EXPECT_EQ(read(terms.mk_and(terms.mk_bvsle(i, n), terms.mk_bvsle(n, i))).conjuncts, (Texts{"i == n"}));
}

TEST_F(ReadableTest, DifferencesBecomeComparisons) {
  const Term wide_i = terms.mk_sign_extend(i, 1), wide_n = terms.mk_sign_extend(n, 1);
  EXPECT_EQ(read(terms.mk_bvsle(terms.mk_bvsub(wide_i, wide_n), terms.mk_bv(0, 33))).conjuncts,
            (Texts{"i <= n"}));
  const Term narrow = terms.mk_bvsle(terms.mk_bvsub(i, n), number(0));
  EXPECT_NE(read(narrow).conjuncts, (Texts{"i <= n"})) << "the difference of 32 bits may overflow";
}

TEST_F(ReadableTest, IntervalsOfShiftedAndUnsignedValuesBecomeBounds) {
  const Term shifted = terms.mk_bvult(terms.mk_bvadd(i, number(5)), number(10));
  EXPECT_EQ(read(shifted).conjuncts, (Texts{"i <= 4", "-5 <= i"}));
  const Term around = terms.mk_bvult(terms.mk_bvadd(i, number(5)), number(-3));
  EXPECT_EQ(read(around).conjuncts.size(), 1U) << "the interval wraps around, so it has no signed bounds";
}

TEST_F(ReadableTest, BoundsImplyExceptionsAndListsOfValues) {
  const Term bounds = terms.mk_and(terms.mk_bvsle(number(0), i), terms.mk_bvsle(i, number(2)));
  const auto is = [&](std::int64_t value) { return terms.mk_eq(i, number(value)); };
  const Term all = terms.mk_or({is(0), is(1), is(2)}), some = terms.mk_or({is(0), is(2), is(3)});
  EXPECT_EQ(read(terms.mk_and({bounds, all, terms.mk_not(is(9))})).conjuncts, (Texts{"0 <= i", "i <= 2"}));
  EXPECT_EQ(read(terms.mk_and({bounds, some})).conjuncts, (Texts{"i <= 2", "(i == 0 || i == 2 || i == 3)"}));
  EXPECT_EQ(read(terms.mk_and({bounds, terms.mk_not(is(1))})).conjuncts.size(), 3U);
}

TEST_F(ReadableTest, ConjunctsWithoutCFormAreCountedUnlessTheyFollow) {
  const Term about_hidden = terms.mk_bvsle(hidden, i);
  EXPECT_EQ(read(about_hidden).left_out.size(), 1U);
  const Term weak = terms.mk_or(terms.mk_bvsle(i, number(3)), about_hidden);
  EXPECT_EQ(read(terms.mk_and(terms.mk_bvsle(i, number(3)), weak)).left_out.size(), 0U);
  EXPECT_EQ(read(terms.mk_and(about_hidden, weak)).conjuncts, Texts{});
}

TEST_F(ReadableTest, ATextMustNotFollowFromAConjunctWithoutText) {
  const Term both = terms.mk_and(terms.mk_bvsle(i, number(3)),
                                 terms.mk_and(terms.mk_bvsle(i, hidden), terms.mk_bvsle(hidden, number(3))));
  EXPECT_EQ(read(both).conjuncts, (Texts{"i <= 3"}));
}

}  // namespace
}  // namespace pendulum::witness
