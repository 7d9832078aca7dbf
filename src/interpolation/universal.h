// Elimination of universal quantifiers over all sorts, for CLEAN (UFO, equation (3)) and for weakest
// preconditions over an edge's inputs.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

struct Universal {
  /// Contains no bound symbols and implies forall bound. body.
  term::Term term;
  /// True if the term is equivalent to forall bound. body.
  bool is_exact = true;
};

/// Eliminates the bound symbols within the deadline. Parts that are not eliminated by then are replaced by
/// false, so that the result is stronger and not exact.
Universal eliminate_forall(const Context& context, std::span<const term::Term> bound, term::Term body,
                           const base::StopToken& deadline);

}  // namespace pendulum::interpolation
