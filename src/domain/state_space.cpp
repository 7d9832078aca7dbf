#include "domain/state_space.h"

#include <algorithm>

#include "base/check.h"
#include "domain/state_space_builder.h"

namespace pendulum::domain {

using term::Term;

StateSpace::StateSpace(const AffineProgram& program, const Domain& domain, std::size_t max_pack,
                       WideConstraints wide)
    : program_(program), domain_(domain), packing_(program, max_pack) {
  for (const AffineEdge& edge : program.edges()) {
    transfers_.push_back(Builder(program, packing_, domain, edge).build());
    PENDULUM_CHECK(transfers_.back().actions.size() == packing_.size(), "an edge should act on each pack");
    transfers_.back().is_wide_enabled = wide == WideConstraints::Always;
  }
}

void StateSpace::check_parts(const State& state) const {
  PENDULUM_CHECK(state.parts.size() == packing_.size(), "a state should have {} parts, not {}",
                 packing_.size(), state.parts.size());
}

State StateSpace::top() const {
  State result;
  result.is_bottom = false;
  for (std::size_t i = 0; i < packing_.size(); ++i)
    result.parts.push_back(domain_.top(packing_.pack(i).size()));
  return result;
}

State StateSpace::finish(std::vector<Element> parts) const {
  PENDULUM_CHECK(parts.size() == packing_.size(), "a state should have {} parts, not {}", packing_.size(),
                 parts.size());
  for (const Element& part : parts)
    if (domain_.is_bottom(part)) return {};
  State result;
  result.is_bottom = false;
  result.parts = std::move(parts);
  return result;
}

Element StateSpace::image_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const {
  const Action& action = transfer.actions[pack];
  std::vector<Step> steps;
  if (action.extra > 0) steps.push_back(step::embed(action.extra));
  for (const auto& [dimension, position] : action.other_pack) {
    const Interval interval = domain_.bounds(state.parts[position.pack], position.dimension);
    Constraint bound;
    bound.expression.add(dimension, 1);
    if (interval.low) {
      bound.expression.constant = -*interval.low;
      steps.push_back(step::add(bound));
    }
    bound.expression = bound.expression.negated();
    if (interval.high) {
      bound.expression.constant = *interval.high;
      steps.push_back(step::add(bound));
    }
  }
  for (const Constraint& constraint : action.constraints) steps.push_back(step::add(constraint));
  if (transfer.is_wide_enabled)
    for (const Constraint& constraint : action.wide) steps.push_back(step::add(constraint));
  steps.insert(steps.end(), action.assignments.begin(), action.assignments.end());
  for (const Dimension dimension : action.dead_after) steps.push_back(step::forget(dimension));
  if (action.extra > 0) steps.push_back(step::trim(packing_.pack(pack).size()));
  Element result = domain_.apply(state.parts[pack], steps);
  PENDULUM_CHECK(result.num_dimensions() == packing_.pack(pack).size(),
                 "the image should have the {} dimensions of its pack", packing_.pack(pack).size());
  return result;
}

Element StateSpace::preimage_of_pack(const Transfer& transfer, std::size_t pack, const State& state) const {
  const Action& action = transfer.actions[pack];
  std::vector<Step> steps;
  if (action.extra > 0) steps.push_back(step::embed(action.extra));
  // The preimage of Forget is Forget: the value before it is arbitrary.
  for (auto step = action.assignments.rbegin(); step != action.assignments.rend(); ++step)
    steps.push_back(step::backward(*step));
  for (const Constraint& constraint : action.constraints) steps.push_back(step::add(constraint));
  if (transfer.is_wide_enabled)
    for (const Constraint& constraint : action.wide) steps.push_back(step::add(constraint));
  for (const Dimension dimension : action.dead_before) steps.push_back(step::forget(dimension));
  if (action.extra > 0) steps.push_back(step::trim(packing_.pack(pack).size()));
  Element result = domain_.apply(state.parts[pack], steps);
  PENDULUM_CHECK(result.num_dimensions() == packing_.pack(pack).size(),
                 "the preimage should have the {} dimensions of its pack", packing_.pack(pack).size());
  return result;
}

State StateSpace::transfer(AffineEdgeId edge, const State& state, Part part) const {
  PENDULUM_CHECK(edge < transfers_.size(), "edge {} should exist", edge);
  if (state.is_bottom) return {};
  check_parts(state);
  State result;
  for (std::size_t pack = 0; pack < packing_.size(); ++pack) {
    const Transfer& all = transfers_[edge];
    const bool is_identity = all.actions[pack].is_identity;
    result.parts.push_back(is_identity ? state.parts[pack] : (this->*part)(all, pack, state));
    if (!is_identity && domain_.is_bottom(result.parts.back())) return {};
  }
  result.is_bottom = false;
  return result;
}

State StateSpace::image(AffineEdgeId edge, const State& state) const {
  return transfer(edge, state, &StateSpace::image_of_pack);
}

State StateSpace::preimage(AffineEdgeId edge, const State& state) const {
  return transfer(edge, state, &StateSpace::preimage_of_pack);
}

bool StateSpace::is_exact(AffineEdgeId edge) const {
  PENDULUM_CHECK(edge < transfers_.size(), "edge {} should exist", edge);
  const Transfer& transfer = transfers_[edge];
  return transfer.is_exact && (!transfer.has_wide || transfer.is_wide_enabled);
}

bool StateSpace::enable_wide(AffineEdgeId edge) {
  PENDULUM_CHECK(edge < transfers_.size(), "edge {} should exist", edge);
  Transfer& transfer = transfers_[edge];
  if (!transfer.has_wide || transfer.is_wide_enabled) return false;
  transfer.is_wide_enabled = true;
  return true;
}

std::vector<PackedConstraint> StateSpace::guards() const {
  std::vector<PackedConstraint> result;
  for (const Transfer& transfer : transfers_) {
    for (std::size_t pack = 0; pack < packing_.size(); ++pack) {
      for (const Constraint& constraint : transfer.actions[pack].constraints) {
        const auto& all = constraint.expression.coefficients;
        const auto is_own = [&](const auto& entry) { return entry.first < packing_.pack(pack).size(); };
        const auto is_same = [&](const PackedConstraint& other) {
          return other.pack == pack && other.constraint == constraint;
        };
        if (std::ranges::all_of(all, is_own) && std::ranges::none_of(result, is_same))
          result.push_back({pack, constraint});
      }
    }
  }
  return result;
}

std::vector<PackedConstraint> StateSpace::bounds(const State& state) const {
  std::vector<PackedConstraint> result;
  if (state.is_bottom) return result;
  for (std::size_t pack = 0; pack < packing_.size(); ++pack) {
    for (Dimension dimension = 0; dimension < packing_.pack(pack).size(); ++dimension) {
      const Interval interval = domain_.bounds(state.parts[pack], dimension);
      Constraint bound;
      bound.expression.add(dimension, 1);
      if (interval.low) {
        bound.expression.constant = -*interval.low;
        result.push_back({pack, bound});
      }
      bound.expression.constant = 0;
      bound.expression = bound.expression.negated();
      if (interval.high) {
        bound.expression.constant = *interval.high;
        result.push_back({pack, bound});
      }
    }
  }
  return result;
}

State StateSpace::join(const State& a, const State& b) const {
  if (a.is_bottom) return b;
  if (b.is_bottom) return a;
  check_parts(a);
  check_parts(b);
  State result = a;
  for (std::size_t i = 0; i < a.parts.size(); ++i) result.parts[i] = domain_.join(a.parts[i], b.parts[i]);
  return result;
}

State StateSpace::meet(const State& a, const State& b) const {
  if (a.is_bottom || b.is_bottom) return {};
  check_parts(a);
  check_parts(b);
  std::vector<Element> parts;
  for (std::size_t i = 0; i < a.parts.size(); ++i) parts.push_back(domain_.meet(a.parts[i], b.parts[i]));
  return finish(std::move(parts));
}

bool StateSpace::leq(const State& a, const State& b) const {
  if (a.is_bottom) return true;
  if (b.is_bottom) return false;
  check_parts(a);
  check_parts(b);
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (!domain_.leq(a.parts[i], b.parts[i])) return false;
  return true;
}

/// Section 4, the simple interpolated widen: keeps the constraints of A that B satisfies, and those of T that
/// both satisfy. "B if A is bottom."
State StateSpace::widen_up_to(const State& a, const State& b, std::span<const PackedConstraint> up_to) const {
  if (a.is_bottom) return b;
  if (b.is_bottom) return a;
  check_parts(a);
  check_parts(b);
  State result = a;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    std::vector<Constraint> bounds;
    for (const PackedConstraint& constraint : up_to)
      if (constraint.pack == i) bounds.push_back(constraint.constraint);
    result.parts[i] = domain_.widen_up_to(a.parts[i], b.parts[i], bounds);
  }
  return result;
}

State StateSpace::constrain(const State& state, std::span<const PackedConstraint> constraints) const {
  if (state.is_bottom || constraints.empty()) return state;
  std::vector<Element> parts = state.parts;
  for (const PackedConstraint& constraint : constraints) {
    PENDULUM_CHECK(constraint.pack < parts.size(), "pack {} should exist", constraint.pack);
    const Step steps[] = {step::add(constraint.constraint)};
    parts[constraint.pack] = domain_.apply(parts[constraint.pack], steps);
  }
  return finish(std::move(parts));
}

bool StateSpace::satisfies(const State& state, const PackedConstraint& constraint) const {
  PENDULUM_CHECK(constraint.pack < packing_.size(), "pack {} should exist", constraint.pack);
  return state.is_bottom || domain_.satisfies(state.parts[constraint.pack], constraint.constraint);
}

/// Packs are independent, so two states are disjoint iff the elements of some pack are disjoint.
std::vector<PackedConstraint> StateSpace::interpolate(const State& a, const State& e,
                                                      InterpolationOrder order) const {
  PENDULUM_CHECK(!a.is_bottom && !e.is_bottom, "states to interpolate should not be bottom");
  PENDULUM_DCHECK(is_disjoint(a, e), "states to interpolate should be disjoint");
  std::vector<PackedConstraint> result;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    if (!domain_.is_disjoint(a.parts[i], e.parts[i])) continue;
    for (Constraint& constraint : domain::interpolate(domain_, a.parts[i], e.parts[i], order))
      result.push_back({i, std::move(constraint)});
  }
  return result;
}

std::vector<PackedConstraint> StateSpace::constraints(const State& state) const {
  std::vector<PackedConstraint> result;
  for (std::size_t i = 0; i < state.parts.size(); ++i)
    for (Constraint& constraint : domain_.constraints(state.parts[i]))
      result.push_back({i, std::move(constraint)});
  return result;
}

Term StateSpace::to_term(const PackedConstraint& packed) const {
  PENDULUM_CHECK(packed.pack < packing_.size(), "pack {} should exist", packed.pack);
  LinearConstraint constraint;
  constraint.is_equality = packed.constraint.is_equality;
  constraint.sum.constant = packed.constraint.expression.constant;
  for (const auto& [dimension, coefficient] : packed.constraint.expression.coefficients) {
    PENDULUM_CHECK(dimension < packing_.pack(packed.pack).size(),
                   "dimension {} should be a variable of pack {}", dimension, packed.pack);
    constraint.sum.add(coefficient, packing_.pack(packed.pack)[dimension]);
  }
  return domain::to_term(program_.program().terms(), constraint);
}

Term StateSpace::to_term(const State& state) const {
  term::TermManager& terms = program_.program().terms();
  if (state.is_bottom) return terms.mk_false();
  term::TermVector parts;
  for (const PackedConstraint& constraint : constraints(state)) parts.push_back(to_term(constraint));
  return terms.mk_and(parts);
}

std::vector<PackedConstraint> StateSpace::from_term(Term term, bool& is_complete) const {
  std::vector<PackedConstraint> result;
  for (const LinearConstraint& linear : linear_conjuncts(term, is_complete)) {
    PackedConstraint packed;
    packed.constraint.is_equality = linear.is_equality;
    mpz_class factor = linear.sum.constant.get_den();
    for (const auto& [symbol, coefficient] : linear.sum.coefficients)
      factor = lcm(factor, mpz_class(coefficient.get_den()));
    packed.constraint.expression.constant =
        linear.sum.constant.get_num() * (factor / linear.sum.constant.get_den());
    std::optional<std::size_t> pack;
    bool is_within = true;
    for (const auto& [symbol, coefficient] : linear.sum.coefficients) {
      const Packing::Position* position = packing_.find(symbol);
      if (position == nullptr || (pack && *pack != position->pack)) {
        is_within = false;
        break;
      }
      pack = position->pack;
      packed.constraint.expression.add(position->dimension,
                                       coefficient.get_num() * (factor / coefficient.get_den()));
    }
    if (!is_within || packing_.size() == 0) {
      is_complete = false;
      continue;
    }
    packed.pack = pack.value_or(0);
    packed.constraint.normalize();
    result.push_back(std::move(packed));
  }
  return result;
}

}  // namespace pendulum::domain
