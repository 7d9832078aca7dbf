// Tests of Post for predicate abstraction: examples that distinguish Cartesian from Boolean abstraction, and
// the definition of the strongest formula on random edges.
#include "abstraction/predicate_abstraction.h"

#include <gtest/gtest.h>

#include <random>

#include "smt/factory/factory.h"
#include "term/traverse.h"

namespace pendulum::abstraction {
namespace {

using term::Term;

class PredicateAbstractionTest : public ::testing::Test {
 protected:
  term::TermManager terms_;
  base::StopToken stop_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  Term x_ = terms_.mk_symbol("x", terms_.int_sort());
  Term y_ = terms_.mk_symbol("y", terms_.int_sort());
  Term in_ = terms_.mk_symbol("in", terms_.int_sort());

  Term number(std::int64_t value) { return terms_.mk_int(value); }
  Term post(Precision precision, Term source, const program::Edge& edge, const term::TermVector& predicates) {
    PredicateAbstraction abstraction(terms_, *solvers_, "QF_LIA", precision, terms_.mk_true(), statistics_,
                                     "test.", stop_);
    return abstraction.post(source, edge, predicates);
  }
  bool is_equivalent(Term a, Term b) {
    const auto solver = solvers_->make(terms_, {});
    solver->assert_term(terms_.mk_xor(a, b));
    return solver->check() == smt::SatResult::Unsat;
  }
};

/// x := x + 1 from x = 0.
TEST_F(PredicateAbstractionTest, AnAssignment) {
  const program::Edge edge{.guard = terms_.mk_true(), .updates = {{x_, terms_.mk_add(x_, number(1))}}};
  const Term source = terms_.mk_eq(x_, number(0));
  const term::TermVector predicates{terms_.mk_le(number(0), x_), terms_.mk_le(x_, number(0)),
                                    terms_.mk_le(x_, y_)};
  const Term expected = terms_.mk_and(predicates[0], terms_.mk_not(predicates[1]));
  EXPECT_EQ(expected, post(Precision::Cartesian, source, edge, predicates));
  EXPECT_EQ(expected, post(Precision::Boolean, source, edge, predicates));
}

TEST_F(PredicateAbstractionTest, AnImpossibleEdge) {
  const program::Edge edge{.guard = terms_.mk_lt(x_, number(0))};
  EXPECT_TRUE(post(Precision::Cartesian, terms_.mk_eq(x_, number(0)), edge, {}).is_false());
  EXPECT_TRUE(post(Precision::Boolean, terms_.mk_eq(x_, number(0)), edge, {}).is_false());
  EXPECT_TRUE(post(Precision::Boolean, terms_.mk_eq(x_, number(-1)), edge, {}).is_true());
  EXPECT_TRUE(post(Precision::Boolean, terms_.mk_false(), edge, {}).is_false());
}

/// Either x or y becomes 1: no literal holds always, but their disjunction does.
TEST_F(PredicateAbstractionTest, ADisjunctionNeedsTheBooleanPost) {
  const Term is_first = terms_.mk_le(in_, number(0));
  const program::Edge edge{.guard = terms_.mk_true(),
                           .updates = {{x_, terms_.mk_ite(is_first, number(1), number(0))},
                                       {y_, terms_.mk_ite(is_first, number(0), number(1))}},
                           .inputs = {{in_, {}}}};
  const term::TermVector predicates{terms_.mk_eq(x_, number(1)), terms_.mk_eq(y_, number(1))};
  EXPECT_TRUE(post(Precision::Cartesian, terms_.mk_true(), edge, predicates).is_true());
  const Term result = post(Precision::Boolean, terms_.mk_true(), edge, predicates);
  EXPECT_TRUE(is_equivalent(result, terms_.mk_xor(predicates[0], predicates[1])));
  // As a predicate, the disjunction can be expressed by the Cartesian post, too.
  term::TermVector with_clause = predicates;
  with_clause.push_back(terms_.mk_or(predicates));
  EXPECT_EQ(with_clause.back(), post(Precision::Cartesian, terms_.mk_true(), edge, with_clause));
  // A combination that is not constant changes nothing.
  with_clause.back() = terms_.mk_and(predicates[0], terms_.mk_not(predicates[1]));
  EXPECT_TRUE(is_equivalent(result, post(Precision::Boolean, terms_.mk_true(), edge, with_clause)));
}

/// Twelve pairs of variables of which not both become positive: 3^12 combinations, which are enumerated pair
/// by pair. The guard relates two of the pairs, so that they are enumerated together.
TEST_F(PredicateAbstractionTest, IndependentPairsAreEnumeratedSeparately) {
  constexpr unsigned num_pairs = 12;
  program::Edge edge{.guard = terms_.mk_true()};
  term::TermVector predicates, expected, inputs;
  const auto is_positive = [&](Term term) { return terms_.mk_lt(number(0), term); };
  for (unsigned i = 0; i < num_pairs; ++i) {
    const Term a = terms_.mk_symbol("a" + std::to_string(i), terms_.int_sort());
    const Term b = terms_.mk_symbol("b" + std::to_string(i), terms_.int_sort());
    inputs.push_back(terms_.mk_symbol("in" + std::to_string(i), terms_.int_sort()));
    edge.updates.push_back({a, inputs.back()});
    edge.updates.push_back({b, terms_.mk_neg(inputs.back())});
    edge.inputs.push_back({inputs.back(), {}});
    predicates.insert(predicates.end(), {is_positive(a), is_positive(b)});
    expected.push_back(terms_.mk_not(terms_.mk_and(is_positive(a), is_positive(b))));
  }
  edge.guard = terms_.mk_or(is_positive(inputs[0]), is_positive(inputs[1]));
  expected.push_back(terms_.mk_or(predicates[0], predicates[2]));
  const Term result = post(Precision::Boolean, terms_.mk_true(), edge, predicates);
  EXPECT_TRUE(is_equivalent(result, terms_.mk_and(expected)));
  EXPECT_EQ(1u, statistics_.counter("test.boolean_posts"));
  EXPECT_EQ(0u, statistics_.counter("test.cartesian_posts"));
}

TEST_F(PredicateAbstractionTest, KnownFactsHoldBefore) {
  const program::Edge edge{.guard = terms_.mk_true()};
  const term::TermVector predicates{terms_.mk_le(x_, number(9))};
  PredicateAbstraction abstraction(terms_, *solvers_, "QF_LIA", Precision::Cartesian,
                                   terms_.mk_le(x_, number(5)), statistics_, "test.", stop_);
  EXPECT_EQ(predicates[0], abstraction.post(terms_.mk_true(), edge, predicates));
}

TEST_F(PredicateAbstractionTest, ARepeatedPostIsRemembered) {
  const program::Edge edge{.guard = terms_.mk_true()};
  const term::TermVector predicates{terms_.mk_le(x_, number(9))};
  PredicateAbstraction abstraction(terms_, *solvers_, "QF_LIA", Precision::Boolean, terms_.mk_true(),
                                   statistics_, "test.", stop_);
  const Term first = abstraction.post(predicates[0], edge, predicates);
  const auto checks = statistics_.counter("test.post_checks");
  EXPECT_EQ(first, abstraction.post(predicates[0], edge, predicates));
  EXPECT_EQ(checks, statistics_.counter("test.post_checks"));
}

/// A new edge at the address of a destroyed one has its own post.
TEST_F(PredicateAbstractionTest, AnAddressMayBeReused) {
  const term::TermVector predicates{terms_.mk_le(x_, number(0))};
  PredicateAbstraction abstraction(terms_, *solvers_, "QF_LIA", Precision::Cartesian, terms_.mk_true(),
                                   statistics_, "test.", stop_);
  program::Edge edge{.guard = terms_.mk_true(), .updates = {{x_, number(0)}}};
  EXPECT_EQ(predicates[0], abstraction.post(terms_.mk_true(), edge, predicates));
  edge.updates = {{x_, number(1)}};
  EXPECT_EQ(terms_.mk_not(predicates[0]), abstraction.post(terms_.mk_true(), edge, predicates));
}

/// Brute force over two bits per variable: which combinations of predicates are reached?
TEST_F(PredicateAbstractionTest, RandomEdgesHaveTheStrongestPost) {
  const Term a = terms_.mk_symbol("a", terms_.bitvec_sort(2)),
             b = terms_.mk_symbol("b", terms_.bitvec_sort(2));
  std::mt19937 random(7);
  const auto value = [&] { return terms_.mk_bv(random() % 4, 2); };
  const auto atom = [&] {
    const Term left = random() % 2 ? a : b;
    const Term right = random() % 2 ? value() : terms_.mk_bvadd(random() % 2 ? a : b, value());
    return random() % 2 ? terms_.mk_eq(left, right) : terms_.mk_bvule(left, right);
  };
  for (int round = 0; round < 100; ++round) {
    const program::Edge edge{.guard = atom(),
                             .updates = {{a, terms_.mk_bvadd(b, value())}, {b, terms_.mk_bvadd(a, value())}}};
    const Term source = terms_.mk_or(atom(), terms_.mk_and(atom(), atom()));
    const term::TermVector predicates{atom(), atom(), atom()};
    term::TermVector cubes, literals;
    std::vector<bool> holds(predicates.size(), true), fails(predicates.size(), true);
    for (int state = 0; state < 16; ++state) {
      const term::Model before{{a, terms_.mk_bv(state % 4, 2)}, {b, terms_.mk_bv(state / 4, 2)}};
      if (!term::evaluate(terms_, terms_.mk_and(source, edge.guard), before).is_true()) continue;
      term::Model after;
      for (const auto& update : edge.updates)
        after.emplace(update.variable, term::evaluate(terms_, update.value, before));
      term::TermVector cube;
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        const bool is_true = term::evaluate(terms_, predicates[i], after).is_true();
        cube.push_back(is_true ? predicates[i] : terms_.mk_not(predicates[i]));
        (is_true ? fails : holds)[i] = false;
      }
      cubes.push_back(terms_.mk_and(cube));
    }
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      if (holds[i]) literals.push_back(predicates[i]);
      if (fails[i]) literals.push_back(terms_.mk_not(predicates[i]));
    }
    for (const Precision precision : {Precision::Cartesian, Precision::Boolean}) {
      PredicateAbstraction abstraction(terms_, *solvers_, "QF_BV", precision, terms_.mk_true(), statistics_,
                                       "test.", stop_);
      const Term result = abstraction.post(source, edge, predicates);
      const Term expected = cubes.empty()                       ? terms_.mk_false()
                            : precision == Precision::Cartesian ? terms_.mk_and(literals)
                                                                : terms_.mk_or(cubes);
      EXPECT_TRUE(is_equivalent(expected, result)) << expected.to_string() << "\n" << result.to_string();
    }
  }
}

}  // namespace
}  // namespace pendulum::abstraction
