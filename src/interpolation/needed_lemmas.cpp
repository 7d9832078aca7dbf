// Each edge is an obligation: the lemmas of its source imply the needed lemmas of its target. The unsat core
// of the obligation names the lemmas that are needed at the source. Nodes are processed in reverse
// topological order, so that all needed lemmas of a target are known before its incoming edges are processed.
//
// A lemma that is needed at one node of a location is needed at all its nodes that have it: it may be the
// lemma that makes the node of the next iteration covered. This may require further lemmas at their
// predecessors, so the pass is repeated for the new lemmas until nothing changes.
#include "interpolation/needed_lemmas.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::interpolation {

namespace {

using smt::SatResult;
using term::Term;
using term::TermSet;
using term::TermVector;

class Needed {
 public:
  explicit Needed(LemmaGraph& graph) : graph_(graph), kept_(graph.dag().nodes.size()), open_(kept_.size()) {}

  std::vector<TermSet> run() {
    const NodeId goal = graph_.dag().goal();
    for (const Term lemma : graph_.state(goal).lemmas) need(goal, lemma);
    do {
      for (NodeId node = goal + 1; node-- > 0;) {
        graph_.context().stop.throw_if_stopped();
        if (!process(node)) return all();
      }
    } while (share_by_location());
    return std::move(kept_);
  }

 private:
  void need(NodeId node, Term lemma) {
    if (kept_[node].insert(lemma).second) open_[node].push_back(lemma);
  }

  /// Finds reasons for the open lemmas of the node. Returns false if a solver does not answer.
  bool process(NodeId node) {
    if (open_[node].empty()) return true;
    for (const std::uint32_t edge : graph_.incoming(node)) {
      TermVector before;
      for (const Term lemma : open_[node]) before.push_back(graph_.step(edge).before(lemma));
      const Term violated = graph_.context().terms.mk_not(graph_.context().terms.mk_and(before));
      if (!is_implied_by_kept(edge, violated) && !add_reasons(edge, violated)) return false;
    }
    open_[node].clear();
    return true;
  }

  TermVector assumptions(std::uint32_t edge, Term violated) {
    TermVector result{violated};
    const Term known = graph_.state(graph_.source(edge)).known;
    if (!known.is_true()) result.push_back(graph_.step(edge).proxy(known));
    return result;
  }

  bool is_implied_by_kept(std::uint32_t edge, Term violated) {
    TermVector assumed = assumptions(edge, violated);
    for (const Term lemma : graph_.state(graph_.source(edge)).lemmas)
      if (kept_[graph_.source(edge)].contains(lemma)) assumed.push_back(graph_.step(edge).proxy(lemma));
    return check(edge, assumed) == SatResult::Unsat;
  }

  bool add_reasons(std::uint32_t edge, Term violated) {
    const NodeId source = graph_.source(edge);
    TermVector assumed = assumptions(edge, violated);
    std::map<Term, Term> lemma_of;  // by proxy
    for (const bool is_kept : {true, false}) {
      for (const Term lemma : graph_.state(source).lemmas) {
        if (kept_[source].contains(lemma) != is_kept) continue;
        assumed.push_back(graph_.step(edge).proxy(lemma));
        lemma_of.emplace(assumed.back(), lemma);
      }
    }
    if (check(edge, assumed) != SatResult::Unsat) return false;
    for (const Term used : graph_.step(edge).solver().unsat_core())
      if (const auto found = lemma_of.find(used); found != lemma_of.end()) need(source, found->second);
    return true;
  }

  SatResult check(std::uint32_t edge, const TermVector& assumptions) {
    ++graph_.counter("prune_checks");
    smt::Solver& solver = graph_.step(edge).solver();
    graph_.limit_time(solver);
    return solver.check(assumptions);
  }

  /// Needs all lemmas that another node of the location needs; returns whether there is a new one.
  bool share_by_location() {
    const std::vector<DagNode>& nodes = graph_.dag().nodes;
    std::map<std::uint32_t, TermSet> at;
    for (NodeId node = 0; node < nodes.size(); ++node)
      at[nodes[node].location].insert(kept_[node].begin(), kept_[node].end());
    bool is_changed = false;
    for (NodeId node = 0; node < nodes.size(); ++node) {
      for (const Term lemma : graph_.state(node).lemmas)
        if (at[nodes[node].location].contains(lemma)) need(node, lemma);
      is_changed = is_changed || !open_[node].empty();
    }
    return is_changed;
  }

  std::vector<TermSet> all() {
    std::vector<TermSet> result;
    for (NodeId node = 0; node < kept_.size(); ++node) result.push_back(graph_.state(node).lemma_set);
    return result;
  }

  LemmaGraph& graph_;
  std::vector<TermSet> kept_;     ///< by node: needed lemmas
  std::vector<TermVector> open_;  ///< by node: needed lemmas without reasons so far
};

}  // namespace

std::vector<TermSet> needed_lemmas(LemmaGraph& graph) {
  PENDULUM_CHECK(!graph.state(graph.dag().goal()).lemmas.empty(), "the goal should be blocked");
  return Needed(graph).run();
}

}  // namespace pendulum::interpolation
