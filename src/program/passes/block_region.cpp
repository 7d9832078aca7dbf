// The program has no cycles between cutpoints, so all paths from a cutpoint can be merged
// during a traversal in topological order.
//
// For each location the traversal keeps the values of the changed variables, as terms over the state at the
// cutpoint, and the condition under which the location is reached *from its dominator*. Both keep the terms
// small:
// - where all paths from the dominator join again, the condition is `true` (a diamond adds nothing to it).
//   Post-dominance shows this regardless of the number and nesting of the branches;
// - at a join, the conditions that select between values start at the dominator and not at the cutpoint.
// The condition from the cutpoint is the conjunction along the chain of dominators.
//
// Soundness: the result is exact, not an approximation. Guards of one location are exclusive (BlockGraph), so
// a state with input values determines one path, and a join may select values by the conditions of its
// incoming edges. Values of dead variables are not merged, because no path reads them before they are
// assigned.
#include "program/passes/block_region.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "program/passes/branching.h"
#include "program/passes/common_ancestor.h"

namespace pendulum::program {

using term::Term;
using term::TermManager;
using term::TermVector;

namespace {

/// Maximum number of violations that the text of a large edge lists, to keep messages readable.
constexpr std::size_t max_named_violations = 8;

}  // namespace

BlockRegion::BlockRegion(const BlockGraph& graph, ValueMaps& maps, std::vector<std::uint32_t>& node_of)
    : graph_(graph),
      program_(graph.program()),
      terms_(graph.program().terms()),
      maps_(maps),
      node_of_(node_of) {}

void BlockRegion::collect_nodes(LocationId root) {
  std::vector<LocationId> inner;
  std::vector<LocationId> stack{root};
  while (!stack.empty()) {
    const LocationId id = stack.back();
    stack.pop_back();
    for (EdgeId edge : graph_.outgoing(id)) {
      const LocationId target = program_.edge(edge).target;
      if (graph_.is_cutpoint(target) || node_of_[target] != no_node) continue;
      node_of_[target] = 0;
      inner.push_back(target);
      stack.push_back(target);
    }
  }
  std::sort(inner.begin(), inner.end(),
            [&](LocationId a, LocationId b) { return graph_.position(a) < graph_.position(b); });
  nodes_.push_back({root});
  for (LocationId id : inner) {
    node_of_[id] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({id});
  }
  collect_ends(nodes_.size());
}

void BlockRegion::collect_ends(std::size_t num_inner) {
  std::vector<std::pair<LocationId, bool>> ends;
  for (std::size_t i = 0; i < num_inner; ++i)
    for (EdgeId id : graph_.outgoing(nodes_[i].location)) {
      const Edge& edge = program_.edge(id);
      if (graph_.is_cutpoint(edge.target)) ends.emplace_back(edge.target, edge.is_unsupported);
    }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  for (const auto& [location, is_unsupported] : ends) nodes_.push_back({location, true, is_unsupported});
}

void BlockRegion::connect() {
  std::map<std::pair<LocationId, bool>, std::uint32_t> ends;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].is_end) ends.emplace(std::pair(nodes_[i].location, nodes_[i].is_unsupported), i);
  for (std::uint32_t i = 0; i < nodes_.size() && !nodes_[i].is_end; ++i)
    for (EdgeId id : graph_.outgoing(nodes_[i].location)) {
      const Edge& edge = program_.edge(id);
      const std::uint32_t target = graph_.is_cutpoint(edge.target)
                                       ? ends.at({edge.target, edge.is_unsupported})
                                       : node_of_[edge.target];
      nodes_[target].incoming.push_back(id);
      nodes_[target].sources.push_back(i);
    }
}

/// A node post-dominates another if every execution that reaches the other one continues to it. If no edge of
/// a location may be possible (because of an assumption), the execution can end there, so no node
/// post-dominates that location.
void BlockRegion::find_post_dominators() {
  const auto none = static_cast<std::uint32_t>(nodes_.size());
  std::vector<std::vector<std::uint32_t>> targets(nodes_.size());
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    for (std::uint32_t source : nodes_[i].sources) targets[source].push_back(i);
  for (std::uint32_t i = none; i-- > 0;) {
    Node& node = nodes_[i];
    node.post_dominator = none;
    if (node.is_end || targets[i].empty() || !graph_.is_total(node.location)) continue;
    const auto parent = [&](std::uint32_t index) { return nodes_[index].post_dominator; };
    std::uint32_t common = targets[i][0];
    for (std::uint32_t target : targets[i]) {
      if (common == none) break;
      common = common_ancestor(common, target, parent, std::greater<>());
    }
    node.post_dominator = common;
  }
}

/// The conjunction of the conditions along the chain from `dominator` down to `node`. Calls with the same
/// stamp share prefixes.
Term BlockRegion::condition_from(std::uint32_t node, std::uint32_t dominator) {
  std::vector<std::uint32_t> chain;
  Term result = terms_.mk_true();
  for (std::uint32_t at = node; at > dominator; at = nodes_[at].next_condition) {
    if (chain_stamp_[at] == stamp_) {
      result = chain_condition_[at];
      break;
    }
    chain.push_back(at);
  }
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    result = terms_.mk_and(result, nodes_[*at].condition);
    chain_condition_[*at] = result;
    chain_stamp_[*at] = stamp_;
  }
  return result;
}

/// Substitution of the variables in the edge's terms by their values at the source of the edge.
term::Substituter BlockRegion::instantiation(EdgeId edge, ValueMaps::Root values) const {
  term::Substitution map;
  for (Term symbol : graph_.symbols(edge)) {
    if (!program_.is_variable(symbol)) continue;
    const Term value = maps_.get(values, program_.variable_index(symbol));
    if (value) map.emplace(symbol, value);
  }
  return term::Substituter(terms_, map);
}

ValueMaps::Root BlockRegion::updated(EdgeId id, ValueMaps::Root values, LocationId target) {
  const std::vector<Assignment>& updates = program_.edge(id).updates;
  if (updates.empty()) return values;
  term::Substituter instantiate = instantiation(id, values);
  ValueMaps::Root result = values;
  for (const Assignment& update : updates) {
    if (!graph_.is_live(target, update.variable)) continue;
    const Term value = instantiate(update.value);
    result = maps_.set(result, program_.variable_index(update.variable),
                       value == update.variable ? Term() : value);
  }
  return result;
}

ValueMaps::Root BlockRegion::merged(LocationId location, const TermVector& conditions,
                                    const std::vector<ValueMaps::Root>& values) {
  PENDULUM_CHECK(!values.empty() && values.size() == conditions.size(),
                 "each of {} branches should have a condition", values.size());
  ValueMaps::Root result = values[0];
  TermVector alternatives;
  for (std::size_t index : maps_.differing(values)) {
    const Term variable = program_.variables()[index].symbol;
    if (!graph_.is_live(location, variable)) continue;
    alternatives.clear();
    for (ValueMaps::Root root : values) {
      const Term value = maps_.get(root, index);
      alternatives.push_back(value ? value : variable);
    }
    const Term value = choose(terms_, conditions, alternatives);
    result = maps_.set(result, index, value == variable ? Term() : value);
  }
  return result;
}

/// Computes the condition and the values of a node. Requires: those of its sources have been computed.
void BlockRegion::reach(std::uint32_t index) {
  Node& node = nodes_[index];
  std::vector<std::size_t> arms;  // indices of incoming edges that can be taken
  TermVector guards;
  for (std::size_t i = 0; i < node.incoming.size(); ++i) {
    PENDULUM_CHECK(node.sources[i] < index, "the sources of node {} should precede it", index);
    const Node& source = nodes_[node.sources[i]];
    if (!source.condition) continue;
    const EdgeId edge = node.incoming[i];
    const Term guard = instantiation(edge, source.values)(graph_.guard(edge));
    if (guard.is_false()) continue;
    arms.push_back(i);
    guards.push_back(guard);
  }
  if (arms.empty()) return;
  if (arms.size() == 1) {
    const std::uint32_t source = node.sources[arms[0]];
    node.dominator = source;
    node.condition = nodes_[source].post_dominator == index ? terms_.mk_true() : guards[0];
    node.values = updated(node.incoming[arms[0]], nodes_[source].values, node.location);
  } else {
    join(index, arms, guards);
  }
  const Node& above = nodes_[node.dominator];
  node.next_condition = above.condition.is_true() ? above.next_condition : node.dominator;
  if (node.condition.is_false()) node.condition = Term();
}

void BlockRegion::join(std::uint32_t index, const std::vector<std::size_t>& arms, const TermVector& guards) {
  Node& node = nodes_[index];
  // The error location has edges from many locations and needs no values, so its conditions may start at the
  // cutpoint.
  std::uint32_t dominator = node.location == program_.error() ? 0 : node.sources[arms[0]];
  const auto parent = [&](std::uint32_t at) { return nodes_[at].dominator; };
  for (std::size_t arm : arms) dominator = common_ancestor(dominator, node.sources[arm], parent);
  PENDULUM_CHECK(dominator < index, "the dominator of node {} should precede it", index);
  node.dominator = dominator;
  ++stamp_;
  TermVector conditions;
  std::vector<ValueMaps::Root> values;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const std::uint32_t source = node.sources[arms[i]];
    conditions.push_back(terms_.mk_and(condition_from(source, dominator), guards[i]));
    values.push_back(updated(node.incoming[arms[i]], nodes_[source].values, node.location));
  }
  node.condition =
      nodes_[dominator].post_dominator == index ? terms_.mk_true() : simplified_or(terms_, conditions);
  node.values = merged(node.location, conditions, values);
}

/// Sets the source location of a large edge and, for edges into the error location, its violation: the
/// violations of the last small edges, joined by "or".
void BlockRegion::describe(Edge& edge, const Node& node) const {
  std::set<std::string_view> violations;
  for (EdgeId id : node.incoming) {
    const Edge& last = program_.edge(id);
    if (!edge.where.is_known()) edge.where = last.where;
    if (last.violation.empty() || !violations.insert(last.violation).second) continue;
    if (violations.size() <= max_named_violations)
      edge.violation += (edge.violation.empty() ? "" : " or ") + last.violation;
  }
  if (violations.size() > max_named_violations)
    edge.violation += fmt::format(" or one of {} others", violations.size() - max_named_violations);
  edge.is_unsupported = node.is_unsupported;
}

Edge BlockRegion::edge_to(std::uint32_t index) {
  const Node& node = nodes_[index];
  PENDULUM_CHECK(node.is_end && node.condition, "a large edge should end at a cutpoint that is reached");
  Edge edge;
  edge.source = nodes_[0].location;
  edge.target = node.location;
  ++stamp_;
  edge.guard = condition_from(index, 0);
  for (std::size_t variable : maps_.entries(node.values)) {
    const Term symbol = program_.variables()[variable].symbol;
    if (graph_.is_live(node.location, symbol))
      edge.updates.push_back({symbol, maps_.get(node.values, variable)});
  }
  describe(edge, node);
  return edge;
}

std::vector<Edge> BlockRegion::edges_from(LocationId root) {
  PENDULUM_CHECK(graph_.is_cutpoint(root), "large edges should start at cutpoints, not at {}",
                 program_.location(root).name);
  PENDULUM_CHECK(nodes_.empty(), "a region should be used for one cutpoint");
  maps_.clear();
  collect_nodes(root);
  connect();
  find_post_dominators();
  chain_condition_.assign(nodes_.size(), Term());
  chain_stamp_.assign(nodes_.size(), 0);
  nodes_[0].condition = terms_.mk_true();
  std::vector<Edge> edges;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    reach(i);
    if (nodes_[i].is_end && nodes_[i].condition) edges.push_back(edge_to(i));
  }
  for (const Node& node : nodes_) node_of_[node.location] = no_node;
  return edges;
}

}  // namespace pendulum::program
