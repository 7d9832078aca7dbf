// Random simulation, because many bugs can be found without a solver. It executes the small-block program, in
// which a step is inexpensive.
//
// The work is counted in edges, not in seconds, so that the executions are deterministic for a given seed.
#pragma once

#include <optional>

#include "base/stop.h"
#include "certificate/certificate.h"
#include "facts/random_values.h"

namespace pendulum::engine::bmc {

class Simulation {
 public:
  Simulation(const program::Program& program, unsigned seed, const base::StopToken& stop);

  /// Takes about `edges` further edges, in executions from entry. Returns an execution that ends in a
  /// violation (not in a construct that is not modelled), if one is found.
  std::optional<certificate::ErrorPath> run(std::size_t edges);

  std::size_t num_runs() const { return num_runs_; }

 private:
  /// Performs one execution of at most `max_steps` edges and records it in `steps_`.
  bool reaches_violation(std::size_t max_steps);
  /// Takes an outgoing edge with random inputs. Nothing if no edge is enabled for them.
  std::optional<program::EdgeId> take_edge(program::LocationId location);

  const program::Program& program_;
  term::TermManager& terms_;
  facts::RandomValues values_;
  const base::StopToken& stop_;
  term::Model state_;  ///< values of the variables, and of the inputs drawn last
  std::vector<certificate::Step> steps_;
  std::size_t num_runs_ = 0;
};

}  // namespace pendulum::engine::bmc
