// Lazy predicate abstraction on a tree, following the slides [Chen12].
//
// The control-flow graph is unwound. The label of a new node is the strongest formula over the predicates of
// its location and region that follows from its parent's label and the edge ("compute Post, make
// abstraction"). A leaf whose label implies the disjunction of the labels of other nodes of its location is
// covered. If the label of
// an error node is satisfiable, the path to the node is checked exactly; if it is infeasible, interpolants
// along it provide predicates. The pivot is the first node on the path whose label is too weak. The new
// predicates are tracked from the pivot on; its label is recomputed, and only the subtree below it is
// explored again.
//
// Difference: the slides [Chen12] derive predicates from post-conditions and weakest preconditions. Here,
// they are taken from interpolants along the path, which lie between the two; the pivot is the first node
// whose label does not imply its interpolant. Interpolants that are inductive on their own become facts of
// their location (engine/facts/learnt_facts.h); all labels are relative to the facts.
#include "engine/lazy/search.h"

#include <algorithm>

#include "abstraction/predicates.h"
#include "base/check.h"
#include "engine/solvers.h"

namespace pendulum::engine::lazy {

using abstraction::Precision;
using arg::LabelOrigin;
using arg::NodeId;
using arg::PathRefiner;
using arg::TreePath;
using term::Term;

Search::Search(const program::Program& program, Term known, Env& env, arg::EventLog* log, LearntFacts* learnt)
    : env_(env),
      program_(program),
      precision_(env.settings.word("lazy.abstraction") == "boolean" ? Precision::Boolean
                                                                    : Precision::Cartesian),
      has_regions_(env.settings.word("lazy.predicates") == "region"),
      arg_(program, log),
      implications_(env.terms, make_solver(SolverPurpose::Labels, logic_of(program, known), env), known,
                    env.statistics, prefix),
      abstraction_(env.terms, env.solvers, logic_of(program, known), precision_, known, env.statistics,
                   prefix, env.stop),
      refiner_(arg_,
               make_refiner_parts(program, known, env.settings.word("lazy.interpolation"), env, prefix)),
      facts_(learnt, implications_, refiner_),
      regions_(program),
      region_(1, regions_.whole()),
      at_(program.locations().size()),
      open_(env.settings.word("lazy.order")) {
  at_[program.entry()].push_back(arg_.root());
  counter("nodes") = 1;
}

void Search::log_event(arg::Event event) {
  if (arg_.log() != nullptr) arg_.log()->add(std::move(event));
}

SearchOutcome Search::run() {
  open_.add(arg_.root());
  while (const auto leaf = open_.take()) {
    env_.stop.throw_if_stopped();
    if (auto outcome = visit(*leaf)) return std::move(*outcome);
  }
  return make_proof(arg_, implications_, env_);
}

std::optional<SearchOutcome> Search::visit(NodeId leaf) {
  const arg::Node& node = arg_.node(leaf);
  if (node.is_removed || node.is_expanded || !node.covered_by.empty()) return std::nullopt;
  if (implications_.is_empty_at(node.location, node.label)) return std::nullopt;
  if (node.location == program_.error()) return refine(leaf);
  if (!try_cover(leaf)) expand(leaf);
  return std::nullopt;
}

/// Soundness: a covering node may be covered itself later, but covers never form a cycle, because a node that
/// is covered cannot become a covering node.
bool Search::try_cover(NodeId leaf) {
  std::vector<NodeId>& all = at_[arg_.node(leaf).location];
  std::erase_if(all, [&](NodeId other) { return arg_.node(other).is_removed; });
  std::vector<NodeId> others;
  for (const NodeId other : all)
    if (other != leaf && arg_.node(other).covered_by.empty()) others.push_back(other);
  const bool is_covered = try_cover(leaf, others);
  if (is_covered) ++counter("covers");
  return is_covered;
}

bool Search::try_cover(NodeId leaf, const std::vector<NodeId>& others) {
  const arg::Node& node = arg_.node(leaf);
  for (const NodeId other : others) {
    ++counter("covers_tried");
    if (!implications_.implies_at(node.location, node.label, arg_.node(other).label)) continue;
    arg_.cover(leaf, {other});
    return true;
  }
  if (others.size() < 2) return false;
  term::TermVector labels;
  for (const NodeId other : others) labels.push_back(arg_.node(other).label);
  const auto found = implications_.cover_at(node.location, node.label, labels);
  if (!found) return false;
  ++counter("joint_covers");
  std::vector<NodeId> by;
  for (const std::size_t i : *found) by.push_back(others[i]);
  arg_.cover(leaf, std::move(by));
  return true;
}

void Search::expand(NodeId leaf) {
  PENDULUM_CHECK(!arg_.node(leaf).is_expanded && arg_.node(leaf).covered_by.empty(),
                 "node {} should be an uncovered leaf", leaf);
  std::vector<NodeId> children;
  for (const program::EdgeId edge : program_.outgoing(arg_.node(leaf).location))
    children.push_back(add_child(leaf, edge));
  arg_.set_expanded(leaf);
  open_.add_children(arg_, std::move(children));
}

NodeId Search::add_child(NodeId parent, program::EdgeId edge) {
  const program::LocationId location = program_.edge(edge).target;
  const NodeId child = arg_.add_node(location);
  ++counter("nodes");
  region_.push_back(region_[parent]);
  PENDULUM_CHECK(region_.size() == arg_.nodes().size(), "every node should have a region");
  at_[location].push_back(child);
  arg_.add_edge(parent, child, edge);
  arg_.set_label(child, post(parent, edge, region_[child]), LabelOrigin::Post);
  return child;
}

Term Search::post(NodeId parent, program::EdgeId edge, Regions::Id region) {
  const program::Edge& action = program_.edge(edge);
  const Term facts = env_.terms.mk_and(implications_.facts_at(action.source));
  const Term source = env_.terms.mk_and(arg_.node(parent).label, facts);
  return abstraction_.post(source, action, predicates_at(region, action.target));
}

term::TermVector Search::predicates_at(Regions::Id region, program::LocationId location) const {
  term::TermVector predicates = regions_.at(region, location);
  std::erase_if(predicates, [&](Term predicate) {
    return implications_.is_fact_at(location, predicate) ||
           implications_.is_fact_at(location, env_.terms.mk_not(predicate));
  });
  return predicates;
}

std::optional<SearchOutcome> Search::refine(NodeId error) {
  const TreePath path = arg::tree_path(arg_, arg_.root(), error);
  env_.logger.progress("refinement {}, {} nodes", ++counter("iterations"), arg_.nodes().size());
  const PathRefiner::Outcome outcome = refiner_.refine(path);
  if (const auto* gave_up = std::get_if<PathRefiner::GaveUp>(&outcome)) return Undecided{gave_up->reason};
  if (const auto* feasible = std::get_if<PathRefiner::Feasible>(&outcome))
    return make_counterexample(arg_, path, feasible->execution);
  const term::TermVector& labels = std::get<PathRefiner::Infeasible>(outcome).labels;
  facts_.learn(arg_, path, labels);
  return exclude(path, labels);
}

std::optional<SearchOutcome> Search::exclude(const TreePath& path, const term::TermVector& labels) {
  PENDULUM_CHECK(labels.size() == path.nodes.size() && labels.back().is_false(),
                 "the labels should refute the path");
  PENDULUM_CHECK(path.nodes.size() >= 2 && path.nodes.front() == arg_.root(),
                 "the path to an error should start at the root");
  std::size_t pivot = 1;
  while (pivot + 1 < path.nodes.size() &&
         implications_.implies_at(arg_.node(path.nodes[pivot]).location, arg_.node(path.nodes[pivot]).label,
                                  labels[pivot]))
    ++pivot;
  const NodeId node = path.nodes[pivot];
  const Term before = arg_.node(node).label;
  const bool is_new = learn(path, pivot, labels);
  // If the pivot is the error node, its edge is infeasible, which Post did not detect.
  const bool is_error = pivot + 1 == path.nodes.size();
  const program::EdgeId edge = arg_.edge(path.edges[pivot - 1]).action;
  const Term after = is_error ? labels[pivot] : post(path.nodes[pivot - 1], edge, region_[node]);
  const Term both = env_.terms.mk_and(before, after);
  if (!is_new && both == before) return Undecided{"the abstraction is too weak: no new predicates"};
  relabel(node, both);
  verify_refinement(arg_, implications_, env_);
  return std::nullopt;
}

/// Changes the label of a node. Removes the subtree below it and the covers by it, which depended on the old
/// label.
void Search::relabel(NodeId node, Term label) {
  reopen(arg_.remove_below(node));
  arg_.set_label(node, label, LabelOrigin::Post);
  std::vector<NodeId> uncovered;
  for (const NodeId other : at_[arg_.node(node).location])
    if (std::ranges::find(arg_.node(other).covered_by, node) != arg_.node(other).covered_by.end())
      uncovered.push_back(other);
  for (const NodeId other : uncovered) arg_.uncover(other);
  reopen(uncovered);
  open_.add(node);
}

void Search::reopen(const std::vector<NodeId>& uncovered) {
  counter("covers_dropped") += uncovered.size();
  for (const NodeId node : uncovered) open_.add(node);
}

bool Search::learn(const TreePath& path, std::size_t pivot, const term::TermVector& labels) {
  PENDULUM_CHECK(pivot < path.nodes.size() && labels.size() == path.nodes.size(),
                 "the pivot {} should be one of the {} nodes of the path", pivot, path.nodes.size());
  Regions::Id& region = region_[path.nodes[pivot]];
  if (has_regions_) region = regions_.add_inside(region);
  bool is_new = false;
  for (std::size_t i = pivot; i + 1 < path.nodes.size(); ++i) {
    const program::LocationId location = arg_.node(path.nodes[i]).location;
    const term::TermVector predicates = abstraction::predicates_of(env_.terms, labels[i], precision_);
    term::TermVector added = has_regions_ ? regions_.add_everywhere(region, predicates)
                                          : regions_.add(regions_.whole(), location, predicates);
    if (added.empty()) continue;
    is_new = true;
    counter("predicates") += added.size();
    log_event(arg::PredicatesFound{location, std::move(added)});
  }
  return is_new;
}

}  // namespace pendulum::engine::lazy
