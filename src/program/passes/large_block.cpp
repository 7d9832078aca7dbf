// Large blocks: merges the paths between cutpoints (BlockRegion) and distributes the inputs of the small
// edges to the large ones.
#include <algorithm>

#include "base/check.h"
#include "program/passes/block_region.h"
#include "program/passes/passes.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

using term::Term;
using term::TermManager;
using term::TermVector;

/// Adds to each large edge the inputs that occur in its terms, in the order of execution. If an earlier edge
/// uses the same input, the input is renamed, because an input belongs to exactly one edge.
class InputAssigner {
 public:
  explicit InputAssigner(const BlockGraph& graph) : graph_(graph), is_used_(graph.inputs().size()) {}

  void assign(Edge& edge, term::TermMap<Term>& input_origin);

 private:
  std::vector<std::size_t> occurring(const Edge& edge) const;

  const BlockGraph& graph_;
  std::vector<bool> is_used_;
};

std::vector<std::size_t> InputAssigner::occurring(const Edge& edge) const {
  TermVector roots{edge.guard};
  for (const Assignment& update : edge.updates) roots.push_back(update.value);
  std::vector<std::size_t> result;
  for (Term symbol : term::symbols(std::span<const Term>(roots)))
    if (const auto index = graph_.input_index(symbol)) result.push_back(*index);
  // The source of the large edge is a cutpoint with position 0, so its inputs come first.
  auto key = [&](std::size_t index) {
    return std::pair(graph_.position(graph_.inputs()[index].source), index);
  };
  std::sort(result.begin(), result.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return result;
}

void InputAssigner::assign(Edge& edge, term::TermMap<Term>& input_origin) {
  TermManager& terms = graph_.program().terms();
  term::Substitution renaming;
  for (std::size_t index : occurring(edge)) {
    const BlockGraph::KnownInput& known = graph_.inputs()[index];
    PENDULUM_CHECK(edge.inputs.empty() || edge.inputs.back().symbol != known.input.symbol,
                   "input {} should be assigned once", known.input.symbol.name());
    Input input = known.input;
    input.origin.forget_terms();
    if (is_used_[index]) {
      input.symbol = terms.mk_fresh(known.input.symbol.name(), known.input.symbol.sort());
      renaming.emplace(known.input.symbol, input.symbol);
      if (!known.is_added) input_origin.emplace(input.symbol, known.input.symbol);
    }
    is_used_[index] = true;
    edge.inputs.push_back(std::move(input));
  }
  if (renaming.empty()) return;
  term::Substituter rename(terms, renaming);
  edge.guard = rename(edge.guard);
  for (Assignment& update : edge.updates) update.value = rename(update.value);
}

}  // namespace

Transformed large_block(const Program& program) {
  return large_block(program, cutpoints(program));
}

Transformed large_block(const Program& program, const std::vector<LocationId>& cutpoints) {
  const BlockGraph graph(program, cutpoints);
  ProgramBuilder builder(program.terms());
  for (const Variable& variable : program.variables()) builder.add_variable(variable);
  std::vector<LocationId> origin;
  std::vector<LocationId> image(program.locations().size());
  for (LocationId id = 0; id < image.size(); ++id) {
    if (!graph.is_cutpoint(id) || !graph.is_reachable(id)) continue;
    image[id] = builder.add_location(program.location(id).name, program.location(id).where);
    origin.push_back(id);
  }
  term::TermMap<Term> input_origin;
  InputAssigner inputs(graph);
  ValueMaps maps(program.variables().size());
  std::vector<std::uint32_t> node_of(image.size(), BlockRegion::no_node);
  for (LocationId id : origin) {
    for (Edge& edge : BlockRegion(graph, maps, node_of).edges_from(id)) {
      inputs.assign(edge, input_origin);
      edge.source = image[edge.source];
      edge.target = image[edge.target];
      builder.add_edge(std::move(edge));
    }
  }
  builder.set_entry(image[program.entry()]);
  builder.set_error(image[program.error()]);
  Transformed result{builder.build(), std::move(origin), std::move(input_origin)};
  PENDULUM_CHECK(result.origin[result.program.entry()] == program.entry() &&
                     result.origin[result.program.error()] == program.error(),
                 "the large blocks should have the entry and the error of the program");
  return result;
}

}  // namespace pendulum::program
