// The options of a compile command (compile_commands.json), reduced to those that clang needs here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/llvm/ir/options.h"

namespace pendulum::frontend {

struct CommandFlags {
  std::vector<std::string> flags;    ///< options that check_compiler_flags accepts; paths are absolute
  std::vector<std::string> ignored;  ///< options that Pendulum does not know and leaves out; to be reported
  std::optional<DataModel> data_model = {};  ///< of -m32 or -m64
  bool wraps = false;                        ///< -fwrapv or -fno-strict-overflow
};

/// Sorts the arguments of a compiler, without its name and without the source file. `directory` is the
/// working directory of the command, to which relative paths refer; `file` names the source file in messages.
/// Options about output, dependency files, optimisation, debug information and warnings do not affect the
/// verdict and are left out. Throws InputError for an option that changes the meaning or the layout of
/// objects in a way that Pendulum does not support, and for an option whose value is missing.
CommandFlags sort_command(const std::vector<std::string>& arguments, const std::string& directory,
                          const std::string& file);

}  // namespace pendulum::frontend
