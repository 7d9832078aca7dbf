// Makes control flow explicit in programs that keep it in variables: transition systems with a Boolean per
// location (Horn2VMT's l_R), with a program counter, or with the state variable of a state machine.
//
// A variable whose updates only choose among values is a control variable. Each valuation of the control
// variables that a solver finds along the edges becomes a location of its own, so that frames, solvers and
// facts exist per valuation, as for programs with locations. The split is exact: an edge is divided into one
// edge per target valuation.
#pragma once

#include <optional>

#include "certificate/certificate.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::ic3 {

/// The program is a single loop, so that all its control flow is in variables.
bool is_transition_system(const program::Program& program);

/// Small blocks for transition systems, large blocks for other programs. Measured: rummer_safe_small.orig.vmt
/// 0.7 s against more than 70 s, because images of linear facts are exact for small blocks.
Blocks blocks_of(const program::Program& program);

class ControlSplit {
 public:
  /// Splits transition systems. Other programs, and those with too many valuations, stay unchanged.
  ControlSplit(const program::Program& original, Env& env);

  const program::Program& program() const { return split_ ? *split_ : original_; }
  /// The location of the original program that corresponds to a location of program().
  program::LocationId origin(program::LocationId location) const {
    return split_ ? origin_[location].location : location;
  }
  /// Translates evidence over program() to the original program.
  certificate::Invariant lift(const certificate::Invariant& invariant) const;
  certificate::ErrorPath lift(const certificate::ErrorPath& path) const;

 private:
  struct SplitLocation {
    program::LocationId location = 0;
    term::TermVector valuation;  ///< values of control_, in its order; empty at entry and error
    auto operator<=>(const SplitLocation&) const = default;
  };
  struct EdgeOrigin {
    program::EdgeId edge = 0;
    term::Substitution inputs;  ///< input of the original -> its value, or the input that replaces it
  };
  class Splitter;
  certificate::Step lift(const certificate::Step& step) const;
  /// The variable is live at this location of the original program.
  bool is_live(term::Term variable, program::LocationId location) const;

  const program::Program& original_;
  std::vector<term::TermVector> live_;  ///< by location of the original
  std::optional<program::Program> split_;
  term::TermVector control_;
  std::vector<SplitLocation> origin_;    ///< by location of the split program
  std::vector<EdgeOrigin> edge_origin_;  ///< by edge of the split program
};

}  // namespace pendulum::engine::ic3
