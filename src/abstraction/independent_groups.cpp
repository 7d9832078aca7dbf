#include "abstraction/independent_groups.h"

#include <map>
#include <numeric>

namespace pendulum::abstraction {

namespace {

/// Union-find over the indices of formulas.
class Components {
 public:
  explicit Components(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<std::vector<std::size_t>> independent_groups(const term::TermVector& constraints,
                                                         const term::TermVector& images) {
  term::TermVector formulas = images;
  formulas.insert(formulas.end(), constraints.begin(), constraints.end());
  Components components(formulas.size());
  term::TermMap<std::size_t> first_with;  // symbol -> the first formula that contains it
  for (std::size_t i = 0; i < formulas.size(); ++i)
    for (const term::Term symbol : term::symbols(formulas[i]))
      components.unite(i, first_with.try_emplace(symbol, i).first->second);
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < images.size(); ++i) groups[components.find(i)].push_back(i);
  std::vector<std::vector<std::size_t>> result;
  for (auto& [root, members] : groups) result.push_back(std::move(members));
  return result;
}

}  // namespace pendulum::abstraction
