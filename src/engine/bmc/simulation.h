// Random runs of the program: many bugs need no solver. Runs on the small-block program, where a step costs
// little.
//
// The amount of work is counted in edges, not in seconds, so that the same seed gives the same runs.
#pragma once

#include <optional>

#include "base/stop.h"
#include "certificate/certificate.h"
#include "facts/random_values.h"

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

  const program::Program& program_;
  term::TermManager& terms_;
  facts::RandomValues values_;
  const base::StopToken& stop_;
  term::Model state_;  ///< of variables, and of the inputs drawn last
  std::vector<certificate::Step> steps_;
  std::size_t num_runs_ = 0;
};

}  // namespace pendulum::engine::bmc
