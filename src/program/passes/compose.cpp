#include "base/check.h"
#include "program/passes/passes.h"

namespace pendulum::program {

Transformed compose(const Transformed& first, Transformed second) {
  PENDULUM_CHECK(second.origin.size() == second.program.locations().size(),
                 "every location should have an origin");
  PENDULUM_CHECK(first.origin.size() == first.program.locations().size(),
                 "every location should have an origin");
  PENDULUM_CHECK(second.origin[second.program.entry()] == first.program.entry() &&
                     second.origin[second.program.error()] == first.program.error(),
                 "the second pass should start from the result of the first one");
  for (LocationId& origin : second.origin) origin = first.origin.at(origin);
  for (auto& [input, origin] : second.input_origin) origin = first.original_input(origin);
  // Inputs that only the first pass has renamed.
  for (const auto& [input, origin] : first.input_origin) second.input_origin.try_emplace(input, origin);
  return second;
}

}  // namespace pendulum::program
