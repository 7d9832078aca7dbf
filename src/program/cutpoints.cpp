// The locations that large blocks keep: every cycle passes one of them.
#include <algorithm>

#include "program/passes.h"
#include "program/wto.h"

namespace pendulum::program {

std::vector<LocationId> cutpoints(const Program& program) {
  const Wto wto(program);
  std::vector<LocationId> result{program.entry(), program.error()};
  for (LocationId id : wto.order())
    if (wto.is_head(id)) result.push_back(id);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace pendulum::program
