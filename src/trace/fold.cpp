// Loops are found by their period: a number p of items such that the next p items are executions of the same
// source lines. Short periods are folded first, so inner loops are folded before outer ones. The depth of all
// p items has to differ from that of the next p items by the same number.
#include "trace/fold.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/check.h"

namespace pendulum::trace {

namespace {

/// Minimum number of iterations of a loop that is folded: the first and the last one remain. Of three
/// iterations, the middle one is folded only if it is long.
constexpr std::size_t min_iterations = 3;
constexpr std::size_t many_iterations = 4;
constexpr std::size_t min_long_period = 5;
/// Maximum number of items of an iteration.
constexpr std::size_t max_period = 64;
/// Maximum number of variables whose range is shown.
constexpr std::size_t max_ranges = 6;
/// The name of the values that folded calls return.
constexpr const char* result_name = "result";

struct Node {
  Item item;
  std::string key;  ///< equal keys: executions of the same source line, or of the same loop
};

std::string key_of(const Step& step) {
  return fmt::format("{}:{}:{}:{}", step.function, step.file, step.line,
                     step.kind == Step::Kind::Call ? step.callee : "");
}

/// The steps of an item, in their order.
void add_steps(const Item& item, std::vector<const Step*>& steps) {
  if (item.step != nullptr) steps.push_back(item.step);
  for (const Item& part : item.items) add_steps(part, steps);
}

/// The values that a variable, or an element of an array, gets in the folded iterations.
struct Range {
  std::string function;
  unsigned depth = 0;
  std::string name;
  std::string array, rest;  ///< name = array[index]rest; without an index, `array` is empty
  long long first_index = 0, last_index = 0, step = 0;
  std::vector<std::string> values;

  Range(const Step& step, const NamedValue& change)
      : function(step.function), depth(step.depth), name(change.name), values{change.value} {
    const std::size_t open = name.rfind('['), close = name.find(']', open);
    if (open == std::string::npos || close == std::string::npos || close - open > 10) return;
    const std::string index = name.substr(open + 1, close - open - 1);
    if (index.empty() || index.find_first_not_of("0123456789") != std::string::npos) return;
    array = name.substr(0, open);
    rest = name.substr(close + 1);
    first_index = last_index = std::stoll(index);
  }

  /// Adds a change of the same variable, or of the next element of the array.
  bool add(const Range& next) {
    if (function != next.function) return false;
    const long long distance = next.first_index - last_index;
    const bool is_next = !array.empty() && array == next.array && rest == next.rest &&
                         (distance == 1 || distance == -1) && (step == 0 || step == distance);
    if (name != next.name && !is_next) return false;
    if (is_next) {
      name = next.name;
      step = distance;
      last_index = next.last_index;
    }
    values.push_back(next.values.front());
    return true;
  }

  /// "i = 2..15", "buf[1..5] = 0".
  NamedValue text() const {
    NamedValue result{name, values.front()};
    if (first_index != last_index)
      result.name = fmt::format("{}[{}..{}]{}", array, first_index, last_index, rest);
    const bool varies =
        std::ranges::any_of(values, [&](const std::string& each) { return each != values[0]; });
    if (values.back() != values.front())
      result.value += ".." + values.back();
    else if (varies)
      result.value += ", ..., " + values.back();
    return result;
  }
};

/// The values of the variables, in the order of their first assignment.
std::vector<NamedValue> ranges_of(const std::vector<const Step*>& steps, int depth_change) {
  std::vector<Range> ranges;
  const auto add = [&](const Step& step, const NamedValue& change) {
    const Range next(step, change);
    if (std::ranges::none_of(ranges, [&](Range& range) { return range.add(next); })) ranges.push_back(next);
  };
  for (const Step* step : steps) {
    // The parameters of calls in a loop follow from other values.
    if (step->kind == Step::Kind::Statement || depth_change != 0)
      for (const NamedValue& change : step->changes) add(*step, change);
    if (depth_change < 0 && !step->returned.empty()) add(*step, {result_name, step->returned});
  }
  // The variables of the function with the loop precede those of its callees.
  if (depth_change == 0) std::ranges::stable_sort(ranges, {}, &Range::depth);
  // Single elements of arrays would fill the line.
  if (ranges.size() > max_ranges)
    std::erase_if(ranges,
                  [](const Range& range) { return !range.array.empty() && range.values.size() == 1; });
  if (ranges.size() > max_ranges) ranges.erase(ranges.begin() + max_ranges, ranges.end());
  std::vector<NamedValue> result;
  for (const Range& range : ranges) result.push_back(range.text());
  return result;
}

class Folding {
 public:
  explicit Folding(const std::vector<const Step*>& steps) {
    for (const Step* step : steps) nodes_.push_back({{step, 0, 0, step->depth, 0, {}, {}}, key_of(*step)});
  }

  std::vector<Item> run() {
    for (std::size_t period = 1; period <= std::min(max_period, nodes_.size() / min_iterations); ++period)
      fold_period(period);
    std::vector<Item> items;
    for (Node& node : nodes_) items.push_back(std::move(node.item));
    return items;
  }

 private:
  int depth_of(std::size_t at) const { return static_cast<int>(nodes_[at].item.depth); }

  /// Are the items at `at` repeated after `period` items, with depths that are larger by `change`?
  bool repeats(std::size_t at, std::size_t period, int change) const {
    if (at + 2 * period > nodes_.size()) return false;
    for (std::size_t i = 0; i < period; ++i)
      if (nodes_[at + i].key != nodes_[at + period + i].key ||
          depth_of(at + period + i) != depth_of(at + i) + change)
        return false;
    return true;
  }

  void fold_period(std::size_t period) {
    std::vector<Node> result;
    std::size_t at = 0;
    while (at < nodes_.size()) {
      std::size_t iterations = 1;
      const int change = at + period < nodes_.size() ? depth_of(at + period) - depth_of(at) : 0;
      while (repeats(at + (iterations - 1) * period, period, change)) ++iterations;
      if (iterations < min_iterations || (iterations < many_iterations && period < min_long_period)) {
        result.push_back(std::move(nodes_[at++]));
        continue;
      }
      move(result, at, period);
      result.push_back(folded(at + period, period, iterations - 2, change));
      at += (iterations - 1) * period;
      move(result, at, period);
      at += period;
    }
    nodes_ = std::move(result);
  }

  void move(std::vector<Node>& result, std::size_t at, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) result.push_back(std::move(nodes_[at + i]));
  }

  Node folded(std::size_t at, std::size_t period, std::size_t iterations, int change) {
    Node node;
    node.key = fmt::format("loop {}", change);
    for (std::size_t i = at; i < at + period; ++i)
      node.key += fmt::format("|{}:{}", depth_of(i) - depth_of(at), nodes_[i].key);
    node.item.iterations = iterations;
    node.item.depth = nodes_[at].item.depth;
    node.item.depth_change = change;
    for (std::size_t i = at; i < at + period * iterations; ++i)
      node.item.items.push_back(std::move(nodes_[i].item));
    std::vector<const Step*> hidden;
    for (const Item& item : node.item.items) add_steps(item, hidden);
    node.item.steps = hidden.size();
    node.item.ranges = ranges_of(hidden, change);
    return node;
  }

  std::vector<Node> nodes_;
};

}  // namespace

std::string title_of(const Item& item) {
  const char* what = item.depth_change > 0 ? "nested call" : item.depth_change < 0 ? "return" : "iteration";
  return fmt::format("{} more {}{}", item.iterations, what, item.iterations == 1 ? "" : "s");
}

std::vector<Item> fold(const std::vector<const Step*>& steps) {
  std::vector<Item> items = Folding(steps).run();
  std::size_t total = 0;
  for (const Item& item : items) total += item.step != nullptr ? 1 : item.steps;
  PENDULUM_CHECK(total == steps.size(), "{} steps should be shown or folded, not {}", steps.size(), total);
  return items;
}

std::vector<Item> fold(const Trace& trace, const std::vector<const Step*>& steps) {
  if (trace.omitted == 0) return fold(steps);
  const auto gap = std::ranges::find_if(steps, [&](const Step* step) {
    return static_cast<std::size_t>(step - trace.steps.data()) >= trace.omitted_after;
  });
  std::vector<Item> items = fold(std::vector<const Step*>(steps.begin(), gap));
  for (Item& item : fold(std::vector<const Step*>(gap, steps.end()))) items.push_back(std::move(item));
  return items;
}

}  // namespace pendulum::trace
