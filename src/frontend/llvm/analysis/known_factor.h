// A constant that divides a value in every execution, for example 4 for `n * sizeof(int)`.
#pragma once

#include <cstdint>

#include "frontend/llvm/analysis/points_to.h"

namespace pendulum::frontend {

/// Returns the constant; 0 if the value is always 0. A product that wraps around may not be a multiple of it;
/// the caller has to exclude this.
std::uint64_t known_factor(const llvm::Value& value, const PointsTo& points_to);

}  // namespace pendulum::frontend
