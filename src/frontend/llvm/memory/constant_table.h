// Reads of a constant array at a variable index.
//
// An array of constants is a chain of stores, one for each element, which is expensive for solvers: the table
// that isdigit() reads has 384 elements. Many such tables consist of few runs of elements that are equal, or
// that ascend by one as in the table that tolower() reads. A read of such a table is translated to a decision
// tree over the ends of the runs, which needs no theory of arrays.
#pragma once

#include "term/term_manager.h"

namespace pendulum::frontend {

/// Returns a term for `array[index]`: a decision tree if `array` is a chain of stores at constant indices
/// over a constant array and has few runs, otherwise a read of the array. Ensures: the result equals
/// `select(array, index)`.
term::Term read_table(term::TermManager& terms, term::Term array, term::Term index);

}  // namespace pendulum::frontend
