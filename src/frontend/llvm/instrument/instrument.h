// Instrumentation of an LLVM module: makes violations of the property and indeterminate values of C explicit,
// by calls of the functions __pendulum_error, __pendulum_stop and __pendulum_uninitialised (intrinsics.h).
// The translator interprets these calls and the native replay defines the functions, so both execute the same
// program.
#pragma once

#include "property/property.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Adds the calls. The following are errors: calls of reach_error and __VERIFIER_error, defined or not (and
/// their bodies, for calls through pointers); __assert_fail and __assert without body; assert(c) and
/// __VERIFIER_assert(c), pendulum_assert(c), __CPROVER_assert(c, text) and __ESBMC_assert(c, text) without
/// body if c is 0; labels ERROR. If the program defines an assert itself, its body decides. If reachability
/// is not checked, these are not errors: a reach_error or __VERIFIER_error without body, __assert_fail and a
/// failing __VERIFIER_assert or pendulum_assert end the execution, assert(c) without body returns, and the
/// asserts of CBMC and ESBMC and labels have no effect.
///
/// Every local object whose value may be read before the program stores one gets a call of
/// __pendulum_uninitialised where its declaration is reached (C17 6.2.4 p6), and at the function's entry if
/// control can jump past the declaration. Each call has its own number, from 1.
void instrument(llvm::Module& module, const property::Properties& properties);

/// The individual steps, for tests. `meaning` states whether a reached error violates the property or ends
/// the execution.
enum class ReachedError { Violates, Stops };
void instrument_errors(llvm::Module& module, ReachedError meaning);
void instrument_uninitialised(llvm::Module& module);

}  // namespace pendulum::frontend
