// Classification of functions without body: functions of the instrumentation and verifier functions by their
// names, and library functions by the library table (library_functions.h).
#pragma once

#include <string_view>

namespace llvm {
class Function;
}

namespace pendulum::frontend {

struct LibraryFunction;

enum class ExternKind {
  Error,          ///< __pendulum_error(text, location): violation
  Overflow,       ///< __pendulum_overflow(text, location): violation
  InvalidAccess,  ///< __pendulum_invalid_access(text, location): violation
  Uninitialised,  ///< __pendulum_uninitialised(address, size, object)
  ObjectSize,     ///< __pendulum_object_size(address)
  IsAfter,        ///< __pendulum_is_after(address, address)
  IsRegister,     ///< __pendulum_is_register(address, size, first, last)
  NotModelled,    ///< __pendulum_unsupported(construct)
  Assume,         ///< ends executions in which the argument is zero
  Fits,           ///< __pendulum_assume_fits(condition): the same, by a rule of dropped_executions.h
  Environment,    ///< __pendulum_assume_environment(condition): the same, by another rule
  Havoc,          ///< __pendulum_havoc_int(unchanged): havocked input
  End,            ///< does not return
  Nondet,         ///< returns an arbitrary value, by its name
  Library,        ///< function of the library table
  Unknown,        ///< external function
};

/// Classifies a function without body.
ExternKind extern_kind(const llvm::Function& function);

/// The library table's entry for a function without body. Null if the table does not contain the name, or if
/// the program declares the function with an incompatible type: then it is not the library function.
const LibraryFunction* library_function(const llvm::Function& function);

/// May the function store or return its pointer arguments, or write to the objects that they point to?
bool changes_memory(const llvm::Function& function);

}  // namespace pendulum::frontend
