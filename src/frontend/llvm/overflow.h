// The property no-overflow. What overflows is decided by clang: its own checks of undefined behaviour,
// compiled into the program as traps, become calls of
//
//   __pendulum_overflow(ptr text, ptr place)     what happens and where; does not return
//
// which the translator turns into edges into the error and the native replay reports. So constants that clang
// would fold and operations that the language widens are judged as the language says.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/path.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Instruction;
class Module;
class WithOverflowInst;
}  // namespace llvm

namespace pendulum::frontend {

inline constexpr std::string_view overflow_function = "__pendulum_overflow";

/// Flags for clang: signed overflow, division by zero (or without a result), shifts beyond the width, left
/// shifts of negative values or with a result that the type cannot hold.
std::vector<std::string> overflow_flags();

/// A trap before each call of abs and its like of the C library whose result its type cannot hold (C17
/// 7.22.6.1p2). clang makes one itself, but not of functions that are no builtins. To be called before bodies
/// of the library are linked.
void trap_absolute_values(llvm::Module& module);

/// A trap before each division that clang does not check: those of complex integers.
void trap_unchecked_divisions(llvm::Module& module);

/// Does the instruction follow a check, whose other way leads to a block for which `is_report` holds?
bool is_behind_check(const llvm::Instruction& instruction,
                     const std::function<bool(const llvm::BasicBlock&)>& is_report);

/// Replaces clang's traps.
void instrument_overflow(llvm::Module& module);

/// The call of __pendulum_overflow that a block does nothing but; null: it does something else.
const llvm::CallBase* overflow_report(const llvm::BasicBlock& block);

/// Does the operation of an llvm.*.with.overflow intrinsic overflow?
Term overflows(term::TermManager& terms, const llvm::WithOverflowInst& operation, Term a, Term b);

}  // namespace pendulum::frontend
