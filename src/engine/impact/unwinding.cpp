#include "engine/impact/unwinding.h"

#include <algorithm>

#include "arg/tree_path.h"
#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::impact {

using arg::LabelOrigin;
using arg::NodeId;
using term::Term;

Unwinding::Unwinding(const program::Program& program, arg::EventLog* log, arg::Implications& implications,
                     base::Statistics& statistics, const std::string& prefix)
    : arg_(program, log),
      implications_(implications),
      at_(program.locations().size()),
      covers_(1),
      num_covers_(1, 0),
      is_closed_(1, false),
      nodes_(statistics.counter(prefix + "nodes")),
      covers_tried_(statistics.counter(prefix + "covers_tried")),
      covers_won_(statistics.counter(prefix + "covers")),
      covers_dropped_(statistics.counter(prefix + "covers_dropped")) {
  at_[program.entry()].push_back(arg_.root());
  nodes_ = 1;
}

NodeId Unwinding::add_node(program::LocationId location) {
  const NodeId node = arg_.add_node(location);
  at_[location].push_back(node);
  covers_.emplace_back();
  num_covers_.push_back(0);
  is_closed_.push_back(false);
  ++nodes_;
  PENDULUM_CHECK(covers_.size() == arg_.nodes().size() && num_covers_.size() == covers_.size(),
                 "every node should have its lists");
  return node;
}

std::vector<NodeId> Unwinding::expand(NodeId node) {
  PENDULUM_CHECK(is_leaf(node) && !is_covered(node), "node {} should be an uncovered leaf", node);
  std::vector<NodeId> children;
  for (const program::EdgeId edge : arg_.program().outgoing(arg_.node(node).location)) {
    children.push_back(add_node(arg_.program().edge(edge).target));
    arg_.add_edge(node, children.back(), edge);
  }
  arg_.set_expanded(node);
  return children;
}

bool Unwinding::strengthen(NodeId node, Term formula, LabelOrigin origin) {
  PENDULUM_CHECK(formula.sort().is_bool(), "a label should be a formula");
  const program::LocationId location = arg_.node(node).location;
  const Term label = arg_.node(node).label;
  term::TermVector parts;
  for (const Term conjunct : term::conjuncts(formula))
    if (!implications_.implies_at(location, label, conjunct)) parts.push_back(conjunct);
  if (parts.empty()) return false;
  for (const Term conjunct : term::conjuncts(label))
    if (!implications_.is_fact_at(location, conjunct)) parts.push_back(conjunct);
  arg_.set_label(node, arg_.program().terms().mk_and(parts), origin);
  is_closed_[node] = false;
  drop_covers_by(node);
  return true;
}

bool Unwinding::close(NodeId node) {
  is_closed_[node] = true;
  if (is_covered(node)) return true;
  const program::LocationId location = arg_.node(node).location;
  for (const NodeId other : at_[location]) {
    if (other >= node) break;
    if (is_covered(other)) continue;
    ++covers_tried_;
    if (!implications_.implies_at(location, arg_.node(node).label, arg_.node(other).label)) continue;
    cover(node, other);
    return true;
  }
  return false;
}

bool Unwinding::close_path(NodeId node) {
  for (const NodeId step : arg::tree_path(arg_, arg_.root(), node).nodes) {
    if (is_closed_[step] && step != node) continue;
    if (close(step)) return true;
  }
  return false;
}

void Unwinding::reopen(program::LocationId location) {
  for (const NodeId node : at_[location]) is_closed_[node] = false;
}

std::vector<NodeId> Unwinding::candidates(NodeId node, std::size_t limit) const {
  std::vector<NodeId> result;
  const std::vector<NodeId>& all = at_[arg_.node(node).location];
  for (auto other = all.rbegin(); other != all.rend() && result.size() < limit; ++other)
    if (*other < node && !is_covered(*other) && !arg_.node(*other).label.is_false()) result.push_back(*other);
  return result;
}

void Unwinding::cover(NodeId node, NodeId by) {
  PENDULUM_CHECK(by < node && arg_.node(by).location == arg_.node(node).location,
                 "a node should be covered by an earlier node of its location");
  PENDULUM_CHECK(!is_covered(node) && !is_covered(by), "neither node should be covered");
  ++covers_won_;
  arg_.cover(node, {by});
  covers_[by].push_back(node);
  // All counters are updated first, because the removal of covers reads them.
  const std::vector<NodeId> below = arg_.descendants(node);
  for (const NodeId id : below) ++num_covers_[id];
  for (const NodeId id : below) drop_covers_by(id);
}

void Unwinding::drop_covers_by(NodeId node) {
  for (const NodeId covered : std::exchange(covers_[node], {})) uncover(covered);
}

void Unwinding::uncover(NodeId node) {
  ++covers_dropped_;
  arg_.uncover(node);
  is_closed_[node] = false;
  for (const NodeId id : arg_.descendants(node)) {
    PENDULUM_CHECK(num_covers_[id] > 0, "node {} should be covered", id);
    --num_covers_[id];
    if (num_covers_[id] == 0 && is_leaf(id)) uncovered_leaves_.push_back(id);
  }
}

}  // namespace pendulum::engine::impact
