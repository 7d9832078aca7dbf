#include "interpolation/lemma_pool.h"

#include <algorithm>

#include "base/check.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::interpolation {

using smt::SatResult;
using term::Term;

void LemmaPool::add(NodeId node, Term lemma) {
  const bool is_new = graph_.add_lemma(node, lemma);
  if (!is_new || node == graph_.dag().goal()) return;
  remember(node, lemma);
  for (const std::uint32_t edge : graph_.outgoing(node)) remember(graph_.dag().edges[edge].target, lemma);
}

void LemmaPool::remember(NodeId node, Term lemma) {
  AtLocation& at = at_[graph_.dag().nodes[node].location];
  if (at.set.insert(lemma).second)
    at.lemmas.push_back(lemma);
  else
    at.inactive.erase(lemma);
}

void LemmaPool::activate(const std::vector<term::TermSet>& lemmas) {
  std::map<std::uint32_t, term::TermSet> active;
  for (NodeId node = 0; node < lemmas.size(); ++node)
    active[graph_.dag().nodes[node].location].insert(lemmas[node].begin(), lemmas[node].end());
  for (const auto& [location, set] : active) {
    AtLocation& at = at_[location];
    at.inactive.clear();
    for (const Term lemma : at.lemmas)
      if (!set.contains(lemma)) at.inactive.insert(lemma);
  }
}

void LemmaPool::push_everywhere() {
  for (NodeId node = 1; node < graph_.dag().goal(); ++node) {
    graph_.check_time();
    push(node);
  }
}

term::TermVector LemmaPool::candidates(NodeId node) {
  NodeState& state = graph_.state(node);
  const AtLocation& at = at_[graph_.dag().nodes[node].location];
  const std::size_t num_before = graph_.num_added_before(node);
  term::TermVector result;
  for (const Term lemma : at.lemmas) {
    if (at.inactive.contains(lemma) || state.lemma_set.contains(lemma) || !graph_.is_in_scope(node, lemma))
      continue;
    const auto [tried, is_new] = state.tried.try_emplace(lemma, num_before);
    if (!is_new && tried->second == num_before) continue;
    tried->second = num_before;
    if (state.index.subsumes(lemma))
      ++graph_.counter("subsumed_lemmas");
    else
      result.push_back(lemma);
  }
  return result;
}

void LemmaPool::push(NodeId node) {
  term::TermVector lemmas = candidates(node);
  for (const std::uint32_t edge : graph_.incoming(node)) lemmas = that_hold(edge, std::move(lemmas));
  for (const Term lemma : lemmas) add(node, lemma);
}

term::TermVector LemmaPool::that_hold(std::uint32_t edge, term::TermVector candidates) {
  term::TermManager& terms = graph_.context().terms;
  Step& step = graph_.step(edge);
  while (!candidates.empty()) {
    term::TermVector before;
    for (const Term lemma : candidates) before.push_back(step.before(lemma));
    ++graph_.counter("reuse_checks");
    switch (graph_.check_from_lemmas(edge, terms.mk_not(terms.mk_and(before)))) {
      case SatResult::Unsat:
        return candidates;
      case SatResult::Unknown:
        return {};
      case SatResult::Sat:
        break;
    }
    const term::Model model = step.solver().model(term::symbols(before));
    term::Evaluator evaluate(terms, model);
    term::TermVector rest;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (evaluate(before[i]).is_true()) rest.push_back(candidates[i]);
    // The solver and the evaluator may disagree on division by zero; give up all candidates then.
    if (rest.size() == candidates.size()) rest.clear();
    candidates = std::move(rest);
  }
  return candidates;
}

}  // namespace pendulum::interpolation
