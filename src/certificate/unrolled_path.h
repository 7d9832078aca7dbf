// The counterexample path that a model of an unrolling describes.
#pragma once

#include "certificate/error_path.h"
#include "program/unroller.h"

namespace pendulum::certificate {

/// Returns the path along unroller.moves_to(location, layer, model, accept_last), with the values of the
/// inputs in `model`.
ErrorPath path_to(const program::Unroller& unroller, program::LocationId location, unsigned layer,
                  const term::Model& model, const program::Unroller::LastEdge& accept_last);

}  // namespace pendulum::certificate
