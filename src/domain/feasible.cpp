#include "domain/feasible.h"

#include <map>
#include <ppl.hh>

#include "base/check.h"

namespace pendulum::domain {

namespace ppl = Parma_Polyhedra_Library;

bool is_feasible(std::span<const LinearConstraint> constraints) {
  std::map<term::Term, ppl::dimension_type> dimension;
  for (const LinearConstraint& constraint : constraints)
    for (const auto& [symbol, coefficient] : constraint.sum.coefficients) {
      PENDULUM_CHECK(symbol.is_symbol(), "a linear constraint should be over symbols, not {}",
                     symbol.to_string());
      dimension.emplace(symbol, dimension.size());
    }
  ppl::MIP_Problem problem(dimension.size());
  for (const LinearConstraint& constraint : constraints) {
    mpz_class denominator = constraint.sum.constant.get_den();
    for (const auto& [symbol, coefficient] : constraint.sum.coefficients)
      denominator = lcm(denominator, mpz_class(coefficient.get_den()));
    const auto scaled = [&](const mpq_class& value) {
      return mpz_class(value.get_num() * (denominator / value.get_den()));
    };
    ppl::Linear_Expression left(scaled(constraint.sum.constant));
    for (const auto& [symbol, coefficient] : constraint.sum.coefficients)
      left += scaled(coefficient) * ppl::Variable(dimension.at(symbol));
    problem.add_constraint(constraint.is_equality ? left == 0 : left >= 0);
  }
  return problem.is_satisfiable();
}

}  // namespace pendulum::domain
