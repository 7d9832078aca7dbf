// Test fixture: a solver that decides implications, and domain elements as terms.
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "domain/domain.h"
#include "smt/factory/factory.h"
#include "term/print.h"

namespace pendulum::domain::testing {

/// Terms and their implications.
struct Logic {
  bool is_satisfiable(term::Term formula) {
    const auto solver = solvers->make(terms, {.logic = term::logic_of({&formula, 1})});
    solver->assert_term(formula);
    const smt::SatResult result = solver->check();
    EXPECT_NE(smt::SatResult::Unknown, result);
    return result == smt::SatResult::Sat;
  }
  bool is_valid(term::Term formula) { return !is_satisfiable(terms.mk_not(formula)); }
  bool implies(term::Term a, term::Term b) { return is_valid(terms.mk_implies(a, b)); }
  bool are_equal(term::Term a, term::Term b) { return implies(a, b) && implies(b, a); }

  term::TermManager terms;
  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
};

class DomainFixture : public Logic {
 public:
  explicit DomainFixture(std::size_t dimensions) {
    for (std::size_t i = 0; i < dimensions; ++i)
      variables.push_back(terms.mk_symbol("d" + std::to_string(i), terms.int_sort()));
  }

  term::Term term(const Expression& expression) {
    term::TermVector summands{terms.mk_int(expression.constant)};
    for (const auto& [dimension, coefficient] : expression.coefficients)
      summands.push_back(terms.mk_mul(terms.mk_int(coefficient), variables[dimension]));
    return terms.mk_add(summands);
  }
  term::Term term(const Constraint& constraint) {
    const term::Term zero = terms.mk_int(0);
    const term::Term left = term(constraint.expression);
    return constraint.is_equality ? terms.mk_eq(left, zero) : terms.mk_ge(left, zero);
  }
  term::Term term(std::span<const Constraint> constraints) {
    term::TermVector parts;
    for (const Constraint& constraint : constraints) parts.push_back(term(constraint));
    return terms.mk_and(parts);
  }

  term::TermVector variables;
};

/// Random constraints and elements over few dimensions, with small numbers.
class RandomElements {
 public:
  RandomElements(DomainKind kind, std::size_t dimensions, unsigned seed)
      : kind_(kind), dimensions_(dimensions), random_(seed) {}

  int pick(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  Dimension dimension() { return static_cast<Dimension>(pick(0, static_cast<int>(dimensions_) - 1)); }
  Expression expression() {
    Expression result;
    const int largest = kind_ == DomainKind::Octagon ? 1 : 3;
    for (int i = 0; i < (kind_ == DomainKind::Octagon ? 2 : 3); ++i) {
      const Dimension d = dimension();
      if (result.coefficient(d) == 0) result.add(d, pick(-largest, largest));
    }
    result.constant = pick(-6, 6);
    return result;
  }
  Constraint constraint() { return {expression(), pick(0, 5) == 0}; }
  std::vector<Constraint> constraints() {
    std::vector<Constraint> result;
    for (int i = pick(1, 4); i > 0; --i) result.push_back(constraint());
    return result;
  }

 private:
  DomainKind kind_;
  std::size_t dimensions_;
  std::mt19937 random_;
};

}  // namespace pendulum::domain::testing
