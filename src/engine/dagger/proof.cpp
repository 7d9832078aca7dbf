#include "engine/dagger/proof.h"

#include <algorithm>

#include "engine/needed_conjuncts.h"

namespace pendulum::engine::dagger {

namespace {

using domain::AffineEdge;
using term::Term;

/// As for engine/minimise_invariant, but shorter: states have many constraints, most of which hold unchanged
/// at the source, and up to three forms of the invariant are judged afterwards. An affine program may have
/// thousands of edges, so they share one solver.
constexpr NeededConjunctsOptions limits{.time_limit = std::chrono::seconds(4),
                                        .query_limit = std::chrono::milliseconds(500),
                                        .max_core_checks = 8,
                                        .solvers = NeededConjunctsOptions::Solvers::Shared};

/// The updates of an edge as terms; nothing if a coefficient is not an integer.
std::optional<term::Substitution> updates_of(const AffineEdge& edge, term::TermManager& terms) {
  term::Substitution result;
  for (const auto& [variable, value] : edge.action.updates) {
    term::TermVector summands{terms.mk_int(mpz_class(value.constant.get_num()))};
    for (const auto& [symbol, coefficient] : value.coefficients) {
      if (coefficient.get_den() != 1) return std::nullopt;
      const Term factor = terms.mk_int(mpz_class(coefficient.get_num()));
      const Term number =
          symbol.sort().is_bool() ? terms.mk_ite(symbol, terms.mk_int(1), terms.mk_int(0)) : symbol;
      summands.push_back(terms.mk_mul(factor, number));
    }
    const Term sum = terms.mk_add(summands);
    result.emplace(variable, variable.sort().is_bool() ? terms.mk_eq(sum, terms.mk_int(1)) : sum);
  }
  return result;
}

/// The edge as a guarded assignment.
InvariantEdge to_invariant_edge(const AffineEdge& edge, term::TermManager& terms) {
  term::TermVector guard;
  for (const domain::LinearConstraint& constraint : edge.action.constraints)
    guard.push_back(domain::to_term(terms, constraint));
  return {edge.source, edge.target, terms.mk_and(guard), updates_of(edge, terms)};
}

/// The facts at the location; none if no edge was removed.
const term::TermVector& facts_at(const FlagPruning& pruning, program::LocationId location) {
  static const term::TermVector none;
  return pruning.facts.empty() ? none : pruning.facts[location];
}

/// The proof that a fixpoint is inductive, with the constraints of its states and the facts about flags as
/// conjuncts. The edges that the facts have removed follow the edges of the program.
class FixpointProof {
 public:
  FixpointProof(const domain::StateSpace& space, const LocationStates& fixpoint, const FlagPruning& pruning,
                term::TermManager& terms)
      : space_(space), num_infeasible_(pruning.infeasible.size()) {
    problem_.num_locations = space.program().program().locations().size();
    problem_.logic = "QF_LIA";
    for (const auto& [location, states] : fixpoint)
      for (const domain::State& state : states) {
        InvariantPart part{location, {}};
        for (const domain::PackedConstraint& constraint : space.constraints(state))
          part.conjuncts.push_back(space.to_term(constraint));
        std::ranges::copy(facts_at(pruning, location), std::back_inserter(part.conjuncts));
        problem_.parts.push_back(std::move(part));
        states_.push_back(&state);
      }
    for (const auto* edges : {&space.program().edges(), &pruning.infeasible, &pruning.useless})
      for (const AffineEdge& edge : *edges) problem_.edges.push_back(to_invariant_edge(edge, terms));
    problem_.successor = [this](std::size_t part, std::size_t edge) { return successor(part, edge); };
  }

  FixpointProof(const FixpointProof&) = delete;  // problem_.successor refers to this object
  FixpointProof& operator=(const FixpointProof&) = delete;

  const InductionProblem& problem() const { return problem_; }

 private:
  /// The first part at the edge's target whose state contains the image of the part's state.
  InvariantSuccessor successor(std::size_t part, std::size_t edge) {
    using Kind = InvariantSuccessor::Kind;
    const auto [found, is_new] =
        successors_.emplace(std::pair(part, edge), InvariantSuccessor{Kind::Ignored, 0});
    if (!is_new) return found->second;
    const std::size_t num_edges = space_.program().edges().size();
    if (edge >= num_edges && edge < num_edges + num_infeasible_) return found->second = {Kind::Empty, 0};
    // A useless edge leads to an abandoned location, whose state is top.
    const domain::State image = edge < num_edges
                                    ? space_.image(static_cast<domain::AffineEdgeId>(edge), *states_[part])
                                    : space_.top();
    if (image.is_bottom) return found->second = {Kind::Empty, 0};
    for (std::size_t target = 0; target < states_.size(); ++target)
      if (problem_.parts[target].location == problem_.edges[edge].target &&
          space_.leq(image, *states_[target]))
        return found->second = {Kind::Part, target};
    return found->second;
  }

  const domain::StateSpace& space_;
  std::size_t num_infeasible_;
  InductionProblem problem_;
  std::vector<const domain::State*> states_;                                      ///< by part
  std::map<std::pair<std::size_t, std::size_t>, InvariantSuccessor> successors_;  ///< by part and edge
};

}  // namespace

certificate::Invariant whole_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                       const FlagPruning& pruning) {
  term::TermManager& terms = space.program().program().terms();
  certificate::Invariant invariant;
  for (const auto& [location, states] : fixpoint) {
    term::TermVector disjuncts;
    for (const domain::State& state : states) disjuncts.push_back(space.to_term(state));
    invariant.at.emplace(location,
                         terms.mk_and(terms.mk_and(facts_at(pruning, location)), terms.mk_or(disjuncts)));
  }
  return invariant;
}

certificate::Invariant minimise_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                          const FlagPruning& pruning, Env& env) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.dagger.minimize_time"));
  FixpointProof proof(space, fixpoint, pruning, env.terms);
  const auto needed = needed_conjuncts(proof.problem(), limits, env);
  if (!needed) return whole_invariant(space, fixpoint, pruning);
  std::map<program::LocationId, term::TermVector> disjuncts;
  for (std::size_t part = 0; part < needed->size(); ++part)
    disjuncts[proof.problem().parts[part].location].push_back(env.terms.mk_and((*needed)[part]));
  certificate::Invariant invariant;
  for (const auto& [location, states] : fixpoint)
    invariant.at.emplace(location, env.terms.mk_or(disjuncts[location]));
  return invariant;
}

}  // namespace pendulum::engine::dagger
