// Descriptions, for the user, of the objects in memory and of their representation.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/analysis/layout.h"

namespace pendulum::frontend {

/// One line for each object that the program accesses in memory, except for scalars that one variable
/// represents:
/// "main.buf (10 bytes): array of 1-byte elements", "malloc@12 (8 bytes), many instances: 2 variables".
std::vector<std::string> describe_regions(const PointsTo& points_to,
                                          const std::vector<ObjectLayout>& layouts);

}  // namespace pendulum::frontend
