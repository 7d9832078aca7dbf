// Rewrites for C that depends on the hardware (doc/hardware.md): volatile objects, memory-mapped registers,
// inline assembler and interrupt handlers. The rewritten module only contains calls of functions that return
// inputs, so the translator and the native replay execute the same program, with the same values.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/llvm/ir/options.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Rewrites the module according to options.hardware. Returns the assumptions that the verdict then depends
/// on. Throws UsageError if a handler is not a function of the program, or has parameters. Requires: the
/// models are linked, and the module is not instrumented yet.
std::vector<std::string> model_hardware(llvm::Module& module, const Options& options);

/// The single steps, in their order.

/// Ignores assembler statements that have no effect on the program, and replaces others, according to the
/// options, by arbitrary values of their outputs.
std::vector<std::string> replace_assembler_statements(llvm::Module& module, const Hardware& hardware);
/// Makes accesses to the address ranges of registers inputs (reads) or nothing (writes).
void replace_register_accesses(llvm::Module& module, const std::vector<AddressRange>& ranges);
/// Makes each read of a volatile object an input.
void replace_volatile_reads(llvm::Module& module);
/// Makes loops unsupported that read a volatile object until it changes.
void mark_waiting_loops(llvm::Module& module);
/// Lets the handlers run between the accesses to memory that they share with the rest of the program.
std::vector<std::string> insert_interrupts(llvm::Module& module, const std::string& entry,
                                           const std::vector<std::string>& handlers);

/// Gives arbitrary values to `size` bytes at the address, again in each execution of the inserted code.
void fill_arbitrarily(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t size);

/// A call that returns an arbitrary value of the type. `what` becomes a part of the name of the input.
llvm::CallInst* make_input(llvm::IRBuilder<>& builder, const std::string& what, llvm::Type* type);

}  // namespace pendulum::frontend
