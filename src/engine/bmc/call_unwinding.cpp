#include "engine/bmc/call_unwinding.h"

#include <algorithm>
#include <deque>

#include "base/check.h"
#include "certificate/unrolled_path.h"
#include "engine/bmc/call_execution.h"
#include "engine/concretise_path.h"

namespace pendulum::engine::bmc {

using program::EdgeId;
using program::LocationId;
using program::Unroller;
using term::Term;

namespace {

/// Maximum number of nodes of the call tree. A proof for a larger tree would take too long to check.
constexpr std::size_t max_nodes = 20'000;
/// Minimum number of nodes by which the tree grows.
constexpr std::size_t min_growth = 8;
/// Executions that extend the tree may be deeper than it by a factor and a summand, so that the tree of an
/// unbounded recursion grows in steps.
constexpr std::uint32_t depth_factor = 2;
constexpr std::uint32_t depth_summand = 16;
/// Maximum number of edges that executions take to extend the tree once.
constexpr std::size_t max_executed_edges = 50'000;
/// Maximum number of locations times iterations in an unrolling, which limits its memory to about a GiB.
constexpr std::size_t max_copies = 20'000'000;

}  // namespace

/// The program for one tree and one set of bounds, and what is known about it.
struct CallUnwinding::Attempt {
  program::UnwoundProgram unwound;
  program::Transformed part;  ///< of the unwound program: what is relevant for the error
  Unroller::Bounds bounds;    ///< by loop head of the part
  std::optional<LoopUnwinding> loops;
  std::map<Term, bool> answers;                    ///< condition -> is it satisfiable?
  std::vector<certificate::ErrorPath> paths = {};  ///< of the part, to the reached missing calls

  bool is_sat(Term condition, const base::StopToken& stop) {
    if (condition.is_false()) return false;
    const auto known = answers.find(condition);
    if (known != answers.end()) return known->second;
    const bool answer = loops->is_sat(condition, stop);
    if (!answer) loops->exclude(condition);
    answers.emplace(condition, answer);
    return answer;
  }
  const program::Program& program() const { return part.program; }
  LocationId task_location(LocationId location) const {
    return unwound.transformed.origin[part.origin[location]];
  }
  bool is_violation(EdgeId edge) const { return !program().edge(edge).is_unsupported; }
};

CallUnwinding::CallUnwinding(const Task& task, Env& env) : task_(task), env_(env) {
  if (!env.settings.is_on("bmc.unwind_calls")) return;
  program::CallRecognition recognition = program::recognise_calls(task.program);
  calls_ = std::move(recognition.structure);
  if (!calls_) {
    env.logger.decision("no calls to unwind: {}", recognition.reason);
    return;
  }
  find_sites();
}

CallUnwinding::~CallUnwinding() = default;

void CallUnwinding::find_sites() {
  std::string reason;
  const auto procedures = program::find_procedures(task_.program, *calls_, reason);
  if (!procedures) {
    env_.logger.decision("no procedures: {}", reason);
    return;
  }
  const auto site_of = [&](EdgeId edge) { return program::number_of_site(calls_->edges[edge].site); };
  std::vector<std::set<std::uint64_t>> sites(procedures->all.size());  // by procedure
  for (const program::Procedures::Procedure& callee : procedures->all)
    for (const EdgeId call : callee.calls)
      sites[*procedures->of_location[task_.program.edge(call).source]].insert(site_of(call));
  for (std::size_t i = 0; i < procedures->all.size(); ++i)
    for (const EdgeId call : procedures->all[i].calls) sites_in_callee_[site_of(call)] = sites[i];
}

std::optional<CallUnwinding::Answer> CallUnwinding::continue_for(double seconds) {
  PENDULUM_CHECK(is_possible(), "there should be calls to unwind");
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.call_unwinding_time"));
  const base::Budget slice = base::Budget::at_most(
      env_.stop, std::chrono::milliseconds(static_cast<long>(1000 * seconds)), "unwinding of calls");
  try {
    while (is_possible())
      if (auto answer = attempt(slice)) return answer;
  } catch (const base::Stopped&) {
    env_.stop.throw_if_stopped();
  }
  return std::nullopt;
}

std::optional<CallUnwinding::Answer> CallUnwinding::attempt(const base::Budget& slice) {
  if (!attempt_) unwind(*slice.remaining());
  if (!is_possible()) return std::nullopt;
  if (auto path = find_error(slice)) return path;
  if (!is_possible()) return std::nullopt;
  const std::vector<Call> reached = reached_calls(slice);
  const std::set<LocationId> exceeded = exceeded_loops(slice);
  if (reached.empty() && exceeded.empty()) {
    if (!attempt_->is_sat(attempt_->loops->unroller().reach(attempt_->program().error(), 0), slice))
      return proof();
    give_up("an unsupported construct is reachable");
    return std::nullopt;
  }
  if (!reached.empty()) grow_tree(reached_nodes(reached, slice), reached);
  for (const LocationId head : exceeded) bounds_[head] = 2 * bounds_[head] + 1;
  attempt_.reset();
  return std::nullopt;
}

void CallUnwinding::unwind(std::chrono::milliseconds limit) {
  auto attempt = std::make_unique<Attempt>();
  attempt->unwound = program::unwind_calls(task_.program, *calls_, tree_);
  program::Transformed pruned = program::prune_unreachable(attempt->unwound.transformed.program);
  attempt->part = program::compose(pruned, program::slice(pruned.program));
  const program::Wto wto(attempt->program());
  std::size_t num_iterations = 1;
  for (const LocationId location : wto.order()) {
    if (!wto.is_head(location)) continue;
    const auto bound = bounds_.try_emplace(attempt->task_location(location), 0).first->second;
    attempt->bounds[location] = bound;
    num_iterations += bound + 2;
  }
  if (num_iterations * attempt->program().locations().size() > max_copies)
    return give_up("the unrolling is too large");
  attempt->loops.emplace(attempt->program(), attempt->bounds, env_, limit);
  ++env_.statistics.counter("engine.bmc.call_unwindings");
  env_.statistics.counter("engine.bmc.call_tree_nodes") = tree_.nodes().size();
  env_.logger.decision("unwound a call tree of {} nodes to {} locations", tree_.nodes().size(),
                       attempt->program().locations().size());
  attempt_ = std::move(attempt);
}

std::optional<certificate::ErrorPath> CallUnwinding::find_error(const base::StopToken& stop) {
  const Unroller& unroller = attempt_->loops->unroller();
  const LocationId error = attempt_->program().error();
  const auto is_violation = [&](EdgeId edge) { return attempt_->is_violation(edge); };
  const Term condition = unroller.reach_by(error, 0, is_violation);
  if (!attempt_->is_sat(condition, stop)) return std::nullopt;
  const certificate::ErrorPath path =
      certificate::path_to(unroller, error, 0, attempt_->loops->model(), is_violation);
  auto concrete =
      concretise_path(task_.program, program::compose(attempt_->unwound.transformed, attempt_->part), path);
  // A further attempt would find the same path.
  give_up("a counterexample was found");
  return concrete;
}

certificate::UnwoundCalls CallUnwinding::proof() const {
  certificate::LoopUnrolling loops;
  const program::Wto wto(attempt_->program());
  for (const LocationId location : wto.order())
    if (wto.is_head(location))
      loops.loops.push_back({attempt_->part.origin[location], attempt_->bounds.at(location)});
  return {tree_, std::move(loops)};
}

std::vector<CallUnwinding::Call> CallUnwinding::reached_calls(const base::StopToken& stop) {
  std::vector<Call> result;
  for (LocationId location = 0; location < attempt_->program().locations().size(); ++location) {
    const LocationId unwound = attempt_->part.origin[location];
    const auto missing = attempt_->unwound.missing.find(unwound);
    if (missing == attempt_->unwound.missing.end()) continue;
    // Only the error follows, so the location is in no loop and has one copy.
    const Unroller& unroller = attempt_->loops->unroller();
    const Term condition = unroller.reach(location, 0);
    const bool is_new = !attempt_->answers.contains(condition);
    if (!attempt_->is_sat(condition, stop)) continue;
    result.push_back({*attempt_->unwound.node[unwound], missing->second});
    if (is_new)
      attempt_->paths.push_back(
          certificate::path_to(unroller, location, 0, attempt_->loops->model(), [](EdgeId) { return true; }));
  }
  return result;
}

std::set<LocationId> CallUnwinding::exceeded_loops(const base::StopToken& stop) {
  std::set<LocationId> exceeded;
  for (const auto& [head, bound] : attempt_->bounds) {
    const LocationId origin = attempt_->task_location(head);
    if (!exceeded.contains(origin) && attempt_->is_sat(attempt_->loops->overrun(head, bound), stop))
      exceeded.insert(origin);
  }
  return exceeded;
}

void CallUnwinding::grow_tree(const std::vector<bool>& is_kept, std::vector<Call> reached) {
  program::CallTree tree;
  std::vector<NodeId> image(tree_.nodes().size(), program::CallTree::root);
  for (NodeId node = 1; node < tree_.nodes().size(); ++node)
    if (is_kept[node]) image[node] = tree.add(image[tree_.nodes()[node].parent], tree_.nodes()[node].site);
  for (Call& call : reached) call.caller = image[call.caller];
  tree_ = std::move(tree);
  execute();
  is_reached_.assign(tree_.nodes().size(), true);
  add_descendants(std::move(reached));
}

std::vector<bool> CallUnwinding::reached_nodes(const std::vector<Call>& reached,
                                               const base::StopToken& stop) {
  const auto& nodes = tree_.nodes();
  std::vector<bool> result = is_reached_;
  for (const Call& call : reached)
    for (NodeId node = call.caller; !result[node]; node = nodes[node].parent) result[node] = true;
  // The entry of a callee is the first location of its node.
  std::map<NodeId, LocationId> entry;
  for (LocationId location = 0; location < attempt_->program().locations().size(); ++location)
    if (const auto node = attempt_->unwound.node[attempt_->part.origin[location]])
      entry.emplace(*node, location);
  const Unroller& unroller = attempt_->loops->unroller();
  for (NodeId node = 1; node < nodes.size(); ++node) {
    if (result[node] || !result[nodes[node].parent]) continue;
    const auto found = entry.find(node);
    term::TermVector conditions;
    for (unsigned layer = 0; found != entry.end() && layer < unroller.num_layers(); ++layer)
      conditions.push_back(unroller.reach(found->second, layer));
    // Without a location that is relevant for the error, the node costs nothing.
    result[node] = found == entry.end() || attempt_->is_sat(env_.terms.mk_or(conditions), stop);
  }
  return result;
}

void CallUnwinding::execute() {
  std::uint32_t depth = 0;
  for (const program::CallTree::Node& node : tree_.nodes()) depth = std::max(depth, node.depth);
  CallExecution execution(task_.program, *calls_, tree_);
  const program::Transformed passes = program::compose(attempt_->unwound.transformed, attempt_->part);
  for (const certificate::ErrorPath& path : attempt_->paths)
    execution.run(passes, path, depth_factor * depth + depth_summand, max_executed_edges);
}

void CallUnwinding::add_descendants(std::vector<Call> calls) {
  const std::size_t size = tree_.nodes().size() + std::max({tree_.nodes().size(), calls.size(), min_growth});
  std::deque<Call> pending(calls.begin(), calls.end());
  while (!pending.empty() && tree_.nodes().size() < size) {
    const Call call = pending.front();
    pending.pop_front();
    if (tree_.child(call.caller, call.site)) continue;  // an execution has added it
    const NodeId node = tree_.add(call.caller, call.site);
    is_reached_.push_back(false);
    const auto sites = sites_in_callee_.find(call.site);
    if (sites == sites_in_callee_.end()) continue;
    for (const std::uint64_t site : sites->second) pending.push_back({node, site});
  }
  if (tree_.nodes().size() > max_nodes) give_up("the call tree is too large");
}

void CallUnwinding::give_up(const std::string& reason) {
  env_.logger.decision("no further unwinding of calls: {}", reason);
  calls_.reset();
}

}  // namespace pendulum::engine::bmc
