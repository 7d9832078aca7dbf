// The property no-overflow. clang decides which operations may overflow: its sanitizer checks for undefined
// behaviour are compiled into the program as traps, and the instrumentation replaces the traps by calls of
//
//   __pendulum_overflow(ptr text, ptr location)     describes the violation; does not return
//
// The translator turns these calls into edges into the error location, and the native replay reports them.
// Hence constant expressions that clang would fold and operands that the language promotes are checked
// according to the language.
#pragma once

#include <functional>

namespace llvm {
class BasicBlock;
class CallBase;
class Instruction;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Inserts a trap before each call of abs, labs, llabs and imaxabs for the argument whose absolute value the
/// type cannot represent (C17 7.22.6.1p2). clang inserts such a trap only for builtin functions. Requires:
/// the models of the library are not linked yet.
void trap_absolute_values(llvm::Module& module);

/// Inserts a trap before each division that clang does not check, such as those of complex integers.
void trap_unchecked_divisions(llvm::Module& module);

/// Whether the instruction is the first one after a conditional branch of which a successor satisfies
/// `is_report`, i.e. whether clang has checked it.
bool is_after_check(const llvm::Instruction& instruction,
                    const std::function<bool(const llvm::BasicBlock&)>& is_report);

/// Replaces all traps by calls of __pendulum_overflow.
void instrument_overflow(llvm::Module& module);

/// The call of __pendulum_overflow with which the block starts; null: the block starts with something else.
const llvm::CallBase* overflow_report(const llvm::BasicBlock& block);

}  // namespace pendulum::frontend
