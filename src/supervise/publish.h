// Writes output files such that they get their final name only when they are complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "supervise/scratch.h"

namespace pendulum::supervise {

/// A name for the incomplete file, in the directory of `final_name`.
std::string partial_name(const std::string& final_name);

/// Writes the file under a partial name, which the janitor of `scratch` removes, and renames it. Throws
/// InputError.
void publish_file(const std::string& path, std::string_view text, const Scratch& scratch);

/// Checks that the file can be written. Throws InputError if its directory does not exist or is not writable
/// or if it is a directory itself, and UsageError if it is one of the input files.
void check_output(const std::string& path, const std::vector<std::string>& inputs);

/// The path without a slash at the end.
std::filesystem::path without_slash(const std::filesystem::path& path);

}  // namespace pendulum::supervise
