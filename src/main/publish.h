// Files appear under their final name only when they are complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "main/scratch.h"

namespace pendulum::main {

/// `final_name` with a mark that it is not complete; on the same file system.
std::string partial_name(const std::string& final_name);

/// Writes a whole file. Throws InputError.
void write_file(const std::string& path, std::string_view text);

/// Writes under a partial name that the janitor knows, then renames. Throws InputError.
void publish_file(const std::string& path, std::string_view text, const Scratch& scratch);

/// Can a file of that name be written? Throws InputError if its directory is missing or it is a directory,
/// and UsageError if it is one of the input files.
void check_output(const std::string& path, const std::vector<std::string>& inputs);

/// "out/" and "out" are the same directory.
std::filesystem::path without_slash(const std::filesystem::path& path);

}  // namespace pendulum::main
