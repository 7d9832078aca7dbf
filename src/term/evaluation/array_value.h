// Internal: array values, which are chains of Store with constant indices and elements over a ConstArray.
#pragma once

#include "term/evaluation/evaluate.h"

namespace pendulum::term {

/// Returns the element of an array value at `index`. Requires: `index` is a value, in normal form if it is an
/// array.
Term select_value(Term array, Term index);

}  // namespace pendulum::term
