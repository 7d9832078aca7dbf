// Locals of inner blocks: they end where their block ends, before their function does (C17 6.2.4p6).
//
// clang marks where locals begin and end (llvm.lifetime.*) when AddressSanitizer wants to know it. The marks
// change control a little, so they are asked for only where accesses are the property and a program may keep
// the address of such a local.
#pragma once

namespace llvm {
class AllocaInst;
class Instruction;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Does some function do more with the address of a local of an inner block than to access it? Only then a
/// pointer can outlive the local.
bool hands_out_block_locals(const llvm::Module& module);

/// Was the module compiled with marks?
bool has_scope_marks(const llvm::Module& module);
bool has_scope_marks(const llvm::AllocaInst& local);

struct ScopeMark {
  const llvm::AllocaInst* local = nullptr;  ///< null: the instruction is no mark
  bool is_begin = false;
};
ScopeMark scope_mark(const llvm::Instruction& instruction);

/// Of a block inside of its function's: a variable, a compound literal, or an object of clang's own that is
/// used only there.
bool is_of_inner_block(const llvm::AllocaInst& local);

/// Does `holder` end when the block of `local` ends, or before? Both are of one function.
bool ends_in_block_of(const llvm::AllocaInst& holder, const llvm::AllocaInst& local);

/// May control jump back in front of the declaration without leaving the block? The local lives on then, but
/// clang's marks end it.
bool may_be_declared_again(const llvm::AllocaInst& local);

}  // namespace pendulum::frontend
