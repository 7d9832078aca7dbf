// Examples of the thesis: 3.1 (projection), 4.6 to 4.9 (lemmas about arrays), (4.37) with Definition 3.10
// (constraint and expansion lemmas); Theorem 3.2 (termination) and the procedures generalize and propagate of
// Figure 2.2 on the frames of whole searches.
#include <gtest/gtest.h>

#include "engine/euforia/euf_domain.h"
#include "engine/euforia/euf_solver.h"
#include "engine/ic3/ic3.h"
#include "smt/factory/factory.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {
namespace {

using smt::SatResult;
using term::Term;
using term::TermVector;

class ExamplesTest : public ::testing::Test {
 protected:
  Term word(const char* name) { return terms_.mk_symbol(name, terms_.bitvec_sort(8)); }
  Term value(int number) { return terms_.mk_bv(number, 8); }
  Term memory(const char* name) { return terms_.mk_symbol(name, terms_.array_sort(byte_, byte_)); }

  /// From the entry, `first` to the loop; the loop repeats `body`; `bad` is the error.
  program::Program loop(const TermVector& variables, const std::vector<program::Assignment>& first,
                        const std::vector<program::Assignment>& body, Term bad) {
    program::ProgramBuilder builder(terms_);
    const program::LocationId entry = builder.add_location("entry"), head = builder.add_location("loop"),
                              error = builder.add_location("error");
    builder.set_entry(entry);
    builder.set_error(error);
    for (const Term variable : variables) builder.add_variable({variable});
    builder.add_edge({entry, head, terms_.mk_true(), first});
    builder.add_edge({head, head, terms_.mk_true(), body});
    builder.add_edge({head, error, bad});
    return builder.build();
  }
  /// EUF admits the negation of the formula, which is valid in the theory of its operations.
  void expect_lemma(Term formula) {
    EufAbstraction abstraction(terms_, Arrays::Abstract);
    EufSolver euf(terms_, abstraction, solvers_->make(terms_, {}));
    euf.assert_term(terms_.mk_not(formula));
    EXPECT_EQ(SatResult::Sat, euf.check({})) << formula.to_string();
    const auto exact = solvers_->make(terms_, {});
    exact->assert_term(terms_.mk_not(formula));
    EXPECT_EQ(SatResult::Unsat, exact->check()) << formula.to_string();
  }
  template <typename Action>
  void with_domain(const program::Program& program, Action action) {
    base::Settings settings;
    Registry registry;
    check::Judge judge(program, nullptr, *solvers_, stop_, {});
    Env env{.terms = terms_,
            .solvers = *solvers_,
            .settings = settings,
            .statistics = statistics_,
            .stop = stop_,
            .judge = judge,
            .registry = registry};
    EufDomain domain(program, env, Arrays::Abstract);
    action(domain);
  }

  term::TermManager terms_;
  const term::Sort byte_ = terms_.bitvec_sort(8);
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
};

/// Example 3.1: the model takes the first branch of the ite, so the projection has ADD(x1, 1), and neither
/// SUB(x1, 3) nor 3.
TEST_F(ExamplesTest, Example31) {
  const Term x = word("x1"), y = word("x2");
  const Term sum = terms_.mk_bvadd(x, value(1));
  const Term next = terms_.mk_ite(terms_.mk_eq(x, y), sum, terms_.mk_bvsub(x, value(3)));
  const program::Program program =
      loop({x, y}, {{x, value(0)}, {y, value(0)}}, {{x, next}, {y, x}}, terms_.mk_bvult(y, x));
  with_domain(program, [&](EufDomain& domain) {
    const Term x_next = terms_.mk_symbol("x1'", byte_), y_next = terms_.mk_symbol("x2'", byte_);
    const std::function<Term(Term)> to_next = [&](Term term) {
      return term::substitute(terms_, term, {{x, x_next}, {y, y_next}});
    };
    const ic3::Cube target{terms_.mk_bvult(y, x)};
    const auto solver = domain.make_solver();
    for (const Term formula :
         {terms_.mk_eq(x_next, next), terms_.mk_eq(y_next, x), to_next(target[0]), terms_.mk_eq(x, y),
          terms_.mk_distinct(x, value(1)), terms_.mk_distinct(x, value(3))})
      solver->assert_term(formula);
    ASSERT_EQ(SatResult::Sat, solver->check({}));
    const ic3::Truth truth = [&](Term formula) { return solver->value(formula).is_true(); };
    const TermVector none;
    const ic3::Projected projected = domain.preimage({program.edge(1), target, truth, none, to_next});
    ASSERT_TRUE(projected.axioms.empty());
    const Term cube = terms_.mk_and(projected.cube);
    const TermVector parts = term::subterms(std::span(&cube, 1));
    const auto has = [&](Term part) { return std::ranges::find(parts, part) != parts.end(); };
    EXPECT_TRUE(has(terms_.mk_eq(x, y)));
    EXPECT_TRUE(has(terms_.mk_bvult(x, sum)));
    EXPECT_FALSE(has(value(3)));
    EXPECT_FALSE(has(terms_.mk_bvsub(x, value(3))));
  });
}

TEST_F(ExamplesTest, Examples46To49AreLemmas) {
  const Term a = memory("A"), b = memory("B"), next = memory("A'"), i = word("i"), j = word("i'");
  const Term zero = value(0);
  const Term zeros = terms_.mk_const_array(a.sort(), zero);
  expect_lemma(terms_.mk_implies(terms_.mk_eq(a, zeros), terms_.mk_eq(terms_.mk_select(a, i), zero)));  // 4.6
  expect_lemma(terms_.mk_or({terms_.mk_eq(terms_.mk_select(next, i), zero), terms_.mk_distinct(j, i),
                             terms_.mk_distinct(next, terms_.mk_store(a, j, zero))}));  // 4.7
  expect_lemma(terms_.mk_implies(
      terms_.mk_eq(b, terms_.mk_store(a, i, zero)),
      terms_.mk_eq(terms_.mk_extract(terms_.mk_select(b, i), 6, 0), terms_.mk_bv(0, 7))));  // 4.8
  expect_lemma(terms_.mk_or(terms_.mk_distinct(terms_.mk_store(b, i, zero), a),
                            terms_.mk_eq(terms_.mk_store(a, i, zero), a)));  // 4.9
}

/// x := 3; x := x + 3; assert x < 7. Lemma (4.37) introduces 6 and is an expansion lemma; afterwards 6
/// belongs to the system. A lemma over its own terms is a constraint lemma, also over next values.
TEST_F(ExamplesTest, Lemma437IsAnExpansionLemma) {
  const Term x = word("x"), next = word("x'");
  const Term sum = terms_.mk_bvadd(x, value(3));
  const program::Program program =
      loop({x}, {{x, value(3)}}, {{x, sum}}, terms_.mk_not(terms_.mk_bvult(x, value(7))));
  EufAbstraction abstraction(terms_, Arrays::Abstract);
  LemmaKinds kinds(program, abstraction);
  const auto to_next = [&](Term term) { return term::substitute(terms_, term, {{x, next}}); };
  const auto excludes = [&](const TermVector& literals) { return terms_.mk_not(terms_.mk_and(literals)); };
  const Term three = terms_.mk_eq(x, value(3)), late = terms_.mk_not(terms_.mk_bvult(next, value(7)));
  EXPECT_FALSE(kinds.expands(excludes({three, terms_.mk_eq(next, sum), late}), to_next));
  const Term lemma = excludes({three, terms_.mk_eq(next, sum), terms_.mk_distinct(next, value(6))});
  expect_lemma(lemma);
  EXPECT_TRUE(kinds.expands(lemma, to_next));
  EXPECT_FALSE(kinds.expands(
      excludes({terms_.mk_eq(x, value(6)), terms_.mk_not(terms_.mk_bvult(x, value(7)))}), to_next));
}

/// Theorem 3.2: for a fixed abstraction the search ends, although the values of a loop grow backwards. The
/// proof of x = y needs one cube with one literal: generalize has dropped the literals that are not needed,
/// and propagate has moved the cube to an inductive frame.
TEST_F(ExamplesTest, BackwardReachabilityTerminates) {
  const Term x = word("x"), y = word("y");
  const auto plus = [&](Term term, int number) { return terms_.mk_bvadd(term, value(number)); };
  for (const Term bad : {terms_.mk_eq(x, value(100)), terms_.mk_eq(plus(x, 7), plus(y, 9)),
                         terms_.mk_distinct(x, y), terms_.mk_bvult(plus(x, 1), y)}) {
    const program::Program program =
        loop({x, y}, {{x, value(0)}, {y, value(0)}}, {{x, plus(x, 3)}, {y, plus(y, 3)}}, bad);
    with_domain(program, [&](EufDomain& domain) {
      ic3::Ic3 search(program, domain, {.prefix = "engine.euforia."}, statistics_, stop_);
      const ic3::Ic3::Outcome outcome = search.check();
      const auto* proved = std::get_if<ic3::Proved>(&outcome);
      EXPECT_TRUE(proved != nullptr || std::holds_alternative<ic3::Trace>(outcome));
      EXPECT_EQ(bad == terms_.mk_distinct(x, y), proved != nullptr) << bad.to_string();
      if (proved == nullptr) return;
      const std::vector<std::vector<ic3::Cube>> cubes = search.needed_cubes(proved->level);
      ASSERT_EQ(1u, cubes[1].size());
      EXPECT_EQ(1u, cubes[1][0].size());
    });
  }
}

}  // namespace
}  // namespace pendulum::engine::euforia
