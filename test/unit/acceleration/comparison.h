// Test helper: compares accelerators with concrete executions of their paths ([IMPULSE], section 3, by brute
// force).
//
// F states that the guard and all instances of the universals hold. For a state X, a number n and input
// values:
//   subset   F implies that n iterations of the path are feasible and end in the predicted state
//   exact    if is_exact: a feasible execution of n >= 1 iterations implies F
// Unknown values are those of the concrete execution, so the prediction has to be right for them, too.
#pragma once

#include <string>
#include <vector>

#include "acceleration/accelerator.h"
#include "term/evaluate.h"

namespace pendulum::acceleration::test {

class Comparison {
 public:
  /// `variables` are all variables of the path, including those that it does not assign.
  Comparison(term::TermManager& terms, const Accelerator& accelerator, term::TermVector variables);

  /// Executes the path from `start`; `inputs` gives the values of its inputs per iteration.
  void run(const term::Model& start, std::vector<term::Model> inputs);
  /// Describes what is wrong with the accelerator for the first n iterations of the last execution; empty if
  /// it is right.
  /// Requires that the execution has n iterations.
  std::string mistake(std::size_t n);

  /// Number of times that F held.
  std::size_t num_accepted() const { return num_accepted_; }
  /// Number of times that F held for more than 16 iterations, when variables of 4 bits have wrapped around.
  std::size_t num_long() const { return num_long_; }
  /// Number of times that an exact accelerator had to accept an execution.
  std::size_t num_exact() const { return num_exact_; }

 private:
  term::Model model(std::size_t n);
  void find_choices();
  void set_unknowns(term::Model& model, const std::vector<std::size_t>& choice, std::size_t n);
  term::Term values_over_iterations(const term::TermVector& values, term::Term symbol);
  bool accepts(const term::Model& model);
  std::string wrong_state(term::Model& model, std::size_t n);
  std::string wrong_variable(const term::Model& model, std::size_t n);
  std::string wrong_element(const Definition& definition, term::Term expected, const term::Model& model);
  term::TermVector indices(term::Sort sort);

  term::TermManager& terms_;
  const Accelerator& accelerator_;
  term::TermVector variables_;
  /// Per unknown of a written array: the write to which it belongs. The accelerator does not contain this, so
  /// some choice has to be right in all executions; wrong choices are dropped.
  std::vector<std::vector<std::size_t>> choices_;
  term::TermVector write_unknowns_;
  // Data of the last execution: inputs; states before each iteration and after the last one; values that each
  // write has written.
  std::vector<term::Model> inputs_;
  std::vector<term::Model> states_;
  std::vector<term::TermVector> written_;  ///< by write, by iteration
  std::size_t num_feasible_ = 0;           ///< iterations
  std::size_t num_accepted_ = 0;
  std::size_t num_long_ = 0;
  std::size_t num_exact_ = 0;
};

}  // namespace pendulum::acceleration::test
