// Compares accelerators with concrete executions of their paths, by brute force ([IMPULSE], section 3).
//
// Let F be the conjunction of the guard and all instances of the universals. The comparison checks for a
// state X, a number of iterations n and input values:
//   subset   F implies that n iterations of the path are feasible and lead to the state that the accelerator
//            predicts.
//   exact    If is_exact is true and n >= 1 iterations of the path are feasible, then F holds.
// Unknowns have the values of the concrete execution, so the prediction has to be correct for them as well.
#pragma once

#include <string>
#include <vector>

#include "acceleration/accelerator.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {

class Comparison {
 public:
  /// `variables` contains all variables of the path, including those that it does not assign. `terms` and
  /// `accelerator` should outlive the object.
  Comparison(term::TermManager& terms, const Accelerator& accelerator, term::TermVector variables);

  /// Executes the path from `start`. `inputs` contains the input values of each iteration; its size is the
  /// number of iterations.
  void run(const term::Model& start, std::vector<term::Model> inputs);
  /// Compares the accelerator with the first n iterations of the last execution. Returns a description of the
  /// first difference; empty if they agree. Requires: the execution has at least n iterations.
  std::string mistake(std::size_t n);

  /// Number of comparisons in which F held.
  std::size_t num_accepted() const { return num_accepted_; }
  /// Number of comparisons in which F held for n > 16, so that variables of 4 bits may have wrapped around.
  std::size_t num_long() const { return num_long_; }
  /// Number of comparisons in which the accelerator was exact and the path feasible, so F had to hold.
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
  /// Possible assignments of write_unknowns_ to the writes of the path. The accelerator does not contain this
  /// information. At least one of the assignments has to be correct in all executions; those that predict a
  /// wrong state are removed.
  std::vector<std::vector<std::size_t>> choices_;
  term::TermVector write_unknowns_;  ///< unknowns that represent values of array writes
  // The last execution:
  std::vector<term::Model> inputs_;        ///< by iteration
  std::vector<term::Model> states_;        ///< before each iteration and after the last one
  std::vector<term::TermVector> written_;  ///< by write, by iteration: the written value
  std::size_t num_feasible_ = 0;           ///< number of iterations before the first infeasible one
  std::size_t num_accepted_ = 0;
  std::size_t num_long_ = 0;
  std::size_t num_exact_ = 0;
};

}  // namespace pendulum::acceleration::test
