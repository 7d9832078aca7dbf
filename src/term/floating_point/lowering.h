// Floating-point operators as circuits of bit-vector operators. The SAT and Z3 back ends and the exchange
// formats (VMT, Horn clauses) use them; cvc5 has its own implementation of IEEE 754, with which the judge
// works.
#pragma once

#include "term/term_manager.h"

namespace pendulum::term {

/// Returns a term that is equivalent to `application` and contains no floating-point operator outside of its
/// children. Requires: is_float_operator(application.kind()).
Term lower_float_operator(TermManager& terms, Term application);

/// Returns an equivalent term without floating-point operators.
Term lower_floats(TermManager& terms, Term term);

}  // namespace pendulum::term
