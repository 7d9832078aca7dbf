// Lazy predicate abstraction on a tree, by the slides' first part.
//
// Unwind the control-flow graph. The label of a new node is the strongest formula over the predicates of its
// location and region that follows from its parent's label and the edge ("compute Post, make abstraction"). A
// leaf whose label implies that of another node of its location is covered. When an error node has states,
// its path is decided exactly: if it is infeasible, interpolants along it give predicates. The pivot is the
// first node on the path whose label is too weak; the predicates are tracked from there on, its label is
// computed anew and everything below it is explored again, and nothing else.
//
// Differences: the slides compute the predicates from post-conditions and weakest preconditions; interpolants
// relative to the labels of the path are what both agree on, and the first that is not true is the pivot.
#include "engine/lazy/lazy.h"

#include <algorithm>
#include <deque>

#include "abstraction/predicates.h"
#include "arg/implications.h"
#include "engine/lazy/regions.h"
#include "engine/tree_search.h"
#include "term/traverse.h"

namespace pendulum::engine::lazy {

namespace {

using abstraction::Precision;
using arg::LabelOrigin;
using arg::NodeId;
using arg::PathRefiner;
using arg::TreePath;
using term::Term;

const std::string prefix = "engine.lazy.";

struct Options {
  explicit Options(const base::Settings& settings)
      : precision(settings.word("lazy.abstraction") == "boolean" ? Precision::Boolean : Precision::Cartesian),
        is_breadth_first(settings.word("lazy.order") == "bfs"),
        has_regions(settings.word("lazy.predicates") == "region") {}

  Precision precision;
  bool is_breadth_first;
  bool has_regions;  ///< predicates count below the pivot only, not at the location everywhere
};

/// Over one program in one theory.
class Search {
 public:
  Search(const program::Program& program, Term known, Env& env);
  SearchOutcome run();

 private:
  std::optional<NodeId> next_leaf();
  std::optional<SearchOutcome> visit(NodeId leaf);
  bool try_cover(NodeId leaf);
  void expand(NodeId leaf);
  NodeId add_child(NodeId parent, program::EdgeId edge);
  Term post(NodeId parent, program::EdgeId edge, Regions::Id region);

  std::optional<SearchOutcome> refine(NodeId error);
  std::optional<SearchOutcome> exclude(const TreePath& path, const term::TermVector& labels);
  /// Tracks what the labels mention from `pivot` (index) on. Returns whether something is new.
  bool learn(const TreePath& path, std::size_t pivot, const term::TermVector& labels);
  void reopen(const std::vector<NodeId>& uncovered);

  void tell(arg::Event event);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  Options options_;
  const program::Program& program_;
  std::string logic_;
  arg::Arg arg_;
  arg::Implications implications_;
  abstraction::PredicateAbstraction abstraction_;
  PathRefiner refiner_;
  Regions regions_;
  std::vector<Regions::Id> region_;      ///< by node
  std::vector<std::vector<NodeId>> at_;  ///< by location; removed nodes may be among them
  std::deque<NodeId> open_;              ///< leaves to visit; some may be removed or covered by now
};

Search::Search(const program::Program& program, Term known, Env& env)
    : env_(env),
      options_(env.settings),
      program_(program),
      logic_(logic_of(program, known)),
      arg_(program, nullptr),
      implications_(env.terms, make_label_solver(logic_, env), known, env.statistics,
                    prefix),
      abstraction_(env.terms, env.solvers, logic_, options_.precision, known, env.statistics, prefix,
                   env.stop),
      refiner_(arg_,
               make_refiner_parts(program, known, env.settings.word("lazy.interpolation"), env, prefix)),
      region_(1, regions_.whole()),
      at_(program.locations().size()) {
  at_[program.entry()].push_back(arg_.root());
}

void Search::tell(arg::Event event) {
  if (arg_.log() != nullptr) arg_.log()->add(std::move(event));
}

SearchOutcome Search::run() {
  open_.push_back(arg_.root());
  while (const auto leaf = next_leaf()) {
    env_.stop.throw_if_stopped();
    if (auto outcome = visit(*leaf)) return std::move(*outcome);
  }
  return make_proof(arg_);
}

std::optional<NodeId> Search::next_leaf() {
  if (open_.empty()) return std::nullopt;
  const NodeId leaf = options_.is_breadth_first ? open_.front() : open_.back();
  options_.is_breadth_first ? open_.pop_front() : open_.pop_back();
  return leaf;
}

std::optional<SearchOutcome> Search::visit(NodeId leaf) {
  const arg::Node& node = arg_.node(leaf);
  if (node.is_removed || node.is_expanded || !node.covered_by.empty()) return std::nullopt;
  if (implications_.is_empty(node.label)) return std::nullopt;
  if (node.location == program_.error()) return refine(leaf);
  if (!try_cover(leaf)) expand(leaf);
  return std::nullopt;
}

/// Soundness: a coverer may be covered itself later, never a node by itself in a circle: at the time of its
/// cover the coverer was not covered.
bool Search::try_cover(NodeId leaf) {
  std::vector<NodeId>& others = at_[arg_.node(leaf).location];
  std::erase_if(others, [&](NodeId other) { return arg_.node(other).is_removed; });
  for (const NodeId other : others) {
    if (other == leaf || !arg_.node(other).covered_by.empty()) continue;
    ++counter("covers_tried");
    if (!implications_.implies(arg_.node(leaf).label, arg_.node(other).label)) continue;
    ++counter("covers");
    arg_.cover(leaf, {other});
    return true;
  }
  return false;
}

void Search::expand(NodeId leaf) {
  std::vector<NodeId> children;
  for (const program::EdgeId edge : program_.outgoing(arg_.node(leaf).location))
    children.push_back(add_child(leaf, edge));
  arg_.set_expanded(leaf);
  if (!options_.is_breadth_first) std::reverse(children.begin(), children.end());
  // Errors first: what is refined is not explored in vain.
  std::stable_partition(children.begin(), children.end(), [&](NodeId child) {
    return (arg_.node(child).location == program_.error()) == options_.is_breadth_first;
  });
  open_.insert(open_.end(), children.begin(), children.end());
}

NodeId Search::add_child(NodeId parent, program::EdgeId edge) {
  const program::LocationId location = program_.edge(edge).target;
  const NodeId child = arg_.add_node(location);
  ++counter("nodes");
  region_.push_back(region_[parent]);
  at_[location].push_back(child);
  arg_.add_edge(parent, child, edge);
  arg_.set_label(child, post(parent, edge, region_[child]), LabelOrigin::Post);
  return child;
}

Term Search::post(NodeId parent, program::EdgeId edge, Regions::Id region) {
  const program::Edge& action = program_.edge(edge);
  return abstraction_.post(arg_.node(parent).label, action, regions_.at(region, action.target));
}

std::optional<SearchOutcome> Search::refine(NodeId error) {
  const TreePath path = arg::tree_path(arg_, arg_.root(), error);
  env_.logger.progress("refinement {}, {} nodes", ++counter("iterations"), arg_.nodes().size());
  const PathRefiner::Outcome outcome = refiner_.refine(path);
  if (const auto* gave_up = std::get_if<PathRefiner::GaveUp>(&outcome)) return Undecided{gave_up->reason};
  if (const auto* feasible = std::get_if<PathRefiner::Feasible>(&outcome))
    return make_counterexample(arg_, path, feasible->run);
  return exclude(path, std::get<PathRefiner::Infeasible>(outcome).labels);
}

std::optional<SearchOutcome> Search::exclude(const TreePath& path, const term::TermVector& labels) {
  std::size_t pivot = 1;
  while (pivot + 1 < path.nodes.size() &&
         implications_.implies(arg_.node(path.nodes[pivot]).label, labels[pivot]))
    ++pivot;
  const NodeId node = path.nodes[pivot];
  const Term before = arg_.node(node).label;
  const bool is_new = learn(path, pivot, labels);
  const Term after =
      pivot + 1 == path.nodes.size()
          ? labels[pivot]  // false: only Post had not seen that the edge cannot be taken
          : env_.terms.mk_and(
                before, post(path.nodes[pivot - 1], arg_.edge(path.edges[pivot - 1]).action, region_[node]));
  if (!is_new && after == before) return Undecided{"the abstraction is too weak: no new predicates"};
  reopen(arg_.remove_below(node));
  arg_.set_label(node, after, LabelOrigin::Post);
  std::vector<NodeId> uncovered;
  for (const NodeId other : at_[arg_.node(node).location])
    if (arg_.node(other).covered_by == std::vector{node}) uncovered.push_back(other);
  for (const NodeId other : uncovered) arg_.uncover(other);
  reopen(uncovered);
  open_.push_back(node);
  return std::nullopt;
}

void Search::reopen(const std::vector<NodeId>& uncovered) {
  counter("covers_dropped") += uncovered.size();
  open_.insert(open_.end(), uncovered.begin(), uncovered.end());
}

bool Search::learn(const TreePath& path, std::size_t pivot, const term::TermVector& labels) {
  Regions::Id& region = region_[path.nodes[pivot]];
  if (options_.has_regions) region = regions_.add_inside(region);
  bool is_new = false;
  for (std::size_t i = pivot; i + 1 < path.nodes.size(); ++i) {
    const program::LocationId location = arg_.node(path.nodes[i]).location;
    term::TermVector added =
        regions_.add(region, location, abstraction::predicates_of(env_.terms, labels[i], options_.precision));
    if (added.empty()) continue;
    is_new = true;
    counter("predicates") += added.size();
    tell(arg::PredicatesFound{location, std::move(added)});
  }
  return is_new;
}

class Lazy : public Engine {
 public:
  Lazy(const Task& task, Env& env) : task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan{env_.settings.word("lazy.blocks") == "large" ? Blocks::Large : Blocks::Small,
                          env_.settings.word("lazy.theory") == "int" ? Theory::Integers : Theory::BitVectors,
                          prefix};
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared) {
      return Search(prepared.program(), prepared.range_facts(), env_).run();
    });
  }

 private:
  const Task& task_;
  Env& env_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "lazy";
  descriptor.description = "lazy predicate abstraction: local predicates, re-exploration below the pivot";
  descriptor.paper = "Henzinger, Jhala, Majumdar, Sutre, POPL 2002";
  descriptor.options = {
      {"lazy.blocks",
       "large",
       {"small", "large"},
       0,
       0,
       "an edge per basic block or per path between loop heads"},
      {"lazy.theory", "int", {"int", "bv"}, 0, 0, "reason over integers first, or over bit-vectors only"},
      {"lazy.interpolation",
       "auto",
       {"auto", "cubes", "chc", "sequence", "newton"},
       0,
       0,
       "the procedure that interpolants are tried with first"},
      {"lazy.order", "dfs", {"dfs", "bfs"}, 0, 0, "which leaf is expanded next"},
      {"lazy.abstraction",
       "cartesian",
       {"cartesian", "boolean"},
       0,
       0,
       "conjunctions of predicates, or all combinations"},
      {"lazy.predicates",
       "location",
       {"location", "region"},
       0,
       0,
       "new predicates count at their location everywhere, or below the pivot"},
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Lazy>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::lazy
