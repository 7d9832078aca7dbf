// Guards: memory around an object that AddressSanitizer takes for invalid, so that an access which misses the
// object by far is seen and not taken for an access to a neighbour.
//
// Two sides have to agree about their size: the translator, which tells accesses that the native run shows
// from those that it may miss, and the module that the native run compiles. So each object is marked once
// with the size of its guards, on the module that both read; the native module gets them in a copy.
#pragma once

#include <cstdint>

#include "program/native_source.h"

namespace llvm {
class Module;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// Says for each local and global of which more than the value is used how many bytes of guard it gets, and
/// which calls may allocate empty objects.
void mark_guards(llvm::Module& module);

/// Bytes before the object, and behind it, at which an access is seen by the native run. `object` is a local,
/// a global, a parameter that is passed by value, or a call that allocates.
std::uint64_t guarded_bytes(const llvm::Value& object);

/// Puts the guards around the objects that are marked, and reads where calls lead. False: there are none, and nothing has changed.
bool add_guards(llvm::Module& module);

}  // namespace pendulum::frontend
