// Guards: memory around an object that AddressSanitizer treats as invalid, so that an access far outside of
// the object is detected and not mistaken for an access to a neighbouring object.
//
// The translator and the native module have to agree on the size of the guards: the translator distinguishes
// accesses that the native replay detects from those that it may miss. Therefore each object is marked once
// with the size of its guards, in the module that both use; add_guards then adds the guards to the copy for
// the native replay.
#pragma once

#include <cstdint>

#include "program/native_source.h"

namespace llvm {
class Module;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// Kind of the metadata that states the size of an object's guards.
inline constexpr const char* guard_kind = "pendulum.guard";

/// Marks each local and global whose address is used for more than loads and stores with the size of its
/// guards, and marks calls that may allocate empty objects.
void mark_guards(llvm::Module& module);

/// Number of bytes before and after the object at which the native replay detects an access. `object` is a
/// local, a global, a parameter that is passed by value, or a call that allocates.
std::uint64_t guarded_bytes(const llvm::Value& object);

/// Adds guards around the marked objects, and reads the targets of indirect calls before the calls. Returns
/// false if the module is unchanged.
bool add_guards(llvm::Module& module);

}  // namespace pendulum::frontend
