// Changes to the module that make the translation precise; the native replay runs the module as it was
// before.
//
//   1. Functions that atexit gets are called at the end (exit_handlers.cpp); constant expressions that are
//      numbers become numbers (fold_constants.cpp).
//   2. Functions that return structs in registers get an address to write to (aggregate_results.cpp).
//   3. Computed gotos become branches, atomic operations plain ones: there is one thread
//      (plain_operations.cpp).
//   4. Arguments that a function takes by va_arg are in memory (variadic_functions.cpp).
//   5. Functions that hand out what malloc gives them ("xmalloc") are copied for each call, so that each
//      call has its own object.
//   6. memcpy, memmove and memset of a length that is not constant become loops (bulk_loops.cpp).
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <string_view>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Calls of these are for the translator alone:
///   __pendulum_unsupported(ptr construct)    what the executions that come here do is not modelled
///   __pendulum_is_behind(ptr a, ptr b)       a is behind b in the same object
inline constexpr std::string_view unsupported_function = "__pendulum_unsupported";
inline constexpr std::string_view is_behind_function = "__pendulum_is_behind";

void prepare(llvm::Module& module, const std::string& entry);

/// The parts, for tests.
void run_exit_handlers(llvm::Module& module, const std::string& entry);
void fold_constants(llvm::Module& module);
void return_through_memory(llvm::Module& module);
void make_operations_plain(llvm::Module& module);
void pass_arguments_in_memory(llvm::Module& module);
void copy_allocators(llvm::Module& module);
void expand_bulk_memory(llvm::Module& module, const llvm::Function& entry);

/// Inserts a call of __pendulum_unsupported.
void mark_unsupported(llvm::IRBuilder<>& builder, const std::string& construct);

}  // namespace pendulum::frontend
