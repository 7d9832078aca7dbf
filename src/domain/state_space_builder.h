// Internal: computes the transfer of one affine edge.
#pragma once

#include "domain/state_space.h"

namespace pendulum::domain {

class StateSpace::Builder {
 public:
  Builder(const AffineProgram& program, const Packing& packing, const Domain& domain, const AffineEdge& edge);
  Transfer build();

 private:
  Action build(std::size_t pack);
  void find_relevant();
  void add_constraints();
  void add_assignments();
  /// True if an update with this value havocs its variable.
  bool is_anything(const LinearSum& value) const;
  /// True if the constraint only states the width of a variable; only for polyhedra.
  bool is_wide_range(const LinearConstraint& constraint) const;
  /// The dimension of a symbol's old value; a new extra dimension if it has none yet.
  Dimension dimension(term::Term symbol);
  Dimension fresh();
  /// The sum times `factor` as an expression over dimensions. Requires: the product has integer coefficients.
  Expression expression(const LinearSum& sum, const mpz_class& factor);

  const AffineProgram& program_;
  const Packing& packing_;
  const Domain& domain_;
  const AffineEdge& edge_;
  // State for the current pack:
  std::size_t pack_ = 0;
  Action action_;
  term::TermSet relevant_;
  std::map<term::Term, Dimension> extra_;  ///< symbols that are not variables of the pack
  std::map<term::Term, Dimension> saved_;  ///< variables whose old value is kept in another dimension
};

}  // namespace pendulum::domain
