// The algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm") on the reversed graph
// with an additional location after all ends.
#include "trace/post_dominators.h"

#include <algorithm>

namespace pendulum::trace {

namespace {

using program::LocationId;
using program::Program;

class Computation {
 public:
  explicit Computation(const Program& program)
      : exit_(static_cast<LocationId>(program.locations().size())),
        successors_(exit_ + 1),
        predecessors_(exit_ + 1),
        number_(exit_ + 1, unreached) {
    for (const program::Edge& edge : program.edges())
      if (edge.target != program.error()) connect(edge.source, edge.target);
    const std::vector<bool> is_doomed = find_doomed(program);
    for (LocationId location = 0; location < exit_; ++location)
      if (successors_[location].empty() && !is_doomed[location]) connect(location, exit_);
    visit(exit_);
    // Loops without exit: one location of the loop counts as its end. Locations are numbered from the entry
    // on, so the search starts with the last one.
    for (LocationId location = exit_; location-- > 0;)
      if (!is_doomed[location]) add_end(location);
    // Loops without exit do not have to reach the error, so the locations that only lead to it come last.
    for (LocationId location = exit_; location-- > 0;)
      if (successors_[location].empty()) add_end(location);
    renumber();
  }

  std::vector<LocationId> run() {
    std::vector<LocationId> immediate(exit_ + 1, PostDominators::none);
    immediate[exit_] = exit_;
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
        if (*it == exit_) continue;
        LocationId best = PostDominators::none;
        for (const LocationId next : successors_[*it]) {
          if (immediate[next] == PostDominators::none) continue;
          best = best == PostDominators::none ? next : common(immediate, best, next);
        }
        if (immediate[*it] == best) continue;
        immediate[*it] = best;
        has_changed = true;
      }
    }
    std::replace(immediate.begin(), immediate.end(), exit_, PostDominators::none);
    immediate.resize(exit_);
    return immediate;
  }

 private:
  static constexpr std::size_t unreached = ~std::size_t{0};

  void add_end(LocationId location) {
    if (number_[location] != unreached) return;
    connect(location, exit_);
    visit(location);
  }

  /// The locations from which all executions reach the error.
  std::vector<bool> find_doomed(const Program& program) const {
    std::vector<bool> is_doomed(exit_, false);
    std::vector<std::size_t> num_others(exit_);  // successors that are not doomed
    for (LocationId location = 0; location < exit_; ++location)
      num_others[location] = successors_[location].size();
    std::vector<LocationId> pending;
    for (const program::Edge& edge : program.edges())
      if (edge.target == program.error() && num_others[edge.source] == 0) pending.push_back(edge.source);
    while (!pending.empty()) {
      const LocationId location = pending.back();
      pending.pop_back();
      if (is_doomed[location]) continue;
      is_doomed[location] = true;
      for (const LocationId previous : predecessors_[location])
        if (--num_others[previous] == 0) pending.push_back(previous);
    }
    return is_doomed;
  }

  void connect(LocationId from, LocationId to) {
    successors_[from].push_back(to);
    predecessors_[to].push_back(from);
  }

  /// Appends the locations from which `root` can be reached to the post-order of the reversed graph.
  void visit(LocationId root) {
    std::vector<std::pair<LocationId, std::size_t>> stack{{root, 0}};
    number_[root] = 0;
    while (!stack.empty()) {
      auto& [location, next] = stack.back();
      if (next == predecessors_[location].size()) {
        order_.push_back(location);
        stack.pop_back();
        continue;
      }
      const LocationId previous = predecessors_[location][next++];
      if (number_[previous] != unreached) continue;
      number_[previous] = 0;
      stack.emplace_back(previous, 0);
    }
  }

  /// The exit has to be the last one in post-order, although some locations were visited after it.
  void renumber() {
    order_.erase(std::find(order_.begin(), order_.end(), exit_));
    order_.push_back(exit_);
    for (std::size_t i = 0; i < order_.size(); ++i) number_[order_[i]] = i;
  }

  LocationId common(const std::vector<LocationId>& immediate, LocationId a, LocationId b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = immediate[a];
      while (number_[b] < number_[a]) b = immediate[b];
    }
    return a;
  }

  LocationId exit_;
  std::vector<std::vector<LocationId>> successors_;
  std::vector<std::vector<LocationId>> predecessors_;
  std::vector<std::size_t> number_;  ///< in `order_`
  std::vector<LocationId> order_;    ///< post-order of the reversed graph
};

}  // namespace

PostDominators::PostDominators(const Program& program) : immediate_(Computation(program).run()) {}

}  // namespace pendulum::trace
