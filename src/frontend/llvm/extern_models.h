// Classifies functions without body: instruments and verifier functions by their names, library functions by
// the table (library_functions.h).
#pragma once

#include <string_view>

namespace llvm {
class Function;
}

namespace pendulum::frontend {

struct LibraryFunction;

enum class ExternModel {
  Error,          ///< __pendulum_error(text, place)
  Overflow,       ///< __pendulum_overflow(text, place)
  Uninitialised,  ///< __pendulum_uninitialised(address, size, object)
  ObjectSize,     ///< __pendulum_object_size(address)
  IsBehind,       ///< __pendulum_is_behind(address, address)
  NotModelled,    ///< __pendulum_unsupported(construct)
  Assume,         ///< goes on only when the argument is not zero
  Fits,           ///< __pendulum_assume_fits(condition): as above, by a rule of dropped_executions.h
  End,            ///< does not return
  Nondet,         ///< an arbitrary value, by agreement
  Library,        ///< a function of the library's table
  Unknown,        ///< everything else
};

ExternModel extern_model(const llvm::Function& function);

/// The table's entry for a function without body. Null if the table does not know the name, or if the program
/// declares the function with another type: then it is a function of the program's own.
const LibraryFunction* library_function(const llvm::Function& function);

/// May the function keep, return or write to what its pointer arguments point to?
bool changes_memory(const llvm::Function& function);

}  // namespace pendulum::frontend
