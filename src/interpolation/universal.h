// Elimination of universal quantifiers over all sorts: what CLEAN (UFO, equation (3)) and weakest
// preconditions over an edge's inputs need.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

struct Universal {
  /// Free of the bound symbols; implies forall bound. body.
  term::Term term;
  /// Equivalent to it.
  bool is_exact = true;
};

/// Within the deadline; what is not eliminated by then is given up (the result is stronger, not exact).
Universal eliminate_forall(const Context& context, std::span<const term::Term> bound, term::Term body,
                           const base::StopToken& deadline);

}  // namespace pendulum::interpolation
