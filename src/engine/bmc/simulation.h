// Random runs of the program: many bugs need no solver. Runs on the small-block program, where a step costs
// little, with small numbers and the program's own constants as inputs.
//
// The amount of work is counted in edges, not in seconds, so that the same seed gives the same runs.
#pragma once

#include <optional>
#include <random>

#include "base/stop.h"
#include "certificate/certificate.h"

namespace pendulum::engine::bmc {

class Simulation {
 public:
  Simulation(const program::Program& program, unsigned seed, const base::StopToken& stop);

  /// Takes about `edges` further edges, in runs from entry. A run that ends in a violation (not in a
  /// construct that is not modelled), if one does.
  std::optional<certificate::ErrorPath> run(std::size_t edges);

  std::size_t num_runs() const { return num_runs_; }

 private:
  /// One run of at most `max_steps` edges; `path_` is what it did.
  bool reaches_violation(std::size_t max_steps);
  /// Nothing when no edge can be taken with the inputs drawn.
  std::optional<program::EdgeId> take_edge(program::LocationId location);
  term::Term random_value(term::Sort sort);

  const program::Program& program_;
  term::TermManager& terms_;
  std::mt19937 random_;
  const base::StopToken& stop_;
  std::vector<mpz_class> constants_;  ///< of the program, ordered
  term::Model state_;                 ///< of variables, and of the inputs drawn last
  certificate::ErrorPath path_;
  std::size_t num_runs_ = 0;
};

}  // namespace pendulum::engine::bmc
