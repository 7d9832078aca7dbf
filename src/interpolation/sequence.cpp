#include "interpolation/sequence.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;

namespace {

/// First and last formula that contains a symbol.
struct Uses {
  std::size_t first;
  std::size_t last;
};

std::map<Term, Uses> find_uses(std::span<const Term> formulas) {
  std::map<Term, Uses> uses;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    for (const Term symbol : term::symbols(formulas[i]))
      uses.try_emplace(symbol, Uses{i, i}).first->second.last = i;
  }
  return uses;
}

/// The edge of a formula. A symbol that occurs only in this formula is an input; a symbol that first occurs
/// here and later again is assigned a new input.
std::unique_ptr<program::Edge> make_action(term::TermManager& terms, Term formula, std::size_t index,
                                           const std::map<Term, Uses>& uses) {
  auto action = std::make_unique<program::Edge>();
  term::Substitution entering;
  for (const Term symbol : term::symbols(formula)) {
    const Uses& use = uses.at(symbol);
    if (use.first < index) continue;
    if (use.last == index) {
      action->inputs.push_back({symbol, {}});
      continue;
    }
    const Term input = terms.mk_fresh(symbol.name(), symbol.sort());
    action->inputs.push_back({input, {}});
    action->updates.push_back({symbol, input});
    entering.emplace(symbol, input);
  }
  action->guard = term::substitute(terms, formula, entering);
  return action;
}

}  // namespace

OwnedDag make_chain(term::TermManager& terms, std::span<const Term> formulas) {
  PENDULUM_CHECK(!formulas.empty(), "a sequence should have a formula");
  const std::map<Term, Uses> uses = find_uses(formulas);
  OwnedDag chain;
  chain.dag.nodes.resize(formulas.size() + 1);
  for (std::size_t i = 0; i <= formulas.size(); ++i) {
    chain.dag.nodes[i].known = terms.mk_true();
    chain.dag.nodes[i].location = static_cast<std::uint32_t>(i);
  }
  for (const auto& [symbol, use] : uses) {
    for (std::size_t i = use.first + 1; i <= use.last; ++i) chain.dag.nodes[i].scope.push_back(symbol);
  }
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    chain.actions.push_back(make_action(terms, formulas[i], i, uses));
    const auto node = static_cast<NodeId>(i);
    chain.dag.edges.push_back({node, node + 1, chain.actions.back().get()});
  }
  PENDULUM_CHECK(chain.dag.nodes.front().scope.empty() && chain.dag.nodes.back().scope.empty(),
                 "no symbol should be shared at the ends of a sequence");
  return chain;
}

Outcome interpolate_sequence(Interpolator& interpolator, term::TermManager& terms,
                             std::span<const Term> formulas, std::chrono::milliseconds limit) {
  const OwnedDag chain = make_chain(terms, formulas);
  Outcome outcome = interpolator.label(chain.dag, limit);
  if (const auto* labels = std::get_if<Labels>(&outcome))
    PENDULUM_CHECK(labels->size() == formulas.size() + 1, "there should be one interpolant per cut");
  return outcome;
}

std::optional<Term> interpolate(Interpolator& interpolator, term::TermManager& terms, Term a, Term b,
                                std::chrono::milliseconds limit) {
  const Outcome outcome = interpolate_sequence(interpolator, terms, term::TermVector{a, b}, limit);
  const auto* labels = std::get_if<Labels>(&outcome);
  return labels == nullptr ? std::nullopt : std::optional((*labels)[1]);
}

}  // namespace pendulum::interpolation
