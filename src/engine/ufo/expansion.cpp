#include "engine/ufo/expansion.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::ufo {

using arg::ArgEdgeId;
using arg::LabelOrigin;
using arg::NodeId;
using program::LocationId;
using term::Term;

Expansion::Expansion(arg::Arg& arg, const program::Wto& wto, Post& post, arg::Implications& implications,
                     const base::StopToken& stop)
    : arg_(arg), wto_(wto), post_(post), implications_(implications), stop_(stop), contexts_(wto) {
  const LocationId entry = arg.program().entry();
  const Contexts::Id context = contexts_.first(entry);
  names_.emplace(std::pair(context, entry), arg.root());
  context_.push_back(context);
  is_marked_.push_back(true);  // line 4
  visited_.push_back(0);
}

void Expansion::run(const NodeLabels& labels) {
  PENDULUM_CHECK(labels.size() <= arg_.nodes().size(), "labels should belong to nodes of the graph");
  ++round_;
  labels_ = &labels;
  // Line 13: clear AH and FN.
  active_heads_.assign(arg_.program().locations().size(), {});
  future_nodes_.assign(arg_.program().locations().size(), std::nullopt);
  for (std::optional<NodeId> node = arg_.root(); node;) {
    stop_.throw_if_stopped();
    node = visit(*node);
  }
  reset_unvisited();
}

std::optional<NodeId> Expansion::visit(NodeId node) {
  const LocationId location = arg_.node(node).location;
  visited_[node] = round_;
  // Only a loop that is entered at a location other than its head has future nodes before its head is
  // visited.
  const bool is_entered_beside = wto_.is_head(location) && is_future_inside(location);
  expand_node(node);                                            // line 32
  relabel(node);                                                // lines 33-40
  if (location == arg_.program().error()) return std::nullopt;  // line 41
  if (wto_.is_head(location)) {                                 // line 42
    if (try_cover(node) && !is_entered_beside) {                // line 43
      leave_component(location);                                // line 44
      return take_future_node(wto_.exit(location));             // lines 45-49
    }
    active_heads_[location].push_back(node);  // line 50
  }
  return take_future_node(wto_.next(location));  // lines 51-52
}

/// Lines 21-28: creates the successors if necessary, and enters them into FN.
void Expansion::expand_node(NodeId node) {
  if (!arg_.node(node).is_expanded) {
    for (const program::EdgeId edge : arg_.program().outgoing(arg_.node(node).location))
      arg_.add_edge(node, future_node(node, arg_.program().edge(edge).target), edge);
    arg_.set_expanded(node);
  }
  for (const ArgEdgeId edge : arg_.node(node).outgoing) {
    const NodeId target = arg_.edge(edge).target;
    std::optional<NodeId>& future = future_nodes_[arg_.node(target).location];
    PENDULUM_CHECK(!future || *future == target, "a location should have one future node");
    future = target;
  }
}

/// Lines 14-20, with nodes identified by their iterations (contexts.h).
NodeId Expansion::future_node(NodeId source, LocationId target) {
  const Contexts::Id context = contexts_.after(context_[source], arg_.node(source).location, target);
  const auto [found, is_new] = names_.try_emplace({context, target}, 0);
  if (!is_new) return found->second;
  found->second = arg_.add_node(target);
  PENDULUM_CHECK(found->second == context_.size(), "nodes should be numbered in the order of creation");
  context_.push_back(context);
  is_marked_.push_back(true);  // its label is true until Post strengthens it
  visited_.push_back(0);
  return found->second;
}

void Expansion::relabel(NodeId node) {
  PENDULUM_CHECK(labels_ != nullptr, "a round should have labels");
  const auto is_bound = [&](NodeId id) { return id < labels_->size() && (*labels_)[id]; };
  const bool is_recomputed = is_marked_[node];
  if (is_recomputed) {
    is_marked_[node] = false;
    if (node != arg_.root()) arg_.set_label(node, post(node), LabelOrigin::Post);  // line 35
  } else if (is_bound(node)) {
    Term label = (*labels_)[node];
    if (are_strengthened_ && node != arg_.root()) label = arg_.program().terms().mk_and(label, post(node));
    arg_.set_label(node, label, LabelOrigin::Interpolant);
  } else {
    return;
  }
  for (const ArgEdgeId edge : arg_.node(node).outgoing) {
    const NodeId target = arg_.edge(edge).target;
    if (is_recomputed || !is_bound(target)) is_marked_[target] = true;
  }
}

/// The disjunction of Post over the incoming edges, widened at loop heads if Post has a domain. Soundness:
/// sources that this round has not visited are reachable through covered nodes only; the states that they
/// lead to are also reached from the covering nodes.
Term Expansion::post(NodeId node) {
  term::TermVector posts;
  for (const ArgEdgeId edge : arg_.node(node).incoming) {
    const arg::ArgEdge& step = arg_.edge(edge);
    if (is_visited(step.source)) posts.push_back(post_(arg_.node(step.source).label, step.action));
  }
  const Term label = arg_.program().terms().mk_or(posts);
  const std::optional<NodeId> before = head_before(node);
  return before && is_visited(*before) ? post_.widen(arg_.node(*before).label, label) : label;
}

bool Expansion::try_cover(NodeId node) {
  const std::vector<NodeId>& heads = active_heads_[arg_.node(node).location];
  const Term label = arg_.node(node).label;
  term::TermVector labels;
  for (const NodeId head : heads) labels.push_back(arg_.node(head).label);
  const bool is_covered = heads.empty() ? implications_.is_empty(label)
                                        : implications_.implies(label, arg_.program().terms().mk_or(labels));
  if (!is_covered) {
    if (!arg_.node(node).covered_by.empty()) arg_.uncover(node);
    return false;
  }
  // An unsatisfiable label needs no covering node.
  if (!heads.empty()) arg_.cover(node, heads);
  return true;
}

/// The locations of the component without its head.
std::span<const LocationId> Expansion::body(LocationId head) const {
  const std::span<const LocationId> order(wto_.order());
  const std::size_t first = wto_.position(head) + 1;
  std::size_t end = first;
  while (end < order.size() && wto_.is_back_edge(order[end], head)) ++end;
  return order.subspan(first, end - first);
}

bool Expansion::is_future_inside(LocationId head) const {
  return std::ranges::any_of(body(head),
                             [&](LocationId location) { return future_nodes_[location].has_value(); });
}

/// Line 44. Also removes from FN the nodes that the covered head has added for the rest of its component: if
/// the component is entered again, then in another iteration of an enclosing loop.
void Expansion::leave_component(LocationId head) {
  active_heads_[head].clear();
  future_nodes_[head].reset();
  for (const LocationId location : body(head)) future_nodes_[location].reset();
}

/// The next node at or after `location` in the weak topological order. If FN is empty for a location, no edge
/// leads there in this round (Fig. 3 does not handle this case: a head that is covered immediately hides the
/// exits inside of its loop).
std::optional<NodeId> Expansion::take_future_node(std::optional<LocationId> location) {
  while (location) {
    if (future_nodes_[*location]) {
      const NodeId node = *future_nodes_[*location];
      future_nodes_[*location].reset();
      return node;
    }
    if (*location == arg_.program().error()) return std::nullopt;
    if (wto_.is_head(*location) && !is_future_inside(*location)) {
      leave_component(*location);
      location = wto_.exit(*location);
    } else {
      location = wto_.next(*location);
    }
  }
  return std::nullopt;
}

/// Resets nodes that are reachable through covered nodes only: they have no states of their own in this
/// round, and are recomputed when a later round visits them. (In Fig. 3, a label that is bound in a round
/// that does not visit its node is lost, and the node keeps an older label, which need not be consistent with
/// that of its predecessor.)
void Expansion::reset_unvisited() {
  for (NodeId node = 0; node < visited_.size(); ++node) {
    if (visited_[node] == round_) continue;
    is_marked_[node] = true;
    if (!arg_.node(node).covered_by.empty()) arg_.uncover(node);
    if (!arg_.node(node).label.is_false())
      arg_.set_label(node, arg_.program().terms().mk_false(), LabelOrigin::Post);
  }
}

std::optional<NodeId> Expansion::head_before(NodeId node) const {
  const LocationId location = arg_.node(node).location;
  if (!wto_.is_head(location)) return std::nullopt;
  const auto context = contexts_.before(context_[node]);
  if (!context) return std::nullopt;
  // A loop that is entered at a location other than its head need not have visited its head before.
  const auto before = names_.find({*context, location});
  return before == names_.end() ? std::nullopt : std::optional(before->second);
}

std::optional<NodeId> Expansion::error_node() const {
  const auto found = names_.find({contexts_.outside(), arg_.program().error()});
  if (found == names_.end() || !is_visited(found->second)) return std::nullopt;
  return found->second;
}

}  // namespace pendulum::engine::ufo
