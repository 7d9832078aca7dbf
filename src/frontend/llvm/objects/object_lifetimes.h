// Lifetimes of objects: malloc, free, and locals that a pointer can outlive.
#pragma once

#include <string>

#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

class ObjectLifetimes {
 public:
  explicit ObjectLifetimes(const MemoryContext& context);

  // In all functions, `targets` are the targets that the points-to analysis gives for the pointer, and `code`
  // (Pointer::object) denotes `object` or an instance of it.

  /// Creates the object of an allocation site, or a new instance of it, as malloc or (if `is_zeroed`) calloc
  /// does, and returns its address. `bytes` is its size; null if and only if the size is constant. The caller
  /// has to havoc the content of an object that is not zeroed. In executions in which `is_made` is false the
  /// allocation fails, and the object is never alive. Requires: `object` is a heap object.
  Pointer allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed, Term is_made) const;
  /// free(pointer). Has an effect only if a memory property is checked or if the program compares the
  /// object's address with the address of another heap object.
  void release(Path& path, const Pointer& pointer, const Targets& targets) const;
  /// Ends the lifetime of an object that is a local of a recursive function (is_recursive_local).
  void end_recursive_local(Path& path, const Pointer& pointer, const Targets& targets) const;
  /// Start and end the lifetime of a local. They have an effect only if a pointer can outlive the local.
  /// Require: `object` is a local.
  void begin_local(Path& path, ObjectId object) const;
  void end_local(Path& path, ObjectId object) const;
  /// The address of the current instance of a local.
  Pointer address_of_local(const Path& path, ObjectId object) const;

  /// Whether a Program variable records whether the object is alive.
  bool is_tracked(ObjectId object) const;
  /// The condition that the lifetime of the object or instance has started and not ended. Requires:
  /// is_tracked.
  Term is_alive(const Path& path, ObjectId object, Term code) const;
  /// The condition that the object, or at least one of its instances, is alive. Requires: is_tracked.
  Term is_some_alive(const Path& path, ObjectId object) const;
  /// Whether the program compares the address of the object with that of another heap object.
  bool is_compared(ObjectId object) const;
  /// The condition that a compared object had been freed before this object was allocated. Requires:
  /// is_compared.
  Term is_late(const Path& path, ObjectId object, Term code) const;
  /// The size in bytes of the heap object that the pointer points to; 0 for null. A pointer that is neither
  /// null nor the start of a heap object is treated like an invalid free.
  Term heap_size(Path& path, const Pointer& pointer, const Targets& targets) const;

 private:
  bool checks_memory() const;
  std::string max_instances() const;
  void set_alive(Path& path, ObjectId object, Term instance, bool is_alive, Term condition) const;
  void end(Path& path, const Pointer& pointer, const Targets& targets) const;
  void exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const ComparedObjects compared_;  ///< their lifetimes are tracked whatever the properties are
};

/// Is the heap object a local of a recursive function (rewrite/recursive_locals.cpp)?
bool is_recursive_local(const Object& object);

}  // namespace pendulum::frontend
