// Finds accelerators for the loops of a program: enumerates the cycles through a loop head and the paths
// through each cycle ([IMPULSE], section 3.5), and accelerates the paths.
#pragma once

#include <map>
#include <set>

#include "acceleration/closed_form/prover.h"
#include "acceleration/instrument.h"
#include "engine/engine.h"
#include "engine/impulse/accelerated_unrolling.h"
#include "program/wto.h"

namespace pendulum::engine::impulse {

class LoopAcceleration {
 public:
  /// Requires: `program` is over bit-vectors and in large blocks, and outlives this object.
  LoopAcceleration(const program::Program& program, Env& env);

  /// Heads of all loops, in the weak topological order.
  const std::vector<program::LocationId>& heads() const { return heads_; }
  /// Returns whether accelerate() would find nothing new: the loop has accelerators, or none were found for
  /// this bound and the other loops have no new accelerators since.
  bool is_done(program::LocationId head, unsigned bound) const;

  /// Searches accelerators of the loops inside of the given one, then of the loop itself. It considers paths
  /// that can be taken twice in a row after a prefix in which loops are repeated at most `bound` times.
  /// Returns whether there are new accelerators. Requires: `head` is in heads(). Throws Stopped.
  bool accelerate(program::LocationId head, unsigned bound, const base::StopToken& stop);

  const std::vector<acceleration::Accelerator>& accelerators() const { return accelerators_; }

 private:
  void accelerate_loop(program::LocationId head, unsigned bound, const base::StopToken& stop);
  void select_paths(program::LocationId head, const std::vector<acceleration::Cycle>& cycles,
                    AcceleratedUnrolling& prefix, const base::StopToken& stop, std::string& obstacle);
  /// Composes the edges of each cycle.
  std::vector<acceleration::Cycle> composed(const std::vector<std::vector<program::EdgeId>>& cycles) const;
  /// Returns the cycles in which inner loops are replaced by their accelerators
  /// (acceleration/nested_cycles.h).
  std::vector<acceleration::Cycle> nested(const std::vector<std::vector<program::EdgeId>>& cycles) const;
  /// Returns cycles of executions of the prefix. If the loop contains other loops, their iterations are part
  /// of the cycle.
  std::vector<std::vector<program::EdgeId>> executed_cycles(const acceleration::Instrumented& instrumented,
                                                            program::LocationId head,
                                                            AcceleratedUnrolling& prefix,
                                                            const base::StopToken& stop);
  /// Accelerates the path. If that is impossible, sets `obstacle` to the reason.
  void add(const acceleration::LoopPath& path, std::string& obstacle);
  bool has_inner_loop(program::LocationId head) const;
  std::uint64_t& counter(const char* name);

  const program::Program& program_;
  Env& env_;
  program::Wto wto_;
  acceleration::Prover prover_;
  std::vector<program::LocationId> heads_;
  std::set<program::LocationId> accelerated_;
  /// Loops without accelerators, with the number of accelerators of all loops and the bound at the last
  /// attempt.
  std::map<program::LocationId, std::pair<std::size_t, unsigned>> failed_;
  std::map<program::LocationId, std::string> outcome_;  ///< the last log message of each loop
  bool can_expand_;
  std::vector<acceleration::Accelerator> accelerators_;
};

}  // namespace pendulum::engine::impulse
