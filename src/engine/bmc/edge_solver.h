// Incremental queries about one edge of a program over bit-vectors.
#pragma once

#include "base/budget.h"
#include "engine/bmc/exploration.h"
#include "engine/engine.h"
#include "term/traverse.h"

namespace pendulum::engine::bmc {

/// Thrown if a proof from stored states cannot be completed: the solver returned unknown, or a limit was
/// reached.
struct GaveUp {
  std::string reason;
};

/// The value term as a word. Throws GaveUp if it is null.
std::uint64_t to_word(term::Term value);

class EdgeSolver {
 public:
  /// The solver contains the guard of the edge. Requires that all terms of the program are Booleans or
  /// bit-vectors; `budget` must outlive this object.
  EdgeSolver(const program::Program& program, program::EdgeId edge, Env& env, const base::Budget& budget);

  /// The value of a term over the state after the edge, as a term over the state before it and the inputs.
  term::Term after(term::Term term) { return after_(term); }
  smt::Solver& solver() { return *solver_; }
  /// Whether the edge can be taken under the assumptions. Throws GaveUp if the solver returns unknown.
  bool is_sat(std::span<const term::Term> assumptions);
  /// The value of the term. Requires that the last call of is_sat() returned true.
  std::uint64_t value(term::Term term) { return to_word(solver_->value(term)); }
  /// The values of the edge's inputs, under the same condition.
  Exploration::Words inputs();

 private:
  const program::Edge& edge_;
  Env& env_;
  const base::Budget& budget_;
  term::Substituter after_;
  std::unique_ptr<smt::Solver> solver_;
};

}  // namespace pendulum::engine::bmc
