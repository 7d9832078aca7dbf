// The initial values of globals, heap objects and the arguments of main.
#pragma once

#include "frontend/llvm/objects/object_havoc.h"

namespace pendulum::frontend {

class InitialValues {
 public:
  InitialValues(const MemoryContext& context, const ArgumentMemory& arguments, const ObjectHavoc& havoc)
      : context_(context), terms_(context.terms), arguments_(arguments), havoc_(havoc) {}

  /// Assigns the initial values of all globals, heap objects and arguments of main that the translation has
  /// used. Requires: all other edges have been made.
  void initialize(Path& path) const;

 private:
  void initialize_heap(Path& path, ObjectId object, const Slot& slot) const;
  void initialize_extern(Path& path, ObjectId object, std::size_t piece, const std::string& name) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const ArgumentMemory& arguments_;
  const ObjectHavoc& havoc_;
};

}  // namespace pendulum::frontend
