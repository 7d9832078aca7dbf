// The refinement exactly as in UFO, section 5: an interpolant sequence of ArgCond, and CLEAN, equation (3),
// which turns each interpolant into a label. See dag_sequence.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// `inner` creates the procedure that computes the interpolant sequences, from chains of the formulas mu_1,
/// ..., mu_n. It is called for every DAG, because the formulas of two conditions have no symbol in common, so
/// a procedure cannot reuse results.
using MakeInterpolator = std::unique_ptr<Interpolator> (*)(const Context& context);
std::unique_ptr<Interpolator> make_sequence(const Context& context, MakeInterpolator inner);

}  // namespace pendulum::interpolation
