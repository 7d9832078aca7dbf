// A radix tree of fixed depth with 16 children per node; node 0 of each level has no entries.
#include "program/passes/value_map.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::program {

ValueMaps::ValueMaps(std::size_t size) {
  for (std::size_t covered = fan_out; covered < size; covered *= fan_out) ++levels_;
  clear();
}

void ValueMaps::clear() {
  inner_.assign(1, {});
  leaves_.assign(1, {});
}

term::Term ValueMaps::get(Root root, std::size_t index) const {
  PENDULUM_DCHECK(root < (levels_ > 0 ? inner_.size() : leaves_.size()), "map {} should exist", root);
  Root node = root;
  for (unsigned level = levels_; level > 0; --level) node = inner_[node][slot(index, level)];
  return leaves_[node][slot(index, 0)];
}

ValueMaps::Root ValueMaps::set(Root root, std::size_t index, term::Term value) {
  PENDULUM_DCHECK(index >> (bits * (levels_ + 1)) == 0, "index {} should be within the size", index);
  std::array<Root, max_levels> path{};
  Root node = root;
  for (unsigned level = levels_; level > 0; --level) {
    path[level] = node;
    node = inner_[node][slot(index, level)];
  }
  if (leaves_[node][slot(index, 0)] == value) return root;
  // The copies are local variables because push_back of an element of the same vector may reallocate it.
  std::array<term::Term, fan_out> leaf = leaves_[node];
  leaf[slot(index, 0)] = value;
  leaves_.push_back(leaf);
  Root below = static_cast<Root>(leaves_.size() - 1);
  for (unsigned level = 1; level <= levels_; ++level) {
    std::array<std::uint32_t, fan_out> copy = inner_[path[level]];
    copy[slot(index, level)] = below;
    inner_.push_back(copy);
    below = static_cast<Root>(inner_.size() - 1);
  }
  return below;
}

// The recursion depth is the number of levels of the tree, at most max_levels.
void ValueMaps::collect(std::span<const Root> roots, unsigned level, std::size_t prefix,
                        std::vector<std::size_t>& result) const {
  if (std::all_of(roots.begin(), roots.end(), [&](Root root) { return root == roots[0]; })) return;
  std::vector<Root> below(roots.size());
  for (std::size_t i = 0; i < fan_out; ++i) {
    const std::size_t index = (prefix << bits) | i;
    if (level == 0) {
      const term::Term first = leaves_[roots[0]][i];
      if (std::any_of(roots.begin(), roots.end(), [&](Root root) { return leaves_[root][i] != first; }))
        result.push_back(index);
    } else {
      for (std::size_t k = 0; k < roots.size(); ++k) below[k] = inner_[roots[k]][i];
      collect(below, level - 1, index, result);
    }
  }
}

std::vector<std::size_t> ValueMaps::differing(std::span<const Root> roots) const {
  PENDULUM_CHECK(!roots.empty(), "there should be a map to compare");
  std::vector<std::size_t> result;
  collect(roots, levels_, 0, result);
  return result;
}

std::vector<std::size_t> ValueMaps::entries(Root root) const {
  const std::array<Root, 2> pair{empty, root};
  return differing(pair);
}

}  // namespace pendulum::program
