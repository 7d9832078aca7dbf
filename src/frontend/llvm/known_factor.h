// A number that divides a value in every run: 4 for `n * sizeof(int)`.
#pragma once

#include <cstdint>

#include "frontend/llvm/points_to.h"

namespace pendulum::frontend {

/// 0: the value is always 0. A product that wraps around may be no multiple; whoever relies on the factor has
/// to exclude that.
std::uint64_t known_factor(const llvm::Value& value, const PointsTo& points_to);

}  // namespace pendulum::frontend
