#include "acceleration/instrument.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/check.h"

namespace pendulum::acceleration {

using program::Edge;
using program::EdgeId;
using program::Input;
using program::LocationId;
using term::Term;

namespace {

Input internal(Term symbol) {
  return {symbol, {}};
}

/// The edge of an accelerator. An additional Boolean input determines whether the edge is taken, so an
/// execution can skip it although its guard holds.
Edge accelerated_edge(const program::Program& program, const Accelerator& accelerator, LocationId from,
                      LocationId to) {
  term::TermManager& terms = program.terms();
  Edge edge;
  edge.source = from;
  edge.target = to;
  edge.where = program.location(accelerator.path.head).where;
  const Term is_taken = terms.mk_fresh("accelerate", terms.bool_sort());
  edge.guard = terms.mk_and(is_taken, accelerator.guard);
  edge.updates = accelerator.updates;
  edge.inputs = {internal(is_taken), internal(accelerator.count)};
  for (const Definition& definition : accelerator.definitions)
    edge.inputs.push_back(internal(definition.array));
  for (const auto& [input, values] : accelerator.input_values)
    if (values.is_symbol()) edge.inputs.push_back(internal(values));
  for (const Term unknown : accelerator.unknowns) edge.inputs.push_back(internal(unknown));
  for (const InnerCount& inner : accelerator.inner_counts)
    for (const Term coefficient : {inner.count.c0, inner.count.c1, inner.count.c2})
      if (coefficient) edge.inputs.push_back(internal(coefficient));
  return edge;
}

class Instrumentation {
 public:
  Instrumentation(const program::Program& program, const std::vector<Accelerator>& accelerators)
      : program_(program),
        accelerators_(accelerators),
        builder_(program::ProgramBuilder::without_edges(program)) {
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
      const LocationId head = accelerators[i].path.head;
      PENDULUM_CHECK(head < program.locations().size(), "accelerator {} should start at a location", i);
      at_[head].push_back(i);
    }
  }

  Instrumented run() {
    std::map<LocationId, LocationId> entries;  // loop head -> first location of its chain
    for (const auto& [head, indices] : at_) entries[head] = add_chain(head, indices);
    for (EdgeId id = 0; id < program_.edges().size(); ++id) {
      Edge edge = program_.edge(id);
      if (const auto entry = entries.find(edge.target); entry != entries.end()) edge.target = entry->second;
      add(std::move(edge), id, std::nullopt);
    }
    result_.program = builder_.build();
    const std::size_t num_edges = result_.program.edges().size();
    PENDULUM_CHECK(result_.origin.size() == num_edges && result_.accelerator.size() == num_edges,
                   "each of the {} edges should be mapped to an edge or an accelerator", num_edges);
    PENDULUM_DCHECK(std::ranges::count_if(result_.origin, [](const auto& id) { return id.has_value(); }) ==
                        std::ranges::ssize(program_.edges()),
                    "each edge of the original program should be kept");
    return std::move(result_);
  }

 private:
  /// Adds the chain of accelerators before `head` and returns its first location.
  LocationId add_chain(LocationId head, const std::vector<std::size_t>& indices) {
    std::vector<LocationId> chain;
    for (std::size_t i = 0; i < indices.size(); ++i)
      chain.push_back(builder_.add_location(fmt::format("{}.acc{}", program_.location(head).name, i)));
    PENDULUM_CHECK(!chain.empty(), "{} should have an accelerator", program_.location(head).name);
    chain.push_back(head);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      Edge skip;
      skip.source = chain[i];
      skip.target = chain[i + 1];
      skip.guard = program_.terms().mk_true();
      add(std::move(skip), std::nullopt, std::nullopt);
      // The accelerator follows the skip edge: if both can be taken, the unroller uses the values of the
      // later edge (program/unroller.h).
      add(accelerated_edge(program_, accelerators_[indices[i]], chain[i], chain[i + 1]), std::nullopt,
          indices[i]);
    }
    return chain.front();
  }

  void add(Edge edge, std::optional<EdgeId> origin, std::optional<std::size_t> accelerator) {
    if (!builder_.add_edge(std::move(edge))) return;
    result_.origin.push_back(origin);
    result_.accelerator.push_back(accelerator);
  }

  const program::Program& program_;
  const std::vector<Accelerator>& accelerators_;
  program::ProgramBuilder builder_;
  std::map<LocationId, std::vector<std::size_t>> at_;  ///< by loop head: indices of accelerators
  Instrumented result_;
};

/// One iteration of a path as an edge. Its inputs are renamed, because every input belongs to one edge; the
/// new symbols are appended to `inputs`.
Edge path_edge(const program::Program& program, const LoopPath& path, term::TermVector& inputs) {
  term::TermManager& terms = program.terms();
  Edge edge;
  edge.source = edge.target = path.head;
  edge.where = program.location(path.head).where;
  term::Substitution renamed;
  for (const CycleInput& input : path.inputs) {
    inputs.push_back(terms.mk_fresh(input.symbol.name(), input.symbol.sort()));
    renamed.emplace(input.symbol, inputs.back());
    edge.inputs.push_back(internal(inputs.back()));
  }
  term::Substituter rename(terms, renamed);
  edge.guard = rename(terms.mk_and(path.literals));
  for (const program::Assignment& update : path.updates)
    edge.updates.push_back({update.variable, rename(update.value)});
  std::map<Term, Term> arrays;
  for (const Write& write : path.writes) {
    const Term before = arrays.contains(write.array) ? arrays[write.array] : write.array;
    arrays[write.array] = terms.mk_store(before, rename(write.index), rename(write.value));
  }
  for (const auto& [array, value] : arrays) edge.updates.push_back({array, value});
  return edge;
}

}  // namespace

PathProgram add_paths(const program::Program& program, const std::vector<Accelerator>& accelerators) {
  PathProgram result;
  program::ProgramBuilder builder = program::ProgramBuilder::without_edges(program);
  for (EdgeId id = 0; id < program.edges().size(); ++id)
    PENDULUM_CHECK(builder.add_edge(program.edge(id)) == id, "edge {} should keep its id", id);
  for (const Accelerator& accelerator : accelerators) {
    const auto id = builder.add_edge(path_edge(program, accelerator.path, result.inputs.emplace_back()));
    PENDULUM_CHECK(id.has_value(), "the path of an accelerator should be feasible");
    result.edge.push_back(*id);
  }
  result.program = builder.build();
  return result;
}

Instrumented instrument(const program::Program& program, const std::vector<Accelerator>& accelerators) {
  return Instrumentation(program, accelerators).run();
}

}  // namespace pendulum::acceleration
