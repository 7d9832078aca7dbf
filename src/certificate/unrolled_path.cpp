#include "certificate/unrolled_path.h"

namespace pendulum::certificate {

ErrorPath path_to(const program::Unroller& unroller, program::LocationId location, unsigned layer,
                  const term::Model& model, const program::Unroller::LastEdge& accept_last) {
  ErrorPath path;
  for (const program::Unroller::Move& move : unroller.moves_to(location, layer, model, accept_last))
    path.append(Step{move.edge, unroller.inputs_of(move, model)});
  return path;
}

}  // namespace pendulum::certificate
