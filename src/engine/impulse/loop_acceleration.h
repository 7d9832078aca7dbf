// The accelerators of a program's loops: cycles through a head, paths through the cycles ([IMPULSE],
// section 3.5), and their accelerators. Keeps why a loop has none.
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
  /// `program` in large blocks over bit-vectors; it should outlive this.
  LoopAcceleration(const program::Program& program, Env& env);

  /// Heads of all loops, in the weak topological order.
  const std::vector<program::LocationId>& heads() const { return heads_; }
  /// Nothing new would be found: the loop has accelerators, or none were found and nothing has changed since.
  bool is_done(program::LocationId head, unsigned bound) const;

  /// Looks for accelerators of the loop and, before it, of the loops inside of it. A prefix of the program in
  /// which loops are repeated up to `bound` times leads to their paths. Returns whether there are new ones.
  bool accelerate(program::LocationId head, unsigned bound, const base::StopToken& stop);

  const std::vector<acceleration::Accelerator>& accelerators() const { return accelerators_; }

 private:
  void accelerate_loop(program::LocationId head, unsigned bound, const base::StopToken& stop);
  void select_paths(program::LocationId head, const std::vector<acceleration::Cycle>& cycles,
                    AcceleratedUnrolling& prefix, const base::StopToken& stop, std::string& obstacle);
  std::vector<acceleration::Cycle> composed(const std::vector<std::vector<program::EdgeId>>& cycles) const;
  /// The cycles with accelerators of inner loops (acceleration/nested_cycles.h).
  std::vector<acceleration::Cycle> nested(const std::vector<std::vector<program::EdgeId>>& cycles) const;
  /// Cycles that executions of the prefix take, where the loop has others inside: their iterations are part
  /// of the cycle.
  std::vector<std::vector<program::EdgeId>> executed_cycles(const acceleration::Instrumented& instrumented,
                                                            program::LocationId head,
                                                            AcceleratedUnrolling& prefix,
                                                            const base::StopToken& stop);
  void add(const acceleration::LoopPath& path, std::string& obstacle);
  bool has_inner_loop(program::LocationId head) const;
  std::uint64_t& counter(const char* name);

  const program::Program& program_;
  Env& env_;
  program::Wto wto_;
  acceleration::Prover prover_;
  std::vector<program::LocationId> heads_;
  std::set<program::LocationId> accelerated_;
  /// Loops without accelerators: the number of accelerators and the bound when they were looked at.
  std::map<program::LocationId, std::pair<std::size_t, unsigned>> failed_;
  std::map<program::LocationId, std::string> outcome_;  ///< what was logged last
  bool can_expand_;
  std::vector<acceleration::Accelerator> accelerators_;
};

}  // namespace pendulum::engine::impulse
