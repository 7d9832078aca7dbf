// Makes explicit what the property and C's indeterminate values hide in an LLVM module:
//
//   __pendulum_error(ptr text, ptr place)                      the property is violated here; does not return
//   __pendulum_stop()                                          the execution ends here; does not return
//   __pendulum_uninitialised(ptr object, i64 size, i32 number) from here on the object's bytes are arbitrary
//   __pendulum_object_size(ptr object)                         bytes of an object that malloc made (realloc
//   asks)
//
// The translator reads these calls and the native replay defines them, so both run the same program.
#pragma once

#include <cstdint>
#include <string_view>

#include "property/property.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

inline constexpr std::string_view error_function = "__pendulum_error";
inline constexpr std::string_view stop_function = "__pendulum_stop";
inline constexpr std::string_view uninitialised_function = "__pendulum_uninitialised";
inline constexpr std::string_view object_size_function = "__pendulum_object_size";

/// Errors are: calls of reach_error and __VERIFIER_error, defined or not (and their bodies, for calls through
/// pointers); __assert_fail and __assert without body; assert(c) and __VERIFIER_assert(c) without body
/// when c is 0; labels ERROR. If the program defines an assert itself, its body
/// decides. Where reachability is not asked for, these are no errors: a reach_error or __VERIFIER_error
/// without body, __assert_fail and a failing __VERIFIER_assert end the execution, assert(c) without body
/// returns, and labels mean nothing.
///
/// Every local object whose value may be read before the program stores one gets a call of
/// __pendulum_uninitialised where its declaration is reached (C17 6.2.4 p6), and at the function's entry if
/// control can jump past the declaration. Each call has its own number, from 1.
void instrument(llvm::Module& module, const property::Properties& properties);

/// The parts, for tests.
enum class ReachedError { Violates, Stops };
void instrument_errors(llvm::Module& module, ReachedError meaning);
void instrument_uninitialised(llvm::Module& module);

}  // namespace pendulum::frontend
