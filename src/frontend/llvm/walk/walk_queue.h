// The walks that have not been executed yet.
#pragma once

#include <vector>

#include "base/check.h"
#include "frontend/llvm/walk/walk.h"

namespace pendulum::frontend {

class WalkQueue {
 public:
  /// A location from which no walk has started yet.
  struct Item {
    program::LocationId location;
    Instance* instance;
    const llvm::Instruction* start;
  };
  void push(Item item) {
    PENDULUM_CHECK(item.instance != nullptr && item.start != nullptr, "a walk should have a start");
    items_.push_back(item);
  }
  bool has_items() const { return !items_.empty(); }
  /// Removes and returns the newest item. Requires: has_items.
  Item take_item() {
    PENDULUM_CHECK(has_items(), "the queue should have an item");
    const Item item = items_.back();
    items_.pop_back();
    return item;
  }

  /// Adds a walk that an instruction has split off.
  void push(Walk fork) { forks_.push_back(std::move(fork)); }
  bool has_forks() const { return !forks_.empty(); }
  /// Removes and returns the newest fork. Requires: has_forks.
  Walk take_fork() {
    PENDULUM_CHECK(has_forks(), "the queue should have a fork");
    Walk fork = std::move(forks_.back());
    forks_.pop_back();
    return fork;
  }

 private:
  std::vector<Item> items_;
  std::vector<Walk> forks_;
};

}  // namespace pendulum::frontend
