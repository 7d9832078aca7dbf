// Internal: array values, chains of Store with constant indices and elements over a ConstArray.
#pragma once

#include "term/evaluate.h"

namespace pendulum::term {

/// The element at `index` (a value; arrays as indices in normal form).
Term select_value(Term array, Term index);

}  // namespace pendulum::term
