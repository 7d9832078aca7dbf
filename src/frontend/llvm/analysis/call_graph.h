// Cycles of the call graph: functions that call themselves, directly or through other functions.
#pragma once

#include <unordered_map>

#include "frontend/llvm/analysis/points_to.h"

namespace pendulum::frontend {

/// The call graph of the functions that are reachable from the entry function, including calls through
/// pointers.
class CallGraph {
 public:
  explicit CallGraph(const PointsTo& points_to);

  /// Is the function on a cycle of the call graph? Such a function cannot be inlined.
  bool is_recursive(const llvm::Function& function) const;
  /// Are both functions on the same cycle of the call graph?
  bool is_same_cycle(const llvm::Function& a, const llvm::Function& b) const;

 private:
  struct Entry {
    unsigned component = 0;
    bool is_recursive = false;
  };
  std::unordered_map<const llvm::Function*, Entry> entries_;
};

}  // namespace pendulum::frontend
