// Targets of the parameters of the entry function.
//
// argv and envp of main are two objects each: the array of pointers, and one object with instances for all
// strings that the array points to when the program starts (doc/adr/0013-arguments-of-main.md). Pointer
// parameters of another entry function are unknown addresses here; entry_parameters.h creates objects for
// them before the analysis.
#pragma once

#include "frontend/llvm/analysis/points_to_escapes.h"

namespace pendulum::frontend {

/// Adds the targets of the pointer parameters of the entry function, with new objects for those of main.
void add_entry_parameters(const llvm::Function& entry, ObjectTable& objects, PointsToGraph& graph,
                          PointsToConstraints& constraints);

/// How the program uses the arguments of main.
struct ArgumentUse {
  std::set<ObjectId> written;       ///< objects that the program may write to, among them those of main
  std::uint32_t instance_bits = 0;  ///< width of the number of an instance
};

/// Requires: the constraints are solved.
ArgumentUse find_argument_use(const ObjectTable& objects, const PointsToGraph& graph,
                              PointsToConstraints& constraints, EscapeAnalysis& escapes);

}  // namespace pendulum::frontend
