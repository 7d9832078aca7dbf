#include "domain/packing.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"

namespace pendulum::domain {

namespace {

using term::Term;

/// Union-find with a maximum size of a class.
class Classes {
 public:
  Classes(std::size_t count, std::size_t max_size) : parent_(count), size_(count, 1), max_size_(max_size) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a == b || size_[a] + size_[b] > max_size_) return;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
  }

 private:
  std::vector<std::size_t> parent_, size_;
  std::size_t max_size_;
};

}  // namespace

Packing::Packing(const AffineProgram& program, std::size_t max_size) {
  PENDULUM_CHECK(max_size >= 1, "a pack should have room for a variable");
  term::TermVector variables;
  for (const program::LocationId location : program.wto().order()) {
    const term::TermVector& live = program.live(location);
    variables.insert(variables.end(), live.begin(), live.end());
  }
  std::ranges::sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  term::TermMap<std::size_t> index;
  for (const Term variable : variables) index.emplace(variable, index.size());

  Classes classes(variables.size(), max_size);
  const auto unite = [&](std::vector<std::size_t>& group) {
    for (std::size_t i = 1; i < group.size(); ++i) classes.unite(group[0], group[i]);
  };
  const auto collect = [&](std::vector<std::size_t>& group, const LinearSum& sum) {
    for (const auto& [symbol, coefficient] : sum.coefficients)
      if (const auto found = index.find(symbol); found != index.end()) group.push_back(found->second);
  };
  if (variables.size() <= max_size) {
    for (std::size_t i = 1; i < variables.size(); ++i) classes.unite(0, i);
  } else {
    for (const AffineEdge& edge : program.edges()) {
      for (const LinearConstraint& constraint : edge.action.constraints) {
        std::vector<std::size_t> group;
        collect(group, constraint.sum);
        unite(group);
      }
      for (const auto& [variable, value] : edge.action.updates) {
        const auto found = index.find(variable);
        if (found == index.end()) continue;
        std::vector<std::size_t> group{found->second};
        collect(group, value);
        unite(group);
      }
    }
    std::map<program::LocationId, std::vector<std::size_t>> changed;  // by innermost loop head
    for (const AffineEdge& edge : program.edges()) {
      const auto heads = program.wto().heads(edge.source);
      if (heads.empty()) continue;
      for (const auto& [variable, value] : edge.action.updates)
        if (const auto found = index.find(variable); found != index.end())
          changed[heads.back()].push_back(found->second);
    }
    for (auto& [head, group] : changed) unite(group);
  }
  std::map<std::size_t, std::size_t> pack_of;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto [found, is_new] = pack_of.emplace(classes.find(i), packs_.size());
    if (is_new) packs_.emplace_back();
    positions_.emplace(variables[i],
                       Position{found->second, static_cast<Dimension>(packs_[found->second].size())});
    packs_[found->second].push_back(variables[i]);
    PENDULUM_CHECK(packs_[found->second].size() <= max_size, "a pack should have at most {} variables",
                   max_size);
  }
}

const Packing::Position* Packing::find(Term symbol) const {
  const auto found = positions_.find(symbol);
  return found == positions_.end() ? nullptr : &found->second;
}

}  // namespace pendulum::domain
