// The locations of the Program, and the instances of functions that they belong to.
#pragma once

#include <deque>

#include "frontend/llvm/walk/requested_locations.h"
#include "frontend/llvm/walk/walk_queue.h"

namespace pendulum::frontend {

class Locations {
 public:
  Locations(program::ProgramBuilder& builder, WalkQueue& queue, RequestedLocations requested)
      : builder_(builder), queue_(queue), requested_(std::move(requested)) {}

  /// The location of an instruction; created, and scheduled for a walk, at its first use. Throws Unsupported
  /// if inlining makes the program too large. Requires: the instruction is in the instance's function.
  program::LocationId location(Instance& instance, const llvm::Instruction& instruction);
  /// The instance of `callee` for this call; created at its first use. Requires: the call is in the parent's
  /// function, and `callee` has a body.
  Instance& child(Instance& parent, const llvm::CallBase& call, const llvm::Function& callee);
  /// The only instance of the entry function, or of a function that is not inlined.
  Instance& root(const llvm::Function& function);
  /// Whether the Program should have a location before the instruction because the user requested one.
  bool is_requested(const llvm::Instruction& instruction) const { return requested_.contains(instruction); }

 private:
  program::ProgramBuilder& builder_;
  WalkQueue& queue_;
  const RequestedLocations requested_;
  std::deque<Instance> instances_;
  std::unordered_map<const llvm::Function*, Instance*> roots_;
  std::size_t count_ = 0;  ///< number of locations that were created
};

}  // namespace pendulum::frontend
