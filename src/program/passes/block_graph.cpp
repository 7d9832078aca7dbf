// A depth-first search orders the program without the edges into cutpoints, a graph without cycles.
#include "program/passes/block_graph.h"

#include <algorithm>

#include "base/check.h"
#include "program/liveness.h"
#include "program/passes/branching.h"

namespace pendulum::program {

BlockGraph::BlockGraph(const Program& program, const std::vector<LocationId>& cutpoints) : program_(program) {
  const std::size_t size = program.locations().size();
  is_cutpoint_.assign(size, false);
  for (LocationId id : cutpoints) {
    PENDULUM_CHECK(id < size, "cutpoint {} should be a location", id);
    is_cutpoint_[id] = true;
  }
  PENDULUM_CHECK(is_cutpoint_[program.entry()] && is_cutpoint_[program.error()],
                 "entry and error should be cutpoints");
  order_locations();
  find_useful_edges();
  for (const Edge& edge : program.edges()) {
    guards_.push_back(edge.guard);
    for (const Input& input : edge.inputs) add_input(input, edge.source, false);
  }
  is_total_.assign(size, false);
  for (LocationId id = 0; id < size; ++id)
    if (is_reachable_[id]) make_exclusive(id);
  symbols_ = edge_symbols(program);
  live_ = live_variables(program);
}

void BlockGraph::order_locations() {
  enum class Mark : std::uint8_t { New, Open, Done };
  const std::size_t size = program_.locations().size();
  std::vector<Mark> marks(size, Mark::New);
  std::vector<LocationId> postorder;
  struct Visit {
    LocationId location;
    std::size_t next_edge = 0;
  };
  // The search enters cutpoints through `roots` only; it does not continue through an edge into a cutpoint.
  std::vector<LocationId> roots{program_.entry()};
  is_reachable_.assign(size, false);
  is_reachable_[program_.entry()] = true;
  is_reachable_[program_.error()] = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    std::vector<Visit> stack{{roots[i]}};
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const std::vector<EdgeId>& edges = program_.outgoing(visit.location);
      if (visit.next_edge == edges.size()) {
        if (!is_cutpoint_[visit.location]) postorder.push_back(visit.location);
        marks[visit.location] = Mark::Done;
        stack.pop_back();
        continue;
      }
      const LocationId target = program_.edge(edges[visit.next_edge++]).target;
      if (is_cutpoint_[target]) {
        if (!is_reachable_[target]) roots.push_back(target);
        is_reachable_[target] = true;
        continue;
      }
      PENDULUM_CHECK(marks[target] != Mark::Open, "the cutpoints should cut the cycle through {}",
                     program_.location(target).name);
      if (marks[target] == Mark::Done) continue;
      marks[target] = Mark::Open;
      is_reachable_[target] = true;
      stack.push_back({target});
    }
  }
  order_.assign(postorder.rbegin(), postorder.rend());
  position_.assign(size, 0);
  for (std::uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i + 1;
}

void BlockGraph::find_useful_edges() {
  outgoing_.resize(program_.locations().size());
  auto collect = [&](LocationId id) {
    for (EdgeId edge : program_.outgoing(id)) {
      const LocationId target = program_.edge(edge).target;
      // Soundness: no cutpoint can be reached from a location without useful edges, so no execution through
      // it matters.
      if (is_cutpoint_[target] || !outgoing_[target].empty()) outgoing_[id].push_back(edge);
    }
  };
  for (auto id = order_.rbegin(); id != order_.rend(); ++id) collect(*id);
  for (LocationId id = 0; id < is_cutpoint_.size(); ++id)
    if (is_cutpoint_[id] && is_reachable_[id]) collect(id);
}

// Soundness: large_block selects between the values of merged paths by the path conditions, which is correct
// only if at most one of them holds. If exclusiveness is not syntactically evident, internal inputs decide:
// edge i is taken if the inputs of edges 0 ... i - 1 are false and its own is true. Every choice of the
// original program corresponds to a choice of these inputs.
void BlockGraph::make_exclusive(LocationId id) {
  const std::vector<EdgeId>& edges = outgoing_[id];
  term::TermManager& terms = program_.terms();
  term::TermVector guards;
  for (EdgeId edge : edges) guards.push_back(guards_[edge]);
  if (guards.size() > 1 && !are_exclusive(terms, guards)) {
    term::Term none_before = terms.mk_true();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      term::Term choice = terms.mk_true();
      if (i + 1 < edges.size()) {
        choice = terms.mk_fresh(program_.location(id).name + ".choice", terms.bool_sort());
        add_input({choice, {InputOrigin::Kind::Internal, "choice", 0, program_.edge(edges[i]).where, 0}}, id,
                  true);
      }
      guards[i] = terms.mk_and({none_before, choice, guards[i]});
      guards_[edges[i]] = guards[i];
      none_before = terms.mk_and(none_before, terms.mk_not(choice));
    }
    PENDULUM_DCHECK(are_exclusive(terms, guards), "the guards at {} should be exclusive",
                    program_.location(id).name);
  }
  is_total_[id] = !guards.empty() && are_total(terms, guards);
}

void BlockGraph::add_input(Input input, LocationId source, bool is_added) {
  const bool is_new = input_index_.emplace(input.symbol, inputs_.size()).second;
  PENDULUM_CHECK(is_new, "input {} should belong to one edge", input.symbol.name());
  inputs_.push_back({std::move(input), source, is_added});
}

std::optional<std::size_t> BlockGraph::input_index(term::Term symbol) const {
  const auto found = input_index_.find(symbol);
  return found == input_index_.end() ? std::nullopt : std::optional(found->second);
}

bool BlockGraph::is_live(LocationId id, term::Term variable) const {
  return std::binary_search(live_[id].begin(), live_[id].end(), variable);
}

}  // namespace pendulum::program
