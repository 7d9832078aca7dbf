// Control flow for programs that keep it in variables: transition systems with Booleans for their locations
// (Horn2VMT's l_R), with a program counter, or with a state machine's state.
//
// A variable whose updates choose among values is control; each valuation of the control variables that a
// solver finds along the edges becomes a location of its own, so that frames, solvers and facts are per
// valuation, as for programs with locations. Exact: an edge is split into those that lead to one valuation.
#pragma once

#include <optional>

#include "certificate/certificate.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::ic3 {

/// One loop and nothing else: all control flow is in variables.
bool is_transition_system(const program::Program& program);

/// Large blocks, but for transition systems, whose steps are better off apart. Measured:
/// rummer_safe_small.orig.vmt 0.7 s against more than 70 s, because images of linear facts are exact then.
Blocks blocks_of(const program::Program& program);

class ControlSplit {
 public:
  /// Splits programs of a few locations; others, and those with too many valuations, stay as they are.
  ControlSplit(const program::Program& original, Env& env);

  const program::Program& program() const { return split_ ? *split_ : original_; }
  /// The location of the original.
  program::LocationId origin(program::LocationId location) const {
    return split_ ? origin_[location].location : location;
  }
  certificate::Invariant lift(const certificate::Invariant& invariant) const;
  certificate::ErrorPath lift(const certificate::ErrorPath& path) const;

 private:
  struct Place {
    program::LocationId location = 0;
    term::TermVector valuation;  ///< of control_, in its order; empty at entry and error
    auto operator<=>(const Place&) const = default;
  };
  struct EdgeOrigin {
    program::EdgeId edge = 0;
    term::Substitution inputs;  ///< the original's -> a value, or the input that stands for it
  };
  class Splitter;
  certificate::Step lift(const certificate::Step& step) const;
  /// At a location of the original.
  bool is_live(term::Term variable, program::LocationId location) const;

  const program::Program& original_;
  std::vector<term::TermVector> live_;  ///< by location of the original
  std::optional<program::Program> split_;
  term::TermVector control_;
  std::vector<Place> origin_;            ///< by location
  std::vector<EdgeOrigin> edge_origin_;  ///< by edge
};

}  // namespace pendulum::engine::ic3
