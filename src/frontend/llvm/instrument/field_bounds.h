// Subscripts outside of arrays that are parts of larger objects (--bounds fields). As for overflows, clang
// decides where this can happen: it compiles a trap before each access by a subscript to an array of known
// length, and the instrumentation replaces the traps by calls of
//
//   __pendulum_invalid_access(ptr text, ptr location)     describes the violation; does not return
//
// Accesses through pointers to elements have no trap, since clang does not know the array.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Replaces the traps. Requires: no other step of the instrumentation has replaced traps.
void instrument_field_bounds(llvm::Module& module);

}  // namespace pendulum::frontend
