// Model-based projection: a cube without some symbols that a model satisfies and that implies "there are
// values of the symbols such that the given cube holds". An under-approximation of the quantifier that is
// exact where a symbol is bounded with unit coefficients only (Loos and Weispfenning, the discrete case), or
// is determined by an equality; where nothing better is known the symbol takes its value in the model.
#pragma once

#include "term/evaluate.h"

namespace pendulum::interpolation {

/// Requires: `cube` holds in `model`; its literals are as Implicant makes them.
term::TermVector project(term::TermManager& terms, term::TermVector cube, std::span<const term::Term> symbols,
                         term::Model model);

}  // namespace pendulum::interpolation
