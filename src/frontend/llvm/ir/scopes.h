// Lifetimes of locals of inner blocks, which end with their block, before their function returns (C17
// 6.2.4p6).
//
// clang marks where the lifetime of a local starts and ends (llvm.lifetime.*) if it compiles for
// AddressSanitizer. The marks change the control flow slightly, so the front end requests them only if
// valid-deref is checked and the program may keep the address of such a local.
#pragma once

namespace llvm {
class AllocaInst;
class Instruction;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Whether some function uses the address of a local of an inner block for more than direct accesses to the
/// local. Only then a pointer can outlive the local.
bool hands_out_block_locals(const llvm::Module& module);

/// Whether the module was compiled with lifetime marks.
bool has_scope_marks(const llvm::Module& module);
/// Whether lifetime marks for this local exist.
bool has_scope_marks(const llvm::AllocaInst& local);

/// The start or end of the lifetime of a local.
struct ScopeMark {
  const llvm::AllocaInst* local = nullptr;  ///< null: the instruction is not a mark
  bool is_begin = false;
};
ScopeMark scope_mark(const llvm::Instruction& instruction);

/// Whether the local belongs to an inner block of its function: a variable, a compound literal, or a
/// temporary of clang that is used only in that block.
bool is_of_inner_block(const llvm::AllocaInst& local);

/// Whether the lifetime of `holder` ends not later than the block of `local`. Requires: both belong to the
/// same function.
bool ends_in_block_of(const llvm::AllocaInst& holder, const llvm::AllocaInst& local);

/// Whether control may jump back before the declaration without leaving the block. The local then stays
/// alive, although clang's marks end its lifetime.
bool may_be_declared_again(const llvm::AllocaInst& local);

}  // namespace pendulum::frontend
