// The form in which the help and the manual pages describe an option.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pendulum::main {

bool takes_value(const CLI::Option& option);

/// The description, with the default value at its end in brackets: "seed of all random choices [0]".
std::string option_text(const CLI::Option& option);

/// CLI11 writes the default value and excluded options next to the name of an option. This formatter writes
/// the name of its value there, and nothing else.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace pendulum::main
