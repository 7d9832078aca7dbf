// Abstract states of an affine program: one element per pack, and DAGGER's operations on them.
//
// Most constraints with constants of 2^24 and more only state the width of a C variable. They make polyhedra
// expensive (a box over n variables has 2^n corners), so an edge omits them until enable_wide is called for
// it, because a spurious counterexample shows that they matter.
#pragma once

#include <map>
#include <set>

#include "domain/domain.h"
#include "domain/interpolate.h"
#include "domain/packing.h"

namespace pendulum::domain {

/// Bottom, or one element per pack, none of which is bottom.
struct State {
  bool is_bottom = true;
  std::vector<Element> parts;
};

struct PackedConstraint {
  std::size_t pack = 0;
  Constraint constraint;
};

/// When edges have their wide constraints: after enable_wide, or always.
enum class WideConstraints { Later, Always };

class StateSpace {
 public:
  /// Requires: `program` and `domain` outlive this object.
  StateSpace(const AffineProgram& program, const Domain& domain, std::size_t max_pack, WideConstraints wide);

  const AffineProgram& program() const { return program_; }
  const Domain& domain() const { return domain_; }
  const Packing& packing() const { return packing_; }

  State top() const;
  State bottom() const { return {}; }
  State image(AffineEdgeId edge, const State& state) const;
  State preimage(AffineEdgeId edge, const State& state) const;
  /// True if image and preimage of the edge are exact up to rational points.
  bool is_exact(AffineEdgeId edge) const;
  /// Adds the wide constraints to the edge. Returns false if it has none or they are already enabled.
  bool enable_wide(AffineEdgeId edge);

  State join(const State& a, const State& b) const;
  State meet(const State& a, const State& b) const;
  bool leq(const State& a, const State& b) const;
  bool is_disjoint(const State& a, const State& b) const { return meet(a, b).is_bottom; }
  State widen_up_to(const State& a, const State& b, std::span<const PackedConstraint> up_to) const;
  State constrain(const State& state, std::span<const PackedConstraint> constraints) const;
  bool satisfies(const State& state, const PackedConstraint& constraint) const;
  /// The guards of edges that are over variables of one pack, as limits for widening.
  std::vector<PackedConstraint> guards() const;
  /// The finite bounds of the variables.
  std::vector<PackedConstraint> bounds(const State& state) const;
  /// Returns I with a <= I, and I and e disjoint. Requires: a and e are disjoint and not bottom.
  std::vector<PackedConstraint> interpolate(const State& a, const State& e, InterpolationOrder order) const;

  term::Term to_term(const State& state) const;
  term::Term to_term(const PackedConstraint& constraint) const;
  std::vector<PackedConstraint> constraints(const State& state) const;
  /// The linear conjuncts of a term that are over one pack. Sets `is_complete` to whether no conjunct was
  /// omitted.
  std::vector<PackedConstraint> from_term(term::Term term, bool& is_complete) const;

 private:
  /// The effect of an edge on one pack. Extra dimensions represent inputs, auxiliary symbols, saved values
  /// and variables of other packs.
  struct Action {
    bool is_identity = true;
    std::size_t extra = 0;
    std::vector<std::pair<Dimension, Packing::Position>>
        other_pack;  ///< dimension for a variable of another pack
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
    bool is_exact = true;  ///< apart from wide constraints
  };
  class Builder;

  Element image_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const;
  Element preimage_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const;
  using Part = Element (StateSpace::*)(const Transfer&, std::size_t, const State&) const;
  State transfer(AffineEdgeId edge, const State& state, Part part) const;
  State finish(std::vector<Element> parts) const;
  /// Checks that a state that is not bottom has one element per pack.
  void check_parts(const State& state) const;

  const AffineProgram& program_;
  const Domain& domain_;
  Packing packing_;
  std::vector<Transfer> transfers_;  ///< by edge
};

}  // namespace pendulum::domain
