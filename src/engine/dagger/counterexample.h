// SMT queries of DAGGER: feasibility of a path over bit-vectors, labels of an infeasible path over integers,
// and interpolants of abstract states.
#pragma once

#include "certificate/certificate.h"
#include "domain/state_space.h"
#include "engine/engine.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::dagger {

struct PathAnswer {
  smt::SatResult result = smt::SatResult::Unknown;
  std::optional<certificate::ErrorPath> path;  ///< if Sat: over the bit-precise program
};

class Counterexamples {
 public:
  /// `bits` and `integers` are two views of one program with the same locations and edges. `ranges` holds in
  /// every state of `integers`.
  Counterexamples(const program::Program& bits, const program::Program& integers, term::Term ranges,
                  Env& env);

  /// Checks whether the path from entry to error is feasible over bit-vectors.
  PathAnswer check(const std::vector<program::EdgeId>& path);
  /// Labels of an infeasible path over integers: one before each edge and one at the end. Empty if the
  /// interpolator fails.
  term::TermVector labels(const std::vector<program::EdgeId>& path);
  /// An interpolant of two disjoint states that is a conjunction of linear constraints. Empty if none is
  /// found.
  std::vector<domain::PackedConstraint> interpolate(const domain::StateSpace& space, const domain::State& a,
                                                    const domain::State& e);

 private:
  bool is_infeasible_over_integers(const std::vector<program::EdgeId>& path);
  /// The path as a DAG without branches; `has_ranges` adds the ranges of the live variables at each node.
  interpolation::OwnedDag chain(const program::Program& program, const std::vector<term::TermVector>& live,
                                const std::vector<program::EdgeId>& path, bool has_ranges) const;
  interpolation::Interpolator& interpolator();

  const program::Program& bits_;
  const program::Program& integers_;
  Env& env_;
  std::vector<term::TermVector> live_bits_, live_integers_;
  term::TermMap<term::TermVector> ranges_;  ///< constraints of each integer variable
  std::unique_ptr<interpolation::Interpolator> interpolator_;
};

}  // namespace pendulum::engine::dagger
