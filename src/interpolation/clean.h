// The refinement of UFO, section 5, to the letter: an interpolant sequence of ArgCond, and CLEAN, equation
// (3), which makes a label of each interpolant. See clean.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// `inner` makes the interpolant sequences, from chains of the formulas mu_1, ..., mu_n. It is asked for a
/// new procedure each time, since the formulas of two conditions have no symbol in common: nothing can be
/// learnt.
using MakeInterpolator = std::unique_ptr<Interpolator> (*)(const Context& context);
std::unique_ptr<Interpolator> make_sequence(const Context& context, MakeInterpolator inner);

}  // namespace pendulum::interpolation
