// The lifetimes of objects: whether an object can have several instances, and which locals a pointer can
// outlive.
#pragma once

#include <set>
#include <vector>

#include "frontend/llvm/analysis/points_to.h"

namespace pendulum::frontend {

/// Sets Object::lives_throughout, has_instances and is_of_block. A call of malloc has instances if an
/// execution of `entry` may execute it several times. A local has instances if a pointer to it may be kept
/// when its function returns (in a global, on the heap, in a local of a caller, or as the result) or, if
/// scopes are marked, when its block ends. Pointers to such an object then contain the number of the instance
/// that they refer to.
void mark_instances(const PointsTo& points_to, const llvm::Function& entry, std::vector<Object>& objects);

/// Heap objects whose addresses are compared for equality with those of other heap objects. If one of two
/// objects is freed before the other is allocated, both may have had the same address.
struct ComparedObjects {
  std::set<ObjectId> all;
  std::set<ObjectId> freed;  ///< those of `all` that may be freed
};
ComparedObjects find_compared(const PointsTo& points_to);

/// The function that a local object belongs to.
const llvm::Function* function_of_local(const Object& object);

}  // namespace pendulum::frontend
