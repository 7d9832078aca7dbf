// Post from an abstract domain: Vinta, "Craig Interpretation" (Albarghouthi, Gurfinkel, Chechik, SAS 2012),
// by the authors of UFO. The label of a node is the image of the labels of its predecessors in octagons or
// polyhedra, and the label of a loop head is widened by that of the iteration before. Labels of refinements
// are formulas; an abstract state that contains them takes their place as a source of images.
#pragma once

#include "domain/state_space.h"
#include "engine/engine.h"

namespace pendulum::engine::ufo {

class DomainPost {
 public:
  /// Requires: `program` outlives this object and is over integers. `known` holds in all its states.
  DomainPost(const program::Program& program, term::Term known, Env& env);

  /// Ensures: `source` and the edge imply the result in the state after the edge.
  term::Term operator()(term::Term source, program::EdgeId edge);
  /// The widening of the label `before` of a head, in the iteration before, by its new label.
  /// Ensures: both imply the result.
  term::Term widen(term::Term before, term::Term label);

 private:
  /// The smallest known state that contains all states of the label: that of which it is the formula, or the
  /// join of the linear constraints of its disjuncts.
  domain::State abstract(term::Term label);
  term::Term to_label(const domain::State& state);

  domain::AffineProgram affine_;
  domain::Domain domain_;
  domain::StateSpace space_;
  std::vector<std::vector<domain::AffineEdgeId>> cases_;  ///< by edge of the program
  std::vector<domain::PackedConstraint> limits_;          ///< of the widening
  term::TermMap<domain::State> states_;                   ///< of labels
};

}  // namespace pendulum::engine::ufo
