// Proof obligations, and the interface of the provers that discharge them.
#pragma once

#include <string>
#include <vector>

#include "check/kernel/judgement.h"
#include "term/term_manager.h"

namespace pendulum::check {

/// A formula, given as a conjunction, that has to be unsatisfiable.
struct Obligation {
  std::string name;  ///< "consecution: main.while.cond -> main.while.cond"
  term::TermVector formula;
  /// If not empty, the formula implies the disjunction of the cases. So it is unsatisfiable if its
  /// conjunction with each case is unsatisfiable.
  term::TermVector cases = {};
};

class ObligationProver {
 public:
  virtual ~ObligationProver() = default;
  /// Accepted only if all obligations are unsatisfiable; Rejected only if one of them is satisfiable.
  virtual Judgement prove(const std::vector<Obligation>& obligations) = 0;
};

}  // namespace pendulum::check
