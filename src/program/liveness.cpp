// Live variables by the standard backward data-flow analysis: live(l) is the union over the edges l -> m of
// reads(edge) and live(m) without writes(edge). Locations are processed in postorder, successors first, so
// that each is visited once in a program without loops.
#include "program/liveness.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

/// An iterative postorder of the whole graph; locations that are not reachable from entry are last.
std::vector<LocationId> postorder(const Program& program) {
  std::vector<LocationId> order;
  order.reserve(program.locations().size());
  std::vector<bool> is_seen(program.locations().size());
  struct Frame {
    LocationId location;
    std::size_t next_edge;
  };
  std::vector<Frame> stack;
  auto visit = [&](LocationId root) {
    if (is_seen[root]) return;
    is_seen[root] = true;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::vector<EdgeId>& outgoing = program.outgoing(frame.location);
      if (frame.next_edge == outgoing.size()) {
        order.push_back(frame.location);
        stack.pop_back();
        continue;
      }
      const LocationId target = program.edge(outgoing[frame.next_edge++]).target;
      if (is_seen[target]) continue;
      is_seen[target] = true;
      stack.push_back({target, 0});
    }
  };
  visit(program.entry());
  for (LocationId id = 0; id < program.locations().size(); ++id) visit(id);
  return order;
}

}  // namespace

std::vector<term::TermVector> edge_symbols(const Program& program) {
  std::vector<term::TermVector> result;
  result.reserve(program.edges().size());
  term::TermVector terms;
  for (const Edge& edge : program.edges()) {
    terms.clear();
    terms.push_back(edge.guard);
    for (const Assignment& update : edge.updates) terms.push_back(update.value);
    result.push_back(term::symbols(std::span<const term::Term>(terms)));
  }
  return result;
}

Liveness::Liveness(const Program& program, const std::vector<term::TermVector>& reads) : program_(program) {
  PENDULUM_CHECK(reads.size() == program.edges().size(), "reads should have an entry per edge");
  for (const Variable& variable : program.variables()) variables_.push_back(variable.symbol);
  std::sort(variables_.begin(), variables_.end());
  collect_accesses(reads);
  by_rank_ = postorder(program);
  rank_.resize(by_rank_.size());
  for (std::uint32_t i = 0; i < by_rank_.size(); ++i) rank_[by_rank_[i]] = i;
  live_.assign(program.locations().size(), 0);
  writes_.assign(program.edges().size(), 0);
  is_queued_.assign(program.locations().size(), false);
}

void Liveness::collect_accesses(const std::vector<term::TermVector>& reads) {
  accesses_.resize((variables_.size() + word_bits - 1) / word_bits);
  // Maps the program's index of a variable to its bit, which avoids a second hash table.
  std::vector<std::size_t> position(variables_.size());
  for (std::size_t i = 0; i < variables_.size(); ++i) position[program_.variable_index(variables_[i])] = i;
  for (EdgeId id = 0; id < program_.edges().size(); ++id) {
    for (term::Term symbol : reads[id])
      if (program_.is_variable(symbol)) record(id, position[program_.variable_index(symbol)], false);
    for (const Assignment& update : program_.edge(id).updates)
      record(id, position[program_.variable_index(update.variable)], true);
  }
}

void Liveness::record(EdgeId edge, std::size_t variable, bool is_write) {
  std::vector<Access>& slice = accesses_[variable / word_bits];
  if (slice.empty() || slice.back().edge != edge) slice.push_back({edge, 0, 0});
  const Word bit = Word{1} << (variable % word_bits);
  (is_write ? slice.back().writes : slice.back().reads) |= bit;
}

void Liveness::add(LocationId id, Word bits) {
  const Word merged = live_[id] | bits;
  if (merged == live_[id]) return;
  if (live_[id] == 0) touched_.push_back(id);
  live_[id] = merged;
  if (is_queued_[id]) return;
  is_queued_[id] = true;
  queue_.push_back(rank_[id]);
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

void Liveness::solve(std::size_t slice) {
  PENDULUM_CHECK(slice < num_slices(), "slice {} should exist", slice);
  for (LocationId id : touched_) live_[id] = 0;
  touched_.clear();
  for (const Access& access : accesses_[slice]) writes_[access.edge] = access.writes;
  for (const Access& access : accesses_[slice]) add(program_.edge(access.edge).source, access.reads);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const LocationId id = by_rank_[queue_.back()];
    queue_.pop_back();
    is_queued_[id] = false;
    for (EdgeId edge : program_.incoming(id)) add(program_.edge(edge).source, live_[id] & ~writes_[edge]);
  }
  for (const Access& access : accesses_[slice]) writes_[access.edge] = 0;
}

std::vector<term::TermVector> live_variables(const Program& program) {
  Liveness liveness(program, edge_symbols(program));
  std::vector<term::TermVector> result(program.locations().size());
  for (std::size_t slice = 0; slice < liveness.num_slices(); ++slice) {
    liveness.solve(slice);
    for (LocationId id : liveness.touched())
      for (Liveness::Word word = liveness.live(id); word != 0; word &= word - 1)
        result[id].push_back(liveness.variables()[slice * Liveness::word_bits +
                                                  static_cast<std::size_t>(std::countr_zero(word))]);
  }
  return result;
}

}  // namespace pendulum::program
