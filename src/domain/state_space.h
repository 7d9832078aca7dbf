// Abstract states of an affine program: an element per pack, and DAGGER's operations on them.
//
// Constraints with numbers of 2^24 and more mostly say nothing but that a C variable has a width. They make
// polyhedra expensive (a box over n variables has 2^n corners), so they are left out of an edge until
// enable_wide is called for it, when a spurious counterexample shows that they matter.
#pragma once

#include <map>
#include <set>

#include "domain/domain.h"
#include "domain/interpolate.h"
#include "domain/packing.h"

namespace pendulum::domain {

/// Bottom, or an element per pack, none of which is bottom.
struct State {
  bool is_bottom = true;
  std::vector<Element> parts;
};

struct PackedConstraint {
  std::size_t pack = 0;
  Constraint constraint;
};

enum class WideConstraints { Later, Always };

class StateSpace {
 public:
  StateSpace(const AffineProgram& program, const Domain& domain, std::size_t max_pack, WideConstraints wide);

  const AffineProgram& program() const { return program_; }
  const Domain& domain() const { return domain_; }
  const Packing& packing() const { return packing_; }

  State top() const;
  State bottom() const { return {}; }
  State image(AffineEdgeId edge, const State& state) const;
  State preimage(AffineEdgeId edge, const State& state) const;
  /// Image and preimage lose nothing over the integers, up to rational points.
  bool is_exact(AffineEdgeId edge) const;
  /// From now on the edge has its wide constraints; false if it had them before or has none.
  bool enable_wide(AffineEdgeId edge);

  State join(const State& a, const State& b) const;
  State meet(const State& a, const State& b) const;
  bool leq(const State& a, const State& b) const;
  bool is_disjoint(const State& a, const State& b) const { return meet(a, b).is_bottom; }
  State widen_up_to(const State& a, const State& b, std::span<const PackedConstraint> up_to) const;
  State constrain(const State& state, std::span<const PackedConstraint> constraints) const;
  bool satisfies(const State& state, const PackedConstraint& constraint) const;
  /// What widening may stop at: conditions of edges on the variables of one pack.
  std::vector<PackedConstraint> guards() const;
  /// The finite bounds of the variables.
  std::vector<PackedConstraint> bounds(const State& state) const;
  /// Requires that a and e are disjoint and not bottom: I with a <= I, I and e disjoint.
  std::vector<PackedConstraint> interpolate(const State& a, const State& e) const;

  term::Term to_term(const State& state) const;
  term::Term to_term(const PackedConstraint& constraint) const;
  std::vector<PackedConstraint> constraints(const State& state) const;
  /// The linear conjuncts that lie within a pack. `is_complete`: nothing was left out.
  std::vector<PackedConstraint> from_term(term::Term term, bool& is_complete) const;

 private:
  /// What an edge does to one pack: extra dimensions stand for inputs, auxiliary symbols, saved values and
  /// variables of other packs.
  struct Action {
    bool is_identity = true;
    std::size_t extra = 0;
    std::vector<std::pair<Dimension, Packing::Place>> foreign;  ///< extra dimension, and where its bounds are
    std::vector<Constraint> constraints;
    std::vector<Constraint> wide;
    std::vector<Step> assignments;  ///< Assign and Forget steps, in order
    std::vector<Dimension> dead_before, dead_after;
    bool is_exact = true;
  };
  struct Transfer {
    std::vector<Action> actions;  ///< per pack
    bool has_wide = false;
    bool is_wide_enabled = false;
    bool is_exact = true;  ///< without what is wide
  };
  class Builder;

  Element image_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const;
  Element preimage_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const;
  using Part = Element (StateSpace::*)(const Transfer&, std::size_t, const State&) const;
  State transfer(AffineEdgeId edge, const State& state, Part part) const;
  State finish(std::vector<Element> parts) const;

  const AffineProgram& program_;
  const Domain& domain_;
  Packing packing_;
  std::vector<Transfer> transfers_;  ///< per edge
};

}  // namespace pendulum::domain
