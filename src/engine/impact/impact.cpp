// IMPACT (McMillan, "Lazy Abstraction with Interpolants", CAV 2006), by the slides' "Overall algorithm":
//   1. do as much covering as possible
//   2. if a leaf can't be covered, try forced covering
//   3. if the leaf still can't be covered, expand it
//   4. label all error states false by refining with an interpolant
//   5. continue until the unwinding is safe and complete
// The rules about covers are in unwinding.h, paths and interpolants in arg/path_refiner.h.
//
// Differences: interpolants are relative to the labels that the path has already; a leaf whose label has no
// state is neither covered nor expanded; forced covers are tried with a few candidates only, in limited time.
#include "engine/impact/impact.h"

#include <algorithm>
#include <deque>

#include "engine/impact/unwinding.h"
#include "engine/tree_search.h"

namespace pendulum::engine::impact {

namespace {

using arg::LabelOrigin;
using arg::NodeId;
using arg::PathRefiner;
using arg::TreePath;
using term::Term;

const std::string prefix = "engine.impact.";

enum class Order { DepthFirst, BreadthFirst };

/// Over one program in one theory.
class Search {
 public:
  /// `known` holds in all states of the program.
  Search(const program::Program& program, Term known, Env& env);
  SearchOutcome run();

 private:
  std::optional<NodeId> next_leaf();
  /// Covers, forces, refines or expands. The outcome when the end is reached.
  std::optional<SearchOutcome> visit(NodeId leaf);
  std::optional<SearchOutcome> refine(NodeId error);
  bool force_cover(NodeId leaf);
  bool force_cover(NodeId leaf, NodeId by);
  void expand(NodeId leaf);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  const program::Program& program_;
  Order order_;
  std::size_t max_forced_;  ///< candidates per leaf; 0: no forced covers
  arg::Implications implications_;
  Unwinding unwinding_;
  PathRefiner refiner_;
  /// Leaves to visit; some may be expanded or covered by now.
  std::deque<NodeId> open_;
};

Search::Search(const program::Program& program, Term known, Env& env)
    : env_(env),
      program_(program),
      order_(env.settings.word("impact.order") == "bfs" ? Order::BreadthFirst : Order::DepthFirst),
      max_forced_(env.settings.is_on("impact.forced_cover")
                      ? static_cast<std::size_t>(env.settings.number("impact.forced_candidates"))
                      : 0),
      implications_(env.terms, make_label_solver(logic_of(program, known), env), known, env.statistics,
                    prefix),
      unwinding_(program_, nullptr, implications_, env.statistics, prefix),
      refiner_(unwinding_.arg(),
               make_refiner_parts(program, known, env.settings.word("impact.interpolation"), env, prefix)) {}

SearchOutcome Search::run() {
  open_.push_back(unwinding_.arg().root());
  while (const auto leaf = next_leaf()) {
    env_.stop.throw_if_stopped();
    if (auto outcome = visit(*leaf)) return std::move(*outcome);
  }
  return make_proof(unwinding_.arg());
}

std::optional<NodeId> Search::next_leaf() {
  for (const NodeId leaf : unwinding_.take_uncovered_leaves()) open_.push_back(leaf);
  if (open_.empty()) return std::nullopt;
  NodeId leaf = 0;
  switch (order_) {
    case Order::DepthFirst:
      leaf = open_.back();
      open_.pop_back();
      break;
    case Order::BreadthFirst:
      leaf = open_.front();
      open_.pop_front();
      break;
  }
  return leaf;
}

std::optional<SearchOutcome> Search::visit(NodeId leaf) {
  if (!unwinding_.is_leaf(leaf) || unwinding_.is_covered(leaf)) return std::nullopt;
  const arg::Node& node = unwinding_.arg().node(leaf);
  if (implications_.is_empty(node.label)) return std::nullopt;
  if (unwinding_.close_path(leaf)) return std::nullopt;
  if (node.location == program_.error()) return refine(leaf);
  if (!force_cover(leaf)) expand(leaf);
  return std::nullopt;
}

void Search::expand(NodeId leaf) {
  std::vector<NodeId> children = unwinding_.expand(leaf);
  // In which order depth-first search takes them: errors, then by the edges.
  if (order_ == Order::DepthFirst) std::reverse(children.begin(), children.end());
  std::stable_partition(children.begin(), children.end(), [&](NodeId child) {
    const bool is_error = unwinding_.arg().node(child).location == program_.error();
    return is_error == (order_ == Order::BreadthFirst);
  });
  open_.insert(open_.end(), children.begin(), children.end());
}

std::optional<SearchOutcome> Search::refine(NodeId error) {
  const TreePath path = arg::tree_path(unwinding_.arg(), unwinding_.arg().root(), error);
  env_.logger.progress("refinement {}, {} nodes", ++counter("iterations"), unwinding_.arg().nodes().size());
  const PathRefiner::Outcome outcome = refiner_.refine(path);
  if (const auto* gave_up = std::get_if<PathRefiner::GaveUp>(&outcome)) return Undecided{gave_up->reason};
  if (const auto* feasible = std::get_if<PathRefiner::Feasible>(&outcome))
    return make_counterexample(unwinding_.arg(), path, feasible->run);
  const term::TermVector& labels = std::get<PathRefiner::Infeasible>(outcome).labels;
  for (std::size_t i = 0; i < labels.size(); ++i)
    unwinding_.strengthen(path.nodes[i], labels[i], LabelOrigin::Interpolant);
  unwinding_.close_path(error);
  return std::nullopt;
}

bool Search::force_cover(NodeId leaf) {
  const auto candidates = unwinding_.candidates(leaf, max_forced_);
  return std::any_of(candidates.begin(), candidates.end(), [&](NodeId by) { return force_cover(leaf, by); });
}

bool Search::force_cover(NodeId leaf, NodeId by) {
  ++counter("forced_covers_tried");
  const arg::Arg& arg = unwinding_.arg();
  const TreePath path = arg::tree_path(arg, arg::nearest_common_ancestor(arg, leaf, by), leaf);
  const auto labels = refiner_.prove_at_end(path, arg.node(by).label);
  if (!labels) return false;
  for (std::size_t i = 0; i < labels->size(); ++i)
    unwinding_.strengthen(path.nodes[i], (*labels)[i], LabelOrigin::ForcedCover);
  // The path has become stronger: a node above may be covered now.
  const bool is_covered = unwinding_.close_path(leaf);
  if (is_covered) ++counter("forced_covers");
  return is_covered;
}

class Impact : public Engine {
 public:
  Impact(const Task& task, Env& env) : task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan{
        env_.settings.word("impact.blocks") == "large" ? Blocks::Large : Blocks::Small,
        env_.settings.word("impact.theory") == "int" ? Theory::Integers : Theory::BitVectors, prefix};
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
  descriptor.key = "impact";
  descriptor.description = "lazy abstraction with interpolants: expand, cover, refine, forced cover";
  descriptor.paper = "McMillan, CAV 2006";
  descriptor.options = {
      {"impact.blocks",
       "large",
       {"small", "large"},
       0,
       0,
       "an edge per basic block or per path between loop heads"},
      {"impact.theory", "int", {"int", "bv"}, 0, 0, "reason over integers first, or over bit-vectors only"},
      {"impact.interpolation",
       "auto",
       {"auto", "cubes", "chc", "sequence", "newton"},
       0,
       0,
       "the procedure that interpolants are tried with first"},
      {"impact.order", "dfs", {"dfs", "bfs"}, 0, 0, "which leaf is expanded next"},
      {"impact.forced_cover", "on", {"on", "off"}, 0, 0, "strengthen a path so that its end is covered"},
      {"impact.forced_candidates", "4", {}, 1, 1000, "nodes that a forced cover is tried with, per leaf"},
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Impact>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::impact
