// Loops are found by their period: a number p of items such that the next p items are executions of the same
// source lines. Short periods are folded first, so inner loops are folded before outer ones.
#include "trace/fold.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/check.h"

namespace pendulum::trace {

namespace {

/// Minimum number of iterations of a loop that is folded: the first and the last one remain, and a fold of a
/// single iteration would not save a line.
constexpr std::size_t min_iterations = 4;
/// Maximum number of items of an iteration.
constexpr std::size_t max_period = 64;
/// Maximum number of variables whose range is shown.
constexpr std::size_t max_ranges = 6;

struct Node {
  Item item;
  std::string key;  ///< equal keys: executions of the same source line, or of the same loop
};

std::string key_of(const Step& step) {
  return fmt::format("{}:{}:{}:{}:{}", step.depth, step.function, step.file, step.line,
                     step.kind == Step::Kind::Call ? step.callee : "");
}

/// The steps of an item, in their order.
void add_steps(const Item& item, std::vector<const Step*>& steps) {
  if (item.step != nullptr) steps.push_back(item.step);
  for (const Item& part : item.items) add_steps(part, steps);
}

/// "2..15" for the values of one variable in the folded iterations; one value if they are equal.
std::vector<NamedValue> ranges_of(const std::vector<const Step*>& steps) {
  std::vector<NamedValue> first;
  std::map<std::string, std::string> last;
  for (const Step* step : steps)
    for (const NamedValue& change : step->changes) {
      if (!last.contains(change.name)) first.push_back(change);
      last[change.name] = change.value;
    }
  if (first.size() > max_ranges) {
    // Elements of arrays would fill the line.
    std::erase_if(first, [](const NamedValue& value) { return value.name.find('[') != std::string::npos; });
    if (first.size() > max_ranges) first.resize(max_ranges);
  }
  for (NamedValue& range : first)
    if (const std::string& end = last.at(range.name); end != range.value) range.value += ".." + end;
  return first;
}

class Folding {
 public:
  explicit Folding(const std::vector<const Step*>& steps) {
    for (const Step* step : steps) nodes_.push_back({{step, 0, 0, step->depth, {}, {}}, key_of(*step)});
  }

  std::vector<Item> run() {
    for (std::size_t period = 1; period <= std::min(max_period, nodes_.size() / min_iterations); ++period)
      fold_period(period);
    std::vector<Item> items;
    for (Node& node : nodes_) items.push_back(std::move(node.item));
    return items;
  }

 private:
  bool repeats(std::size_t at, std::size_t period) const {
    if (at + 2 * period > nodes_.size()) return false;
    for (std::size_t i = 0; i < period; ++i)
      if (nodes_[at + i].key != nodes_[at + period + i].key) return false;
    return true;
  }

  void fold_period(std::size_t period) {
    std::vector<Node> result;
    std::size_t at = 0;
    while (at < nodes_.size()) {
      std::size_t iterations = 1;
      while (repeats(at + (iterations - 1) * period, period)) ++iterations;
      if (iterations < min_iterations) {
        result.push_back(std::move(nodes_[at++]));
        continue;
      }
      move(result, at, period);
      result.push_back(folded(at + period, period, iterations - 2));
      at += (iterations - 1) * period;
      move(result, at, period);
      at += period;
    }
    nodes_ = std::move(result);
  }

  void move(std::vector<Node>& result, std::size_t at, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) result.push_back(std::move(nodes_[at + i]));
  }

  Node folded(std::size_t at, std::size_t period, std::size_t iterations) {
    Node node;
    node.key = "loop";
    for (std::size_t i = at; i < at + period; ++i) node.key += "|" + nodes_[i].key;
    node.item.iterations = iterations;
    node.item.depth = nodes_[at].item.depth;
    for (std::size_t i = at; i < at + period * iterations; ++i)
      node.item.items.push_back(std::move(nodes_[i].item));
    std::vector<const Step*> hidden;
    for (const Item& item : node.item.items) add_steps(item, hidden);
    node.item.steps = hidden.size();
    node.item.ranges = ranges_of(hidden);
    return node;
  }

  std::vector<Node> nodes_;
};

}  // namespace

std::vector<Item> fold(const std::vector<const Step*>& steps) {
  std::vector<Item> items = Folding(steps).run();
  std::size_t total = 0;
  for (const Item& item : items) total += item.step != nullptr ? 1 : item.steps;
  PENDULUM_CHECK(total == steps.size(), "{} steps should be shown or folded, not {}", steps.size(), total);
  return items;
}

}  // namespace pendulum::trace
