// The accelerators of a program's loops: cycles through a head, paths through the cycles ([IMPULSE],
// section 3.5), and their accelerators. Keeps why a loop has none.
#pragma once

#include <set>

#include "acceleration/instrument.h"
#include "acceleration/prover.h"
#include "engine/engine.h"
#include "program/wto.h"

namespace pendulum::engine::impulse {

class LoopAcceleration {
 public:
  /// `program` in large blocks over bit-vectors; it should outlive this.
  LoopAcceleration(const program::Program& program, Env& env);

  /// Heads of all loops, in the weak topological order.
  const std::vector<program::LocationId>& heads() const { return heads_; }
  bool is_done(program::LocationId head) const { return done_.contains(head); }

  /// Looks for accelerators of the loop and, before it, of the loops inside of it. Returns whether there are
  /// new ones. Throws Stopped when `stop` asks for it; then the loop counts as done.
  bool accelerate(program::LocationId head, const base::StopToken& stop);

  const std::vector<acceleration::Accelerator>& accelerators() const { return accelerators_; }

 private:
  void accelerate_loop(program::LocationId head, const base::StopToken& stop);
  void add(const acceleration::LoopPath& path, std::string& obstacle);
  std::uint64_t& counter(const char* name);

  const program::Program& program_;
  Env& env_;
  program::Wto wto_;
  acceleration::Prover prover_;
  std::vector<program::LocationId> heads_;
  std::set<program::LocationId> done_;
  bool can_expand_;
  std::vector<acceleration::Accelerator> accelerators_;
};

}  // namespace pendulum::engine::impulse
