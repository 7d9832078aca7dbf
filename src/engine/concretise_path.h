// Translates counterexample paths of a transformed program to the original program.
#pragma once

#include <optional>

#include "certificate/error_path.h"
#include "program/passes/passes.h"

namespace pendulum::engine {

/// Concretises a path of a transformed program (see program/passes/passes.h): returns the path of the
/// original program that visits the same locations of the transformed program with the same input values.
/// Renamed inputs are mapped back by Transformed::original_input. Nothing if the search finds no such path.
std::optional<certificate::ErrorPath> concretise_path(const program::Program& original,
                                                      const program::Transformed& transformed,
                                                      const certificate::ErrorPath& path);

}  // namespace pendulum::engine
