// Model-based projection: computes a cube without given symbols that holds in a model and implies "there are
// values of the symbols for which the given cube holds". It under-approximates the quantified formula. It is
// exact for a symbol that is bounded with unit coefficients only (Loos and Weispfenning, the discrete case)
// or is determined by an equality. If no better method applies, the symbol is replaced by its value in the
// model.
#pragma once

#include "term/evaluation/evaluate.h"

namespace pendulum::interpolation {

/// Requires: `cube` holds in `model`; its literals have the form that Implicant produces.
term::TermVector project(term::TermManager& terms, term::TermVector cube, std::span<const term::Term> symbols,
                         term::Model model);

}  // namespace pendulum::interpolation
