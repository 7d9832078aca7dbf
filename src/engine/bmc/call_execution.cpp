#include "engine/bmc/call_execution.h"

#include "base/check.h"
#include "check/replay/machine.h"

namespace pendulum::engine::bmc {

using program::CallTree;
using program::EdgeId;
using program::LocationId;

namespace {

/// Takes the first edge that can be taken with the given inputs and leads to `goal`, or anywhere if `goal` is
/// unset.
std::optional<EdgeId> take(check::Machine& machine, const check::Supply& supply,
                           std::optional<LocationId> goal) {
  const program::Program& program = machine.program();
  machine.arrive();
  for (const EdgeId id : program.outgoing(machine.location())) {
    const program::Edge& edge = program.edge(id);
    if (goal && edge.target != *goal) continue;
    machine.load_inputs(edge, supply);
    if (machine.can_take(edge)) {
      machine.take(edge);
      machine.drop_inputs(edge);
      return id;
    }
    machine.drop_inputs(edge);
  }
  return std::nullopt;
}

}  // namespace

void CallExecution::run(const program::Transformed& transformed, const certificate::ErrorPath& path,
                        std::uint32_t max_depth, std::size_t max_steps) {
  PENDULUM_CHECK(path.segments.size() == 1, "a path of an unrolling should have one segment");
  const std::vector<certificate::Step>& steps = path.segments.front().steps;
  check::Machine machine(program_);
  CallTree::NodeId node = CallTree::root;
  for (std::size_t i = 0; num_steps_ < max_steps && tree_.nodes()[node].depth < max_depth;
       ++i, ++num_steps_) {
    std::optional<LocationId> goal;
    term::Model inputs;
    if (i < steps.size()) {
      goal = transformed.origin[transformed.program.edge(steps[i].edge).target];
      for (const auto& [input, value] : steps[i].inputs)
        inputs.emplace(transformed.original_input(input), value);
    }
    const auto supply = [&](const program::Input& input) {
      const auto value = inputs.find(input.symbol);
      return value == inputs.end() ? term::Term() : value->second;
    };
    const std::optional<EdgeId> taken = take(machine, supply, goal);
    if (!taken) return;
    node = next(node, *taken);
  }
}

CallTree::NodeId CallExecution::next(CallTree::NodeId node, EdgeId edge) {
  using Kind = program::CallStructure::Edge::Kind;
  const program::CallStructure::Edge& step = calls_.edges[edge];
  switch (step.kind) {
    case Kind::Local:
      return node;
    case Kind::Return:
      return tree_.nodes()[node].parent;
    case Kind::Call:
      break;
  }
  const std::uint64_t site = program::number_of_site(step.site);
  const auto known = tree_.child(node, site);
  return known ? *known : tree_.add(node, site);
}

}  // namespace pendulum::engine::bmc
