// What DAGGER asks the SMT layer: is a path real, bit by bit; if not, why; and interpolants of states.
#pragma once

#include "certificate/certificate.h"
#include "domain/state_space.h"
#include "engine/engine.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::dagger {

struct PathAnswer {
  smt::SatResult result = smt::SatResult::Unknown;
  std::optional<certificate::ErrorPath> path;  ///< Sat: over the bit-precise program
};

class Counterexamples {
 public:
  /// Two views of one program, with the same locations and edges. `ranges` holds in every state of the
  /// integers.
  Counterexamples(const program::Program& bits, const program::Program& integers, term::Term ranges,
                  Env& env);

  /// Has the path from entry to error a run?
  PathAnswer check(const std::vector<program::EdgeId>& path);
  /// Labels of the integer path, one before each edge and one at the end; empty when there are none.
  term::TermVector labels(const std::vector<program::EdgeId>& path);
  /// An interpolant of two disjoint states, if there is one that is a conjunction of linear constraints.
  std::vector<domain::PackedConstraint> interpolate(const domain::StateSpace& space, const domain::State& a,
                                                    const domain::State& e);

 private:
  bool is_infeasible_over_integers(const std::vector<program::EdgeId>& path);
  interpolation::OwnedDag chain(const program::Program& program, const std::vector<term::TermVector>& live,
                                const std::vector<program::EdgeId>& path, bool has_ranges) const;
  interpolation::Interpolator& interpolator();

  const program::Program& bits_;
  const program::Program& integers_;
  Env& env_;
  std::vector<term::TermVector> live_bits_, live_integers_;
  term::TermMap<term::TermVector> ranges_;  ///< of each integer variable
  std::unique_ptr<interpolation::Interpolator> interpolator_;
};

}  // namespace pendulum::engine::dagger
