// Cutpoints: a set of locations, kept by large blocks, that intersects every cycle.
#include <algorithm>
#include <optional>

#include "base/check.h"
#include "program/passes/common_ancestor.h"
#include "program/passes/passes.h"
#include "program/wto.h"

namespace pendulum::program {

std::vector<LocationId> cutpoints(const Program& program) {
  const Wto wto(program);
  std::vector<LocationId> result{program.entry(), program.error()};
  for (LocationId id : wto.order())
    if (wto.is_head(id)) result.push_back(id);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

namespace {

/// Finds the locations where the branches of a location join again, in the graph without back edges into loop
/// heads and without edges into the error location.
class Joins {
 public:
  explicit Joins(const Program& program) : program_(program), wto_(program) {
    find_dominators();
    find_post_dominators();
  }

  /// Joins to be used as additional cutpoints, chosen such that at most `max_paths` paths lead from one
  /// cutpoint to the next, as far as the joins of the graph allow.
  std::vector<LocationId> cutting(double max_paths) const;

 private:
  bool is_forward(const Edge& edge) const {
    return edge.target != program_.error() && wto_.position(edge.source) < wto_.position(edge.target);
  }
  /// True if all paths from the immediate dominator lead to this location, that is, it post-dominates its
  /// dominator.
  bool is_join(std::size_t position) const { return post_dominator_[dominator_[position]] == position; }
  void find_dominators();
  void find_post_dominators();

  const Program& program_;
  Wto wto_;
  std::vector<std::size_t> dominator_;       ///< immediate dominator, by position in the order
  std::vector<std::size_t> post_dominator_;  ///< likewise; the number of positions: none
};

void Joins::find_dominators() {
  dominator_.assign(wto_.order().size(), 0);
  for (std::size_t at = 1; at < dominator_.size(); ++at) {
    std::optional<std::size_t> common;
    for (const EdgeId id : program_.incoming(wto_.order()[at])) {
      const Edge& edge = program_.edge(id);
      if (!wto_.is_reachable(edge.source) || !is_forward(edge)) continue;
      const std::size_t source = wto_.position(edge.source);
      const auto parent = [&](std::size_t position) { return dominator_[position]; };
      common = common ? common_ancestor(*common, source, parent) : source;
    }
    dominator_[at] = common.value_or(0);
  }
}

void Joins::find_post_dominators() {
  const std::size_t none = wto_.order().size();
  post_dominator_.assign(none, none);
  for (std::size_t at = none; at-- > 0;) {
    std::optional<std::size_t> common;
    for (const EdgeId id : program_.outgoing(wto_.order()[at])) {
      const Edge& edge = program_.edge(id);
      if (edge.target == program_.error()) continue;
      const std::size_t target = is_forward(edge) ? wto_.position(edge.target) : none;
      const auto parent = [&](std::size_t position) { return post_dominator_[position]; };
      common = common ? common_ancestor(*common, target, parent, std::greater<>()) : target;
    }
    post_dominator_[at] = common.value_or(none);
  }
}

std::vector<LocationId> Joins::cutting(double max_paths) const {
  std::vector<LocationId> result;
  std::vector<double> num_paths(wto_.order().size(), 1);  // number of paths from the last cutpoints
  for (std::size_t at = 1; at < num_paths.size(); ++at) {
    const LocationId location = wto_.order()[at];
    if (location == program_.error() || wto_.is_head(location)) continue;
    double sum = 0;
    for (const EdgeId id : program_.incoming(location)) {
      const Edge& edge = program_.edge(id);
      if (wto_.is_reachable(edge.source) && is_forward(edge)) sum += num_paths[wto_.position(edge.source)];
    }
    const bool is_cut = sum > max_paths && is_join(at);
    if (is_cut) result.push_back(location);
    num_paths[at] = is_cut ? 1 : sum;
  }
  return result;
}

}  // namespace

std::vector<LocationId> medium_cutpoints(const Program& program, double max_paths) {
  PENDULUM_CHECK(max_paths >= 1, "a block should contain a path");
  std::vector<LocationId> result = cutpoints(program);
  const std::vector<LocationId> joins = Joins(program).cutting(max_paths);
  result.insert(result.end(), joins.begin(), joins.end());
  std::sort(result.begin(), result.end());
  PENDULUM_CHECK(std::ranges::adjacent_find(result) == result.end(),
                 "a join should not be a cutpoint already");
  return result;
}

}  // namespace pendulum::program
