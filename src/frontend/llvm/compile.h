// From C files to one LLVM module, by clang in child processes and LLVM's linker in this one.
#pragma once

#include <memory>
#include <string>

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// The program of all files of `options` as clang -O0 compiles it; not yet instrumented.
/// Temporary files go into `directory`. Throws InputError: no such file, a directory, not text, clang's
/// message with its place, a symbol that is defined twice.
std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const Options& options,
                                      const std::string& directory, const base::Logger& logger,
                                      base::Statistics& statistics, const base::StopToken& stop);

/// "-m32" or "-m64".
std::string machine_flag(DataModel data_model);

}  // namespace pendulum::frontend
