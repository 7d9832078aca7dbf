// Small C programs for tests: written to a temporary directory, compiled to a module.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/process/process.h"
#include "frontend/llvm/compile/compile.h"
#include "frontend/llvm/instrument/instrument.h"
#include "frontend/llvm/instrument/native_module.h"

namespace pendulum::frontend {

class CSource {
 public:
  /// Adds a file; returns its path.
  std::string add(const std::string& text, const std::string& name = "a.c") {
    const std::string path = directory.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    options.files.push_back(path);
    return path;
  }

  llvm::Module& compile() {
    module = frontend::compile(context, options, directory.path(), base::Logger(), statistics, stop);
    return *module;
  }

  llvm::Module& instrumented() {
    compile();
    frontend::instrument(*module, options.properties);
    return *module;
  }

  program::NativeSource native() {
    instrumented();
    program::NativeSource source = write_native_module(*module, options.entry, directory.path());
    source.compile_flags.push_back(machine_flag(options.data_model));
    source.source_files = options.files;
    return source;
  }

  base::TemporaryDirectory directory;
  Options options;
  llvm::LLVMContext context;
  base::Statistics statistics;
  base::StopToken stop;
  std::unique_ptr<llvm::Module> module;
};

}  // namespace pendulum::frontend
