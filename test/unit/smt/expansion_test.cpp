// Tests expanded arrays: no Select is left, and the answers and models are those of the theory.
#include "smt/expansion.h"

#include <gtest/gtest.h>

#include <random>

#include "smt/factory/factory.h"

namespace pendulum::smt {
namespace {

using term::Term;

class ExpansionTest : public ::testing::Test {
 protected:
  Term array(const char* name) { return terms_.mk_symbol(name, sort_); }
  Term index(const char* name) { return terms_.mk_symbol(name, terms_.bitvec_sort(3)); }
  Term element(long value) { return terms_.mk_bv(value, 4); }

  SatResult check(Term formula, Encoding encoding) {
    SolverOptions options;
    options.logic = encoding == Encoding::Expanded ? "QF_BV" : "QF_ABV";
    options.encoding = encoding;
    solver_ = factory_->make(terms_, options);
    solver_->assert_term(formula);
    return solver_->check();
  }

  /// The configuration of the judge: cvc5, arrays expanded, one SAT problem.
  SatResult check_by_sat(Term formula) {
    SolverOptions options;
    options.backend = Backend::Cvc5;
    options.logic = "QF_BV";
    options.cores = false;
    options.encoding = Encoding::Expanded;
    options.bitvectors = BitVectors::Eager;
    const auto solver = factory_->make(terms_, options);
    solver->assert_term(formula);
    return solver->check();
  }

  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<SolverFactory> factory_ = make_solver_factory({}, stop_, statistics_);
  std::unique_ptr<Solver> solver_;
  term::Sort sort_ = terms_.array_sort(terms_.bitvec_sort(3), terms_.bitvec_sort(4));
};

TEST_F(ExpansionTest, LeavesNoRead) {
  Expander expander(terms_);
  const Term a = terms_.mk_store(array("a"), index("i"), element(1));
  const Term expanded = expander.expand(terms_.mk_eq(terms_.mk_select(a, index("j")), element(2)));
  const Term only[] = {expanded};
  for (const Term term : term::subterms(only)) EXPECT_NE(term::Kind::Select, term.kind());
}

TEST_F(ExpansionTest, ReadsOfOneSymbolAgreeWhereIndicesDo) {
  const Term a = array("a");
  const Term differ = terms_.mk_distinct(terms_.mk_select(a, index("i")), terms_.mk_select(a, index("j")));
  EXPECT_EQ(SatResult::Sat, check(differ, Encoding::Expanded));
  const Term same = terms_.mk_eq(index("i"), index("j"));
  EXPECT_EQ(SatResult::Unsat, check(terms_.mk_and(differ, same), Encoding::Expanded));
}

TEST_F(ExpansionTest, ConstraintsComeBackAfterPop) {
  SolverOptions options;
  options.logic = "QF_BV";
  options.encoding = Encoding::Expanded;
  const auto solver = factory_->make(terms_, options);
  const Term a = array("a");
  const Term differ = terms_.mk_distinct(terms_.mk_select(a, index("i")), terms_.mk_select(a, index("j")));
  solver->push();
  const Term first[] = {differ};
  EXPECT_EQ(SatResult::Sat, solver->check(first));
  solver->pop();
  solver->assert_term(terms_.mk_eq(index("i"), index("j")));
  EXPECT_EQ(SatResult::Unsat, solver->check(first));
  EXPECT_EQ((std::vector<Term>{differ}), solver->unsat_core());
}

TEST_F(ExpansionTest, RefusesEqualityOfArrays) {
  const Term equal[] = {terms_.mk_eq(array("a"), array("b"))};
  EXPECT_FALSE(can_expand(equal));
  Expander expander(terms_);
  EXPECT_THROW(expander.expand(equal[0]), base::InternalError);
}

/// b[k] = a[k] + 1 for all k: a read of b is the body at its index.
TEST_F(ExpansionTest, DefinitionsGiveTheElementsOfAnArray) {
  Expander expander(terms_);
  const Term k = index("k");
  const Term next = terms_.mk_bvadd(terms_.mk_select(array("a"), k), element(1));
  expander.define(array("b"), k, next);
  const Term at_i = expander.expand(terms_.mk_select(array("b"), index("i")));
  const Term of_a = expander.expand(terms_.mk_select(array("a"), index("i")));
  EXPECT_EQ(at_i, terms_.mk_bvadd(of_a, element(1)));
  EXPECT_TRUE(expander.reads(array("b")).empty());
  EXPECT_EQ(1u, expander.sources(terms_.mk_store(array("b"), k, element(0))).symbols.size());
}

TEST_F(ExpansionTest, AGenericIndexReadsTheDefaultElement) {
  Expander expander(terms_);
  expander.make_generic(index("any"));
  const Term array_after = terms_.mk_store(array("a"), index("i"), element(5));
  const Term read = expander.expand(terms_.mk_select(array_after, index("any")));
  EXPECT_EQ(read, expander.default_element(array("a")));
  EXPECT_TRUE(expander.is_default_element(read));
  EXPECT_TRUE(expander.constraints().empty());
  const Term value = expander.array_value(array("a"), [&](Term term) {
    return term == read ? element(7) : term.sort() == element(0).sort() ? element(0) : Term();
  });
  EXPECT_EQ(value, terms_.mk_const_array(array("a").sort(), element(7)));
}

/// With i = j the two reads must agree, although there is no constraint until a model violates it.
TEST_F(ExpansionTest, ReadsAgreeOnDemand) {
  const auto solver = factory_->make(terms_, {Backend::Cadical});
  Expander expander(terms_, Expander::Consistency::OnDemand);
  const Term differ = expander.expand(
      terms_.mk_distinct(terms_.mk_select(array("a"), index("i")), terms_.mk_select(array("a"), index("j"))));
  EXPECT_TRUE(expander.constraints().empty());
  const Term first[] = {differ};
  EXPECT_EQ(SatResult::Sat, check_with_reads(*solver, expander, first));
  solver->assert_term(terms_.mk_eq(index("i"), index("j")));
  EXPECT_EQ(SatResult::Unsat, check_with_reads(*solver, expander, first));
}

TEST_F(ExpansionTest, LongHistoriesNeedNoRecursion) {
  Term a = array("a");
  for (int i = 0; i < 50'000; ++i) {
    const Term at = terms_.mk_extract(terms_.mk_symbol("x", terms_.bitvec_sort(32)), 2 + i % 30, i % 30);
    a = terms_.mk_store(a, at, element(i % 16));
  }
  Expander expander(terms_);
  EXPECT_FALSE(expander.expand(terms_.mk_eq(terms_.mk_select(a, index("i")), element(3))).is_null());
}

/// Random formulas over two arrays, two indices and a choice.
class RandomFormula {
 public:
  RandomFormula(term::TermManager& terms, term::Sort array, unsigned seed)
      : terms_(terms), sort_(array), random_(seed) {}

  Term formula(int depth) {
    const Term atom = terms_.mk_eq(element(depth), element(depth));
    switch (depth <= 0 ? 0 : random_() % 4) {
      case 1:
        return terms_.mk_and(formula(depth - 1), formula(depth - 1));
      case 2:
        return terms_.mk_or(formula(depth - 1), formula(depth - 1));
      case 3:
        return terms_.mk_not(formula(depth - 1));
      default:
        return atom;
    }
  }

 private:
  Term array(int depth) {
    switch (depth <= 0 ? 0 : random_() % 4) {
      case 1:
        return terms_.mk_ite(terms_.mk_eq(index(), index()), array(depth - 1), array(depth - 1));
      case 2:
      case 3:
        return terms_.mk_store(array(depth - 1), index(), element(depth - 2));
      default:
        return terms_.mk_symbol(random_() % 2 == 0 ? "a" : "b", sort_);
    }
  }
  Term index() {
    const unsigned choice = random_() % 4;
    return choice == 0 ? terms_.mk_bv(static_cast<long>(random_() % 8), 3)
                       : terms_.mk_symbol(choice == 1 ? "i" : "j", sort_.index());
  }
  Term element(int depth) {
    return random_() % 3 == 0 ? terms_.mk_bv(static_cast<long>(random_() % 16), 4)
                              : terms_.mk_select(array(depth), index());
  }

  term::TermManager& terms_;
  term::Sort sort_;
  std::mt19937 random_;
};

TEST_F(ExpansionTest, AgreesWithTheTheoryOnRandomFormulas) {
  unsigned satisfiable = 0, unsatisfiable = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomFormula random(terms_, sort_, seed);
    const Term formula = terms_.mk_and({random.formula(3), random.formula(3), random.formula(3)});
    const SatResult theory = check(formula, Encoding::Plain);
    ASSERT_EQ(theory, check(formula, Encoding::Expanded)) << formula.to_string();
    ASSERT_NE(SatResult::Unknown, theory);
    ASSERT_EQ(theory, check_by_sat(formula)) << formula.to_string();
    ++(theory == SatResult::Sat ? satisfiable : unsatisfiable);
    if (theory != SatResult::Sat) continue;
    const term::Model model = solver_->model(term::symbols(formula));
    EXPECT_TRUE(term::evaluate(terms_, formula, model).is_true()) << formula.to_string();
  }
  EXPECT_GT(satisfiable, 20u);
  EXPECT_GT(unsatisfiable, 5u);
}

}  // namespace
}  // namespace pendulum::smt
