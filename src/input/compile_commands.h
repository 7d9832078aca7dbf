// Compile commands of a project: the file compile_commands.json that CMake, Bear and others write.
#pragma once

#include <string>
#include <vector>

#include "input/source_options.h"

namespace pendulum::input {

struct CompileCommand {
  std::string file;                    ///< absolute and normalized
  std::string named;                   ///< as the command names it
  std::string directory;               ///< working directory
  std::vector<std::string> arguments;  ///< without the compiler's name
};

/// Reads the compile commands of C files. `path` is the file, or a directory that contains
/// compile_commands.json. Throws InputError if it cannot be read or has another form.
std::vector<CompileCommand> read_compile_commands(const std::string& path);

/// Splits a command line into words like a POSIX shell, without expansions.
std::vector<std::string> split_command(const std::string& command);

/// `source` with the options of the compile commands that source.compile_commands names: for each file, and
/// for all other units, which may define what the files need. The data model and --wrap follow from -m32,
/// -m64 and -fwrapv. Throws InputError if a file has no compile command or one that is not supported, and
/// if the commands contradict each other or the command line.
SourceOptions with_compile_commands(const SourceOptions& source);

}  // namespace pendulum::input
