// Folds repeated sequences of steps: the iterations of a loop between the first and the last one become one
// item, with the range of values that each variable took.
#pragma once

#include "trace/trace.h"

namespace pendulum::trace {

/// A step, or iterations that are folded.
struct Item {
  const Step* step = nullptr;  ///< null: folded iterations
  std::size_t iterations = 0;  ///< number of folded iterations
  std::size_t steps = 0;       ///< number of folded steps
  unsigned depth = 0;
  std::vector<NamedValue> ranges = {};  ///< variables that the iterations change: "i" and "2..15"
  std::vector<Item> items = {};         ///< the folded items: equally many for each iteration
};

/// The items of the given steps, in their order. The steps have to outlive the result.
std::vector<Item> fold(const std::vector<const Step*>& steps);

}  // namespace pendulum::trace
