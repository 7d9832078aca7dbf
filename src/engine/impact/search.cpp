// IMPACT (McMillan, "Lazy Abstraction with Interpolants", CAV 2006, [McMillan06]). The order is the
// "Overall algorithm" of the slides [Chen12]:
//   1. do as much covering as possible
//   2. if a leaf can't be covered, try forced covering
//   3. if the leaf still can't be covered, expand it
//   4. label all error states false by refining with an interpolant
//   5. continue until the unwinding is safe and complete
// The rules for covers are in unwinding.h; paths and interpolants are in arg/path_refiner.h.
//
// Differences: a leaf with an unsatisfiable label is neither covered nor expanded. Forced covers are tried
// with a few candidates only, in limited time. Labels that are inductive on their own become facts of their
// location (engine/facts/learnt_facts.h); all labels are relative to the facts.
#include "engine/impact/search.h"

#include <algorithm>

#include "base/check.h"
#include "engine/solvers.h"

namespace pendulum::engine::impact {

using arg::LabelOrigin;
using arg::NodeId;
using arg::PathRefiner;
using arg::TreePath;
using term::Term;

Search::Search(const program::Program& program, Term known, Env& env, arg::EventLog* log, LearntFacts* learnt)
    : env_(env),
      program_(program),
      max_forced_(env.settings.is_on("impact.forced_cover")
                      ? static_cast<std::size_t>(env.settings.number("impact.forced_candidates"))
                      : 0),
      implications_(env.terms, make_solver(SolverPurpose::Labels, logic_of(program, known), env), known,
                    env.statistics, prefix),
      unwinding_(program_, log, implications_, env.statistics, prefix),
      refiner_(arg(),
               make_refiner_parts(program, known, env.settings.word("impact.interpolation"), env, prefix)),
      facts_(learnt, implications_, refiner_),
      open_(env.settings.word("impact.order")) {
  open_.add(arg().root());
}

SearchOutcome Search::run() {
  for (;;) {
    Progress progress = resume(env_.stop);
    env_.stop.throw_if_stopped();
    if (auto* outcome = std::get_if<SearchOutcome>(&progress)) return std::move(*outcome);
  }
}

Search::Progress Search::resume(const base::StopToken& slice) {
  while (const auto leaf = next_leaf()) {
    env_.stop.throw_if_stopped();
    if (auto outcome = visit(*leaf)) return std::move(*outcome);
    if (slice.is_stopped()) return Pause{};
  }
  return make_proof(arg(), implications_, env_);
}

std::optional<NodeId> Search::next_leaf() {
  for (const NodeId leaf : unwinding_.take_uncovered_leaves()) open_.add(leaf);
  return open_.take();
}

std::optional<SearchOutcome> Search::visit(NodeId leaf) {
  if (!unwinding_.is_leaf(leaf) || unwinding_.is_covered(leaf)) return std::nullopt;
  const arg::Node& node = arg().node(leaf);
  if (implications_.is_empty_at(node.location, node.label)) return std::nullopt;
  if (unwinding_.close_path(leaf)) return std::nullopt;
  if (node.location == program_.error()) return refine(leaf);
  if (!force_cover(leaf)) open_.add_children(arg(), unwinding_.expand(leaf));
  return std::nullopt;
}

std::optional<SearchOutcome> Search::refine(NodeId error) {
  const TreePath path = arg::tree_path(arg(), arg().root(), error);
  env_.logger.progress("refinement {}, {} nodes", ++counter("iterations"), arg().nodes().size());
  const PathRefiner::Outcome outcome = refiner_.refine(path);
  if (const auto* gave_up = std::get_if<PathRefiner::GaveUp>(&outcome)) return Undecided{gave_up->reason};
  if (const auto* feasible = std::get_if<PathRefiner::Feasible>(&outcome))
    return make_counterexample(arg(), path, feasible->execution);
  const term::TermVector& labels = std::get<PathRefiner::Infeasible>(outcome).labels;
  PENDULUM_CHECK(labels.size() == path.nodes.size(), "every node of the path should have a label");
  for (std::size_t i = 0; i < labels.size(); ++i)
    unwinding_.strengthen(path.nodes[i], labels[i], LabelOrigin::Interpolant);
  for (const program::LocationId location : facts_.learn(arg(), path, labels)) unwinding_.reopen(location);
  unwinding_.close_path(path.nodes[path.nodes.size() - 2]);
  verify_refinement(arg(), implications_, env_);
  return std::nullopt;
}

bool Search::force_cover(NodeId leaf) {
  const auto candidates = unwinding_.candidates(leaf, max_forced_);
  return std::any_of(candidates.begin(), candidates.end(), [&](NodeId by) { return force_cover(leaf, by); });
}

bool Search::force_cover(NodeId leaf, NodeId by) {
  ++counter("forced_covers_tried");
  const TreePath path = arg::tree_path(arg(), arg::nearest_common_ancestor(arg(), leaf, by), leaf);
  const auto labels = refiner_.prove_at_end(path, arg().node(by).label);
  if (arg().log() != nullptr) arg().log()->add(arg::ForcedCoverTried{leaf, by, labels.has_value()});
  if (!labels) return false;
  for (std::size_t i = 0; i < labels->size(); ++i)
    unwinding_.strengthen(path.nodes[i], (*labels)[i], LabelOrigin::ForcedCover);
  // The labels along the path are stronger now, so an ancestor may be covered, too.
  const bool is_covered = unwinding_.close_path(leaf);
  if (is_covered) ++counter("forced_covers");
  return is_covered;
}

}  // namespace pendulum::engine::impact
