// Compilation of C files to one LLVM module, by clang in child processes and LLVM's linker in this process.
#pragma once

#include <memory>
#include <string>

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/ir/options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Compiles and links all files of `options` with clang -O0, without instrumentation. Temporary files are
/// written to `directory`. Throws InputError if a file does not exist, is a directory or is not text, if
/// clang rejects it (with clang's message and its source location), or if a symbol is defined twice.
std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const Options& options,
                                      const std::string& directory, const base::Logger& logger,
                                      base::Statistics& statistics, const base::StopToken& stop);

/// Whether the module contains traps for subscripts outside of arrays inside of objects (--bounds fields).
bool checks_fields(const Options& options);

}  // namespace pendulum::frontend
