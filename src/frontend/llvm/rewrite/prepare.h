// IR-to-IR passes that run before the translation and make it more precise. The native replay runs the module
// without these changes.
//
//   1. Functions that are registered with atexit are called at the end (exit_handlers.cpp). Constant
//      expressions with a numeric value are folded (fold_constants.cpp).
//   2. Functions that return structs or vectors in registers get a parameter with the address of the result
//      (aggregate_results.cpp).
//   3. Computed gotos become branches. Atomic operations become plain ones because there is one thread
//      (plain_operations.cpp).
//   4. Variadic arguments are passed in memory (variadic_functions.cpp).
//   5. Vectors are replaced by their elements (vector_parameters.cpp, vector_operations.cpp).
//   6. Functions that return a pointer and call malloc ("xmalloc") are copied for each call, so that each
//      call has its own object (allocator_copies.cpp).
//   7. memcpy, memmove and memset of a length that is not constant become loops (bulk_loops.cpp).
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Runs all passes. Requires: the module defines the function `entry`. A pass may replace that function by
/// another one of the same name.
void prepare(llvm::Module& module, const std::string& entry);

/// Whether accesses to objects outside of their lifetime are errors.
enum class LocalLifetimes { Ignored, Checked };
/// Lets recursive functions allocate the locals of which each activation needs its own object. Requires:
/// prepare() has run.
void allocate_recursive_locals(llvm::Module& module, LocalLifetimes lifetimes);

/// The single passes, declared here for tests.
void run_exit_handlers(llvm::Module& module, const std::string& entry);
void fold_constants(llvm::Module& module);
void return_through_memory(llvm::Module& module);
void make_operations_plain(llvm::Module& module);
void pass_arguments_in_memory(llvm::Module& module);
void pass_vectors_by_element(llvm::Module& module);
void expand_vectors(llvm::Module& module);
void copy_allocators(llvm::Module& module);
void expand_bulk_memory(llvm::Module& module, const llvm::Function& entry);

/// Inserts a call of __pendulum_unsupported. `construct` names the construct in messages.
void mark_unsupported(llvm::IRBuilder<>& builder, const std::string& construct);

}  // namespace pendulum::frontend
