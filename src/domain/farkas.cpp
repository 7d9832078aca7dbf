#include "domain/farkas.h"

#include <ppl.hh>

#include "base/check.h"

namespace pendulum::domain {

namespace ppl = Parma_Polyhedra_Library;

std::optional<Constraint> separate(std::size_t dimensions, std::span<const Constraint> a,
                                   std::span<const Constraint> e) {
  std::vector<Constraint> all;
  for (const Constraint& constraint : a)
    for (Constraint& part : constraint.inequalities()) all.push_back(std::move(part));
  const std::size_t first_of_e = all.size();
  for (const Constraint& constraint : e)
    for (Constraint& part : constraint.inequalities()) all.push_back(std::move(part));

  ppl::MIP_Problem problem(all.size());
  ppl::Linear_Expression cost, constant;
  std::vector<ppl::Linear_Expression> sums(dimensions);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ppl::Variable multiple(i);
    problem.add_constraint(multiple >= 0);
    cost += multiple;
    constant += all[i].expression.constant * multiple;
    for (const auto& [dimension, coefficient] : all[i].expression.coefficients) {
      PENDULUM_CHECK(dimension < dimensions, "dimension {} should be below {}", dimension, dimensions);
      sums[dimension] += coefficient * multiple;
    }
  }
  for (const ppl::Linear_Expression& sum : sums) problem.add_constraint(sum == 0);
  problem.add_constraint(constant == -1);
  problem.set_objective_function(cost);
  problem.set_optimization_mode(ppl::MINIMIZATION);
  if (problem.solve() != ppl::OPTIMIZED_MIP_PROBLEM) return std::nullopt;

  // The combination of the constraints of E; its negation is the interpolant.
  const ppl::Generator point = problem.optimizing_point();
  Constraint combination;
  for (std::size_t i = first_of_e; i < all.size(); ++i) {
    const mpz_class& multiple = point.coefficient(ppl::Variable(i));
    PENDULUM_CHECK(multiple >= 0, "the multiple {} of an inequality should not be negative",
                   multiple.get_str());
    combination.expression.constant += multiple * all[i].expression.constant;
    for (const auto& [dimension, coefficient] : all[i].expression.coefficients)
      combination.expression.add(dimension, multiple * coefficient);
  }
  combination.normalize();
  return negation(combination);
}

}  // namespace pendulum::domain
