// Reads and writes whole files.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::base {

/// The content of a file. Throws InputError if it cannot be read.
std::string read_file(const std::string& path);

/// Writes a whole file. Throws InputError.
void write_file(const std::string& path, std::string_view text);

}  // namespace pendulum::base
