#include "engine/tree_search/tree_search.h"

#include <algorithm>

#include "arg/invariant.h"
#include "arg/well_labelled.h"
#include "base/check.h"
#include "engine/option_specs.h"
#include "engine/solvers.h"

namespace pendulum::engine {

using interpolation::Method;
using term::Term;

OpenLeaves::OpenLeaves(const std::string& order)
    : order_(order == "bfs" ? Order::BreadthFirst : Order::DepthFirst) {
  PENDULUM_CHECK(order == "bfs" || order == "dfs", "the order {} should be bfs or dfs", order);
}

void OpenLeaves::add_children(const arg::Arg& arg, std::vector<arg::NodeId> children) {
  std::ranges::stable_partition(
      children, [&](arg::NodeId child) { return arg.node(child).location == arg.program().error(); });
  if (order_ == Order::DepthFirst) std::ranges::reverse(children);
  leaves_.insert(leaves_.end(), children.begin(), children.end());
}

std::optional<arg::NodeId> OpenLeaves::take() {
  if (leaves_.empty()) return std::nullopt;
  const bool is_last = order_ == Order::DepthFirst;
  const arg::NodeId leaf = is_last ? leaves_.back() : leaves_.front();
  is_last ? leaves_.pop_back() : leaves_.pop_front();
  return leaf;
}

arg::PathRefiner::Parts make_refiner_parts(const program::Program& program, Term known,
                                           const std::string& method, Env& env, const std::string& prefix) {
  const std::string logic = logic_of(program, known);
  const interpolation::Context context{env.terms, env.solvers, env.stop, env.statistics, logic, env.seed};
  std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators;
  for (const Method each : interpolation::methods_from(method, logic))
    interpolators.push_back(interpolation::make_interpolator(each, context));
  return {known,
          [&program, &env] { return make_solver(SolverPurpose::Paths, program, env); },
          std::move(interpolators),
          env.statistics,
          prefix,
          env.stop};
}

TreeFacts::TreeFacts(LearntFacts* learnt, arg::Implications& implications, arg::PathRefiner& refiner)
    : learnt_(learnt), implications_(implications), refiner_(refiner) {
  if (learnt_ != nullptr) assume(learnt_->facts());
}

std::vector<program::LocationId> TreeFacts::learn(const arg::Arg& arg, const arg::TreePath& path,
                                                  const term::TermVector& labels) {
  PENDULUM_CHECK(labels.size() == path.nodes.size(), "every node of the path should have a label");
  if (learnt_ == nullptr) return {};
  for (std::size_t i = 0; i < labels.size(); ++i)
    learnt_->propose(arg.node(path.nodes[i]).location, labels[i]);
  return assume(learnt_->update());
}

std::vector<program::LocationId> TreeFacts::assume(const std::vector<term::TermVector>& facts) {
  std::vector<program::LocationId> changed;
  for (program::LocationId location = 0; location < facts.size(); ++location) {
    if (facts[location].empty()) continue;
    implications_.assume_at(location, facts[location]);
    refiner_.assume_at(location, facts[location]);
    changed.push_back(location);
  }
  return changed;
}

namespace {

/// The facts that the labels of the graph are relative to.
[[maybe_unused]] arg::AssumedFacts assumed_facts(const arg::Arg& arg, const arg::Implications& implications) {
  arg::AssumedFacts facts(implications.known());
  for (program::LocationId location = 0; location < arg.program().locations().size(); ++location)
    facts.at.push_back(arg.program().terms().mk_and(implications.facts_at(location)));
  return facts;
}

}  // namespace

void verify_refinement([[maybe_unused]] const arg::Arg& arg,
                       [[maybe_unused]] const arg::Implications& implications, [[maybe_unused]] Env& env) {
  PENDULUM_DCHECK(!arg::check_refinement(arg, assumed_facts(arg, implications), env.solvers),
                  "a refinement should keep the graph well-labelled: {}",
                  *arg::check_refinement(arg, assumed_facts(arg, implications), env.solvers));
}

Proof make_proof(const arg::Arg& arg, arg::Implications& implications, [[maybe_unused]] Env& env) {
  PENDULUM_DCHECK(!arg::check_proof(arg, assumed_facts(arg, implications), env.solvers),
                  "the graph of a proof should be safe, complete and well-labelled: {}",
                  *arg::check_proof(arg, assumed_facts(arg, implications), env.solvers));
  const program::Program& program = arg.program();
  const term::TermVector labels = arg::invariant(arg, implications);
  PENDULUM_CHECK(labels.size() == program.locations().size(), "every location should have an invariant");
  Proof proof;
  for (program::LocationId location = 0; location < labels.size(); ++location)
    if (location != program.entry() && location != program.error())
      proof.invariant.at.emplace(location, labels[location]);
  return proof;
}

Counterexample make_counterexample(const arg::Arg& arg, const arg::TreePath& path,
                                   const interpolation::DagPath& execution) {
  PENDULUM_CHECK(execution.steps.size() == path.edges.size(),
                 "an execution should take all edges of its path");
  Counterexample result;
  for (const interpolation::DagPath::Step& step : execution.steps)
    result.path.append(certificate::Step{arg.edge(path.edges[step.edge]).action, step.inputs});
  return result;
}

}  // namespace pendulum::engine
