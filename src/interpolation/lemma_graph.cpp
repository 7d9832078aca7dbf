#include "interpolation/lemma_graph.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pendulum::interpolation {

using smt::SatResult;
using term::Term;

Step::Step(const Context& context, const program::Edge& action)
    : terms_(context.terms), action_(action), substitute_(terms_, program::substitution_of(action)) {
  smt::SolverOptions options;
  options.logic = context.logic;
  options.seed = context.seed;
  if (options.logic == "QF_BV") options.backend = smt::Backend::Cadical;
  solver_ = context.solvers.make(context.terms, options);
  solver_->assert_term(action.guard);
  for (const program::Input& input : action.inputs) inputs_.push_back(input.symbol);
}

Term Step::proxy(Term fact) {
  const auto [proxy, is_new] = proxies_.try_emplace(fact);
  if (is_new) {
    proxy->second = terms_.mk_fresh("lemma", terms_.bool_sort());
    solver_->assert_term(terms_.mk_implies(proxy->second, fact));
  }
  return proxy->second;
}

void Step::assume_under(Term selector, Term fact) {
  solver_->assert_term(terms_.mk_implies(selector, proxy(fact)));
}

bool LemmaGraph::bind(const Dag& dag, std::chrono::milliseconds limit) {
  deadline_ = base::Clock::now() + limit;
  dag_ = &dag;
  incoming_ = incoming_edges(dag);
  outgoing_ = outgoing_edges(dag);
  steps_of_edges_.clear();
  const std::vector<NodeState*> last = std::exchange(states_of_nodes_, {});
  for (const DagEdge& edge : dag.edges) {
    Step*& step = steps_[edge.action];
    if (!step || !step->is(*edge.action)) step = &all_steps_.emplace_back(context_, *edge.action);
    steps_of_edges_.push_back(step);
  }
  for (NodeId node = 0; node < dag.nodes.size(); ++node) bind_node(node);
  for (std::uint32_t edge = 0; edge < dag.edges.size(); ++edge) assert_lemmas(edge);
  return states_of_nodes_ == last;
}

void LemmaGraph::bind_node(NodeId node) {
  const DagNode& n = dag_->nodes[node];
  NodeKey key{n.location, n.known, n.scope, {}};
  for (const std::uint32_t edge : incoming_[node]) {
    PENDULUM_CHECK(source(edge) < node, "the sources of node {} should precede it", node);
    key.arrivals.emplace_back(states_of_nodes_[source(edge)], steps_of_edges_[edge]);
  }
  const auto [found, is_new] = states_.try_emplace(std::move(key));
  NodeState& state = found->second;
  states_of_nodes_.push_back(&state);
  if (is_new) {
    state.selector = terms_.mk_fresh("at", terms_.bool_sort());
    state.known = n.known;
  } else if (state.epoch != epoch_) {
    reset(state, {});
    state.tried.clear();
  }
  state.epoch = epoch_;
}

void LemmaGraph::assert_lemmas(std::uint32_t edge) {
  NodeState& source = state(this->source(edge));
  const auto [asserted, is_new] = source.num_asserted.try_emplace(&step(edge), 0);
  if (is_new && !source.known.is_true()) step(edge).assume_under(source.selector, source.known);
  for (; asserted->second < source.lemmas.size(); ++asserted->second)
    step(edge).assume_under(source.selector, source.lemmas[asserted->second]);
}

bool LemmaGraph::is_in_scope(NodeId node, Term formula) const {
  return std::ranges::includes(dag_->nodes[node].scope, term::symbols(formula));
}

std::size_t LemmaGraph::num_added_before(NodeId node) {
  std::size_t sum = 0;
  for (const std::uint32_t edge : incoming_[node]) sum += state(source(edge)).num_added;
  return sum;
}

SatResult LemmaGraph::check_edge(std::uint32_t edge, const Cube& cube, term::TermSet* core) {
  Step& s = step(edge);
  ++counter("checks");
  term::TermVector assumptions{state(source(edge)).selector};
  for (const Term literal : cube) {
    const Term before = s.before(literal);
    if (before.is_false()) {
      if (core) core->insert(literal);
      return SatResult::Unsat;
    }
    if (!before.is_true()) assumptions.push_back(before);
  }
  limit_time(s.solver());
  const SatResult result = s.solver().check(assumptions);
  if (result == SatResult::Unsat && core) {
    const std::vector<Term> used = s.solver().unsat_core();
    const term::TermSet in_core(used.begin(), used.end());
    for (const Term literal : cube)
      if (in_core.contains(s.before(literal))) core->insert(literal);
  }
  return result;
}

std::optional<Cube> LemmaGraph::blocked_core(NodeId node, const Cube& cube) {
  term::TermSet core;
  for (const std::uint32_t edge : incoming_[node])
    if (check_edge(edge, cube, &core) != SatResult::Unsat) return std::nullopt;
  Cube result;
  for (const Term literal : cube)
    if (core.contains(literal)) result.push_back(literal);
  return result;
}

SatResult LemmaGraph::check_from_lemmas(std::uint32_t edge, Term assumption) {
  smt::Solver& solver = step(edge).solver();
  limit_time(solver);
  const Term assumptions[] = {state(source(edge)).selector, assumption};
  return solver.check(assumptions);
}

bool LemmaGraph::add_lemma(NodeId node, Term lemma) {
  PENDULUM_DCHECK(is_in_scope(node, lemma), "a lemma of node {} should be over its scope", node);
  if (!state(node).lemma_set.insert(lemma).second) return false;
  ++counter("lemmas");
  ++state(node).num_added;
  state(node).lemmas.push_back(lemma);
  state(node).index.add(lemma);
  for (const std::uint32_t edge : outgoing_[node]) assert_lemmas(edge);
  return true;
}

void LemmaGraph::reset(NodeState& state, term::TermVector lemmas) {
  for (const auto& [step, num] : state.num_asserted)
    step->solver().assert_term(terms_.mk_not(state.selector));
  state.num_asserted.clear();
  state.selector = terms_.mk_fresh("at", terms_.bool_sort());
  state.lemma_set = {lemmas.begin(), lemmas.end()};
  state.index = {};
  for (const Term lemma : lemmas) state.index.add(lemma);
  state.lemmas = std::move(lemmas);
}

void LemmaGraph::retain(const std::vector<term::TermSet>& kept) {
  PENDULUM_CHECK(kept.size() == dag_->nodes.size(), "every node should have a set of lemmas");
  ++epoch_;
  for (NodeId node = 0; node < kept.size(); ++node) {
    NodeState& s = state(node);
    s.epoch = epoch_;
    term::TermVector lemmas;
    for (const Term lemma : s.lemmas)
      if (kept[node].contains(lemma)) lemmas.push_back(lemma);
    if (lemmas.size() < s.lemmas.size()) reset(s, std::move(lemmas));
  }
  for (std::uint32_t edge = 0; edge < dag_->edges.size(); ++edge) assert_lemmas(edge);
}

void LemmaGraph::check_time() const {
  context_.stop.throw_if_stopped();
  if (base::Clock::now() > deadline_) throw GaveUp{"timeout"};
}

void LemmaGraph::limit_time(smt::Solver& solver) const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - base::Clock::now());
  solver.set_time_limit(std::max(left, std::chrono::milliseconds(1)));
}

}  // namespace pendulum::interpolation
