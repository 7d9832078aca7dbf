// Files appear under their final name only when they are complete.
#pragma once

#include <string>
#include <string_view>

#include "main/scratch.h"

namespace pendulum::main {

/// `final_name` with a mark that it is not complete; on the same file system.
std::string partial_name(const std::string& final_name);

/// Writes a whole file. Throws InputError.
void write_file(const std::string& path, std::string_view text);

/// Writes under a partial name that the janitor knows, then renames. Throws InputError.
void publish_file(const std::string& path, std::string_view text, const Scratch& scratch);

/// Can a file of that name be written? Throws InputError if its directory is missing, or it is a directory.
void check_writable(const std::string& path);

/// Moves all of `staging` to `directory`, in one step if `directory` does not exist. Otherwise files of an
/// earlier run with names from evidence_names are removed first.
void publish_directory(const std::string& staging, const std::string& directory);

}  // namespace pendulum::main
