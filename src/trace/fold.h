// Folds repeated sequences of steps: the iterations of a loop between the first and the last one become one
// item, with the range of values that each variable took. Recursive calls and their returns are folded in the
// same way; the depth of their steps changes by the same number from one iteration to the next.
#pragma once

#include "trace/trace.h"

namespace pendulum::trace {

/// A step, or iterations that are folded.
struct Item {
  const Step* step = nullptr;  ///< null: folded iterations
  std::size_t iterations = 0;  ///< number of folded iterations
  std::size_t steps = 0;       ///< number of folded steps
  unsigned depth = 0;
  int depth_change = 0;  ///< between iterations: positive for recursive calls, negative for their returns
  std::vector<NamedValue> ranges = {};  ///< variables that the iterations change: "i" and "2..15"
  std::vector<Item> items = {};         ///< the folded items: equally many for each iteration
};

/// "14 more iterations", "3 more nested calls", or "3 more returns".
std::string title_of(const Item& item);

/// The items of the given steps, in their order. The steps have to outlive the result.
std::vector<Item> fold(const std::vector<const Step*>& steps);
/// The same for steps of a trace, which may have a gap: no fold contains steps before and after it.
std::vector<Item> fold(const Trace& trace, const std::vector<const Step*>& steps);

}  // namespace pendulum::trace
