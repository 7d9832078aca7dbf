// How often objects come to life, and which locals a pointer can outlive.
#pragma once

#include <set>
#include <vector>

#include "frontend/llvm/points_to.h"

namespace pendulum::frontend {

/// Sets Object::lives_throughout, has_instances and is_of_block: of calls of malloc that may run several
/// times in one run of `entry`, and of locals to which a pointer may be kept when their function returns (in
/// a global, on the heap, in a local of a caller, or as the result), or, where scopes are marked, when their
/// block ends. What the pointer means then depends on the activation, so that it has to say which.
void mark_instances(const PointsTo& points_to, const llvm::Function& entry, std::vector<Object>& objects);

/// Objects of the heap whose address is compared with that of another object of the heap: if one is freed,
/// the two may have had one place, one after the other.
struct ComparedObjects {
  std::set<ObjectId> all;
  std::set<ObjectId> freed;  ///< those of them that may be freed
};
ComparedObjects find_compared(const PointsTo& points_to);

/// The function of a local object.
const llvm::Function* function_of_local(const Object& object);

}  // namespace pendulum::frontend
