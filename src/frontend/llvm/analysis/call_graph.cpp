#include "frontend/llvm/analysis/call_graph.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace pendulum::frontend {

namespace {

using Graph = std::vector<std::vector<unsigned>>;

/// Strongly connected components by Tarjan's algorithm without recursion; `component` maps each node to its
/// component.
class Components {
 public:
  explicit Components(const Graph& graph)
      : graph_(graph),
        component(graph.size(), 0),
        index_(graph.size(), 0),
        low_(graph.size(), 0),
        on_stack_(graph.size(), false) {
    for (unsigned node = 0; node < graph.size(); ++node)
      if (index_[node] == 0) visit(node);
    PENDULUM_CHECK(stack_.empty(), "every function should belong to a component");
  }

 private:
  const Graph& graph_;

 public:
  std::vector<unsigned> component;

 private:
  void open(unsigned node) {
    PENDULUM_DCHECK(index_[node] == 0, "function {} should be visited once", node);
    index_[node] = low_[node] = ++count_;
    stack_.push_back(node);
    on_stack_[node] = true;
    path_.emplace_back(node, 0);
  }

  void visit(unsigned root) {
    open(root);
    while (!path_.empty()) {
      const unsigned node = path_.back().first;
      if (path_.back().second < graph_[node].size()) {
        const unsigned next = graph_[node][path_.back().second++];
        if (index_[next] == 0) {
          open(next);
        } else if (on_stack_[next]) {
          low_[node] = std::min(low_[node], index_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().first] = std::min(low_[path_.back().first], low_[node]);
      if (low_[node] == index_[node]) close(node);
    }
  }

  void close(unsigned node) {
    ++components_;
    unsigned member = 0;
    do {
      PENDULUM_DCHECK(!stack_.empty(), "the stack should contain the root of the component");
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      component[member] = components_;
    } while (member != node);
  }

  std::vector<unsigned> index_, low_;
  std::vector<bool> on_stack_;
  std::vector<unsigned> stack_;
  std::vector<std::pair<unsigned, std::size_t>> path_;
  unsigned count_ = 0;
  unsigned components_ = 0;
};

}  // namespace

CallGraph::CallGraph(const PointsTo& points_to) {
  const auto& functions = points_to.functions();
  std::unordered_map<const llvm::Function*, unsigned> numbers;
  for (unsigned i = 0; i < functions.size(); ++i) numbers.emplace(functions[i], i);
  PENDULUM_CHECK(numbers.size() == functions.size(), "each function should be listed once");
  Graph graph(functions.size());
  std::vector<bool> calls_itself(functions.size(), false);
  for (unsigned i = 0; i < functions.size(); ++i) {
    for (const llvm::BasicBlock& block : *functions[i]) {
      for (const llvm::Instruction& instruction : block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr) continue;
        for (const llvm::Function* callee : points_to.callees(*call)) {
          const auto it = numbers.find(callee);
          if (it == numbers.end()) continue;
          graph[i].push_back(it->second);
          if (it->second == i) calls_itself[i] = true;
        }
      }
    }
  }
  const Components components(graph);
  std::vector<unsigned> sizes(functions.size() + 1, 0);
  for (unsigned i = 0; i < functions.size(); ++i) ++sizes[components.component[i]];
  for (unsigned i = 0; i < functions.size(); ++i) {
    const unsigned component = components.component[i];
    entries_.emplace(functions[i], Entry{component, sizes[component] > 1 || calls_itself[i]});
  }
}

bool CallGraph::is_recursive(const llvm::Function& function) const {
  const auto it = entries_.find(&function);
  return it != entries_.end() && it->second.is_recursive;
}

bool CallGraph::is_same_cycle(const llvm::Function& a, const llvm::Function& b) const {
  const auto first = entries_.find(&a);
  const auto second = entries_.find(&b);
  return first != entries_.end() && second != entries_.end() && first->second.is_recursive &&
         first->second.component == second->second.component;
}

}  // namespace pendulum::frontend
