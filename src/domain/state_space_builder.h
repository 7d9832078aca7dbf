// Internal: makes the transfer of one affine edge.
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
  bool is_anything(const LinearSum& value) const;
  bool is_wide_range(const LinearConstraint& constraint) const;
  Dimension dimension(term::Term symbol);
  Dimension fresh();
  Expression expression(const LinearSum& sum, const mpz_class& factor);

  const AffineProgram& program_;
  const Packing& packing_;
  const Domain& domain_;
  const AffineEdge& edge_;
  // Of the pack that is being made:
  std::size_t pack_ = 0;
  Action action_;
  term::TermSet relevant_;
  std::map<term::Term, Dimension> extra_;  ///< symbols that are no variables of the pack
  std::map<term::Term, Dimension> saved_;  ///< variables whose old value is kept elsewhere
};

}  // namespace pendulum::domain
