// Manual pages and shell completion, generated from the options of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pendulum::main {

/// The manual page of a command (pendulum-verify.1), or of the program if `command` is empty, in the macros
/// of man(7). Throws UsageError if there is no such command.
std::string manual_page(const CLI::App& app, const std::string& command);

/// The commands that have a page, one per line.
std::string manual_pages(const CLI::App& app);

/// A script for bash that completes commands, options, and the values of options with a fixed set of values.
std::string bash_completion(const CLI::App& app);

}  // namespace pendulum::main
