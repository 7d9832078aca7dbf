#include "certificate/unrolled_path.h"

#include "base/check.h"

namespace pendulum::certificate {

ErrorPath path_to(const program::Unroller& unroller, program::LocationId location, unsigned layer,
                  const term::Model& model, const program::Unroller::LastEdge& accept_last) {
  ErrorPath path;
  for (const program::Unroller::Move& move : unroller.moves_to(location, layer, model, accept_last))
    path.append(Step{move.edge, unroller.inputs_of(move, model)});
  PENDULUM_CHECK(!path.empty(), "a path to location {} should have steps", location);
  return path;
}

}  // namespace pendulum::certificate
