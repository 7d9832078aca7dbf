// Images of bit-vector operators on sets of words.
#pragma once

#include "smt/intervals/word_set.h"
#include "term/term.h"

namespace pendulum::smt {

/// Returns a superset of the results of the operator of `term`, other than Boolean, floating-point and array
/// operators, for operands from the sets. Requires: all words have at most 64 bits; no set is empty.
WordSet bitvec_image(term::Term term, std::span<const WordSet> operands);

}  // namespace pendulum::smt
