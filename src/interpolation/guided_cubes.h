// Smaller labels by cubes that are guided by given labels. See guided_cubes.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// Returns labels of the DAG whose lemmas are clauses over the terms of the DAG. When `deadline` passes, the
/// nodes that are not finished keep their given labels. Requires: `given` are labels of the DAG, and the DAG
/// contains only Booleans and bit-vectors.
Labels shrink_labels(const Context& context, const Dag& dag, const Labels& given,
                     const base::StopToken& deadline);

}  // namespace pendulum::interpolation
