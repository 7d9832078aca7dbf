// Extends a model of the EUF abstraction to values that the solver has not seen.
//
// Term projection asks about terms that simplification has made during the projection, with values that occur
// in no formula of the solver. If the solver completed its model, it would give such a constant the element
// of another constant, contrary to Figure 3.4, line 10. Here, a new constant is a new element, different from
// all others, and a function maps tuples that contain new elements to new elements (predicates: to false).
// Because uninterpreted sorts have no bound on the number of elements, the extended model satisfies
// everything that the model does, and the constants are distinct in it.
//
// An element is represented by a term: an old element by the first term that was seen to denote it, a new
// element by a constant or by an application to representatives.
#pragma once

#include <map>

#include "engine/euforia/euf_abstraction.h"
#include "smt/solver.h"

namespace pendulum::engine::euforia {

class ModelExtension {
 public:
  /// `model` answers for terms without new constants.
  ModelExtension(term::TermManager& terms, const EufAbstraction& abstraction, smt::Solver& model)
      : terms_(terms), abstraction_(abstraction), model_(model) {}

  /// The truth of an abstract formula. `seen` contains all terms that the solver has seen.
  bool holds(term::Term formula, const term::TermSet& seen);
  /// Some constant in the abstract term is new.
  bool is_new(term::Term abstract, const term::TermSet& seen);
  /// Forgets the model. To be called before each check.
  void clear();

 private:
  /// The value of a term with a new constant whose children have values.
  term::Term extend(term::Term term);
  term::Term apply(term::Term term, term::TermVector arguments);
  term::Term read(term::Term select);
  /// The value of a term or formula: a representative or a truth value.
  term::Term value(term::Term term);
  term::Term representative(term::Term old);

  term::TermManager& terms_;
  const EufAbstraction& abstraction_;
  smt::Solver& model_;
  term::TermMap<bool> is_new_;  ///< per model, because later checks may see the constants
  term::Substitution values_;   ///< of terms with new constants, and of old terms that they contain
  term::TermSet new_elements_;  ///< representatives of new elements
  std::map<term::Sort, term::TermVector> old_elements_;  ///< representatives of old elements
};

}  // namespace pendulum::engine::euforia
