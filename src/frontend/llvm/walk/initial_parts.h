// The initial content of a global as bytes and addresses, for explanations of counterexamples.
#pragma once

#include <vector>

#include "frontend/llvm/analysis/points_to.h"
#include "program/source_actions.h"

namespace llvm {
class DataLayout;
class GlobalVariable;
}  // namespace llvm

namespace pendulum::frontend {

/// Empty for large globals. Indeterminate bytes, and expressions that are neither numbers nor addresses, have
/// no part. Requires: the global has an initializer.
std::vector<program::InitialPart> initial_parts(const llvm::GlobalVariable& global,
                                                const llvm::DataLayout& layout, const PointsTo& points_to);

}  // namespace pendulum::frontend
